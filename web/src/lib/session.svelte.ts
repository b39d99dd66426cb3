// One seat at one match: the websocket, what came over it, and what is still to be answered.
import type { Command } from './say'
import { after, seenOf, type Seen } from './situation'
import type * as wire from './wire'
import type { Lang } from './words'

export type Answered = wire.Ack | wire.Refused | wire.Stale | wire.Duplicate | wire.Error
type Reply = Answered | wire.Previewed | wire.Options | wire.Answer | wire.Entries | wire.StandingNow

/** A place somebody points at, for as long as it is shown. */
export interface Ping {
  key: number
  seat: string
  at: number[]
}

const QUIET = 30_000
const PATIENCE = 10_000
const POINTED = 4_000

export class Session {
  status = $state<'joining' | 'open' | 'lost' | 'refused'>('joining')
  welcome = $state.raw<wire.Welcome | null>(null)
  seen = $state.raw<Seen | null>(null)
  log = $state.raw<wire.Entry[]>([])
  presence = $state.raw<Record<string, number>>({})
  over = $state(false)
  standing = $state.raw<string[]>([])
  pings = $state.raw<Ping[]>([])

  private socket: WebSocket | null = null
  private waiting = new Map<string, { frame: wire.FromClient; done: (reply: Reply) => void }>()
  private closed = false
  private tries = 0
  private pointed = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly match: string,
    readonly token: string,
    private lang: Lang,
  ) {
    this.join()
  }

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
    this.socket?.close()
  }

  speak(lang: Lang): void {
    this.lang = lang
    this.log = []
    this.send({ is: 'language', lang })
    this.fillLog()
  }

  command(command: Command, anyway = false): Promise<Answered> {
    const frame: wire.Say = { is: 'command', match: this.match, id: fresh(), seen: this.seen?.n ?? 0, command: command as wire.Say['command'], anyway }
    return this.ask(frame.id, frame) as Promise<Answered>
  }

  preview(command: Command): Promise<wire.Previewed | wire.Error> {
    for (const [id, { frame }] of this.waiting) if (frame.is === 'preview') this.waiting.delete(id)
    const id = fresh()
    return this.ask(id, { is: 'preview', id, command: command as wire.Preview['command'] }) as Promise<wire.Previewed | wire.Error>
  }

  options(of: string[]): Promise<wire.Options | wire.Error> {
    const id = fresh()
    return this.ask(id, { is: 'options', id, of }) as Promise<wire.Options | wire.Error>
  }

  question(question: Record<string, unknown>): Promise<wire.Answer | wire.Error> {
    const id = fresh()
    return this.ask(id, { is: 'ask', id, question: question as wire.Ask['question'] }) as Promise<wire.Answer | wire.Error>
  }

  /** Choices that offer nothing but these verbs are passed from now on. */
  standBy(never: string[]): Promise<wire.StandingNow | wire.Error> {
    const id = fresh()
    return this.ask(id, { is: 'standing', id, never: never as wire.Standing['never'] }) as Promise<wire.StandingNow | wire.Error>
  }

  /** Once the table after entry `n` is there: an answer can come before its entry. */
  async reached(n: number): Promise<void> {
    for (let tries = 0; tries < 100 && (this.seen?.n ?? 0) < n; tries += 1) await new Promise((done) => setTimeout(done, 20))
  }

  point(at: [number, number]): void {
    this.send({ is: 'ping', at })
  }

  private ask(id: string, frame: wire.FromClient): Promise<Reply> {
    return new Promise((done) => {
      this.waiting.set(id, { frame, done })
      this.send(frame)
    })
  }

  private send(frame: wire.FromClient): void {
    if (this.socket?.readyState === WebSocket.OPEN && this.status === 'open') this.socket.send(JSON.stringify(frame))
  }

  private join(): void {
    const address = new URL('api/ws', location.href.split('#')[0])
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
    const socket = new WebSocket(address)
    this.socket = socket
    socket.onopen = () =>
      socket.send(JSON.stringify({ is: 'hello', token: this.token, lang: this.lang, since: this.seen?.n ?? null, protocol: 1 }))
    socket.onmessage = (event: MessageEvent<string>) => {
      this.listen()
      this.hear(JSON.parse(event.data) as wire.FromServer)
    }
    socket.onclose = () => {
      clearTimeout(this.timer)
      if (this.closed || this.socket !== socket || this.status === 'refused') return
      this.status = 'lost'
      this.tries += 1
      this.timer = setTimeout(() => this.join(), Math.min(500 * 2 ** this.tries, 8000))
    }
  }

  /** Silence is asked about, and a server that does not answer that is joined anew. */
  private listen(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      this.send({ is: 'alive' })
      this.timer = setTimeout(() => this.socket?.close(), PATIENCE)
    }, QUIET)
  }

  private hear(said: wire.FromServer): void {
    switch (said.is) {
      case 'welcome':
        this.welcome = said
        this.status = 'open'
        this.tries = 0
        // Under the same ids: what arrived before the connection broke is answered `duplicate`, nothing is done twice.
        for (const { frame } of this.waiting.values()) this.send(frame)
        break
      case 'view':
        this.seen = seenOf(said)
        if (said.n > 0 && this.log.length === 0) this.fillLog()
        break
      case 'entry':
        this.take([said])
        break
      case 'entries':
        this.take(said.entries)
        break
      case 'presence':
        this.presence = said.seats
        break
      case 'over':
        this.over = true
        break
      case 'standing':
        this.standing = said.never
        break
      case 'pinged':
        this.show({ key: (this.pointed += 1), seat: said.seat, at: said.at })
        break
      case 'error':
        if (said.code === 'token' || said.code === 'protocol') this.status = 'refused'
        break
      case 'stale':
        this.take(said.entries)
        break
    }
    if ('id' in said && typeof said.id === 'string') {
      const asked = this.waiting.get(said.id)
      if (asked && said.is !== 'entry') {
        this.waiting.delete(said.id)
        asked.done(said)
      }
    }
  }

  private show(ping: Ping): void {
    this.pings = [...this.pings, ping]
    setTimeout(() => (this.pings = this.pings.filter((other) => other !== ping)), POINTED)
  }

  private take(entries: wire.Entry[]): void {
    const known = new Map(this.log.map((entry) => [entry.n, entry]))
    for (const entry of entries) {
      known.set(entry.n, entry)
      if (!this.seen) continue
      const next = after(this.seen, entry)
      if (next) this.seen = next
      else this.send({ is: 'look' })
    }
    this.log = [...known.values()].sort((a, b) => a.n - b.n)
  }

  private fillLog(): void {
    this.send({ is: 'catch-up', id: fresh(), since: 0 })
  }
}

/** Works on pages without TLS too, where `crypto.randomUUID` is missing. */
function fresh(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
