// What the client reads of a situation file: enough to draw it. Nothing here is a ruling.
import type { Change, Entry, Now, View } from './wire'

export type Spot = [number, number] | [number, number, number]

export interface Piece {
  id: string
  kind: string
  shape?: [number, number][]
  line?: [number, number][]
  thickness?: number
  height?: number
  z?: number | [number, number]
  at?: [number, number]
  ground?: string
  like?: string
  doors?: { from: [number, number]; to: [number, number] }[]
}

export interface ModelSaid {
  id: string
  at?: Spot
  facing?: number
  status?: string[]
  wounds?: number
}

export interface BlockSaid {
  models: number
  files: number
  front: [number, number]
  facing: number
}

export type BaseSaid = string | { hull: [number, number][] }

export interface UnitSaid {
  id: string
  side: string
  base: BaseSaid
  models?: ModelSaid[]
  block?: BlockSaid
  status?: string[]
}

export interface Situation {
  title?: string
  table?: { width?: number; depth?: number }
  terrain?: Piece[]
  sides?: string[]
  units: UnitSaid[]
  state?: Record<string, unknown>
}

/** The table as this seat sees it after entry `n`. */
export interface Seen {
  n: number
  situation: Situation
  now: Now
}

export function seenOf(view: View): Seen {
  return { n: view.n, situation: view.situation as unknown as Situation, now: view.now }
}

/** The table after one more entry; null where one is missing in between, so that it has to be fetched. */
export function after(seen: Seen, entry: Pick<Entry, 'n' | 'change' | 'now'>): Seen | null {
  if (entry.n <= seen.n) return seen
  if (entry.n !== seen.n + 1) return null
  return { n: entry.n, situation: patched(seen.situation, entry.change), now: entry.now }
}

function patched(situation: Situation, change: Change): Situation {
  const changed = new Map((change.units as unknown as UnitSaid[]).map((unit) => [unit.id, unit]))
  const gone = new Set(change.gone)
  const units = situation.units.filter((unit) => !gone.has(unit.id)).map((unit) => changed.get(unit.id) ?? unit)
  const known = new Set(units.map((unit) => unit.id))
  return { ...situation, units: [...units, ...[...changed.values()].filter((u) => !known.has(u.id))], state: change.state }
}

export function sidesOf(situation: Situation): string[] {
  return situation.sides ?? [...new Set(situation.units.map((unit) => unit.side))]
}

export function unitOf(situation: Situation, name: string): UnitSaid | undefined {
  return situation.units.find((unit) => unit.id === name || unit.models?.some((model) => model.id === name))
}
