// A loopback model: speaks every protocol, and takes its replies from scripts.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { asJson } from './protocol.js'
import { PROTOCOLS } from './protocols.js'
import { type Casting, type Numbered, type Script, scriptOf, type Turn } from './turn.js'

export interface Recorded {
  readonly path: string
  readonly body: Record<string, unknown>
  readonly bytes: number
  /** The turn that a script received; null if the request was not part of a conversation. */
  readonly turn: Turn | null
}

export interface ModelServer {
  readonly url: string
  readonly requests: readonly Recorded[]
  /** Errors thrown by scripts, for tests to show. */
  readonly scriptErrors: readonly string[]
  close(): Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function jsonIn(raw: string): Record<string, unknown> {
  try {
    return raw === '' ? {} : JSON.parse(raw)
  } catch {
    return { raw }
  }
}

export async function startModel(casting: Casting): Promise<ModelServer> {
  const requests: Recorded[] = []
  const scriptErrors: string[] = []
  const scripts: Script[] = []
  /** The latest script per conversation key. */
  const conversations = new Map<string, number>()

  const scriptFor = ({ answers, conversation }: Turn): number | undefined =>
    answers === null ? undefined : (scriptOf(answers ?? '') ?? conversations.get(conversation))

  const replyTo = (turn: Turn): Numbered => {
    if (turn.tools.length === 0) return { script: -1, text: 'ok' }
    const running = scriptFor(turn)
    const script = running ?? scripts.length
    try {
      if (running === undefined) {
        scripts.push(casting(turn, script))
        conversations.set(turn.conversation, script)
      }
      const own = scripts[script] as Script
      const step = running === undefined ? own.next() : own.next(turn)
      return { script, ...(step.done === true ? { text: step.value } : step.value) }
    } catch (error) {
      scriptErrors.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
      return { script, text: `The script failed: ${String(error)}` }
    }
  }

  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    // Null if the client was killed in the middle of a request.
    const raw = await bodyOf(request).catch(() => null)
    if (raw === null) return
    if (request.method === 'HEAD') return response.writeHead(200).end()
    const asked = { path, body: jsonIn(raw) }
    const protocol = PROTOCOLS.find(({ answers }) => answers(path))
    const turn = protocol?.turnOf(asked) ?? null
    requests.push({ ...asked, bytes: Buffer.byteLength(raw), turn })
    if (protocol !== undefined && turn !== null) {
      const reply = replyTo(turn)
      if (reply.afterMs !== undefined) await sleep(reply.afterMs)
      return protocol.answer(response, asked, reply)
    }
    const aside = PROTOCOLS.map((each) => each.aside(path)).find((document) => document !== null)
    if (aside !== undefined) return asJson(response, aside)
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    scriptErrors,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
