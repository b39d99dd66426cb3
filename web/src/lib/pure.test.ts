import { expect, test } from 'vitest'
import { ahead, along, facesOf, gestureOf, upTo } from './say'
import { outlineOf, ranksOf } from './shapes'
import { after, type Seen } from './situation'

const now = { step: 'a' } as unknown as Seen['now']
const seen: Seen = { n: 3, now, situation: { units: [{ id: 'u', side: 'red', base: '25mm' }, { id: 'v', side: 'blue', base: '25mm' }] } }

test('an entry changes whole units, and a gap is noticed', () => {
  const change = { units: [{ id: 'u', side: 'red', base: '32mm' }, { id: 'w', side: 'red', base: '25mm' }], gone: ['v'], state: { round: 2 } }
  const next = after(seen, { n: 4, change, now })
  expect(next?.situation.units.map((unit) => [unit.id, unit.base])).toEqual([['u', '32mm'], ['w', '25mm']])
  expect(next?.situation.state).toEqual({ round: 2 })
  expect(after(seen, { n: 5, change, now })).toBeNull()
  expect(after(seen, { n: 3, change, now })).toBe(seen)
})

test('bases are read in inches, width across the facing', () => {
  expect(outlineOf('25.4mm')).toEqual({ kind: 'oval', rx: 0.5, ry: 0.5 })
  const box = outlineOf('25.4x50.8mm')
  expect(box.kind === 'polygon' && box.points[0]).toEqual([1, -0.5])
})

test('ranks lie behind the front, the last one in the middle', () => {
  const { spots } = ranksOf({ models: 5, files: 4, front: [0, 0], facing: 0 }, '25.4x25.4mm')
  expect(spots).toEqual([[-0.5, 1.5], [-0.5, 0.5], [-0.5, -0.5], [-0.5, -1.5], [-1.5, 0]])
})

test('a gesture follows from the keys that a verb needs', () => {
  expect(gestureOf(['model|unit', 'path|paths|to'])).toBe('drag')
  expect(gestureOf(['model|unit', 'path|paths|to'], true)).toBe('now')
  expect(gestureOf(['unit', 'steps'])).toBe('steps')
  expect(gestureOf(['model', 'targets'])).toBe('targets')
  expect(gestureOf(['model|unit', 'at'])).toBe('place')
  expect(gestureOf(['unit'])).toBe('now')
  expect(gestureOf(['unit', 'transport'])).toBe('words')
})

test('a unit goes as it stands', () => {
  const chosen = { verb: 'move', needs: [], kind: 'unit' as const, name: 'u', rolled: false }
  const said = along(chosen, [[3, 4]], [1, 1], new Map([['a', [1, 1]], ['b', [2, 1]]]))
  expect(said).toEqual({ do: 'move', unit: 'u', paths: { a: [[3, 4]], b: [[4, 4]] } })
})

test('ahead is along the facing', () => {
  expect(ahead([2, 2], 90, [7, 5])).toBe(3)
  expect(ahead([2, 2], 180, [5, 2])).toBe(-3)
})

test('what is dropped past the limit stops there, or is not said', () => {
  const stop = { used: 6, left: -2, allowed: 4, until: [4, 0, 0], path: [[4, 0]], end: [6, 0, 0], steps: null }
  expect(upTo({ do: 'move', model: 'a', path: [[6, 0]] }, { a: stop })).toEqual({ do: 'move', model: 'a', path: [[4, 0]] })
  expect(upTo({ do: 'move', model: 'a', path: [[6, 0]] }, { a: { ...stop, path: null } })).toBeNull()
})

test('faces are typed as people type them', () => {
  expect(facesOf('3 5', 2, 6)).toEqual([3, 5])
  expect(facesOf('35', 2, 6)).toEqual([3, 5])
  expect(facesOf('37', 2, 6)).toBeNull()
  expect(facesOf('3', 2, 6)).toBeNull()
})
