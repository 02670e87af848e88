// Reads the intents of transactions and installations, and shows the project with unfinished transactions applied. An
// intent may have come with a clone, so it is validated and may only change files inside the project.
import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { RUNTIME_FOLDER } from '../core/layout.js'
import { withOverlay } from '../core/writing/overlay.js'
import { pathKindOf } from '../core/writing/places.js'
import type { ErrorBody } from '../errors.js'
import type { Source, Tree } from '../ports.js'
import { parsedJson } from '../std/json.js'
import { type Infer, int, listOf, maybe, mismatches, orNull, record, text, texts } from '../std/shape.js'
import { obstacleError, pathRefusal } from './confined.js'
import { sha256Bytes } from './digest.js'
import { isAtOrBelow, namesIn, obstacleAt, plainFile, plainText, statOf } from './disk.js'
import { INTENT, type Step } from './steps.js'
import { limitOf } from './tree.js'

const step = { path: text(), before: orNull(text()), after: orNull(text()), staged: orNull(text()) }

const shape = record({
  v: int(),
  id: text(),
  files: listOf(record(step)),
  appends: listOf(record({ path: text(), text: text() })),
  /** Folders to remove if empty. */
  folders: maybe(texts()),
})
export type Intent = Infer<typeof shape>
export type Append = Intent['appends'][number]

export const TRANSACTIONS = `${RUNTIME_FOLDER}/tx`

/** Size limits for intents and staged files. */
const MAX_INTENT = 64 * 1024 * 1024
const MAX_STAGED = 64 * 1024 * 1024

/** The name of a transaction's folder: a time and a random number. */
const ID = /^\d{14}-[0-9a-f]{8}$/

/** An unfinished write: it has an intent to complete, no intent yet (`begun`), or is not ours (`bad`). */
export type UnfinishedWrite = { readonly folder: string; readonly path: string } & (
  | { readonly kind: 'intent'; readonly intent: Intent }
  | { readonly kind: 'begun' | 'bad' }
)

/** Unfinished writes, sorted by name. */
export function unfinishedIn(root: string): readonly UnfinishedWrite[] {
  const parent = join(root, TRANSACTIONS)
  if (statOf(parent) === null || obstacleAt(root, TRANSACTIONS, 'folder') !== null) return []
  return [...namesIn(parent)].sort().map((name): UnfinishedWrite => {
    const [folder, path] = [join(parent, name), `${TRANSACTIONS}/${name}`]
    if (!ID.test(name) || statOf(folder)?.isDirectory() === false) return { kind: 'bad', folder, path }
    const found = plainFile(join(folder, INTENT), { maxBytes: MAX_INTENT })
    if (found === 'absent') return { kind: 'begun', folder, path }
    const value = typeof found === 'string' ? undefined : parsedJson(found.bytes.toString('utf8'))
    if (value === undefined || mismatches(shape, value).length > 0) return { kind: 'bad', folder, path }
    const intent = value as Intent
    return intent.id === name && isOurs(root, intent)
      ? { kind: 'intent', folder, path, intent }
      : { kind: 'bad', folder, path }
  })
}

/** Whether this could be one of our writes: it has only allowed paths, and staged files are named by their index. */
const isOurs = (root: string, { v, files, appends, folders = [] }: Intent): boolean =>
  v === 1 &&
  files.every(
    ({ path, after, staged }, index) =>
      pathKindOf(path) !== null && staged === (after === null ? null : String(index)) && isPlain(root, path),
  ) &&
  appends.every(({ path }) => pathKindOf(path) === 'log' && isPlain(root, path)) &&
  folders.every((path) => path.startsWith('.planning/') && pathKindOf(path.replace(/\/$/, '')) !== null)

const isPlain = (root: string, path: string): boolean =>
  pathRefusal(root, path) === null && (statOf(join(root, path))?.size ?? 0) <= limitOf(path)

/** The staged bytes of a file; null if they are missing or differ from the intent. */
export function stagedBytes(folder: string, { staged, after }: Step): Buffer | null {
  if (staged === null) return null
  const found = plainFile(join(folder, staged), { maxBytes: MAX_STAGED })
  return typeof found === 'string' || sha256Bytes(found.bytes) !== after ? null : found.bytes
}

export type Notice = (body: ErrorBody) => void

/**
 * The project's files with those unfinished writes applied that have an intent, so that readers, which must not write,
 * see the change of a killed writer.
 */
export function withPendingWrites(
  root: string,
  tree: Tree,
  toSource: (path: string, text: string) => Source,
  notice: Notice = () => {},
): Tree {
  const texts = new Map<string, string | null>()
  const unfinished = unfinishedIn(root)
  const [bad, ...others] = unfinished.filter(({ kind }) => kind === 'bad')
  if (bad !== undefined)
    notice({
      code: 'BAD_DATA',
      message: `${bad.path}${others.length === 0 ? '' : ` and ${others.length} more`}: not from this program, so left alone`,
      fix: 'inspect it if you do not know its origin, then remove it',
    })
  for (const found of unfinished) if (found.kind === 'intent') addPendingWrites(found.intent, found.folder, tree, texts)
  const obstacle = obstacleAt(root, TRANSACTIONS, 'folder')
  if (obstacle !== null) notice(obstacleError(root, obstacle).body)
  return texts.size === 0 ? tree : withOverlay(tree, texts, toSource)
}

function addPendingWrites(
  { files, appends }: Intent,
  folder: string,
  tree: Tree,
  texts: Map<string, string | null>,
): void {
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

const installShape = record({
  steps: listOf(record({ ...step, mode: maybe(int()) })),
  /** Folders to create, outermost first. */
  made: listOf(record({ path: text(), mode: int() })),
  /** Folders to remove if empty, innermost first. */
  removes: texts(),
})
export type InstallIntent = Infer<typeof installShape>

const MAX_BYTES = 512 * 1024 * 1024

/** Reads an installation's intent; null if it is missing or damaged. */
export function readIntent(folder: string): InstallIntent | null {
  const value = parsedJson(plainText(join(folder, INTENT), { maxBytes: MAX_BYTES }) ?? '')
  return value !== undefined && mismatches(installShape, value).length === 0 ? (value as InstallIntent) : null
}

/** Whether the staged bytes of a step exist, under the step's index as their name. */
export function isStaged(folder: string, { staged, after }: Step, index: number): boolean {
  const found = staged === String(index) ? plainFile(join(folder, staged), { maxBytes: MAX_BYTES }) : 'absent'
  return typeof found !== 'string' && sha256Bytes(found.bytes) === after
}

/** Whether an installation may change this path in a project: not in `.git`, whose hooks run, nor through or over a link or pipe. */
export function isInProject(project: string, path: string, kind: 'file' | 'folder'): boolean {
  if (resolve(path) !== path || !isAtOrBelow(project, path)) return false
  const isInGitFolder = relative(project, path)
    .split(sep)
    .some((part) => part.toLowerCase() === '.git')
  const folder = nearestFolder(path === project ? path : dirname(path))
  const found = lstatSync(path, { throwIfNoEntry: false })
  const isPlain = found === undefined || (kind === 'file' ? found.isFile() : found.isDirectory())
  return !isInGitFolder && realpathSync(folder) === folder && isPlain
}

function nearestFolder(path: string): string {
  let at = path
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at)
  return at
}
