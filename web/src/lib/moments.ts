// Earlier moments of a match, worked out from its entries; and what of it can still be taken back.
import { after, type Seen, type Situation } from './situation'
import type { Entry, Now } from './wire'

/** The table before the first entry that is known, from the situation as the server keeps it. */
export function beginning(situation: Situation, n: number): Seen {
  const state = (situation.state ?? {}) as { round?: number; active?: string; step?: string }
  const now: Now = {
    round: state.round ?? 1,
    active: state.active ?? '',
    step: state.step ?? '',
    step_word: state.step ?? '',
    pending: null,
    waiting: 0,
    undo: null,
    used: {},
    trails: {},
    moved: [],
    ended: false,
  }
  return { n, situation, now }
}

/** The table after entry `n`; null where the entries do not lead there. */
export function momentAt(base: Seen, entries: readonly Entry[], n: number): Seen | null {
  let seen = base
  for (const entry of entries) {
    if (entry.n <= seen.n) continue
    if (entry.n > n) break
    const next = after(seen, entry)
    if (!next) return null
    seen = next
  }
  return seen.n === n ? seen : null
}

/** The commands that still stand, oldest first: what was taken back is gone, and so is what took it back. */
export function standing(entries: readonly Entry[]): Entry[] {
  const found: Entry[] = []
  for (const entry of entries) {
    if (entry.events.some((event) => event['is'] === 'Undone')) found.pop()
    else if (entry.change.units.length > 0 || entry.change.gone.length > 0 || entry.command?.['do'] === 'end-step') found.push(entry)
  }
  return found
}

/** How many of the newest commands that stand are about one of these names: that many undos set it back. */
export function backSteps(entries: readonly Entry[], names: ReadonlySet<string>): number {
  let count = 0
  for (const entry of standing(entries).reverse()) {
    const said = entry.command
    const about = said?.['model'] ?? said?.['unit']
    if (typeof about !== 'string' || !names.has(about) || entry.rolls.length > 0) break
    count += 1
  }
  return count
}

/** What stands behind `#`: the match, the token of a seat, and the moment that is looked at. */
export function placeIn(hash: string): { match: string; token: string; moment: number | null } {
  const [match = '', token = '', moment = ''] = hash.replace(/^#/, '').split('/')
  return { match, token, moment: /^\d{1,9}$/.test(moment) ? Number(moment) : null }
}

export function hashOf(match: string, token: string, moment: number | null): string {
  return `#${match}/${token}${moment === null ? '' : `/${moment}`}`
}
