// The interface of a model protocol, and helpers to write replies.
import type { ServerResponse } from 'node:http'
import type { Numbered, Turn } from './turn.js'

export interface ModelRequest {
  /** The path without the query. */
  readonly path: string
  readonly body: Record<string, unknown>
}

export interface Protocol {
  /** Whether a request to this path is a turn of a conversation. */
  readonly answers: (path: string) => boolean
  readonly turnOf: (asked: ModelRequest) => Turn
  /** Writes the whole answer and ends the response. */
  readonly answer: (response: ServerResponse, asked: ModelRequest, reply: Numbered) => void
  /** The JSON reply to another request of the protocol's clients; null for unknown paths. */
  readonly aside: (path: string) => unknown
}

/** Writes one server-sent event whose data repeats its name. */
export const namedEvent = (response: ServerResponse, event: string, data: object): boolean =>
  response.write(`event: ${event}\ndata: ${JSON.stringify({ type: event, ...data })}\n\n`)

/** Writes one server-sent event without a name. */
export const dataEvent = (response: ServerResponse, data: unknown): boolean =>
  response.write(`data: ${JSON.stringify(data)}\n\n`)

export const asJson = (response: ServerResponse, document: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(document))
}
