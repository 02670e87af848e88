// Admission to the board: only this machine's browser, at our own address, with this run's token. Answering also takes
// a key that is in no cookie, sent by the board's own page.
import { timingSafeEqual } from 'node:crypto'

export interface BoardRequest {
  readonly method: string
  readonly url: string
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly cookie: string | undefined
  readonly key: string | undefined
}

export interface BoardServer {
  readonly port: number
  readonly token: string
  /** The key that allows actions; null if the board is read-only. */
  readonly key: string | null
}

type Status = 401 | 403 | 405

type Admission =
  /** `bearer`: the token is in the address, which must drop it. */
  | { readonly kind: 'in'; readonly path: string; readonly bearer: boolean }
  | { readonly kind: 'act'; readonly path: string }
  | { readonly kind: 'out'; readonly status: Status; readonly why: string }

/** Cookies ignore ports: each board needs its own name. */
export const cookieName = ({ port }: Pick<BoardServer, 'port'>): string => `gsd_board_${port}`

export function admit(request: BoardRequest, board: BoardServer): Admission {
  const own = [`127.0.0.1:${board.port}`, `localhost:${board.port}`]
  // Rejects foreign host names that resolve to this machine, and requests from foreign pages.
  if (!own.includes(request.host ?? '')) return out(403, 'the board has another address')
  if (request.origin !== undefined && !own.some((host) => request.origin === `http://${host}`))
    return out(403, "requests must come from the board's own page")
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  if (!isReading && (board.key === null || request.method !== 'POST')) return out(405, 'the board is read-only')
  const url = new URL(request.url, 'http://127.0.0.1')
  const isCarried = isSame(cookieIn(request.cookie ?? '', cookieName(board)), board.token)
  if (!isReading) return isCarried ? admitAct(request, url.pathname, board) : out(401, ADDRESS)
  if (isSame(url.searchParams.get('token'), board.token)) return { kind: 'in', path: url.pathname, bearer: true }
  return isCarried ? { kind: 'in', path: url.pathname, bearer: false } : out(401, ADDRESS)
}

/** Browsers name the sending page, which must be ours. Cookies go to every port, the key does not. */
function admitAct({ origin, host, key }: BoardRequest, path: string, board: BoardServer): Admission {
  if (origin !== `http://${host}`) return out(403, "requests must come from the board's own page")
  return isSame(key ?? null, board.key ?? '') ? { kind: 'act', path } : out(401, ADDRESS)
}

const ADDRESS = 'open the address printed by gsd board'

const out = (status: Status, why: string): Admission => ({ kind: 'out', status, why })

function isSame(given: string | null, wanted: string): boolean {
  const [mine, theirs] = [Buffer.from(wanted), Buffer.from(given ?? '')]
  return mine.length > 0 && mine.length === theirs.length && timingSafeEqual(mine, theirs)
}

const cookieIn = (header: string, name: string): string | null =>
  header
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? null
