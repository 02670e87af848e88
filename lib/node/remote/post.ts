// Sends requests to services: the only code that opens connections for questions and notices. It returns failures
// instead of throwing, and they contain neither URL nor credential.
import { createHmac } from 'node:crypto'
import { capped, visibleLine } from '../../core/remote/message-text.js'
import {
  type Channel,
  type Failure,
  type Message,
  nameIn,
  type Reply,
  type Request,
  type Service,
} from '../../core/remote/service.js'
import { type Json, parsedJson } from '../../std/json.js'

/** What is needed to reach a channel. */
export interface Connection {
  readonly service: Service
  readonly channel: Channel
  readonly credential: string
}

export const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'failed')

const TIMEOUT_MS = 10_000
/** Maximum size of a response. */
const MAX_BYTES = 1024 * 1024
/** The longest pause that a service may ask for, in seconds. */
const MAX_PAUSE_SECONDS = 3600

/** Makes one request. */
async function post(
  { service, credential }: Connection,
  request: Request,
  signal?: AbortSignal,
): Promise<{ readonly body: Json } | Failure> {
  const { scheme, api } = service
  const body = request.body === undefined ? undefined : JSON.stringify(request.body)
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const url = new URL(request.url.replace('{secret}', () => credential))
    for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value)
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(scheme === null ? {} : { authorization: `${scheme} ${credential}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
        ...(api === null ? signature(credential, request.id ?? '', body ?? '') : {}),
      },
      ...(body === undefined ? {} : { body }),
      // A redirect would pass the credential to another server.
      redirect: 'error',
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    })
    const text = await textOf(response)
    const value = parsedJson(text) as Json
    const serviceError = service.errorIn(value)
    if (!response.ok || serviceError !== null)
      return {
        failed: `it answered ${response.status}${serviceError === null ? '' : `: ${withoutCredential(serviceError, credential)}`}`,
        waitSeconds: waitSecondsIn(response, value),
      }
    return { body: value }
  } catch (error) {
    return { failed: reasonOf(error), waitSeconds: null }
  }
}

/** Sends a message; returns the id that the service gives it. */
export async function send(connection: Connection, message: Message, signal?: AbortSignal): Promise<string | Failure> {
  const response = await post(connection, connection.service.send(connection.channel, message), signal)
  if (isFailure(response)) return response
  return (
    connection.service.refIn(response.body, message) ?? { failed: 'it did not confirm the message', waitSeconds: null }
  )
}

/** Reads the replies to a message. `ref`: the message's id. */
export async function readReplies(
  connection: Connection,
  ref: string,
  signal?: AbortSignal,
): Promise<readonly Reply[] | Failure> {
  const { service, channel } = connection
  const response = await post(connection, service.poll(channel, ref), signal)
  return isFailure(response) ? response : service.repliesIn(response.body, channel, ref)
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error('its answer is too long')
    parts.push(chunk)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** A service's error text without the credential. */
const withoutCredential = (message: string, credential: string): string =>
  capped(visibleLine(message.replaceAll(credential, '***')), 120)

/** Seconds to wait before the next request; some services give them only in the body. */
function waitSecondsIn({ headers, status }: Response, body: Json): number | null {
  const values = [
    headers.get('retry-after') ?? '',
    nameIn(body, 'retry_after'),
    nameIn(body, 'parameters', 'retry_after'),
  ]
  const seconds = values.map(Number.parseFloat).find((value) => value >= 0)
  return seconds === undefined ? (status === 429 ? 60 : null) : Math.min(seconds, MAX_PAUSE_SECONDS)
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: unknown } }
  if (name === 'TimeoutError') return 'it timed out'
  if (name === 'AbortError') return 'no time left for it'
  if (message === 'its answer is too long') return message
  const code = cause?.code
  return typeof code === 'string' && /^[A-Z_0-9]{2,40}$/.test(code) ? `no connection (${code})` : 'no connection'
}

/** The headers that Standard Webhooks specifies. */
function signature(secret: string, id: string, body: string) {
  const at = String(Math.floor(Date.now() / 1000))
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret
  const signed = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': `v1,${signed}` }
}
