// The one place where planning files change: lock, fresh view, verb, its edits, commit.
import { randomBytes } from 'node:crypto'
import { join, relative, resolve, sep } from 'node:path'
import type { Edit } from '../artifacts/codec.js'
import type { ArtifactId } from '../artifacts/paths.js'
import { isOwnProgram } from '../core/builtin-steps.js'
import { frameLine } from '../core/history/journal.js'
import { JOURNAL_FOLDER, RUNTIME_FOLDER } from '../core/layout.js'
import { isNamed, untrustedIn } from '../core/trust.js'
import type { View } from '../core/view.js'
import { GsdError } from '../errors.js'
import type { RunResult } from '../ports.js'
import { UPDATE } from '../std/set-up.js'
import type { Change, Mutation, Step, Task } from '../verbs/verb.js'
import { commit, isRuntime, recover } from './commit.js'
import { clear } from './confined.js'
import { confined } from './confined-files.js'
import { durableFiles, type FilePort } from './durable.js'
import {
  type AppliedEdit,
  checkDeclared,
  checkInside,
  checkMerged,
  collectAppends,
  collectChanges,
  summarize,
  type Workspace,
} from './edits.js'
import { withLock } from './lock.js'
import { runStep } from './run.js'

export type { Workspace } from './edits.js'

export interface WriteOptions {
  readonly dryRun?: boolean
  readonly files?: FilePort
  readonly lockWaitMs?: number
  /** The unit the write belongs to, and the writes it takes back, for the journal. */
  readonly unit?: string | null
  readonly undoes?: readonly string[] | undefined
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
    return applyChange(workspace, view, verb, verb.run(args as never, view), options)
  })
}

/** The edits of a change, then what it agreed to: a command is never trusted for a change that was not made. */
function applyChange<R>(
  workspace: Workspace,
  view: View,
  verb: { readonly name: string; readonly writes: readonly ArtifactId[] },
  answer: Change<R>,
  options: WriteOptions,
): { readonly answer: Change<R>; readonly applied: Applied } {
  const { unit = null, undoes, edits = [] } = answer
  const applied = applyEdits(workspace, view, verb, edits, { unit, undoes, ...options })
  if (options.dryRun !== true) keepAgreements(workspace, answer, applied)
  return { answer, applied }
}

/** A change that was made is not taken back because its agreements cannot be kept: its commands need a person later. */
function keepAgreements(
  workspace: Workspace,
  { agrees = [], forgets = [] }: Pick<Change<unknown>, 'agrees' | 'forgets'>,
  { changed }: Applied,
): void {
  try {
    if (agrees.length > 0) workspace.keepAgreed?.(agrees)
    if (forgets.length > 0) workspace.dropAgreed?.(forgets)
  } catch (error) {
    if (!changed) throw error
  }
}

/** Refuses a batch before any of it is started, where the tree names a command in it that nobody agreed to. */
async function checkTrust(workspace: Workspace, steps: readonly Step[]): Promise<void> {
  const named = steps.filter((step) => isNamed(step) || !isOwnProgram(step.argv[0]))
  if (named.length === 0) return
  const view = workspace.openView()
  const wanted = untrustedIn(named, view, isOwnProgram)
  if (wanted.length === 0) return
  const { isNamedList, untrustedError } = await import('../core/tree-commands.js')
  const { trustedList = null } = workspace
  if (trustedList !== null && isNamedList(view, wanted, trustedList)) return
  throw new GsdError(untrustedError(view, wanted))
}

/** Runs a task: its programs without the lock, its last word under the lock on a fresh view. */
export async function runTask<R>(
  workspace: Workspace,
  verb: Task<never, R>,
  args: unknown,
  options: WriteOptions = {},
): Promise<{ readonly answer: Change<R>; readonly applied: Applied } | { readonly planned: readonly Step[] }> {
  // A report that only asks programs takes no lock.
  const reads = verb.writes.length === 0
  const results = new Map<string, RunResult>()
  let steps = verb.plan(args as never, workspace.openView())
  for (;;) {
    if (options.dryRun && steps.some((step) => step.looks !== true)) return { planned: steps }
    await checkTrust(workspace, steps)
    for (const step of steps) {
      clearFor(workspace.root, step)
      results.set(step.name, await runStep(workspace.root, step))
    }
    const outcome = underLock(workspace, reads ? { ...options, dryRun: true } : options, () => {
      const view = workspace.openView()
      const answer = verb.finish(args as never, view, results)
      if ('more' in answer) return answer
      return applyChange(workspace, view, verb, answer, options)
    })
    if (!('more' in outcome)) return outcome
    steps = outcome.more
  }
}

/** A program follows every link: what it makes below the planning folder is looked at before it starts. */
function clearFor(root: string, { makes }: Step): void {
  if (makes === undefined) return
  const path = relative(root, resolve(root, makes)).replaceAll(sep, '/')
  if (path.startsWith('.planning/')) clear(root, path, 'folder')
}

/** Under `--dry-run` nothing is locked: a dry run changes no byte. */
function underLock<T>(workspace: Workspace, options: WriteOptions, body: () => T): T {
  if (options.dryRun) return body()
  // Before the lock, which is a file of that folder too.
  clear(workspace.root, '.planning', 'folder')
  return withLock(
    join(workspace.root, '.planning', '.lock'),
    () => {
      recover(workspace.root, options.files ?? durableFiles)
      return body()
    },
    { waitMs: options.lockWaitMs ?? workspace.lockWaitMs },
  )
}

/** Checks and writes the edits of one verb. The lock must be held. */
function applyEdits(
  workspace: Workspace,
  view: View,
  verb: { readonly name: string; readonly writes: readonly ArtifactId[] },
  edits: readonly Edit[],
  options: WriteOptions = {},
): Applied {
  const { root } = workspace
  const files = confined(root, options.files ?? durableFiles)
  for (const edit of edits) checkDeclared(edit, verb, workspace.base)
  const places = edits.map(({ path }) => path)
  if (edits.length > 0) checkInside(root, [...places, `${JOURNAL_FOLDER}/objects/x`, `${RUNTIME_FOLDER}/tx/x`])
  const appends = collectAppends(workspace.digest, edits)
  const changes = collectChanges(workspace, view, edits, files)
  checkMerged(workspace, view, edits, changes)
  const folders = edits.flatMap(({ kind, path }) => (kind === 'remove' && path.endsWith('/') ? [path] : []))
  const summary = summarize(workspace, changes, appends, files)
  if (changes.length === 0 && appends.length === 0)
    return { changed: false, changed_files: [], journal: null, edits: [] }
  if (options.dryRun) return { changed: true, changed_files: visible(summary), journal: null, edits: summary }
  checkSchema(root, files)
  const at = new Date(workspace.clock.now()).toISOString()
  const id = `${at.slice(0, 19).replace(/[-:T]/g, '')}-${randomBytes(4).toString('hex')}`
  const isNoted = commit(
    {
      root,
      statePath: `${workspace.base}/STATE.md`,
      files,
      frame: (payload) => frameLine(payload, workspace.digest),
    },
    {
      id,
      at,
      verb: verb.name,
      unit: options.unit ?? null,
      ...(options.undoes === undefined ? {} : { undoes: options.undoes }),
    },
    { changes, appends, folders },
    summary,
  )
  return { changed: true, changed_files: visible(summary), journal: isNoted ? id : null, edits: summary }
}

const visible = (edits: readonly AppliedEdit[]) => edits.map(({ path }) => path).filter((path) => !isRuntime(path))

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
    fix: `update the pack, ${UPDATE}`,
  })
}
