// Turns a verb's edits into bytes: declared, inside the planning folder, checked against the current bytes.
import { join } from 'node:path'
import type { Edit } from '../artifacts/codec.js'
import { frameLine } from '../core/history/journal.js'
import { artifactOf, RUNTIME_FOLDER } from '../core/layout.js'
import type { Verb } from '../core/verb.js'
import type { View } from '../core/view.js'
import { pathKindOf } from '../core/writing/places.js'
import { unmergedAfter } from '../core/writing/unmerged.js'
import { GsdError } from '../errors.js'
import type { Agreed, Clock, Digest, Tree } from '../ports.js'
import { inTheWay, outside } from './confined.js'
import { digestOf, sha256Bytes } from './digest.js'
import type { FilePort } from './durable.js'
import type { Append } from './intent.js'
import { isMerging } from './project.js'
import { expectUnchanged } from './steps.js'

/** The writer's view of a project. */
export interface Workspace {
  /** Absolute. */
  readonly root: string
  /** Planning folder relative to the root. */
  readonly base: string
  readonly clock: Clock
  readonly digest: Digest
  /** A fresh view of the disk, optionally wrapped by `over`. */
  openView(over?: (tree: Tree) => Tree): View
  /** Saves a change's agreements; called under the lock, after the change. */
  keepAgreed?(agreed: readonly Agreed[]): void
  dropAgreed?(digests: readonly string[] | 'all'): void
  /** Digest of the commands that may run in this call; null for none. */
  readonly trustedList?: string | null
  /** How long to wait for another writer. */
  readonly lockWaitMs?: number | undefined
}

export interface AppliedEdit {
  readonly path: string
  /** sha256, or null if absent. */
  readonly before: string | null
  readonly after: string | null
}

export interface FileChange {
  readonly path: string
  readonly before: Buffer | null
  readonly after: Buffer | null
}

/** Refuses an edit outside `.planning/` or of a kind the verb does not declare. */
export function checkDeclared(edit: Edit, { name, writes = [] }: Pick<Verb, 'name' | 'writes'>, base: string): void {
  const place = pathKindOf(edit.kind === 'remove' ? edit.path.replace(/\/$/, '') : edit.path)
  // The instruction file is the only one outside `.planning/`, for verbs that declare it.
  const isStray = place === 'instructions' && (edit.kind === 'line' || !writes.includes('instructions'))
  if (place === null || isStray) throw outside(edit.path)
  if (edit.kind === 'line' && place !== 'log')
    throw new GsdError({
      code: 'WRITE_REFUSED',
      message: `expected a log (.jsonl) to append to, received "${edit.path}"`,
      fix: 'report this as a bug: lines are appended to logs only',
    })
  if (place === 'instructions') return
  const artifact = artifactOf(edit.path, base)
  if (!writes.includes(artifact))
    throw new GsdError({
      code: 'WRITE_REFUSED',
      message: `the verb "${name}" declares to write ${writes.join(', ') || 'nothing'}, but wants to change ${edit.path} (${artifact})`,
      fix: 'report this as a bug: the verb changes an undeclared file',
    })
}

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
    const before = seenBytes(workspace, view, edit.path, files)
    const after =
      edit.kind === 'copy'
        ? seenBytes(workspace, view, edit.from, files)
        : edit.kind === 'text'
          ? Buffer.from(edit.text, 'utf8')
          : null
    if (edit.kind === 'copy' && after === null) throw new Error(`${edit.from} cannot be copied: it does not exist`)
    const same = before === null || after === null ? before === after : before.equals(after)
    return same ? [] : [{ path: edit.path, before, after }]
  })
}

/** A file's bytes as the verb saw them. */
function seenBytes({ root }: Workspace, view: View, path: string, files: FilePort): Buffer | null {
  const bytes = files.read(join(root, path))
  expectUnchanged(path, view.source(path)?.sha256 ?? null, digestOf(bytes))
  return bytes
}

/** Throws `HOLD` if the write depends on a file with merge conflicts, unless it resolves them. */
export function checkMerged(
  { root }: Pick<Workspace, 'root'>,
  view: View,
  edits: readonly Edit[],
  changes: readonly FileChange[],
): void {
  // Runtime files are not plans.
  if (edits.every(({ path }) => path.startsWith(`${RUNTIME_FOLDER}/`))) return
  const after = new Map(changes.map(({ path, after: bytes }) => [path, bytes?.toString('utf8') ?? '']))
  const [first, ...more] = unmergedAfter(view, after, isMerging(root))
  if (first === undefined) return
  const others = more.length === 0 ? '' : `; so do ${more.map(({ path, line }) => `${path}:${line}`).join(', ')}`
  throw new GsdError({
    code: 'HOLD',
    message: `${first.path}:${first.line} has merge conflict markers${others}`,
    fix: `finish the merge in ${[first, ...more].map(({ path }) => path).join(', ')}, then repeat the command; nothing was written`,
  })
}

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
      after: sha256Bytes(Buffer.concat([committed(before), Buffer.from(text, 'utf8')])),
    }
  })
  return [...changed, ...logs]
}

const committed = (bytes: Buffer | null): Buffer =>
  bytes === null ? Buffer.alloc(0) : bytes.subarray(0, bytes.lastIndexOf(10) + 1)

/** Throws `PATH_OUTSIDE` if a link leads the write elsewhere, before reading anything. */
export function checkInside(root: string, paths: readonly string[]): void {
  for (const path of paths) {
    const refused = inTheWay(root, path.replace(/\/$/, '/x'))
    if (refused !== null) throw refused
  }
}
