// Opens the user's folder (`~/.gsd`) for verbs: machine id, trust, last order (saved here too), settings, models, pages.
import { isUtf8 } from 'node:buffer'
import { createHash, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { PAGE_FOLDERS, type PageGround } from '../core/pages.js'
import type { Caller, OwnPage, TypedOrder } from '../ports.js'
import { quietly } from '../std/attempt.js'
import { objectIn } from '../std/json.js'
import { once, withLater } from '../std/once.js'
import { slashed } from '../std/paths.js'
import { sha256 } from './digest.js'
import { namesIn, obstacleAt, plainFile, plainText } from './disk.js'
import { personalFolderOf, type Variables } from './home.js'
import { ownText, replacePrivate, temporaryPathFor, writePrivate } from './own-file.js'
import { ownModels, personalSettings } from './personal-settings.js'
import { mainTreeOf } from './project.js'
import { trustedIn } from './trusted.js'

export const personalFolder = (env: Variables): string => personalFolderOf(env, homedir)

export const machinePath = (env: Variables): string => join(personalFolder(env), 'machine')

export const newMachineId = (): string => `${randomBytes(16).toString('hex')}\n`

function knownMachine(env: Variables): string | null {
  const found = ownText(machinePath(env))?.trim()
  return found !== undefined && /^[0-9a-f]{32}$/.test(found) ? found : null
}

/** This machine's random id, created on first use; null if it cannot be saved. Concurrent processes agree on one. */
function machineId(env: Variables): string | null {
  const known = knownMachine(env)
  if (known !== null) return known
  const path = machinePath(env)
  quietly(() => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const temporary = temporaryPathFor(path)
    writePrivate(temporary, newMachineId())
    // This fails if another process was first.
    quietly(() => linkSync(temporary, path))
    rmSync(temporary, { force: true })
  })
  return knownMachine(env)
}

/** The key of a project in the user's folder, derived from its path with links resolved. */
export const projectKey = (root: string): string =>
  createHash('sha256').update(realpathSync(root)).digest('hex').slice(0, 24)

/** The mark of claims and approvals below `.planning/.runtime`, which no tree can forge. `id`: the machine's. */
const machineMark = (id: string | null, root: string): string | null =>
  id === null
    ? null
    : createHash('sha256')
        .update(`${id}\0${projectKey(mainTreeOf(root))}`)
        .digest('hex')
        .slice(0, 32)

/** How long a recorded order counts. */
const ORDER_HOURS = 12

const typedOrderPath = (env: Variables, root: string): string =>
  join(personalFolder(env), 'orders', `${projectKey(root)}.json`)

/** Records the user's order for later calls. */
export const saveTypedOrder = (env: Variables, root: string, words: string, now: number): void =>
  replacePrivate(typedOrderPath(env, root), `${JSON.stringify({ words, at: new Date(now).toISOString() })}\n`)

function typedOrder(env: Variables, root: string, now: number): TypedOrder | null {
  const { words, at } = objectIn(ownText(typedOrderPath(env, root)) ?? '') ?? {}
  if (typeof words !== 'string' || typeof at !== 'string') return null
  const age = now - Date.parse(at)
  return age >= 0 && age < ORDER_HOURS * 3_600_000 ? { words, at } : null
}

export interface CallerPlace {
  readonly env: Variables
  readonly root: string
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Whether the user made the call, rather than a client. */
  readonly isPerson?: boolean
  /** The user's order as given to this call. */
  readonly typed?: TypedOrder | null
}

/** Opens the user's folder lazily, because most calls need nothing from it. */
export function openCaller({ env, root, now, isPerson = false, typed = null }: CallerPlace): Caller {
  const trusted = once(() => trustedIn(env, root, machineMark(knownMachine(env), root)))
  return withLater(
    { isPerson, trustedBy: (digest: string) => trusted().get(digest) ?? null },
    {
      mark: () => machineMark(machineId(env), root),
      order: () => typed ?? typedOrder(env, root, now()),
      personal: () => personalSettings(env),
      models: () => ownModels(env),
      pages: () => ownPages(env),
    },
  )
}

const MAX_PAGE = 64 << 10

/** The user's own pages. Links are followed, because the folder is the user's. */
function ownPages(env: Variables): readonly OwnPage[] {
  const root = personalFolder(env)
  return ['overrides', ...PAGE_FOLDERS].flatMap((folder) =>
    namesIn(join(root, folder)).flatMap((file): readonly OwnPage[] => {
      if (!file.endsWith('.md') || file === 'README.md') return []
      const path = join(root, folder, file)
      const found = plainFile(path, { maxBytes: MAX_PAGE, follow: true })
      const text = typeof found !== 'string' && isUtf8(found.bytes) ? found.bytes.toString('utf8') : null
      return [{ folder, file, path: slashed(path), text }]
    }),
  )
}

const MAX_SOURCE = 1 << 20

/** What programs without a view of the project need to read pages. Project files are not read through links. */
export const pageGround = (root: string, env: Variables, base = '.planning'): PageGround => ({
  caller: openCaller({ env, root, now: Date.now }),
  digest: sha256,
  base,
  list: (folder) =>
    obstacleAt(root, folder, 'folder') === null ? namesIn(join(root, folder)).map((name) => ({ name })) : [],
  source: (path) =>
    obstacleAt(root, path, 'file') === null ? { text: plainText(join(root, path), { maxBytes: MAX_SOURCE }) } : null,
})
