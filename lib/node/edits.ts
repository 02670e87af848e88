// Turns a verb's edits into bytes. An edit must be declared by the verb, its file must be an instruction file or inside
// the planning folder, and the file must still have the bytes that the verb read.
import { join } from 'node:path'
import type { Edit } from '../artifacts/codec.js'
import { frameLine } from '../core/history/journal.js'
import { artifactOf, RUNTIME_FOLDER } from '../core/layout.js'
import type { Verb } from '../core/verb.js'
import type { View } from '../core/view.js'
import { pathKindOf } from '../core/writing/places.js'
import { unmergedAfter } from '../core/writing/unmerged.js'
import { gsdError } from '../errors.js'
import type { Agreed, Clock, Digest, Tree } from '../ports.js'
import { outsideError, pathRefusal } from './confined.js'
import { digestOf, sha256Bytes } from './digest.js'
import type { FilePort } from './durable.js'
import type { Append } from './intent.js'
import { isMerging } from './project.js'
import { expectUnchanged } from './steps.js'

/** The project as a writer needs it. */
export interface Workspace {
  /** Absolute path. */
  readonly root: string
  /** Planning folder, relative to the root. */
  readonly base: string
  readonly clock: Clock
  readonly digest: Digest
  /** Opens a new view of the disk. `over` may wrap its tree. */
  openView(over?: (tree: Tree) => Tree): View
  /** Saves the agreements of a change. Called under the lock, after the change. */
  saveAgreed?(agreed: readonly Agreed[]): void
  removeAgreed?(digests: readonly string[] | 'all'): void
  /** Digest of the list of commands that may run in this call; null if there is none. */
  readonly trustedList?: string | null
  /** How long to wait for other writers. */
  readonly lockWaitMs?: number | undefined
}

/** A file's digests before and after a change. */
export interface AppliedEdit {
  readonly path: string
  /** sha256; null if the file is absent. */
  readonly before: string | null
  readonly after: string | null
}

/** A file's bytes before and after a change; null if it is absent. */
export interface FileChange {
  readonly path: string
  readonly before: Buffer | null
  readonly after: Buffer | null
}

/** Throws if an edit is outside `.planning/`, appends to a file that is not a log, or is not declared by the verb. */
export function checkDeclared(edit: Edit, { name, writes = [] }: Pick<Verb, 'name' | 'writes'>, base: string): void {
  const place = pathKindOf(edit.kind === 'remove' ? edit.path.replace(/\/$/, '') : edit.path)
  // The instruction file is the only one outside `.planning/`, for verbs that declare it.
  const isUndeclaredInstructions =
    place === 'instructions' && (edit.kind === 'line' || !writes.includes('instructions'))
  if (place === null || isUndeclaredInstructions) throw outsideError(edit.path)
  if (edit.kind === 'line' && place !== 'log')
    throw gsdError(
      'WRITE_REFUSED',
      `expected a log (.jsonl) to append to, received "${edit.path}"`,
      'report this as a bug: lines are appended to logs only',
    )
  if (place === 'instructions') return
  const artifact = artifactOf(edit.path, base)
  if (!writes.includes(artifact))
    throw gsdError(
      'WRITE_REFUSED',
      `the verb "${name}" declares to write ${writes.join(', ') || 'nothing'}, but wants to change ${edit.path} (${artifact})`,
      'report this as a bug: the verb changes an undeclared file',
    )
}

/** The lines that the edits append to logs. */
export function collectAppends(digest: Digest, edits: readonly Edit[]): readonly Append[] {
  return edits.flatMap((edit) =>
    edit.kind === 'line' ? [{ path: edit.path, text: frameLine(edit.payload, digest) }] : [],
  )
}

/** The files that change, with their bytes. Throws `CONFLICT` if a file differs from what the view read. */
export function collectChanges(
  workspace: Workspace,
  view: View,
  edits: readonly Edit[],
  files: FilePort,
): readonly FileChange[] {
  const seen = new Set<string>()
  return edits.flatMap((edit) => {
    if (edit.kind === 'line' || edit.path.endsWith('/')) return []
    if (seen.has(edit.path)) throw new Error(`two edits of ${edit.path} in one change`)
    seen.add(edit.path)
    const before = bytesAsRead(workspace, view, edit.path, files)
    const after =
      edit.kind === 'copy'
        ? bytesAsRead(workspace, view, edit.from, files)
        : edit.kind === 'text'
          ? Buffer.from(edit.text, 'utf8')
          : null
    if (edit.kind === 'copy' && after === null) throw new Error(`${edit.from} cannot be copied: it does not exist`)
    const isSame = before === null || after === null ? before === after : before.equals(after)
    return isSame ? [] : [{ path: edit.path, before, after }]
  })
}

/** A file's bytes. Throws `CONFLICT` if they are not those that the verb read. */
function bytesAsRead({ root }: Workspace, view: View, path: string, files: FilePort): Buffer | null {
  const bytes = files.read(join(root, path))
  expectUnchanged(path, view.source(path)?.sha256 ?? null, digestOf(bytes))
  return bytes
}

/** Throws `HOLD` if the write depends on a file with merge conflicts and does not resolve them. */
export function checkMerged(
  { root }: Pick<Workspace, 'root'>,
  view: View,
  edits: readonly Edit[],
  changes: readonly FileChange[],
): void {
  // Runtime files depend on no plans.
  if (edits.every(({ path }) => path.startsWith(`${RUNTIME_FOLDER}/`))) return
  const after = new Map(changes.map(({ path, after: bytes }) => [path, bytes?.toString('utf8') ?? '']))
  const [first, ...more] = unmergedAfter(view, after, isMerging(root))
  if (first === undefined) return
  const others = more.length === 0 ? '' : `; so do ${more.map(({ path, line }) => `${path}:${line}`).join(', ')}`
  throw gsdError(
    'HOLD',
    `${first.path}:${first.line} has merge conflict markers${others}`,
    `finish the merge in ${[first, ...more].map(({ path }) => path).join(', ')}, then repeat the command; nothing was written`,
  )
}

/** The digests of all changed files and logs. */
export function summarize(
  workspace: Workspace,
  changes: readonly FileChange[],
  appends: readonly Append[],
  files: FilePort,
): readonly AppliedEdit[] {
  const changed = changes.map(
    ({ path, before, after }): AppliedEdit => ({ path, before: digestOf(before), after: digestOf(after) }),
  )
  const logs = [...new Set(appends.map(({ path }) => path))].map((path): AppliedEdit => {
    const before = files.read(join(workspace.root, path))
    const text = appends
      .filter((append) => append.path === path)
      .map((append) => append.text)
      .join('')
    return {
      path,
      before: before === null ? null : sha256Bytes(before),
      after: sha256Bytes(Buffer.concat([completeLines(before), Buffer.from(text, 'utf8')])),
    }
  })
  return [...changed, ...logs]
}

/** A log without an incomplete last line. */
const completeLines = (bytes: Buffer | null): Buffer =>
  bytes === null ? Buffer.alloc(0) : bytes.subarray(0, bytes.lastIndexOf(10) + 1)

/** Throws if a link or another obstacle is on one of the paths. Reads no file. */
export function checkInside(root: string, paths: readonly string[]): void {
  for (const path of paths) {
    const refused = pathRefusal(root, path.replace(/\/$/, '/x'))
    if (refused !== null) throw refused
  }
}
