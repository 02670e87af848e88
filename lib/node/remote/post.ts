// One request to a service and its result. The only place that opens a connection for questions and notices. Never
// throws; its errors contain neither address nor credential.
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

export interface Line {
  readonly service: Service
  readonly channel: Channel
  readonly credential: string
}

export const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'failed')

const TIMEOUT_MS = 10_000
/** Maximum size of an answer. */
const MAX_BYTES = 1024 * 1024
/** The longest pause that a service may ask for, in seconds. */
const LONGEST_REST = 3600

async function post(
  { service, credential }: Line,
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
      // A redirect would hand the credential to another server.
      redirect: 'error',
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    })
    const text = await textOf(response)
    const value = parsedJson(text) as Json
    const complaint = service.complaintIn(value)
    if (!response.ok || complaint !== null)
      return {
        failed: `it answered ${response.status}${complaint === null ? '' : `: ${cleaned(complaint, credential)}`}`,
        rest: restIn(response, value),
      }
    return { body: value }
  } catch (error) {
    return { failed: whyNot(error), rest: null }
  }
}

/** Sends a message; returns its id at the service. */
export async function send(line: Line, message: Message, signal?: AbortSignal): Promise<string | Failure> {
  const answered = await post(line, line.service.send(line.channel, message), signal)
  if (isFailure(answered)) return answered
  return line.service.refIn(answered.body, message) ?? { failed: 'it did not confirm the message', rest: null }
}

export async function look(line: Line, ref: string, signal?: AbortSignal): Promise<readonly Reply[] | Failure> {
  const { service, channel } = line
  const answered = await post(line, service.look(channel, ref), signal)
  return isFailure(answered) ? answered : service.repliesIn(answered.body, channel, ref)
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

/** Removes the credential from a service's error text. */
const cleaned = (complaint: string, credential: string): string =>
  capped(visibleLine(complaint.replaceAll(credential, '***')), 120)

/** Seconds to wait; some services give them only in the body. */
function restIn({ headers, status }: Response, body: Json): number | null {
  const told = [
    headers.get('retry-after') ?? '',
    nameIn(body, 'retry_after'),
    nameIn(body, 'parameters', 'retry_after'),
  ]
  const seconds = told.map(Number.parseFloat).find((said) => said >= 0)
  return seconds === undefined ? (status === 429 ? 60 : null) : Math.min(seconds, LONGEST_REST)
}

function whyNot(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: unknown } }
  if (name === 'TimeoutError') return 'it timed out'
  if (name === 'AbortError') return 'no time left for it'
  if (message === 'its answer is too long') return message
  const code = cause?.code
  return typeof code === 'string' && /^[A-Z_0-9]{2,40}$/.test(code) ? `no connection (${code})` : 'no connection'
}

/** Headers as specified by Standard Webhooks. */
function signature(secret: string, id: string, body: string) {
  const at = String(Math.floor(Date.now() / 1000))
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret
  const signed = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': `v1,${signed}` }
}
