// Services that carry questions to the user: writes messages, reads answers. Pure; `lib/node/remote/` calls them.

/** The user's channel for messages. */
export interface Channel {
  /** The service's id of a conversation. */
  readonly to: string
  /** The service's ids of users whose answers count; if empty, nothing is read. */
  readonly from: readonly string[]
  /** Name of the variable or secret with the credential. */
  readonly secret: string
  /** Address of the service. */
  readonly api: string
  /** Address for answers, if it is another. */
  readonly answers: string | null
}

/** A message, cleaned. */
export interface Message {
  /** Unique: an answer that names it answers nothing else. */
  readonly id: string
  readonly kind: 'question' | 'notice'
  readonly project: string
  readonly title: string
  readonly text: string
  readonly options: readonly string[]
  /** Answers to it are read. */
  readonly isRead: boolean
  /** The service's id of the previous message. */
  readonly after: string | null
}

interface Sent {
  readonly id: string
  /** The service's id of it. */
  readonly ref: string
  readonly options: readonly string[]
}

export interface Request {
  readonly method: 'GET' | 'POST'
  /** Appended to the service's address; null: the address for answers. */
  readonly path: string | null
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  /** The request's name, for checking its signature. */
  readonly id?: string
  /** A failure of it is ignored. */
  readonly isMinor?: true
}

/** The response; `isSigned`: its signature is recent and made with the credential. */
export interface Got {
  readonly body: unknown
  readonly isSigned: boolean
}

/** An answer: words, or an option's number from 1. */
export interface Reply {
  readonly sender: string
  readonly said: string | number
  /** Unique among all replies. */
  readonly key: string
}

/** `rest`: seconds to wait, as the service asks; null if it does not say. */
export interface Failure {
  readonly failed: string
  readonly rest: number | null
}

/** Answers in order, as far as the service reports it. */
type Look = Generator<Request, readonly Reply[] | Failure, Got>

export interface Service {
  readonly title: string
  /** The service's default address; null if the user supplies one. */
  readonly api: string | null
  /** Default name of its credential. */
  readonly secret: string
  /** Values of `--to` and `--from`. */
  readonly to: { readonly about: string; readonly pattern: RegExp }
  readonly from: { readonly about: string; readonly pattern: RegExp }
  /** Maximum seconds between two looks. */
  readonly every: number
  /** How a request authenticates. */
  credentials(secret: string): {
    readonly headers: Readonly<Record<string, string>>
    readonly path: string
    readonly isSigned: boolean
  }
  send(channel: Channel, message: Message): Request
  /** The service's id of the sent message; null if it was rejected. */
  refIn(body: unknown, message: Message): string | null
  /** The service's own error; null if it gives none. */
  complaintIn(body: unknown): string | null
  look(channel: Channel, sent: Sent): Look
}

/** A nested value of an untrusted document. */
export const part = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? (at as never)[name] : undefined),
    value,
  )

export const listIn = (value: unknown, ...path: readonly string[]): readonly unknown[] => {
  const found = part(value, ...path)
  return Array.isArray(found) ? found : []
}

/** A name as text or number; empty if it is neither. */
export const nameIn = (value: unknown, ...path: readonly string[]): string => {
  const found = part(value, ...path)
  return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : ''
}

/** The message as lines of text. `how`: how to answer. */
export const linesOf = ({ kind, project, title, text, options, isRead }: Message, how: string): string =>
  [
    title === '' ? '' : `${project}: ${title}`,
    text,
    ...options.map((option, index) => `${index + 1}. ${option}`),
    isRead ? how : kind === 'question' ? 'Answer it at a terminal.' : '',
  ]
    .filter((line) => line !== '')
    .join('\n')
