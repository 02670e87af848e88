// Local servers that behave as the four services document: the requests they accept and their replies.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServiceId } from '../../../lib/core/remote/services.js'

export const SECRETS: Readonly<Record<ServiceId, { readonly name: string; readonly value: string }>> = {
  slack: { name: 'SLACK_BOT_TOKEN', value: 'xoxb-1234567890-abcdefghijkl' },
  discord: { name: 'DISCORD_BOT_TOKEN', value: 'MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs' },
  telegram: { name: 'TELEGRAM_BOT_TOKEN', value: '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11' },
  webhook: { name: 'GSD_WEBHOOK_SECRET', value: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
}

/** Ids in each service's format: a conversation, a user who may answer, and a stranger. */
export const IDS: Readonly<Record<ServiceId, { readonly to: string; readonly ann: string; readonly eve: string }>> = {
  slack: { to: 'C0123456789', ann: 'U0AAAAAAAAA', eve: 'U0EEEEEEEEE' },
  discord: { to: '41771983423143937', ann: '80351110224678912', eve: '90351110224678912' },
  telegram: { to: '-1001234567890', ann: '12345678', eve: '87654321' },
  webhook: { to: '', ann: 'ann', eve: 'eve' },
}

interface ReceivedMessage {
  readonly text: string
  readonly options: number
  readonly isReply: boolean
  readonly body: Record<string, never>
}

interface Reply {
  readonly user: string
  readonly text: string
}

interface Document {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Replaces the reply to a call, or leaves the call without a reply; null for the ordinary reply. */
type ReplyOverride = (call: string) => Document | 'hang' | null

interface Call {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: each service reads other fields of a request
  readonly body: any
}

export class Remote {
  readonly received: ReceivedMessage[] = []
  readonly calls: string[] = []
  overrideReply: ReplyOverride = () => null
  readonly #id: ServiceId
  readonly #replies = new Map<number, Reply[]>()
  readonly #waiting: { readonly until: () => boolean; readonly go: () => void; readonly fail: (why: Error) => void }[] =
    []
  #server!: Server
  /** Ids of the received messages. */
  readonly #refs: string[] = []

  constructor(id: ServiceId) {
    this.#id = id
  }

  async open(): Promise<this> {
    this.#server = createServer((request, response) => {
      let text = ''
      request.setEncoding('utf8')
      request.on('data', (part) => (text += part))
      request.on('end', () => {
        const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
        const call = `${request.method} ${request.url}`
        this.calls.push(call)
        const override = this.overrideReply(call)
        if (override === 'hang') return
        const parsed = text === '' ? null : JSON.parse(text)
        const answer =
          override ??
          ANSWERS[this.#id](this, {
            method: request.method ?? '',
            path: pathname,
            query: searchParams,
            headers: request.headers,
            text,
            body: parsed,
          })
        const out = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
        response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
        response.end(out)
        for (const one of this.#waiting) if (one.until()) one.go()
      })
    })
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    return this
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  get api(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Arguments of `gsd notify add` for this server. */
  addArgs(...from: readonly string[]): readonly string[] {
    const { to, ann } = IDS[this.#id]
    const people = (from.length === 0 ? [ann] : from).flatMap((one) => ['--from', one])
    return this.#id === 'webhook' ? ['--to', `${this.api}/hook`] : ['--to', to, '--api', this.api, ...people]
  }

  /** Waits for a message that contains the words; returns its index. */
  async waitForMessage(words: string): Promise<number> {
    await this.#until(() => this.received.some(({ text }) => text.includes(words)))
    return this.received.findIndex(({ text }) => text.includes(words))
  }

  /** Waits until replies have been polled `times` more times. */
  waitForPolls(times: number): Promise<void> {
    const polls = () => this.calls.filter((one) => /conversations\.replies|\?after=|getUpdates/.test(one)).length
    const before = polls()
    return this.#until(() => polls() >= before + times)
  }

  /** Fails everything that still waits: no more calls will come. */
  failWaiting(why: string): void {
    for (const one of this.#waiting) one.fail(new Error(`the message never came: ${why}`))
  }

  #until(until: () => boolean): Promise<void> {
    return until() ? Promise.resolve() : new Promise((go, fail) => this.#waiting.push({ until, go, fail }))
  }

  answer(message: number, user: string, text: string | number): void {
    const reply = { user, text: String(text) }
    this.#replies.set(message, [...(this.#replies.get(message) ?? []), reply])
  }

  receive(text: string, options: number, isReply: boolean, body: ReceivedMessage['body'], ref: string): void {
    this.received.push({ text, options, isReply, body })
    this.#refs.push(ref)
  }

  indexOf(ref: string): number {
    return this.#refs.indexOf(ref)
  }

  repliesTo(message: number): readonly Reply[] {
    return this.#replies.get(message) ?? []
  }

  allReplies(): readonly (Reply & { readonly message: number })[] {
    return [...this.#replies].flatMap(([message, replies]) => replies.map((one) => ({ ...one, message })))
  }
}

const isJson = ({ headers }: Call): boolean => (headers['content-type'] ?? '').startsWith('application/json')
const refusal = (status: number, body: unknown): Document => ({ status, body })

const tsOf = (index: number, part = 0): string =>
  `1700000${String(index).padStart(3, '0')}.${String(part).padStart(6, '0')}`

function slack(remote: Remote, { method, path, query, headers, body, ...call }: Call): Document {
  const { to } = IDS.slack
  const no = (error: string): Document => ({ body: { ok: false, error } })
  if (headers.authorization !== `Bearer ${SECRETS.slack.value}`) return no('invalid_auth')
  if (method === 'POST' && path === '/chat.postMessage') {
    if (!isJson({ headers } as Call)) return no('invalid_form_data')
    if (body.channel !== to) return no('channel_not_found')
    if (typeof body.text !== 'string' || body.text === '') return no('no_text')
    const ts = tsOf(remote.received.length + 1)
    remote.receive(body.text, 0, body.thread_ts !== undefined, body, ts)
    return { body: { ok: true, channel: to, ts, message: { type: 'message', bot_id: 'B1', text: body.text, ts } } }
  }
  if (method === 'GET' && path === '/conversations.replies') {
    const ts = query.get('ts') ?? ''
    const at = remote.indexOf(ts)
    if (query.get('channel') !== to) return no('channel_not_found')
    if (at < 0) return no('thread_not_found')
    const replies = remote.repliesTo(at)
    const parent = {
      ...{ type: 'message', user: 'U0BOT', bot_id: 'B1', text: remote.received[at]?.text, ts },
      ...(replies.length === 0 ? {} : { thread_ts: ts, reply_count: replies.length }),
    }
    const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    const messages = replies.map(({ user, text }, index) => ({
      ...{
        type: 'message',
        user,
        text: escaped(text),
        thread_ts: ts,
        ts: tsOf(at + 1, index + 1),
        parent_user_id: 'U0BOT',
      },
    }))
    return { body: { ok: true, has_more: false, messages: [parent, ...messages] } }
  }
  return refusal(404, `${method} ${path} ${call.text}`)
}

const snowflake = (index: number): string => String(1_000_000_000_000_000_000n + BigInt(index))

function discord(remote: Remote, { method, path, query, headers, body }: Call): Document {
  const { to } = IDS.discord
  if (headers.authorization !== `Bot ${SECRETS.discord.value}`)
    return refusal(401, { message: '401: Unauthorized', code: 0 })
  const found = /^\/channels\/(\d+)\/messages$/.exec(path)
  if (found === null) return refusal(404, { message: '404: Not Found', code: 0 })
  if (found[1] !== to) return refusal(404, { message: 'Unknown Channel', code: 10003 })
  if (method === 'POST') {
    if (typeof body.content !== 'string' || body.content === '' || body.content.length > 2000)
      return refusal(400, { message: 'Invalid Form Body', code: 50035 })
    const ref = snowflake(remote.received.length * 1000)
    remote.receive(body.content, 0, body.message_reference !== undefined, body, ref)
    return { body: { id: ref, channel_id: to, content: body.content, author: { id: '1', bot: true }, type: 0 } }
  }
  const after = BigInt(query.get('after') ?? '0')
  const messages = remote.allReplies().flatMap(({ user, text, message }, index) => {
    const ref = snowflake(message * 1000)
    const own = snowflake(message * 1000 + index + 1)
    if (BigInt(own) <= after) return []
    return [
      {
        id: own,
        channel_id: to,
        type: 19,
        content: text,
        author: { id: user },
        message_reference: { message_id: ref },
      },
    ]
  })
  return { body: messages.reverse().slice(0, Number(query.get('limit') ?? 50)) }
}

function telegram(remote: Remote, { method, path, body }: Call): Document {
  const { to } = IDS.telegram
  const no = (error_code: number, description: string) => refusal(error_code, { ok: false, error_code, description })
  const found = /^\/bot([^/]+)\/(\w+)$/.exec(path)
  if (found?.[1] !== SECRETS.telegram.value) return no(401, 'Unauthorized')
  if (method !== 'POST') return no(405, 'Method Not Allowed')
  const chat = { id: Number(to), type: 'supergroup' }
  if (found[2] === 'sendMessage') {
    if (String(body.chat_id) !== to) return no(400, 'Bad Request: chat not found')
    if (typeof body.text !== 'string' || body.text === '' || body.text.length > 4096)
      return no(400, 'Bad Request: message text is empty')
    const message_id = remote.received.length + 1
    remote.receive(body.text, 0, body.reply_parameters !== undefined, body, String(message_id))
    return { body: { ok: true, result: { message_id, date: 1, chat, text: body.text } } }
  }
  if (found[2] === 'getUpdates') {
    const all = remote.allReplies().map(({ user, text, message }, index) => {
      const from = { id: Number(user), is_bot: false, first_name: 'Somebody' }
      const at = { message_id: message + 1, date: 1, chat }
      return {
        update_id: 1000 + index,
        message: { message_id: 500 + index, from, chat, date: 1, text, reply_to_message: at },
      }
    })
    const { offset = 0, limit = 100 } = body
    const result = offset < 0 ? all.slice(offset) : all.filter(({ update_id }) => update_id >= offset)
    return { body: { ok: true, result: result.slice(0, limit) } }
  }
  return no(404, 'Not Found')
}

function signatureOf(id: string, at: number, text: string): string {
  const key = Buffer.from(SECRETS.webhook.value.slice('whsec_'.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${at}.${text}`).digest('base64')}`
}

function webhook(remote: Remote, { method, path, headers, body, text }: Call): Document {
  const [id, at, mark] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => String(headers[name]))
  const now = Math.floor(Date.now() / 1000)
  if (Math.abs(now - Number(at)) > 300 || mark !== signatureOf(id as string, Number(at), text)) return refusal(401, {})
  if (method === 'POST' && path === '/hook') {
    const { project, title, text: sent, options, after } = body
    remote.receive([`${project}: ${title}`, sent, ...options].join('\n'), options.length, after !== null, body, body.id)
    return { status: 204, body: '' }
  }
  return refusal(404, {})
}

const ANSWERS: Readonly<Record<ServiceId, (remote: Remote, call: Call) => Document>> = {
  slack,
  discord,
  telegram,
  webhook,
}

const opened: Remote[] = []

export async function openRemote(id: ServiceId): Promise<Remote> {
  const remote = await new Remote(id).open()
  opened.push(remote)
  return remote
}

export function closeRemotes(): void {
  for (const remote of opened.splice(0)) remote.close()
}
