// What the person's own folder (`~/.gsd`) holds about projects: the key under which records are sealed, the commands that are trusted, the words that were typed.
import { isUtf8 } from 'node:buffer'
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { mergeSettings, valueAt } from '../artifacts/config/nested.js'
import { AGENT_WORD } from '../core/consent.js'
import { GsdError } from '../errors.js'
import type { Agreed, Custody, OwnOverride, Seat, TypedOrder } from '../ports.js'
import { isJsonObject, type JsonObject } from '../std/json.js'
import { slashed } from '../std/paths.js'
import { PERSONAL_FILES, personalFolderOf, type Variables } from './home.js'
import { besides, ownText, replacePrivate, writePrivate } from './own-file.js'
import { plainFile } from './plain-file.js'
import { mainTreeOf } from './project.js'
import { type Commands, keepSealed, readSealed } from './sealed-agreements.js'

/** Hours for which a typed word counts. */
const WORD_HOURS = 12
const KEY_BYTES = 32

export const keyPath = (env: Variables): string => join(personalFolder(env), 'key')

export const personalFolder = (env: Variables): string => personalFolderOf(env, homedir)

/** Their own settings as they stand there. A file that does not parse says nothing; verbs that read it for itself say so. */
function ownSettings(env: Variables): JsonObject {
  const documents = PERSONAL_FILES.map((name): JsonObject => {
    try {
      const value: unknown = JSON.parse(readFileSync(join(personalFolder(env), name), 'utf8').replace(/^\uFEFF/, ''))
      return isJsonObject(value) ? value : {}
    } catch {
      return {}
    }
  })
  return documents.reduce(mergeSettings, {})
}

/** Says that something was sealed: without the key it would be from elsewhere for ever. */
export const usedPath = (env: Variables): string => join(personalFolder(env), 'key-used')
export const trustFolder = (env: Variables): string => join(personalFolder(env), 'trust')

/** One file a project, named by where the project really lies: a copy elsewhere is another project, a work tree of it for one unit is not. */
const recordPath = (env: Variables, root: string): string => join(trustFolder(env), `${keyOf(env, root)}.json`)

/** Names what the person's own folder keeps about a project; links to it are one project. */
export const projectKey = (root: string): string =>
  createHash('sha256').update(realpathSync(root)).digest('hex').slice(0, 24)

const keyOf = (env: Variables, root: string): string => projectKey(mainTreeOf(root, env))

/** `~/.gsd/trust/<project>.json`. */
interface TrustRecord {
  readonly v: 1
  readonly root: string
  readonly commands: Commands
  /** Words by the time they were typed. */
  readonly words: Readonly<Record<string, string>>
  /** Answers that came from elsewhere, by the digest of question and choice. */
  readonly heard: Readonly<Record<string, { readonly by: string; readonly at: string }>>
  /** What a person asked for last behind one of our commands, as they typed it. */
  readonly order: TypedOrder | null
  /** When commands of the project's own sealed record were taken back: an older one does not bring them again. */
  readonly revoked: Readonly<Record<string, string>>
}

const EMPTY = { commands: {}, words: {}, heard: {}, order: null, revoked: {} } as const

/** The text of a new key. */
export const freshKey = (): string => `${randomBytes(KEY_BYTES).toString('hex')}\n`

/** The person's key; made where there is none. Null where the folder cannot be written. Two processes at once agree on one. */
export function personalKey(env: Variables): string | null {
  const path = keyPath(env)
  const found = ownText(path)?.trim()
  if (found !== undefined && /^[0-9a-f]{64}$/.test(found)) return found
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const fresh = besides(path)
    writePrivate(fresh, freshKey())
    try {
      linkSync(fresh, path)
    } catch {
      // Another process was first, and its key counts.
    }
    rmSync(fresh, { force: true })
    const kept = ownText(path)?.trim()
    return kept !== undefined && /^[0-9a-f]{64}$/.test(kept) ? kept : null
  } catch {
    return null
  }
}

function noteUse(env: Variables): void {
  try {
    if (!existsSync(usedPath(env))) writePrivate(usedPath(env), '')
  } catch {
    // A sandbox keeps the folder from us, or another process was first.
  }
}

type Kept = Pick<TrustRecord, 'commands' | 'words' | 'heard' | 'order' | 'revoked'>

function readRecord(env: Variables, root: string): Kept {
  const text = ownText(recordPath(env, root))
  if (text === null) return EMPTY
  try {
    const value = JSON.parse(text) as Partial<TrustRecord> | null
    if (value?.v !== 1) return EMPTY
    const { commands = {}, words = {}, heard = {}, order = null, revoked = {} } = value
    return { commands, words, heard, order, revoked }
  } catch {
    return EMPTY
  }
}

