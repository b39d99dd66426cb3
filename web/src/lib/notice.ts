// Who is awaited, and how this seat is told: in the page's title, with a sound, or not at all.
import type { Now } from './wire'

export type Notice = 'off' | 'title' | 'sound'

export const NOTICES: readonly Notice[] = ['title', 'sound', 'off']

/** The side that has to speak next. */
export function awaited(now: Now): string {
  return now.ended ? '' : (now.pending?.side ?? now.active)
}

export function keptNotice(): Notice {
  const kept = localStorage.getItem('notice')
  return kept === 'off' || kept === 'sound' ? kept : 'title'
}

/** Two soft tones; silent where the browser allows no sound yet. */
export function chime(): void {
  const context = new AudioContext()
  const volume = context.createGain()
  volume.connect(context.destination)
  volume.gain.setValueAtTime(0.08, context.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.7)
  for (const [at, pitch] of [[0, 523], [0.18, 659]] as const) {
    const tone = context.createOscillator()
    tone.frequency.value = pitch
    tone.connect(volume)
    tone.start(context.currentTime + at)
    tone.stop(context.currentTime + at + 0.45)
  }
  setTimeout(() => void context.close(), 1200)
}
