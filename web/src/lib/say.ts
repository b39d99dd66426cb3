// Commands from gestures. Which keys a verb needs comes from the server; whether it may be done is the server's to say.
import type { Stop } from './wire'

export type Command = { do: string } & Record<string, unknown>

export interface Chosen {
  verb: string
  needs: string[]
  kind: 'model' | 'unit'
  name: string
  rolled: boolean
}

export type Gesture = 'drag' | 'steps' | 'place' | 'targets' | 'now' | 'words'

/** How the rest of a command is given: by dragging, by manoeuvres, by a place, by targets, at once, or written. */
export function gestureOf(needs: readonly string[], rolled = false): Gesture {
  const rest = needs.filter((need) => !need.split('|').some((key) => key === 'model' || key === 'unit'))
  if (rest.length === 0 || (rolled && rest.every((need) => need.split('|').includes('path')))) return 'now'
  if (rest.length > 1) return 'words'
  const keys = rest[0]!.split('|')
  if (keys.includes('path')) return 'drag'
  if (keys.includes('steps')) return 'steps'
  if (keys.includes('at') || keys.includes('to')) return 'place'
  if (keys.includes('targets')) return 'targets'
  return 'words'
}

export function bare(chosen: Chosen): Command {
  return { do: chosen.verb, [chosen.kind]: chosen.name }
}

/** Along `path` (places after the start); a unit goes as it stands, each of its models by the same ways. */
export function along(chosen: Chosen, path: [number, number][], start: [number, number], models: Map<string, readonly number[]>): Command {
  if (chosen.kind === 'model') return { ...bare(chosen), path }
  const paths: Record<string, number[][]> = {}
  for (const [id, at] of models) {
    paths[id] = path.map(([x, y]) => [round((at[0] ?? 0) + x - start[0]), round((at[1] ?? 0) + y - start[1])])
  }
  return { ...bare(chosen), paths }
}

/** How far ahead (or back, below 0) of a block's front a place is, in inches. */
export function ahead(front: readonly number[], facing: number, place: readonly number[]): number {
  const turn = (facing * Math.PI) / 180
  const dx = (place[0] ?? 0) - (front[0] ?? 0)
  const dy = (place[1] ?? 0) - (front[1] ?? 0)
  return round(dx * Math.cos(turn) + dy * Math.sin(turn))
}

/** The command as far as it would be legal, as the preview gives it; null where not even the start is. */
export function upTo(command: Command, ways: Record<string, Stop>): Command | null {
  if ('steps' in command) {
    const steps = Object.values(ways)[0]?.steps
    return steps ? { ...command, steps } : null
  }
  if ('paths' in command) {
    const paths: Record<string, unknown> = {}
    for (const [model, stop] of Object.entries(ways)) {
      if (!stop.path) return null
      paths[model] = stop.path
    }
    return Object.keys(paths).length ? { ...command, paths } : null
  }
  const path = Object.values(ways)[0]?.path
  return path ? { ...command, path } : null
}

/** Faces typed by hand: "3 5", "3,5", "35" for D6. Null where these are not `count` faces of 1 to `sides`. */
export function facesOf(text: string, count: number, sides: number): number[] | null {
  const parts = /[\s,;]/.test(text.trim()) || sides > 9 ? text.trim().split(/[\s,;]+/) : [...text.trim()]
  const faces = parts.map(Number)
  const good = faces.length === count && faces.every((face) => Number.isInteger(face) && face >= 1 && face <= sides)
  return good ? faces : null
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
export { round }