const keepRecord = (env: Variables, root: string, record: Kept): void =>
  replacePrivate(
    recordPath(env, root),
    `${JSON.stringify({ v: 1, root: realpathSync(root), ...record } satisfies TrustRecord, null, 2)}\n`,
  )

const sealFor =
  (env: Variables, root: string) =>
  (text: string): string | null => {
    const key = personalKey(env)
    return key === null ? null : sealUnder(key, keyOf(env, root), text)
  }

const sealUnder = (key: string, project: string, text: string): string =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(`${project}\0${text}`).digest('hex')

/** Of both records; what was taken back since does not come again with an older file of the project. */
function agreedCommands({ commands, revoked }: Kept, inTree: Commands): Commands {
  const standing = Object.entries(inTree).filter(
    ([digest, { at }]) => !Object.hasOwn(revoked, digest) || at > (revoked[digest] as string),
  )
  return { ...Object.fromEntries(standing), ...commands }
}

/**
 * Adds what a change agreed to. Called with the project's lock held, so that no two writers meet. Where a sandbox keeps the person's folder from us, what this
 * installation itself accepted is kept in the project under the person's seal; anybody's word is kept in that folder or not at all.
 */
export function keepAgreed(env: Variables, root: string, agreed: readonly Agreed[], now: number): void {
  if (agreed.length === 0) return
  const kept = readRecord(env, root)
  const at = new Date(now).toISOString()
  const rows = (known: Commands) =>
    agreed
      .filter(({ digest }) => !Object.hasOwn(known, digest))
      .map(({ digest, command, word }) => [digest, { command, word, at }] as const)
  const fresh = rows(kept.commands)
  if (fresh.length === 0) return
  try {
    keepRecord(env, root, { ...kept, commands: { ...kept.commands, ...Object.fromEntries(fresh) } })
  } catch (error) {
    const seal = sealFor(env, root)
    const inTree = agreedCommands({ ...kept, commands: {} }, readSealed(root, seal))
    const isOurs = agreed.every(({ word }) => word === 'here')
    if (!isOurs || !keepSealed(root, { ...inTree, ...Object.fromEntries(rows(inTree)) }, seal)) throw error
  }
}

/** Takes back what was agreed to, in both records. */
export function dropAgreed(env: Variables, root: string, named: readonly string[] | 'all', now: number): void {
  const kept = readRecord(env, root)
  const seal = sealFor(env, root)
  const inTree = readSealed(root, seal)
  const digests = named === 'all' ? Object.keys({ ...kept.commands, ...inTree }) : named
  const without = (commands: Commands): Commands =>
    Object.fromEntries(Object.entries(commands).filter(([digest]) => !digests.includes(digest)))
  const old = digests.filter((digest) => Object.hasOwn(inTree, digest))
  if (old.length > 0) keepSealed(root, without(inTree), seal)
  const at = new Date(now).toISOString()
  const revoked = { ...kept.revoked, ...Object.fromEntries(old.map((digest) => [digest, at])) }
  const commands = without(kept.commands)
  const isLess = Object.keys(commands).length < Object.keys(kept.commands).length
  if (old.length === 0 && !isLess) return
  try {
    keepRecord(env, root, { ...kept, commands, revoked })
  } catch (error) {
    // A sandbox keeps the folder from us: what stood in the project alone is gone all the same.
    if (isLess) throw error
  }
}

/** Notes words that a hook saw a person type, and forgets those that are too old to count. */
export function keepTyped(env: Variables, root: string, codes: readonly string[], now: number): void {
  if (codes.length === 0) return
  const kept = readRecord(env, root)
  const at = new Date(now).toISOString()
  const recent = Object.entries(kept.words).filter(([, then]) => isRecent(then, now))
  keepRecord(env, root, {
    ...kept,
    words: { ...Object.fromEntries(recent), ...Object.fromEntries(codes.map((code) => [code, at])) },
  })
}

/** Notes what a person asked for, in the place of what they asked for before. */
export const keepOrder = (env: Variables, root: string, words: string, now: number): void =>
  keepRecord(env, root, { ...readRecord(env, root), order: { words, at: new Date(now).toISOString() } })

/** Notes an answer that came from elsewhere, and forgets those that are too old to count. */
export function keepHeard(env: Variables, root: string, digest: string, by: string, now: number): void {
  const kept = readRecord(env, root)
  const recent = Object.entries(kept.heard).filter(([, { at }]) => isRecent(at, now))
  const heard = { ...Object.fromEntries(recent), [digest]: { by, at: new Date(now).toISOString() } }
  keepRecord(env, root, { ...kept, heard })
}

