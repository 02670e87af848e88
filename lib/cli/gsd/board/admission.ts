// Admits requests to the board: only from this machine, at the board's own address, with this run's token. An answer
// also needs a key that is in no cookie, sent by the board's own page.
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
  /** `bearer`: the token is in the URL, from which a redirect must remove the token. */
  | { readonly kind: 'in'; readonly path: string; readonly bearer: boolean }
  | { readonly kind: 'act'; readonly path: string }
  | { readonly kind: 'out'; readonly status: Status; readonly why: string }

/** Returns the name of a board's cookie, which contains the port because cookies ignore ports. */
export const cookieName = ({ port }: Pick<BoardServer, 'port'>): string => `gsd_board_${port}`

export function admit(request: BoardRequest, board: BoardServer): Admission {
  const ownHosts = [`127.0.0.1:${board.port}`, `localhost:${board.port}`]
  // Refuses foreign host names that resolve to this machine, and requests from foreign pages.
  if (!ownHosts.includes(request.host ?? '')) return denial(403, 'this is not the address of the board')
  if (request.origin !== undefined && !ownHosts.some((host) => request.origin === `http://${host}`))
    return denial(403, "requests must come from the board's own page")
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  if (!isReading && (board.key === null || request.method !== 'POST')) return denial(405, 'the board is read-only')
  const url = new URL(request.url, 'http://127.0.0.1')
  const hasCookie = isSame(cookieIn(request.cookie ?? '', cookieName(board)), board.token)
  if (!isReading) return hasCookie ? admitAct(request, url.pathname, board) : denial(401, USE_PRINTED_ADDRESS)
  if (isSame(url.searchParams.get('token'), board.token)) return { kind: 'in', path: url.pathname, bearer: true }
  return hasCookie ? { kind: 'in', path: url.pathname, bearer: false } : denial(401, USE_PRINTED_ADDRESS)
}

/** Admits an action from the board's own page with the key, because cookies go to every port but the key does not. */
function admitAct({ origin, host, key }: BoardRequest, path: string, board: BoardServer): Admission {
  if (origin !== `http://${host}`) return denial(403, "requests must come from the board's own page")
  return isSame(key ?? null, board.key ?? '') ? { kind: 'act', path } : denial(401, USE_PRINTED_ADDRESS)
}

const USE_PRINTED_ADDRESS = 'open the address printed by gsd board'

const denial = (status: Status, why: string): Admission => ({ kind: 'out', status, why })

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
