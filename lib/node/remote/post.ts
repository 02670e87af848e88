// One request to a service and its result. The only place that opens a connection for questions and notices. Never
// throws; its errors contain neither address nor credential.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { capped, visibleLine } from '../../core/remote/message-text.js'
import type { Channel, Failure, Got, Message, Request, Service } from '../../core/remote/service.js'
import { parsedJson } from '../../std/json.js'

export interface Line {
  readonly service: Service
  readonly channel: Channel
  readonly credential: string
}

type Answered = Got | Failure

export const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'failed')

const TIMEOUT_MS = 10_000
/** Read limit of an answer. */
const MOST_BYTES = 1024 * 1024
/** Seconds: tolerance of a signature's clock, and longest pause of a service. */
const [CLOCKS_DIFFER, LONGEST_REST] = [300, 3600]

async function post(line: Line, request: Request, signal?: AbortSignal): Promise<Answered> {
  const { service, credential } = line
  const { headers, isSigned } = service.credentials(credential)
  const body = request.body === undefined ? undefined : JSON.stringify(request.body)
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const response = await fetch(addressOf(line, request), {
      method: request.method,
      headers: {
        ...headers,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
        ...(isSigned ? signature(credential, request.id ?? '', String(now()), body ?? '') : {}),
      },
      ...(body === undefined ? {} : { body }),
      // A redirect would hand the credential to another server.
      redirect: 'error',
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    })
    const text = await textOf(response)
    const value = parsedJson(text)
    const complaint = service.complaintIn(value)
    if (response.ok && complaint === null)
      return { body: value, isSigned: isSigned && isAuthentic(credential, response, text) }
    return {
      failed: `it answered ${response.status}${complaint === null ? '' : `: ${cleaned(complaint, credential)}`}`,
      rest: restIn(response, value),
    }
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

/** Runs the requests of a poll, or any generator of requests, to its end or first failure. */
export async function run<T>(
  steps: Generator<Request, T, Got>,
  line: Line,
  signal?: AbortSignal,
): Promise<T | Failure> {
  for (let step = steps.next(); ; ) {
    if (step.done === true) return step.value
    const answered = await post(line, step.value, signal)
    if (isFailure(answered) && step.value.isMinor !== true) return answered
    step = steps.next(isFailure(answered) ? { body: null, isSigned: false } : answered)
  }
}

function addressOf({ service, channel, credential }: Line, { path, query = {} }: Request): URL {
  const base = path === null ? (channel.answers ?? '') : `${channel.api}${service.credentials(credential).path}${path}`
  const url = new URL(base)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MOST_BYTES) throw new Error('its answer is too long')
    parts.push(chunk)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Removes the credential from a service's error text. */
const cleaned = (complaint: string, credential: string): string =>
  capped(visibleLine(complaint.replaceAll(credential, '***')), 120)

function restIn({ headers, status }: Response, body: unknown): number | null {
  const { retry_after: own, parameters } = (body ?? {}) as {
    retry_after?: unknown
    parameters?: { retry_after?: unknown }
  }
  const said = [headers.get('retry-after'), own, parameters?.retry_after].map((value) =>
    value == null ? Number.NaN : Number(value),
  )
  const rest = said.find((value) => Number.isFinite(value) && value >= 0)
  return rest === undefined ? (status === 429 ? 60 : null) : Math.min(rest, LONGEST_REST)
}

function whyNot(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: unknown } }
  if (name === 'TimeoutError') return 'it timed out'
  if (name === 'AbortError') return 'no time left for it'
  if (message === 'its answer is too long') return message
  const code = cause?.code
  return typeof code === 'string' && /^[A-Z_0-9]{2,40}$/.test(code) ? `no connection (${code})` : 'no connection'
}

// Signatures as of Standard Webhooks ----------------------------------------

const now = (): number => Math.floor(Date.now() / 1000)

function signed(secret: string, id: string, at: string, body: string): string {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret
  return createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
}

const signature = (secret: string, id: string, at: string, body: string) => ({
  'webhook-id': id,
  'webhook-timestamp': at,
  'webhook-signature': `v1,${signed(secret, id, at, body)}`,
})

function isAuthentic(secret: string, { headers }: Response, text: string): boolean {
  const [id, at, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headers.get(name) ?? '',
  )
  if (!/^\d{1,12}$/.test(at as string) || Math.abs(now() - Number(at)) > CLOCKS_DIFFER) return false
  const wanted = Buffer.from(signed(secret, id as string, at as string, text))
  return (given as string).split(' ').some((one) => {
    const mark = Buffer.from(one.replace(/^v1,/, ''))
    return one.startsWith('v1,') && mark.length === wanted.length && timingSafeEqual(mark, wanted)
  })
}
