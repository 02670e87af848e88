// The intent of a transaction on disk, and a view of the project with unfinished intents applied.
import { join } from 'node:path'
import { RUNTIME_FOLDER } from '../core/layout.js'
import { layOver } from '../core/writing/overlay.js'
import { pathKindOf } from '../core/writing/places.js'
import type { ErrorBody } from '../errors.js'
import type { Source, Tree } from '../ports.js'
import { isFields } from '../std/fields.js'
import { inTheWay, refusal } from './confined.js'
import { sha256Bytes } from './digest.js'
import { namesIn } from './names-in.js'
import { obstacleAt, statOf } from './obstacle.js'
import { plainFile } from './plain-file.js'
import { INTENT, type Step } from './steps.js'
import { limitOf } from './tree.js'

export interface Append {
  readonly path: string
  readonly text: string
}

export interface Intent {
  readonly v: 1
  readonly id: string
  readonly files: readonly Step[]
  readonly appends: readonly Append[]
  /** Folders to remove if empty. */
  readonly folders?: readonly string[]
}

/** A folder for each unfinished transaction. */
export const TRANSACTIONS = `${RUNTIME_FOLDER}/tx`

/** Larger intents are not ours. */
const MOST_INTENT = 64 * 1024 * 1024
const MOST_STAGED = 64 * 1024 * 1024

/** Name of a transaction's folder: time and a random number. */
const ID = /^\d{14}-[0-9a-f]{8}$/

/** An unfinished write: an intent to complete, no intent yet, or the reason why it is not ours. */
export type Unfinished = { readonly folder: string; readonly path: string } & (
  | { readonly kind: 'intent'; readonly intent: Intent }
  | { readonly kind: 'begun' }
  | { readonly kind: 'bad'; readonly reason: string }
)

/**
 * The unfinished writes by name. They may have come with a clone, so an intent counts only if one of our writes could have
 * left it; checked on each read.
 */
export function unfinishedIn(root: string): readonly Unfinished[] {
  const parent = join(root, TRANSACTIONS)
  if (statOf(parent) === null || obstacleAt(root, TRANSACTIONS, 'folder') !== null) return []
  return [...namesIn(parent)].sort().map((name): Unfinished => {
    const [folder, path] = [join(parent, name), `${TRANSACTIONS}/${name}`]
    const bad = (reason: string): Unfinished => ({ kind: 'bad', folder, path, reason })
    if (!ID.test(name)) return bad('the name is not one of ours')
    const at = statOf(folder)
    if (at !== null && !at.isDirectory()) return bad('it is not a folder')
    const found = plainFile(join(folder, INTENT), { most: MOST_INTENT })
    if (found === 'absent') return { kind: 'begun', folder, path }
    if (typeof found === 'string') return bad('intent.json is not a readable file')
    const intent = intentIn(found.bytes.toString('utf8'), name)
    if (typeof intent === 'string') return bad(intent)
    const named = [...intent.files, ...intent.appends].map((one) => one.path)
    const obstacle = named.map((one) => inTheWay(root, one)).find((refused) => refused !== null)
    if (obstacle != null) return bad(obstacle.message)
    const large = named.find((one) => (statOf(join(root, one))?.size ?? 0) > limitOf(one))
    return large === undefined
      ? { kind: 'intent', folder, path, intent }
      : bad(`${large} is larger than any planning file`)
  })
}

const isDigest = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value))

/** Parses an intent, or says why it is invalid. */
function intentIn(text: string, name: string): Intent | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'intent.json is not JSON'
  }
  if (!isFields(value) || value['v'] !== 1 || value['id'] !== name) return 'intent.json has another version or name'
  const { files, appends, folders = [] } = value
  if (!Array.isArray(files) || !Array.isArray(appends) || !Array.isArray(folders)) return 'intent.json lacks its lists'
  const wrong =
    files.map(wrongFile).find((reason) => reason !== null) ??
    appends.map(wrongAppend).find((reason) => reason !== null) ??
    folders.map(wrongFolder).find((reason) => reason !== null)
  return wrong ?? (value as unknown as Intent)
}

