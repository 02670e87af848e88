// Serves the board on this machine: the page, the project's data, an event per change, and answers if enabled.
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PhaseCommit, WholeBoard } from '../../../core/board/shown.js'
import { livePage, pageDataOf, safeJson } from '../../../pictures/page.js'
import { STYLE } from '../../../pictures/style.js'
import { type AnswerHandler, MAX_BODY_BYTES } from './acting.js'
import { admit, type BoardServer, cookieName } from './admission.js'
import { pollChanges } from './changes.js'

interface Project {
  readonly folder: string
  readBoard(): Promise<WholeBoard>
  commits(phase: string): Promise<readonly PhaseCommit[]>
  readonly script: string
  /** Returns a stamp that changes with commits, fetched claims and the news of runs, which are not planning files. */
  extraStamp(): string
  readonly onAnswer: AnswerHandler | null
}

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

type Act = (path: string, request: IncomingMessage, response: ServerResponse) => Promise<void>
type Reply = (response: ServerResponse, query: URLSearchParams) => void | Promise<void>

const send = (response: ServerResponse, type: string, body: string, status = 200): void => {
  response.writeHead(status, { ...HEADERS, 'Content-Type': `${type}; charset=utf-8` }).end(body)
}
const textReply =
  (type: string, body: string): Reply =>
  (response) =>
    send(response, type, body)
const jsonReply =
  (bodyFor: (query: URLSearchParams) => Promise<string>): Reply =>
  async (response, query) =>
    send(response, 'application/json', await bodyFor(query))

const sendError = (response: ServerResponse, status: number, why: string): void =>
  send(response, 'text/plain', `${why}\n`, status)

const newSecret = (): string => randomBytes(24).toString('base64url')

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > MAX_BODY_BYTES) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

export async function serveBoard(project: Project, port: number) {
  const token = newSecret()
  const key = project.onAnswer === null ? null : newSecret()
  const listeners = new Set<ServerResponse>()
  /** The board as JSON, read once per change, however many pages ask. */
  let whole: Promise<string> | null = null
  const boardJson = async () => safeJson(pageDataOf(await project.readBoard(), project.onAnswer !== null))
  const dropFailure = (error: unknown) => {
    whole = null
    throw error
  }
  const routes: Readonly<Record<string, Reply>> = {
    '/': textReply('text/html', livePage()),
    '/board.css': textReply('text/css', STYLE),
    '/board.js': textReply('text/javascript', project.script),
    '/board': jsonReply(() => (whole ??= boardJson().catch(dropFailure))),
    '/commits': jsonReply(async (query) => safeJson(await project.commits(query.get('phase') ?? ''))),
    '/events': (response) => listen(response, listeners),
  }
  const onChange = () => {
    whole = null
    for (const response of listeners) response.write('event: changed\ndata: \n\n')
  }
  const act: Act = async (path, request, response) => {
    const body = await bodyOf(request)
    if (body === null) return sendError(response, 413, `the request has more than ${MAX_BODY_BYTES} bytes`)
    const { status, text: reply } = await (project.onAnswer as AnswerHandler)(path.replace(/^\/acts\//, ''), body)
    onChange()
    send(response, 'text/plain', reply, status)
  }
  const server = createServer((request, response) => {
    const board = { port: (server.address() as AddressInfo).port, token, key }
    answer(request, response, board, { routes, act }).catch((error: Error) => sendError(response, 503, error.message))
  })
  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(port, '127.0.0.1', done)
  })
  const stopPolling = pollChanges(project.folder, onChange, project.extraStamp)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/?token=${token}${key === null ? '' : `#key=${key}`}`,
    close: async () => {
      stopPolling()
      await new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      })
    },
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  board: BoardServer,
  { routes, act }: { readonly routes: Readonly<Record<string, Reply>>; readonly act: Act },
): Promise<void> {
  const { method = '', url = '/', headers } = request
  const { host, origin, cookie } = headers
  const key = headers['x-board-key'] as string | undefined
  const found = admit({ method, url, host, origin, cookie, key }, board)
  if (found.kind === 'out') return sendError(response, found.status, found.why)
  if (found.kind === 'act') return act(found.path, request, response)
  const route = Object.hasOwn(routes, found.path) ? routes[found.path] : undefined
  if (route === undefined) return sendError(response, 404, 'the board has no such page')
  // Keeps the token out of the address bar, the history and bookmarks.
  if (found.path === '/' && found.bearer) {
    const cookies = `${cookieName(board)}=${board.token}; HttpOnly; SameSite=Strict; Path=/`
    response.writeHead(303, { ...HEADERS, Location: '/', 'Set-Cookie': cookies }).end()
    return
  }
  await route(response, new URL(url, 'http://127.0.0.1').searchParams)
}

function listen(response: ServerResponse, listeners: Set<ServerResponse>): void {
  response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/event-stream; charset=utf-8' })
  response.write(': \n\n')
  listeners.add(response)
  response.on('close', () => listeners.delete(response))
}
