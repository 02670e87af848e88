// The one place where planning files change: lock, fresh view, verb, staged files, intent, renames, logs. Whatever stops it, the next write completes or undoes it.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ArtifactId, CodecRegistry } from '../artifacts/all.js'
import type { Edit } from '../artifacts/codec.js'
import { frameLine, type WriteRecord } from '../core/journal.js'
import { artifactOf, JOURNAL_FOLDER, RUNTIME_FOLDER } from '../core/layout.js'
import { renderChecked } from '../core/rendering.js'
import type { View } from '../core/view.js'
import { GsdError } from '../errors.js'
import type { Clock, Digest, RunResult, Source } from '../ports.js'
import type { Change, Mutation, Step, Task } from '../verbs/verb.js'
import { sha256Bytes } from './digest.js'
import { durableFiles, type FilePort } from './durable.js'
import { type Append, type Intent, TRANSACTIONS } from './intent.js'
import { acquirePidLock, isAbandoned, type Lock, readLock, withLock } from './lock.js'
import { runStep } from './run.js'

/** What the writer needs to know of a project. */
export interface Workspace {
  /** Absolute path of the project root. */
  readonly root: string
  /** Planning base relative to the root. */
  readonly base: string
  readonly clock: Clock
  readonly digest: Digest
  /** Codecs of everything the verb reads or writes. */
  readonly codecs: CodecRegistry
  /** A view that reads the disk anew. */
  openView(): View
  /** A source for text that is not on disk. */
  sourceOf(path: string, text: string): Source
}

export interface WriteOptions {
  readonly dryRun?: boolean
  readonly files?: FilePort
  readonly lockWaitMs?: number
  /** The unit the write belongs to, for the journal. */
  readonly unit?: string | null
}

interface AppliedEdit {
  readonly path: string
  readonly kind: 'create' | 'modify' | 'remove' | 'append'
  /** sha256, null when the file is absent. */
  readonly before: string | null
  readonly after: string | null
}

export interface Applied {
  readonly changed: boolean
  /** Changed planning files; files of the runtime folder are not listed. */
  readonly changed_files: readonly string[]
  /** Id of the journal line; null when nothing changed. */
  readonly journal: string | null
  readonly edits: readonly AppliedEdit[]
}

/** Newest schema of a planning tree that this program may write. */
const PLANNING_SCHEMA = 1

/** Runs a mutation under the lock and applies its edits, all or none. */
export function runMutation<R>(
  workspace: Workspace,
  verb: Pick<Mutation<never, R>, 'name' | 'writes'> & { run(args: never, view: View): Change<R> },
  args: unknown,
  options: WriteOptions = {},
): { readonly answer: Change<R>; readonly applied: Applied } {
  return underLock(workspace, options, () => {
    const view = workspace.openView()
    const answer = verb.run(args as never, view)
    return {
      answer,
      applied: applyEdits(workspace, view, verb, answer.edits, { unit: answer.unit ?? null, ...options }),
    }
  })
}

/** Runs a task: its programs without the lock, its last word under the lock on a fresh view. */
export async function runTask<R>(
  workspace: Workspace,
  verb: Task<never, R>,
  args: unknown,
  options: WriteOptions = {},
): Promise<{ readonly answer: Change<R>; readonly applied: Applied } | { readonly planned: readonly Step[] }> {
  const results = new Map<string, RunResult>()
  let steps = verb.plan(args as never, workspace.openView())
  for (;;) {
    if (options.dryRun && steps.some((step) => step.looks !== true)) return { planned: steps }
    for (const step of steps) results.set(step.name, await runStep(workspace.root, step))
    const outcome = underLock(workspace, options, () => {
      const view = workspace.openView()
      const answer = verb.finish(args as never, view, results)
      if ('more' in answer) return answer
      return {
        answer,
        applied: applyEdits(workspace, view, verb, answer.edits, { unit: answer.unit ?? null, ...options }),
      }
    })
    if (!('more' in outcome)) return outcome
    steps = outcome.more
  }
}

/** Under `--dry-run` nothing is locked: a dry run changes no byte. */
function underLock<T>(workspace: Workspace, options: WriteOptions, body: () => T): T {
  if (options.dryRun) return body()
  const planning = join(workspace.root, '.planning')
  return withLock(
    join(planning, '.lock'),
    () => {
      recover(workspace.root, options.files ?? durableFiles)
      return body()
    },
    options.lockWaitMs === undefined ? {} : { waitMs: options.lockWaitMs },
  )
}

interface FileChange {
  readonly path: string
  readonly before: Buffer | null
  readonly after: Buffer | null
}

