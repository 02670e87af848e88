// What differs between the services that carry questions to a person: how a message is written, and how its answers are read. Pure; `lib/node/remote/` calls them.

/** Where messages go, as the person set it up. */
export interface Channel {
  /** A conversation, as the service names it. */
  readonly to: string
  /** People whose answers count, as the service names them; none: nothing is read. */
  readonly from: readonly string[]
  /** Name of the variable or secret that holds the credential. */
  readonly secret: string
  /** Address of the service. */
  readonly api: string
  /** Address at which answers are asked for, where it is another. */
  readonly answers: string | null
}

/** What is said, cleaned for a message. */
export interface Message {
  /** Made for this message alone: an answer that names it answers nothing else. */
  readonly id: string
  readonly kind: 'question' | 'notice'
  readonly project: string
  readonly title: string
  readonly text: string
  readonly options: readonly string[]
  /** Answers to it are read. */
  readonly isRead: boolean
  /** The message that it follows, as its service named it. */
  readonly after: string | null
}

/** A message that was sent. */
interface Sent {
  readonly id: string
  /** As the service named it. */
  readonly ref: string
  readonly options: readonly string[]
}

export interface Request {
  readonly method: 'GET' | 'POST'
  /** Behind the address of the service; null: the address for answers. */
  readonly path: string | null
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  /** The name of the request, for checking its signature. */
  readonly id?: string
  /** Nothing depends on it. */
  readonly isMinor?: true
}

/** The response; `isSigned`: its signature is recent and made with the credential. */
export interface Got {
  readonly body: unknown
  readonly isSigned: boolean
}

/** What somebody answered: words, or the number of an option from 1 on. */
export interface Reply {
  readonly sender: string
  readonly said: string | number
  /** Names it among all that came. */
  readonly key: string
}

/** `rest`: seconds for which the service asks to be left alone; null: it does not say. */
export interface Failure {
  readonly failed: string
  readonly rest: number | null
}

/** Answers in the order in which they were given, as far as the service tells it. */
type Look = Generator<Request, readonly Reply[] | Failure, Got>

export interface Service {
  readonly title: string
  /** Its usual address; null: the person names theirs. */
  readonly api: string | null
  /** Usual name of its credential. */
  readonly secret: string
  /** What `--to` and `--from` take. */
  readonly to: { readonly about: string; readonly pattern: RegExp }
  readonly from: { readonly about: string; readonly pattern: RegExp }
  /** Seconds between two looks at most. */
  readonly every: number
  /** How a request shows who sends it. */
  credentials(secret: string): {
    readonly headers: Readonly<Record<string, string>>
    readonly path: string
    readonly isSigned: boolean
  }
  send(channel: Channel, message: Message): Request
  /** How the service named what was sent; null: it did not take it. */
  refIn(body: unknown, message: Message): string | null
  /** Why it did not do it, in its own word; null: it does not say. */
  complaintIn(body: unknown): string | null
  look(channel: Channel, sent: Sent): Look
}

/** A part of a document of others. */
export const part = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? (at as never)[name] : undefined),
    value,
  )

export const listIn = (value: unknown, ...path: readonly string[]): readonly unknown[] => {
  const found = part(value, ...path)
  return Array.isArray(found) ? found : []
}

/** A name, as a text or a number; empty where it is neither. */
export const nameIn = (value: unknown, ...path: readonly string[]): string => {
  const found = part(value, ...path)
  return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : ''
}

/** The message as lines of text. `how`: what to do where it is read. */
export const linesOf = ({ kind, project, title, text, options, isRead }: Message, how: string): string =>
  [
    title === '' ? '' : `${project}: ${title}`,
    text,
    ...options.map((option, index) => `${index + 1}. ${option}`),
    isRead ? how : kind === 'question' ? 'Answer it at a terminal.' : '',
  ]
    .filter((line) => line !== '')
    .join('\n')
