// Who gets an answer of the board: this machine's browser, at our own address, with the token of this run. Everybody else learns nothing.
import { timingSafeEqual } from 'node:crypto'

export interface Asked {
  readonly method: string
  readonly url: string
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly cookie: string | undefined
}

export interface House {
  readonly port: number
  readonly token: string
}

type Admission =
  /** `bearer`: the token stood in the address, from where it is to disappear. */
  | { readonly kind: 'in'; readonly path: string; readonly bearer: boolean }
  | { readonly kind: 'out'; readonly status: 401 | 403 | 405; readonly why: string }

/** Cookies know no ports: two boards must not take each other's. */
export const cookieName = ({ port }: Pick<House, 'port'>): string => `gsd_board_${port}`

export function admit(asked: Asked, house: House): Admission {
  const own = [`127.0.0.1:${house.port}`, `localhost:${house.port}`]
  // A name of somebody else that leads to this machine, and a page of somebody else that asks here.
  if (!own.includes(asked.host ?? '')) return out(403, 'this is the board of another address')
  if (asked.origin !== undefined && !own.some((host) => asked.origin === `http://${host}`))
    return out(403, 'only its own page asks the board')
  if (asked.method !== 'GET' && asked.method !== 'HEAD') return out(405, 'the board can only be read')
  const url = new URL(asked.url, 'http://127.0.0.1')
  const inUrl = url.searchParams.get('token')
  if (isToken(inUrl, house)) return { kind: 'in', path: url.pathname, bearer: true }
  if (isToken(cookieIn(asked.cookie ?? '', cookieName(house)), house))
    return { kind: 'in', path: url.pathname, bearer: false }
  return out(401, 'open the address that gsd board printed')
}

const out = (status: 401 | 403 | 405, why: string): Admission => ({ kind: 'out', status, why })

function isToken(given: string | null, { token }: House): boolean {
  const [mine, theirs] = [Buffer.from(token), Buffer.from(given ?? '')]
  return mine.length === theirs.length && timingSafeEqual(mine, theirs)
}

const cookieIn = (header: string, name: string): string | null =>
  header
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? null