/** Renders, checks and writes the edits of one verb. The lock must be held. */
function applyEdits(
  workspace: Workspace,
  view: View,
  verb: { readonly name: string; readonly writes: readonly ArtifactId[] },
  edits: readonly Edit[],
  options: WriteOptions = {},
): Applied {
  const files = options.files ?? durableFiles
  for (const edit of edits) checkDeclared(edit, verb, workspace.base)
  const appends = collectAppends(workspace, edits)
  const changes = collectChanges(workspace, view, edits, files)
  const folders = edits.flatMap(({ kind, path }) => (kind === 'remove' && path.endsWith('/') ? [path] : []))
  const summary = summarize(workspace, changes, appends, files)
  if (changes.length === 0 && appends.length === 0)
    return { changed: false, changed_files: [], journal: null, edits: [] }
  if (options.dryRun) return { changed: true, changed_files: visible(summary), journal: null, edits: summary }
  checkSchema(workspace.root, files)
  const journal = commit(workspace, verb.name, options.unit ?? null, { changes, appends, folders }, summary, files)
  return { changed: true, changed_files: visible(summary), journal, edits: summary }
}

const isRuntime = (path: string) => path.startsWith(`${RUNTIME_FOLDER}/`)
const visible = (edits: readonly AppliedEdit[]) => edits.map(({ path }) => path).filter((path) => !isRuntime(path))

function checkDeclared(
  edit: Edit,
  verb: { readonly name: string; readonly writes: readonly ArtifactId[] },
  base: string,
): void {
  const parts = edit.path.split('/')
  if (
    edit.path.startsWith('/') ||
    edit.path.includes('\\') ||
    edit.path.includes('\0') ||
    parts.includes('..') ||
    parts[0] !== '.planning'
  )
    throw new GsdError({
      code: 'PATH_OUTSIDE',
      message: `expected a path below .planning/, received "${edit.path}"`,
      fix: 'give a path inside the planning folder',
    })
  const artifact = artifactOf(edit.path, base)
  if (!verb.writes.includes(artifact))
    throw new GsdError({
      code: 'WRITE_REFUSED',
      message: `the verb "${verb.name}" declares to write ${verb.writes.join(', ') || 'nothing'}, but wants to change ${edit.path} (${artifact})`,
      fix: 'report this as a bug: the verb changes what it does not declare',
    })
}

function collectAppends(workspace: Workspace, edits: readonly Edit[]): readonly Append[] {
  return edits.flatMap((edit) =>
    edit.kind === 'line' ? [{ path: edit.path, text: frameLine(edit.payload, workspace.digest) }] : [],
  )
}

function collectChanges(
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
    const source = view.source(edit.path)
    const before = files.read(join(workspace.root, edit.path))
    checkUnchanged(edit.path, source?.sha256 ?? null, before)
    const after =
      edit.kind === 'copy' ? bytesOf(workspace, view, edit.from, files) : bytesAfter(workspace, edit, source)
    const same = before === null || after === null ? before === after : before.equals(after)
    return same ? [] : [{ path: edit.path, before, after }]
  })
}

/** The bytes of a file as the verb saw it. */
function bytesOf(workspace: Workspace, view: View, path: string, files: FilePort): Buffer {
  const bytes = files.read(join(workspace.root, path))
  checkUnchanged(path, view.source(path)?.sha256 ?? null, bytes)
  if (bytes === null) throw new Error(`${path} is to be copied, but it is not there`)
  return bytes
}

type Written = Exclude<Edit, { kind: 'line' | 'copy' }>

function bytesAfter(workspace: Workspace, edit: Written, source: Source | null): Buffer | null {
  const text = textAfter(workspace, edit, source)
  return text === null ? null : Buffer.from(text, 'utf8')
}

function textAfter(workspace: Workspace, edit: Written, source: Source | null): string | null {
  if (edit.kind === 'remove') return null
  if (edit.kind === 'text') return edit.text
  const codec = workspace.codecs[edit.artifact]
  if (codec === undefined) throw new Error(`no codec of "${edit.artifact}" was loaded`)
  if (source !== null && source.text === null)
    throw new GsdError({
      code: 'WRITE_REFUSED',
      message: `expected ${edit.path} to be UTF-8, it is not`,
      fix: `save ${edit.path} as UTF-8 and repeat the command`,
    })
  const rendered = renderChecked(codec, edit.value, edit.path, source ?? undefined, workspace.sourceOf)
  if ('text' in rendered) return rendered.text
  const { refused } = rendered
  throw new GsdError({
    code: 'WRITE_REFUSED',
    message: `${refused.path}${refused.line > 0 ? `:${refused.line}:${refused.column}` : ''}: ${refused.message}; expected ${refused.expected}, received ${refused.received}`,
    fix: refused.fix,
  })
}

