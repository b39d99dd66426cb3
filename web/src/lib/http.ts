// The server over HTTP: answers as typed here, what is wrong as an Error whose message can be shown.
export interface Named {
  id: string
  word: string
}

export interface OptionForm {
  id: string
  values: string[]
  default: string | number
  why: string
}

export interface VerbForm {
  verb: string
  word: string
  needs: string[]
  steps: string[]
  answers: boolean
  any_side: boolean
}

export interface RulesForm {
  id: string
  title: string
  steps: Named[]
  verbs: VerbForm[]
  statuses: Named[]
  keywords: string[]
  stats: string[]
  options: OptionForm[]
  clauses?: { id: string; seed: string; says: string }[]
}

export interface LinkForm {
  link: number
  seat: string
  token: string
}

export interface Created {
  match: string
  links: LinkForm[]
}

/** What the server says is wrong, and the key that it means. */
export class Wrong extends Error {
  constructor(
    message: string,
    readonly where: string | null,
    readonly status: number,
  ) {
    super(message)
  }
}

export interface Asked {
  lang?: string
  token?: string
  method?: string
  body?: unknown
}

export async function answerTo(path: string, asked: Asked = {}): Promise<Response> {
  const headers: Record<string, string> = {}
  if (asked.token) headers['authorization'] = `Bearer ${asked.token}`
  let body: BodyInit | undefined
  if (asked.body instanceof Blob) body = asked.body
  else if (asked.body !== undefined) {
    headers['content-type'] = 'application/json'
    body = JSON.stringify(asked.body)
  }
  const address = asked.lang ? `${path}${path.includes('?') ? '&' : '?'}lang=${asked.lang}` : path
  const answer = await fetch(address, { method: asked.method ?? (body === undefined ? 'GET' : 'POST'), headers, ...(body === undefined ? {} : { body }) })
  if (!answer.ok) {
    const said = (await answer.json().catch(() => ({}))) as { message?: string; where?: string | null }
    throw new Wrong(said.message ?? answer.statusText, said.where ?? null, answer.status)
  }
  return answer
}

export async function load<T>(path: string, asked: Asked = {}): Promise<T> {
  const answer = await answerTo(path, asked)
  return (answer.status === 204 ? undefined : await answer.json()) as T
}

/** Hand a file to the reader, as a download. */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 1000)
}

/** A title as the name of a file. */
export function fileName(title: string, ending: string): string {
  const plain = title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return `${plain || 'table'}${ending}`
}

export function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
