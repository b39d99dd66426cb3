import { expect, test } from 'vitest'
import { deedOf } from './keys'
import { backSteps, beginning, hashOf, momentAt, placeIn, standing } from './moments'
import { awaited } from './notice'
import type { Entry } from './wire'

const unit = (x: number) => ({ id: 'u', side: 'red', base: '25mm', models: [{ id: 'a', at: [x, 0] }] })

function entry(n: number, command: Record<string, unknown>, x: number, more: Partial<Entry> = {}): Entry {
  const change = { units: [unit(x)], gone: [], state: { round: n } }
  return { n, command, change, events: [], rolls: [], now: { step: `s${n}` }, ...more } as unknown as Entry
}

const undone = (n: number, x: number) => entry(n, { do: 'undo' }, x, { events: [{ is: 'Undone', side: 'red' }] })
const base = beginning({ units: [unit(0)], state: { round: 1, active: 'red', step: 'walk' } } as never, 0)

test('an earlier moment is what the entries up to it lead to', () => {
  const entries = [entry(1, { do: 'move', model: 'a' }, 3), entry(2, { do: 'move', model: 'a' }, 5)]
  const at = (n: number) => momentAt(base, entries, n)?.situation.units[0]?.models?.[0]?.at?.[0]
  expect([at(0), at(1), at(2), at(3)]).toEqual([0, 3, 5, undefined])
  expect(momentAt(base, entries.slice(1), 2)).toBeNull()
  expect(momentAt(base, entries, 0)?.now).toMatchObject({ active: 'red', step: 'walk', undo: null })
})

test('what was taken back does not stand', () => {
  const entries = [entry(1, { do: 'move', model: 'a' }, 1), entry(2, { do: 'move', model: 'b' }, 2), undone(3, 1)]
  expect(standing(entries).map((one) => one.n)).toEqual([1])
  expect(standing([...entries, undone(4, 0)])).toEqual([])
})

test('a unit goes back over its own newest commands, and over no die', () => {
  const own = new Set(['u', 'a'])
  const walk = (n: number, model: string, more: Partial<Entry> = {}) => entry(n, { do: 'move', model }, n, more)
  expect(backSteps([walk(1, 'b'), walk(2, 'a'), walk(3, 'a')], own)).toBe(2)
  expect(backSteps([walk(1, 'a'), walk(2, 'b')], own)).toBe(0)
  const roll = { why: 'c', says: '', sides: 6, faces: [4] }
  expect(backSteps([walk(1, 'a', { rolls: [roll] }), walk(2, 'a')], own)).toBe(1)
  expect(backSteps([walk(1, 'a'), undone(2, 0)], own)).toBe(0)
})

test('an address names match, seat and moment', () => {
  expect(placeIn('#m1/tok-en/12')).toEqual({ match: 'm1', token: 'tok-en', moment: 12 })
  expect(placeIn(hashOf('m', 't', null)).moment).toBeNull()
  expect(placeIn('#m/t/x').moment).toBeNull()
  expect(placeIn('').token).toBe('')
})

test('awaited is who has to answer, else whose turn it is', () => {
  const now = { active: 'red', pending: null, ended: false } as never
  expect(awaited(now)).toBe('red')
  expect(awaited({ active: 'red', pending: { side: 'blue' }, ended: false } as never)).toBe('blue')
  expect(awaited({ active: 'red', pending: null, ended: true } as never)).toBe('')
})

test('keys are places of the keyboard, and none while somebody writes', () => {
  const key = (code: string, more: object = {}) => ({ code, key: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more })
  expect(deedOf(key('KeyM', { key: 'ь' }), false)).toBe('measure')
  expect(deedOf(key('KeyZ', { ctrlKey: true }), false)).toBe('undo')
  expect(deedOf(key('KeyZ', { ctrlKey: true, shiftKey: true }), false)).toBeNull()
  expect(deedOf(key('KeyZ', { ctrlKey: true }), true)).toBeNull()
  expect(deedOf(key('Slash', { key: '?', shiftKey: true }), false)).toBe('help')
})