function checkUnchanged(path: string, seen: string | null, bytes: Buffer | null): void {
  const now = bytes === null ? null : sha256Bytes(bytes)
  if (now === seen) return
  throw new GsdError({
    code: 'CONFLICT',
    message: `${path} changed while it was being edited: expected sha256 ${seen ?? 'none'}, found ${now ?? 'none'}`,
    fix: 'repeat the command; nothing was written',
  })
}

function summarize(
  workspace: Workspace,
  changes: readonly FileChange[],
  appends: readonly Append[],
  files: FilePort,
): readonly AppliedEdit[] {
  const changed = changes.map(
    ({ path, before, after }): AppliedEdit => ({
      path,
      kind: before === null ? 'create' : after === null ? 'remove' : 'modify',
      before: before === null ? null : sha256Bytes(before),
      after: after === null ? null : sha256Bytes(after),
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

/** A tree of a newer schema may be read, never written. A config that does not parse says nothing about it. */
function checkSchema(root: string, files: FilePort): void {
  const bytes = files.read(join(root, '.planning/config.json'))
  if (bytes === null) return
  let schema: unknown
  try {
    schema = (JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, '')) as { planning_schema?: unknown })
      .planning_schema
  } catch {
    return
  }
  if (typeof schema !== 'number' || schema <= PLANNING_SCHEMA) return
  throw new GsdError({
    code: 'SCHEMA_NEWER',
    message: `this project has planning_schema ${schema}, this program writes up to ${PLANNING_SCHEMA}`,
    fix: 'update the pack: npx gsd-pack@latest update',
  })
}

interface Planned {
  readonly changes: readonly FileChange[]
  readonly appends: readonly Append[]
  readonly folders: readonly string[]
}

function commit(
  workspace: Workspace,
  verb: string,
  unit: string | null,
  { changes, appends, folders }: Planned,
  summary: readonly AppliedEdit[],
  files: FilePort,
): string | null {
  const { root } = workspace
  ignoreFolder(root, RUNTIME_FOLDER)
  const at = new Date(workspace.clock.now()).toISOString()
  const id = `${at.slice(0, 19).replace(/[-:T]/g, '')}-${randomBytes(4).toString('hex')}`
  const recorded = summary.filter(({ path }) => !isRuntime(path))
  const journal: readonly Append[] =
    recorded.length === 0
      ? []
      : [
          {
            path: `${JOURNAL_FOLDER}/${at.slice(0, 7)}.jsonl`,
            text: frameLine(
              {
                kind: 'write',
                id,
                at,
                verb,
                unit,
                files: recorded.map(({ path, before, after }) => ({ path, before, after })),
              } satisfies WriteRecord,
              workspace.digest,
            ),
          },
        ]
  if (journal.length > 0) ignoreFolder(root, JOURNAL_FOLDER)
  for (const { path, before } of changes) if (before !== null && !isRuntime(path)) keepObject(root, before, files)
  const folder = join(root, TRANSACTIONS, id)
  const intent: Intent = {
    v: 1,
    id,
    files: changes.map(({ path, before, after }, index) => {
      if (after !== null) files.write(join(folder, String(index)), after)
      return {
        path,
        before: before === null ? null : sha256Bytes(before),
        after: after === null ? null : sha256Bytes(after),
        staged: after === null ? null : String(index),
      }
    }),
    appends: [...appends, ...journal],
    ...(folders.length === 0 ? {} : { folders }),
  }
  files.write(join(folder, 'intent.tmp'), Buffer.from(JSON.stringify(intent), 'utf8'))
  files.rename(join(folder, 'intent.tmp'), join(folder, 'intent.json'))
  perform(root, folder, intent, changes, files, `${workspace.base}/STATE.md`)
  return journal.length === 0 ? null : id
}

/** Executes a committed intent; on failure puts back what it had done. */
function perform(
  root: string,
  folder: string,
  intent: Intent,
  changes: readonly FileChange[],
  files: FilePort,
  statePath: string,
): void {
  const done: (() => void)[] = []
  let stateLock: Lock | null = null
  try {
    // Inside ours, older tools of the family are kept out of the one file they lock by itself.
    if (intent.files.some(({ path }) => path === statePath)) stateLock = acquirePidLock(join(root, `${statePath}.lock`))
    intent.files.forEach((file, index) => {
      const target = join(root, file.path)
      const now = files.read(target)
      checkUnchanged(file.path, file.before, now)
      done.push(() => restore(target, changes[index]?.before ?? null, folder, files))
      if (file.staged === null) files.remove(target)
      else files.rename(join(folder, file.staged), target)
    })
    for (const { path, text } of intent.appends) {
      const length = appendLog(root, path, text, files)
      done.push(() => files.truncate(join(root, path), length))
    }
  } catch (error) {
    for (const undo of done.reverse()) undo()
    for (const { path, before } of intent.files) if (before === null) sweepFolders(root, path, files)
    files.removeTree(folder)
    throw error
  } finally {
    stateLock?.release()
  }
  finish(root, folder, intent, files)
}

function appendLog(root: string, path: string, text: string, files: FilePort): number {
  try {
    return files.append(join(root, path), text)
  } catch (error) {
    const isJournal = path.startsWith(`${JOURNAL_FOLDER}/`)
    throw new GsdError(
      {
        code: isJournal ? 'JOURNAL_WRITE' : 'LEDGER_WRITE',
        message: `cannot append to ${path}: ${(error as Error).message}`,
        fix: `make ${path} writable (space, permissions) and repeat the command; nothing was changed`,
      },
      { cause: error },
    )
  }
}

function restore(target: string, before: Buffer | null, folder: string, files: FilePort): void {
  if (before === null) {
    files.remove(target)
    return
  }
  files.write(join(folder, 'restore'), before)
  files.rename(join(folder, 'restore'), target)
}

function finish(root: string, folder: string, intent: Intent, files: FilePort): void {
  files.removeTree(folder)
  for (const file of intent.files) {
    if (file.staged !== null) continue
    if (isRuntime(file.path)) files.removeEmpty(dirname(join(root, file.path)))
    else sweepFolders(root, file.path, files)
  }
  for (const path of intent.folders ?? []) files.removeEmpty(join(root, path))
}

/** Folders whose members are folders with a meaning of their own: an empty one would be read as a phase or a task. */
const SHELVES = new Set(['phases', 'quick', 'milestones'])

/** Removes the folders above a file that is gone, as far as they are empty and a member of a shelf or inside one. */
function sweepFolders(root: string, path: string, files: FilePort): void {
  const parts = path.split('/').slice(0, -1)
  const shelf = parts.findIndex((part) => SHELVES.has(part))
  if (shelf < 0) return
  for (let depth = parts.length; depth > shelf + 1; depth--)
    files.removeEmpty(join(root, parts.slice(0, depth).join('/')))
}

/** Completes or undoes what a process that died left behind. The lock must be held. */
function recover(root: string, files: FilePort = durableFiles): void {
  sweepLocks(join(root, '.planning'), files)
  const parent = join(root, TRANSACTIONS)
  for (const name of files.list(parent)) {
    const folder = join(parent, name)
    const bytes = files.read(join(folder, 'intent.json'))
    // Without an intent no planning file was touched yet.
    if (bytes === null) files.removeTree(folder)
    else rollForward(root, folder, JSON.parse(bytes.toString('utf8')) as Intent, files)
  }
}

/** Beginnings of locks, and rights to remove one, whose processes died. */
function sweepLocks(planning: string, files: FilePort): void {
  for (const name of files.list(planning)) {
    if (!name.startsWith('.lock.')) continue
    const found = readLock(join(planning, name))
    if (found !== null && isAbandoned(found)) files.remove(join(planning, name))
  }
}

function rollForward(root: string, folder: string, intent: Intent, files: FilePort): void {
  for (const file of intent.files) {
    const target = join(root, file.path)
    const bytes = files.read(target)
    const now = bytes === null ? null : sha256Bytes(bytes)
    // A file that is neither as before nor as after was changed by somebody since: theirs stays.
    if (now === file.after || now !== file.before) continue
    if (file.staged === null) files.remove(target)
    else if (files.read(join(folder, file.staged)) !== null) files.rename(join(folder, file.staged), target)
  }
  for (const { path, text } of intent.appends) {
    const bytes = files.read(join(root, path))
    if (bytes === null || !bytes.toString('utf8').includes(text)) appendLog(root, path, text, files)
  }
  finish(root, folder, intent, files)
}

/** Keeps the bytes a write replaces, by their digest, for `undo`. */
function keepObject(root: string, bytes: Buffer, files: FilePort): void {
  const name = sha256Bytes(bytes)
  const path = join(root, JOURNAL_FOLDER, 'objects', name.slice(0, 2), name.slice(2))
  if (files.read(path) !== null) return
  files.write(`${path}.tmp`, bytes)
  files.rename(`${path}.tmp`, path)
}

/** A folder that ignores itself needs no edit of anybody's .gitignore. */
function ignoreFolder(root: string, folder: string): void {
  const path = join(root, folder, '.gitignore')
  if (existsSync(path)) return
  durableFiles.write(path, Buffer.from('*\n'))
}
