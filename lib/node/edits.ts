// What the edits of a verb mean in bytes: declared, inside the planning folder, against the present bytes.
import { join } from 'node:path'
import type { Edit } from '../artifacts/codec.js'
import type { ArtifactId } from '../artifacts/paths.js'
import { artifactOf } from '../core/artifact-paths.js'
import { frameLine } from '../core/history/journal.js'
import { RUNTIME_FOLDER } from '../core/layout.js'
import type { Verb } from '../core/verb.js'
import type { View } from '../core/view.js'
import { placeOf } from '../core/writing/places.js'
import { unmergedAfter } from '../core/writing/unmerged.js'
import { GsdError } from '../errors.js'
import type { Agreed, Clock, Digest, Tree } from '../ports.js'
import { inTheWay, outside } from './confined.js'
import { sha256Bytes, sha256Kept } from './digest.js'
import type { FilePort } from './durable.js'
import type { Append } from './intent.js'
import { isMerging } from './project.js'
import { expectUnchanged } from './steps.js'

/** What the writer needs to know of a project. */
export interface Workspace {
  /** Absolute path of the project root. */
  readonly root: string
  /** Planning base relative to the root. */
  readonly base: string
  readonly clock: Clock
  readonly digest: Digest
  /** A view that reads the disk anew, through what `over` makes of it. */
  openView(over?: (tree: Tree) => Tree): View
  /** Keeps what a change agreed to; called under the lock, after the change was made. */
  keepAgreed?(agreed: readonly Agreed[]): void
  /** Takes such agreements back. */
  dropAgreed?(digests: readonly string[] | 'all'): void
  /** Digest of the list of commands that may run in this call; null: none. */
  readonly trustedList?: string | null
  /** How long another writer is waited for; the usual time when left out. */
  readonly lockWaitMs?: number | undefined
}

export interface AppliedEdit {
  readonly path: string
  readonly kind: 'create' | 'modify' | 'remove' | 'append'
  /** sha256, null when the file is absent. */
  readonly before: string | null
  readonly after: string | null
}

export interface FileChange {
  readonly path: string
  readonly before: Buffer | null
  readonly after: Buffer | null
}

/** The project's file for agents: the one that may be written outside of `.planning/`, by verbs that say so. */
const isInstructions = (edit: Edit, writes: readonly ArtifactId[]): boolean =>
  writes.includes('instructions') && edit.kind !== 'line' && edit.kind !== 'cut'

/** An edit names a path below `.planning/` of a kind that the verb declares to write. */
export function checkDeclared(edit: Edit, { name, writes = [] }: Pick<Verb, 'name' | 'writes'>, base: string): void {
  const place = placeOf(edit.kind === 'remove' ? edit.path.replace(/\/$/, '') : edit.path)
  if (place === null || (place === 'instructions' && !isInstructions(edit, writes))) throw outside(edit.path)
  if ((edit.kind === 'line' || edit.kind === 'cut') && place !== 'log')
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
      fix: 'report this as a bug: the verb changes what it does not declare',
    })
}

export function collectAppends(digest: Digest, edits: readonly Edit[]): readonly Append[] {
  return edits.flatMap((edit) =>
    edit.kind === 'line'
      ? [{ path: edit.path, text: frameLine(edit.payload, digest) }]
      : // An append cuts an unterminated last line first, and this one does nothing else.
        edit.kind === 'cut'
        ? [{ path: edit.path, text: '' }]
        : [],
  )
}

/** The files that will differ, with their bytes. Throws `CONFLICT` where a file is not what the view saw. */
export function collectChanges(
  workspace: Workspace,
  view: View,
  edits: readonly Edit[],
  files: FilePort,
): readonly FileChange[] {
  const seen = new Set<string>()
  return edits.flatMap((edit) => {
    if (edit.kind === 'line' || edit.kind === 'cut' || edit.path.endsWith('/')) return []
    if (seen.has(edit.path)) throw new Error(`two edits of ${edit.path} in one change`)
    seen.add(edit.path)
    const before = files.read(join(workspace.root, edit.path))
    expectUnchanged(edit.path, view.source(edit.path)?.sha256 ?? null, digestOf(before))
    const after =
      edit.kind === 'copy'
        ? bytesOf(workspace, view, edit.from, files)
        : edit.kind === 'text'
          ? Buffer.from(edit.text, 'utf8')
          : null
    const same = before === null || after === null ? before === after : before.equals(after)
    return same ? [] : [{ path: edit.path, before, after }]
  })
}

const digestOf = (bytes: Buffer | null): string | null => (bytes === null ? null : sha256Kept(bytes))

/** The bytes of a file as the verb saw it. */
function bytesOf(workspace: Workspace, view: View, path: string, files: FilePort): Buffer {
  const bytes = files.read(join(workspace.root, path))
  expectUnchanged(path, view.source(path)?.sha256 ?? null, digestOf(bytes))
  if (bytes === null) throw new Error(`${path} is to be copied, but it is not there`)
  return bytes
}

/** Throws `HOLD` where git left a file unmerged that this write rests on; one that takes the markers away is welcome. */
export function checkMerged(
  { root }: Pick<Workspace, 'root'>,
  view: View,
  edits: readonly Edit[],
  changes: readonly FileChange[],
): void {
  // The runtime folder is nobody's plan, and a log is fixed by cutting it.
  if (edits.every(({ kind, path }) => kind === 'cut' || path.startsWith(`${RUNTIME_FOLDER}/`))) return
  const after = new Map(changes.map(({ path, after: bytes }) => [path, bytes?.toString('utf8') ?? '']))
  const [first, ...more] = unmergedAfter(view, after, isMerging(root))
  if (first === undefined) return
  const others = more.length === 0 ? '' : `; so do ${more.map(({ path, line }) => `${path}:${line}`).join(', ')}`
  throw new GsdError({
    code: 'HOLD',
    message: `${first.path}:${first.line} holds merge conflict markers${others}`,
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
    ({ path, before, after }): AppliedEdit => ({
      path,
      kind: before === null ? 'create' : after === null ? 'remove' : 'modify',
      before: before === null ? null : sha256Kept(before),
      after: after === null ? null : sha256Kept(after),
    }),
  )
  const logs = [...new Set(appends.map(({ path }) => path))].map((path): AppliedEdit => {
    const before = files.read(join(workspace.root, path))
    const text = appends
      .filter((append) => append.path === path)
      .map((append) => append.text)
      .join('')
    return {
      path,
      kind: 'append',
      before: before === null ? null : sha256Bytes(before),
      after: sha256Bytes(Buffer.concat([committed(before), Buffer.from(text, 'utf8')])),
    }
  })
  return [...changed, ...logs]
}

const committed = (bytes: Buffer | null): Buffer =>
  bytes === null ? Buffer.alloc(0) : bytes.subarray(0, bytes.lastIndexOf(10) + 1)

/** Throws `PATH_OUTSIDE` where a link would lead the write elsewhere, before anything is read for it. */
export function checkInside(root: string, paths: readonly string[]): void {
  for (const path of paths) {
    const refused = inTheWay(root, path.replace(/\/$/, '/x'))
    if (refused !== null) throw refused
  }
}
