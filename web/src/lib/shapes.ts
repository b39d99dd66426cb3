// Outlines in inches, in the screen's turn: y runs down, so that every y of the table is turned over once, in `flip`.
import type { BaseSaid, BlockSaid } from './situation'

export type Outline =
  | { kind: 'oval'; rx: number; ry: number }
  | { kind: 'polygon'; points: [number, number][] }

const MM = 25.4

/** A base about its place, facing +x, in inches; what cannot be read is drawn as an inch across. */
export function outlineOf(base: BaseSaid): Outline {
  if (typeof base !== 'string') return { kind: 'polygon', points: base.hull }
  const found = /^([\d.]+)(?:x([\d.]+))?mm(-oval)?$/.exec(base)
  if (!found) return { kind: 'oval', rx: 0.5, ry: 0.5 }
  const width = Number(found[1]) / MM
  if (found[2] === undefined) return { kind: 'oval', rx: width / 2, ry: width / 2 }
  const depth = Number(found[2]) / MM
  if (found[3]) return { kind: 'oval', rx: width / 2, ry: depth / 2 }
  return { kind: 'polygon', points: rectangle(depth, width) }
}

function rectangle(along: number, across: number): [number, number][] {
  const [x, y] = [along / 2, across / 2]
  return [[x, -y], [x, y], [-x, y], [-x, -y]]
}

/** The middle of each man of a block, rank by rank, about the middle of its front, facing +x; an odd last rank in the middle. */
export function ranksOf(block: BlockSaid, base: BaseSaid): { spots: [number, number][]; along: number; across: number } {
  const found = typeof base === 'string' ? /^([\d.]+)x([\d.]+)mm$/.exec(base) : null
  const across = found ? Number(found[1]) / MM : 1
  const along = found ? Number(found[2]) / MM : 1
  const spots: [number, number][] = []
  for (let man = 0; man < block.models; man += 1) {
    const rank = Math.floor(man / block.files)
    const inRank = Math.min(block.files, block.models - rank * block.files)
    const file = man % block.files
    spots.push([-(rank + 0.5) * along, ((inRank - 1) / 2 - file) * across])
  }
  return { spots, along, across }
}

/** A place of the table on a board of this depth, y down. */
export function flip(depth: number, point: readonly number[]): [number, number] {
  return [point[0] ?? 0, depth - (point[1] ?? 0)]
}

export function pointsOf(depth: number, points: readonly (readonly number[])[]): string {
  return points.map((point) => flip(depth, point).map((n) => +n.toFixed(4)).join(',')).join(' ')
}

export function middleOf(points: readonly (readonly number[])[]): [number, number] {
  const sum = points.reduce<[number, number]>(([x, y], p) => [x + (p[0] ?? 0), y + (p[1] ?? 0)], [0, 0])
  return [sum[0] / points.length, sum[1] / points.length]
}
