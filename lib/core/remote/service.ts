// Services that carry questions to the user: how to send a message and read its replies. `lib/node/remote/` calls them.
import { isJsonObject, type Json } from '../../std/json.js'

export interface Channel {
  /** The service's id of a conversation. */
  readonly to: string
  /** The service's ids of users whose answers count; if empty, nothing is read. */
  readonly from: readonly string[]
  readonly api: string
}

export interface Message {
  /** Unique: an answer that names it answers nothing else. */
  readonly id: string
  readonly kind: 'question' | 'notice'
  readonly project: string
  readonly title: string
  readonly text: string
  readonly options: readonly string[]
  readonly canReply: boolean
  /** The service's id of the previous message. */
  readonly after: string | null
}

export interface Request {
  /** `{secret}` stands for the credential. */
  readonly url: string
  readonly query?: Readonly<Record<string, string>>
  /** The body of a POST; without one, the request is a GET. */
  readonly body?: object
  /** The request's name, for checking its signature. */
  readonly id?: string
}

export interface Reply {
  readonly sender: string
  readonly text: string
  /** Unique among all replies. */
  readonly key: string
}

/** `waitSeconds`: as the service asks; null if it does not say. */
export interface Failure {
  readonly failed: string
  readonly waitSeconds: number | null
}

export interface Service {
  readonly title: string
  /** The service's default address. Null: the user supplies one; its requests are signed, and no replies are read. */
  readonly api: string | null
  readonly secretVariable: string
  /** How the request's header names the credential; null if it is in the address, or signs the request. */
  readonly scheme: 'Bearer' | 'Bot' | null
  /** Values of `--to` and `--from`. */
  readonly to: { readonly about: string; readonly pattern: RegExp }
  readonly from: { readonly about: string; readonly pattern: RegExp }
  /** Maximum seconds between two polls. */
  readonly maxPollSeconds: number
  send(channel: Channel, message: Message): Request
  /** The service's id of the sent message; null if it was rejected. */
  refIn(body: Json, message: Message): string | null
  /** The service's own error; null if it gives none. */
  errorIn(body: Json): string | null
  poll(channel: Channel, ref: string): Request
  /** Replies in order, as far as the service reports them. */
  repliesIn(body: Json, channel: Channel, ref: string): readonly Reply[]
}

/** Returns a nested value of an untrusted document; null if there is none. */
export const part = (value: Json, ...path: readonly string[]): Json =>
  path.reduce<Json>((at, name) => (isJsonObject(at) && Object.hasOwn(at, name) ? (at[name] as Json) : null), value)

export const listIn = (value: Json, ...path: readonly string[]): readonly Json[] => {
  const found = part(value, ...path)
  return Array.isArray(found) ? found : []
}

/** Returns a nested text, or a number as text; empty for other values. */
export const nameIn = (value: Json, ...path: readonly string[]): string => {
  const found = part(value, ...path)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}
