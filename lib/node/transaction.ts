// The only code that changes planning files: takes the lock, opens a view, runs the verb, checks and commits its edits.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { isOwnProgram, type UnitStep } from '../core/builtin-steps.js'
import { frameLine } from '../core/history/journal.js'
import { JOURNAL_FOLDER, RUNTIME_FOLDER } from '../core/layout.js'
import { isLater, isNamed, untrustedIn } from '../core/trust.js'
import { type Calls, type Change, type Ctx, type Need, type Programs, runsUnlocked, type Verb } from '../core/verb.js'
import type { View } from '../core/view.js'
import { GsdError, gsdError } from '../errors.js'
import type { Entry, RunResult, Source, Tree } from '../ports.js'
import { objectIn } from '../std/json.js'
import { UPDATE } from '../std/set-up.js'
import { commit, isRuntimePath, recover } from './commit.js'
import { checkPath, confinedFiles } from './confined.js'
import { durableFiles, type FilePort } from './durable.js'
import {
  checkDeclared,
  checkInside,
  checkMerged,
  collectAppends,
  collectChanges,
  summarize,
  type Workspace,
} from './edits.js'
import { acquireLock } from './lock.js'
import { runStep } from './run.js'

export type { Workspace } from './edits.js'

export interface WriteOptions {
  readonly files?: FilePort
}

/** What a verb changed. */
export interface Applied {
  readonly changed: boolean
  /** Changed planning files, without the runtime folder. */
  readonly changed_files: readonly string[]
  /** Id of the journal line; null if there is none. */
  readonly journal: string | null
}

const NOTHING_CHANGED: Applied = { changed: false, changed_files: [], journal: null }

export interface VerbResult {
  readonly answer: Change<unknown>
  readonly applied: Applied
}

/** The newest schema of a planning tree that this program can write. */
const PLANNING_SCHEMA = 1

type Writer = Pick<Verb, 'name' | 'writes' | 'needs' | 'run'>

/** Runs a verb and writes its edits, all or nothing. */
export async function runVerb(
  workspace: Workspace,
  verb: Writer,
  args: Readonly<Record<string, unknown>>,
  options: WriteOptions = {},
  calls?: Calls,
): Promise<VerbResult> {
  if (runsUnlocked(verb)) return runWithoutLock(workspace, verb, args, options, calls)
  return underLock(workspace, options, async () => {
    const view = workspace.openView()
    return applyChange(workspace, view, verb, await verb.run({ view } as Ctx<Need>, args), options)
  })
}

/** Writes the edits, then the agreements, so that no command is trusted because of a change that failed. */
function applyChange(
  workspace: Workspace,
  view: View,
  verb: Pick<Verb, 'name' | 'writes'>,
  answer: Change<unknown>,
  options: WriteOptions,
): VerbResult {
  const applied = applyEdits(workspace, view, verb, answer, options)
  const { agrees = [], forgets = [] } = answer
  try {
    if (agrees.length > 0) workspace.saveAgreed?.(agrees)
    if (forgets.length > 0) workspace.removeAgreed?.(forgets)
  } catch (error) {
    // The change is written, so the failure is ignored: the user will be asked about the commands later.
    if (!applied.changed) throw error
  }
  return { answer, applied }
}

/** Throws if a batch contains an untrusted command of the tree, before any of the batch is started. */
async function checkTrust(workspace: Workspace, steps: readonly UnitStep[]): Promise<void> {
  const named = steps.filter((step) => isNamed(step) || !isOwnProgram(step.argv[0]))
  if (named.length === 0) return
  const view = workspace.openView()
  const wanted = untrustedIn(named, view, isOwnProgram)
  if (wanted.length === 0) return
  const { isCurrentList, untrustedError } = await import('../core/tree-commands.js')
  const { trustedList = null } = workspace
  if (trustedList !== null && isCurrentList(view, wanted, trustedList)) return
  throw new GsdError(untrustedError(view, wanted))
}

/** Maximum number of attempts: a verb runs again if another process changed what it had read. */
const MAX_ATTEMPTS = 20

