// Serves the board on this machine: the page, its parts, and a word whenever something changed. Nothing of it writes.
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WholeBoard } from '../../../core/board/shown.js'
import { livePage, liveParts } from '../../../pictures/live.js'
import { SCRIPT } from '../../../pictures/script.js'
import { STYLE } from '../../../pictures/style.js'
import { admit, cookieName, type House } from './admission.js'
import { hearChanges } from './changes.js'

interface Project {
  /** Its planning folder. */
  readonly folder: string
  look(): Promise<WholeBoard>
}

interface Served {
  readonly url: string
  close(): Promise<void>
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

/** A sign of life now and then keeps what lies between from ending the stream. */
const BEAT_MS = 15_000

type Reply = (response: ServerResponse) => void | Promise<void>

const text = (type: string, body: string): Reply => {
  return (response) => {
    response.writeHead(200, { ...HEADERS, 'Content-Type': `${type}; charset=utf-8` }).end(body)
  }
}

const refused = (response: ServerResponse, status: number, why: string): void => {
  response.writeHead(status, { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8' }).end(`${why}\n`)
}

export async function serveBoard(project: Project, port: number): Promise<Served> {
  const token = randomBytes(24).toString('base64url')
  const listeners = new Set<ServerResponse>()
  const parts = keptUntilChanged(project)
  const routes: Readonly<Record<string, Reply>> = {
    '/': text('text/html', livePage()),
    '/board.css': text('text/css', STYLE),
    '/board.js': text('text/javascript', SCRIPT),
    '/parts': async (response) => text('application/json', await parts.now())(response),
    '/events': (response) => listen(response, listeners),
  }
  const server = createServer((request, response) => {
    const house = { port: (server.address() as AddressInfo).port, token }
    answer(request, response, house, routes).catch((error: Error) => refused(response, 503, error.message))
  })
  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(port, '127.0.0.1', done)
  })
  const end = hearChanges(project.folder, () => {
    parts.forget()
    for (const response of listeners) response.write('event: changed\ndata: \n\n')
  })
  const beat = setInterval(() => {
    for (const response of listeners) response.write(': \n\n')
  }, BEAT_MS)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/?token=${token}`,
    close: async () => {
      clearInterval(beat)
      end()
      await new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      })
    },
  }
}

async function answer(
  { method = '', url = '/', headers }: IncomingMessage,
  response: ServerResponse,
  house: House,
  routes: Readonly<Record<string, Reply>>,
): Promise<void> {
  const { host, origin, cookie } = headers
  const found = admit({ method, url, host, origin, cookie }, house)
  if (found.kind === 'out') return refused(response, found.status, found.why)
  const route = Object.hasOwn(routes, found.path) ? routes[found.path] : undefined
  if (route === undefined) return refused(response, 404, 'the board has no such page')
  // The address bar, the history and bookmarks are no place for a token.
  if (found.path === '/' && found.bearer) {
    const cookies = `${cookieName(house)}=${house.token}; HttpOnly; SameSite=Strict; Path=/`
    response.writeHead(303, { ...HEADERS, Location: '/', 'Set-Cookie': cookies }).end()
    return
  }
  await route(response)
}

function listen(response: ServerResponse, listeners: Set<ServerResponse>): void {
  response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/event-stream; charset=utf-8' })
  response.write(': \n\n')
  listeners.add(response)
  response.on('close', () => listeners.delete(response))
}

/** However many pages ask, the project is looked at once after each change. */
function keptUntilChanged({ look }: Project) {
  let kept: Promise<string> | null = null
  return {
    now(): Promise<string> {
      if (kept !== null) return kept
      const made = look().then((board) => JSON.stringify(liveParts(board)))
      kept = made
      made.catch(() => {
        if (kept === made) kept = null
      })
      return made
    },
    forget(): void {
      kept = null
    },
  }
}
