// The keys of the table, by where they lie on the keyboard, so that they are the same under Cyrillic letters.
import type { WORDS } from './words'

type Word = keyof (typeof WORDS)['en']

export const KEYS: { keys: string[]; word: Word }[] = [
  { keys: ['Tab'], word: 'keyTab' },
  { keys: ['←', '↑', '→', '↓'], word: 'keyArrows' },
  { keys: ['Space'], word: 'keySpace' },
  { keys: ['Enter', 'Esc'], word: 'keyEnter' },
  { keys: ['Ctrl+Z'], word: 'keyUndo' },
  { keys: ['M'], word: 'keyMeasure' },
  { keys: ['P'], word: 'keyPing' },
  { keys: ['L'], word: 'keyLog' },
  { keys: ['[', ']'], word: 'keyPast' },
  { keys: ['?'], word: 'keyHelp' },
]

export type Deed = 'undo' | 'measure' | 'log' | 'back' | 'on' | 'help'

const BARE: Record<string, Deed> = { KeyM: 'measure', KeyL: 'log', BracketLeft: 'back', BracketRight: 'on' }

/** What a key says at the table; null for what is none of these, or is meant for a field or a dialog. */
export function deedOf(event: Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>, typing: boolean): Deed | null {
  if (typing || event.altKey) return null
  if (event.ctrlKey || event.metaKey) return event.code === 'KeyZ' && !event.shiftKey ? 'undo' : null
  if (event.key === '?') return 'help'
  return event.shiftKey ? null : (BARE[event.code] ?? null)
}