/** Writes the edits if what the verb read is unchanged; otherwise runs the verb again. No program runs twice. */
async function runWithoutLock(
  workspace: Workspace,
  verb: Writer,
  args: Readonly<Record<string, unknown>>,
  options: WriteOptions,
  calls?: Calls,
): Promise<VerbResult> {
  const results = new Map<string, RunResult>()
  const run: Programs['run'] = async (wanted) => {
    for (;;) {
      const steps = new Map(wanted().flatMap((step) => (results.has(step.name) ? [] : [[step.name, step] as const])))
      if (steps.size === 0) return
      await checkTrust(workspace, [...steps.values()])
      for (const [name, step] of steps) results.set(name, isLater(step) ? NOT_RUN : await runStep(workspace.root, step))
    }
  }
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const reads = recordedReads()
    const view = workspace.openView(reads.watch)
    const answer = await verb.run({ ...calls, view, results, run } as Ctx<Need>, args)
    const { edits = [], agrees = [], forgets = [] } = answer
    if (edits.length + agrees.length + forgets.length === 0) return { answer, applied: NOTHING_CHANGED }
    const done = await underLock(workspace, options, () =>
      reads.isUnchanged(workspace.openView()) ? applyChange(workspace, view, verb, answer, options) : null,
    )
    if (done === null) continue
    await answer.after?.()
    return done
  }
  throw gsdError(
    'CONFLICT',
    `other programs kept changing the planning files used by ${verb.name}; nothing was written`,
    'repeat the command',
  )
}

const NOT_RUN: RunResult = { exitCode: 0, stdout: '', stderr: '', durationMs: 0, problem: null }

/** Records what is read from a tree, to check later whether it is unchanged. */
function recordedReads() {
  const lists = new Map<string, string>()
  const reads = new Map<string, string | null>()
  // Locks are ignored.
  const namesOf = (entries: readonly Entry[]) => JSON.stringify(entries.filter(({ name }) => !name.startsWith('.lock')))
  const contentOf = (source: Source | null) => source && (source.text ?? source.sha256)
  return {
    watch: (tree: Tree): Tree => ({
      list(folder) {
        const found = tree.list(folder)
        lists.set(folder, namesOf(found))
        return found
      },
      read(path) {
        const found = tree.read(path)
        reads.set(path, contentOf(found))
        return found
      },
    }),
    isUnchanged: (now: View): boolean =>
      [...reads].every(([path, content]) => contentOf(now.source(path)) === content) &&
      [...lists].every(([folder, names]) => namesOf(now.list(folder)) === names),
  }
}

async function underLock<T>(workspace: Workspace, options: WriteOptions, body: () => T | Promise<T>): Promise<T> {
  // This is checked before locking, because the lock is in the folder.
  checkPath(workspace.root, '.planning', 'folder')
  const lock = acquireLock(join(workspace.root, '.planning', '.lock'), { waitMs: workspace.lockWaitMs })
  try {
    recover(workspace.root, options.files ?? durableFiles)
    return await body()
  } finally {
    lock.release()
  }
}

/** Checks and writes a verb's edits. Requires the lock. */
function applyEdits(
  workspace: Workspace,
  view: View,
  verb: Pick<Verb, 'name' | 'writes'>,
  { edits = [], unit, undoes }: Change<unknown>,
  options: WriteOptions,
): Applied {
  const { root } = workspace
  const files = confinedFiles(root, options.files ?? durableFiles)
  for (const edit of edits) checkDeclared(edit, verb, workspace.base)
  const places = edits.map(({ path }) => path)
  if (edits.length > 0) checkInside(root, [...places, `${JOURNAL_FOLDER}/objects/x`, `${RUNTIME_FOLDER}/tx/x`])
  const appends = collectAppends(workspace.digest, edits)
  const changes = collectChanges(workspace, view, edits, files)
  checkMerged(workspace, view, edits, changes)
  const folders = edits.flatMap(({ kind, path }) => (kind === 'remove' && path.endsWith('/') ? [path] : []))
  const summary = summarize(workspace, changes, appends, files)
  if (changes.length === 0 && appends.length === 0) return NOTHING_CHANGED
  checkSchema(root, files)
  const at = new Date(workspace.clock.now()).toISOString()
  const id = `${at.slice(0, 19).replace(/[-:T]/g, '')}-${randomBytes(4).toString('hex')}`
  const isJournaled = commit(
    { root, files, frame: (payload) => frameLine(payload, workspace.digest) },
    { id, at, verb: verb.name, unit: unit ?? null, ...(undoes === undefined ? {} : { undoes }) },
    { changes, appends, folders },
    summary,
  )
  const changed_files = summary.map(({ path }) => path).filter((path) => !isRuntimePath(path))
  return { changed: true, changed_files, journal: isJournaled ? id : null }
}

/** Throws if the planning tree has a newer schema. An invalid config.json has no schema. */
function checkSchema(root: string, files: FilePort): void {
  const config = files.read(join(root, '.planning/config.json'))?.toString('utf8') ?? ''
  const schema = objectIn(config)?.['planning_schema']
  if (typeof schema !== 'number' || schema <= PLANNING_SCHEMA) return
  throw gsdError(
    'SCHEMA_NEWER',
    `this project has planning_schema ${schema}, but this program supports up to ${PLANNING_SCHEMA}`,
    `update the pack, ${UPDATE}`,
  )
}