/** A word answers once: it is used up before the change that it allows, and throws where that cannot be, as it could answer again otherwise. */
export function spendWord(env: Variables, root: string, code: string): void {
  const kept = readRecord(env, root)
  if (!Object.hasOwn(kept.words, code)) return
  const words = Object.fromEntries(Object.entries(kept.words).filter(([word]) => word !== code))
  try {
    keepRecord(env, root, { ...kept, words })
  } catch (error) {
    throw unspent(env, code, error)
  }
}

const unspent = (env: Variables, word: string, cause: unknown): GsdError =>
  new GsdError(
    {
      code: 'WORD_UNSPENT',
      message: `${word} counts once, but it cannot be used up from here: ${trustFolder(env)} cannot be written (${(cause as NodeJS.ErrnoException).code ?? String(cause)}), as where a sandbox of the client keeps the home from its commands; nothing was changed`,
      fix: "ask the person to let exactly this call run outside the sandbox (the client's approval for one command), or to run it at a terminal of their own, without --agree; gsd doctor names what cannot be written",
    },
    { cause },
  )

function isRecent(at: string, now: number): boolean {
  const age = now - Date.parse(at)
  return age >= 0 && age < WORD_HOURS * 3_600_000
}

export interface CustodyPlace {
  readonly env: Variables
  readonly root: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly seat: Seat | null
  /** The calling client tells a hook what a person types. */
  readonly hearsPrompts?: boolean
  readonly onlyLooks?: boolean
  readonly namedList?: string | null
}

/** Nothing is read before it is asked for: most calls ask for nothing. */
export function openCustody({
  env,
  root,
  now,
  seat,
  hearsPrompts = false,
  onlyLooks = false,
  namedList = null,
}: CustodyPlace): Custody {
  let key: string | null | undefined
  let project: string | undefined
  let record: Kept | undefined
  let settings: JsonObject | undefined
  let overrides: readonly OwnOverride[] | undefined
  const own = () => (settings ??= ownSettings(env))
  const kept = () => (record ??= withTree(readRecord(env, root)))
  /** Looking for a key makes none. */
  const sealIfKey = (text: string) => (ownText(keyPath(env)) === null ? null : sealFor(env, root)(text))
  const withTree = (found: Kept): Kept => ({ ...found, commands: agreedCommands(found, readSealed(root, sealIfKey)) })
  return {
    seal(text) {
      if (key === undefined) {
        key = personalKey(env)
        if (key !== null) noteUse(env)
      }
      return key === null ? null : sealUnder(key, (project ??= keyOf(env, root)), text)
    },
    trusts: (digest) => Object.hasOwn(kept().commands, digest),
    wordOf: (digest) => (Object.hasOwn(kept().commands, digest) ? (kept().commands[digest]?.word ?? null) : null),
    // Read anew each time: another call may have used it up while this one waited for the lock.
    typed(code) {
      const { words } = readRecord(env, root)
      return Object.hasOwn(words, code) && isRecent(words[code] as string, now())
    },
    heard(digest) {
      const { heard } = readRecord(env, root)
      const found = Object.hasOwn(heard, digest) ? heard[digest] : undefined
      return found !== undefined && isRecent(found.at, now()) ? found.by : null
    },
    get order() {
      const { order } = kept()
      return order !== null && isRecent(order.at, now()) ? order : null
    },
    seat,
    hearsPrompts,
    onlyLooks,
    namedList,
    get allowsAgent() {
      return valueAt(own(), AGENT_WORD) === true
    },
    get settings() {
      return own()
    },
    get overrides() {
      return (overrides ??= ownOverrides(env))
    },
  }
}

/** A link leads where the person keeps such files; the folder is theirs. */
const MOST_OVERRIDE = 64 << 10

function ownOverrides(env: Variables): readonly OwnOverride[] {
  const root = join(personalFolder(env), 'overrides')
  const at = (name: string): OwnOverride => {
    const path = join(root, name)
    const file = plainFile(path, { most: MOST_OVERRIDE, follow: true })
    const text = typeof file !== 'string' && isUtf8(file.bytes) ? file.bytes.toString('utf8') : null
    return { name, path: slashed(path), text }
  }
  const entriesIn = (folder: string) => {
    try {
      return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith('.'))
    } catch {
      return []
    }
  }
  return entriesIn(root).flatMap((entry) =>
    entry.isFile()
      ? entry.name === 'README.md'
        ? []
        : [at(entry.name)]
      : entriesIn(join(root, entry.name)).map(({ name }) => at(`${entry.name}/${name}`)),
  )
}
