// Pointing at a place of the table: P where the pointer is, or a long press beside the models.
const LONG = 550
const STILL = 6

export interface Pointing {
  depth: number
  onpoint: (at: [number, number]) => void
}

/** An action for an element around the board; the board's drawing says by `data-stage` where inches lie. */
export function pointing(node: HTMLElement, given: Pointing): { update: (given: Pointing) => void; destroy: () => void } {
  let options = given
  let last: { clientX: number; clientY: number } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let from = { x: 0, y: 0 }
  let pressed = false

  function place(event: { clientX: number; clientY: number }): [number, number] | null {
    const stage = node.querySelector<SVGGElement>('[data-stage]')
    const turn = stage?.getScreenCTM()
    if (!turn) return null
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(turn.inverse())
    return [Math.round(at.x * 100) / 100, Math.round((options.depth - at.y) * 100) / 100]
  }

  function point(event: { clientX: number; clientY: number }): void {
    const at = place(event)
    if (at) options.onpoint(at)
  }

  function down(event: PointerEvent): void {
    pressed = false
    clearTimeout(timer)
    if (event.button !== 0 || (event.target as Element).closest('[data-name], button, [data-handle]')) return
    from = { x: event.clientX, y: event.clientY }
    timer = setTimeout(() => {
      pressed = true
      point({ clientX: from.x, clientY: from.y })
    }, LONG)
  }

  function move(event: PointerEvent): void {
    last = event
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL) clearTimeout(timer)
  }

  const leave = () => (last = null)
  const up = () => clearTimeout(timer)

  // The click that ends a long press is none.
  function click(event: MouseEvent): void {
    if (!pressed) return
    pressed = false
    event.stopPropagation()
  }

  function key(event: KeyboardEvent): void {
    const target = event.target as Element
    if (event.code !== 'KeyP' || event.ctrlKey || event.metaKey || event.altKey || target.closest('input, textarea, select, dialog')) return
    const focused = target.closest('[data-name]')?.getBoundingClientRect()
    if (focused && !last) point({ clientX: focused.x + focused.width / 2, clientY: focused.y + focused.height / 2 })
    else if (last) point(last)
  }

  node.addEventListener('pointerdown', down, true)
  node.addEventListener('pointermove', move, true)
  node.addEventListener('pointerup', up, true)
  node.addEventListener('pointercancel', up, true)
  node.addEventListener('pointerleave', leave)
  node.addEventListener('click', click, true)
  window.addEventListener('keydown', key)
  return {
    update: (next) => (options = next),
    destroy: () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', key)
    },
  }
}