const nobodys = (path: unknown) => `invalid path ${JSON.stringify(path)}`

function wrongFile(file: unknown, index: number): string | null {
  if (!isFields(file)) return 'a file entry is not a record'
  const { path, before, after, staged } = file
  if (typeof path !== 'string' || pathKindOf(path) === null) return nobodys(path)
  if (!isDigest(before) || !isDigest(after)) return `the digests of ${path} are invalid`
  // The writer numbers them; other names are not ours.
  const isNamed = staged === (after === null ? null : String(index))
  return isNamed ? null : `the new bytes of ${path} are not a file of this write: ${JSON.stringify(staged)}`
}

function wrongAppend(append: unknown): string | null {
  if (!isFields(append) || typeof append['text'] !== 'string') return 'a line entry is not a record'
  const { path } = append
  return typeof path === 'string' && pathKindOf(path) === 'log' ? null : nobodys(path)
}

function wrongFolder(path: unknown): string | null {
  const isOne =
    typeof path === 'string' && path.startsWith('.planning/') && pathKindOf(path.replace(/\/$/, '')) !== null
  return isOne ? null : nobodys(path)
}

/** The staged bytes of a file; null if they are missing or differ from the intent. */
export function stagedBytes(folder: string, { staged, after }: Step): Buffer | null {
  if (staged === null) return null
  const found = plainFile(join(folder, staged), { most: MOST_STAGED })
  return typeof found === 'string' || sha256Bytes(found.bytes) !== after ? null : found.bytes
}

const NOT_OURS = {
  code: 'BAD_DATA',
  fix: 'inspect it if you do not know its origin, then remove it',
} as const
/** A clone may bring thousands. */
const MOST_TOLD = 5

/** Notice about an unfinished write that is not completed. */
const notCompleted = ({ path, reason }: { readonly path: string; readonly reason: string }): ErrorBody => ({
  ...NOT_OURS,
  message: `${path} is not an unfinished write of this program and is not completed: ${reason}`,
})

/** Passes a notice to the caller. */
export type Notice = (body: ErrorBody) => void

/**
 * The files with all committed transactions applied. A reader must not write, so it sees a killed writer's change
 * this way.
 */
export function withPendingWrites(
  root: string,
  tree: Tree,
  toSource: (path: string, text: string) => Source,
  notice: Notice = () => {},
): Tree {
  const texts = new Map<string, string | null>()
  let told = 0
  for (const found of unfinishedIn(root)) {
    if (found.kind === 'bad' && told++ < MOST_TOLD) notice(notCompleted(found))
    if (found.kind === 'intent') addPending(found.intent, found.folder, tree, texts)
  }
  if (told > MOST_TOLD)
    notice({ ...NOT_OURS, message: `${told - MOST_TOLD} more below ${TRANSACTIONS}/ are not completed either` })
  const obstacle = obstacleAt(root, TRANSACTIONS, 'folder')
  if (obstacle !== null) notice(refusal(root, obstacle).body)
  return texts.size === 0 ? tree : layOver(tree, texts, toSource)
}

function addPending({ files, appends }: Intent, folder: string, tree: Tree, texts: Map<string, string | null>): void {
  for (const file of files) {
    const { path, before, staged } = file
    if ((tree.read(path)?.sha256 ?? null) !== before) continue
    const text = staged === null ? null : (stagedBytes(folder, file)?.toString('utf8') ?? null)
    if (staged === null || text !== null) texts.set(path, text)
  }
  for (const { path, text } of appends) {
    const log = texts.get(path) ?? tree.read(path)?.text ?? ''
    if (!log.includes(text)) texts.set(path, log.slice(0, log.lastIndexOf('\n') + 1) + text)
  }
}
