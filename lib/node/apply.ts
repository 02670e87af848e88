// Applies the plan of an installation: all or nothing, one run at a time in a scope. If a run is killed after writing
// its intent, the next run completes it; if killed earlier, it has changed nothing.
import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ErrorBody, GsdError } from '../errors.js'
import { digestOf } from '../install/disk.js'
import type { Operation, Plan, Put } from '../install/operation.js'
import { JOURNAL_FOLDER, LOCK_FILE } from '../install/target.js'
import { quietly } from '../std/attempt.js'
import { errno, isBelow, namesIn, orNull, plainFile } from './disk.js'
import { durableFiles as files } from './durable.js'
import { type InstallIntent, isInProject, isStaged, readIntent } from './intent.js'
import { acquireLock, type Lock, withLock } from './lock.js'
import { type Before, complete, doStep, expectUnchanged, takeBack, type Undo, type Work, writeIntent } from './steps.js'
import { systemError } from './system-error-fixes.js'

export interface Progress {
  readonly phase: 'stage' | 'write' | 'undo'
  readonly done: number
  readonly total: number
}

/** The place of a run's lock and journal. */
export interface Base {
  /** Physical: the project in local scope, else the home. */
  readonly base: string
  /** A run in a project changes nothing outside it. */
  readonly isProject: boolean
}

export interface Recovering extends Base {
  /** Called with each path left alone because it is outside the project or another program has changed it since. */
  readonly onSkipped?: (path: string) => void
}

export interface ApplyOptions extends Base {
  /** Called before each step; throwing undoes the run. */
  readonly onStep?: (progress: Progress) => void
}

const workIn = (base: string): Work => ({ folder: join(base, JOURNAL_FOLDER), files, at: (path) => path })

/** Completes or drops a killed run of this scope; false if there is none. Throws `LOCKED` while one is active. */
export function recover(options: Recovering): boolean {
  if (!namesIn(options.base).some((name) => name === JOURNAL_FOLDER || name.startsWith(LOCK_FILE))) return false
  return withLock(join(options.base, LOCK_FILE), () => finishInterrupted(options), { waitMs: 0 })
}

/** The caller holds the lock. */
function finishInterrupted({ base, isProject, onSkipped }: Recovering): boolean {
  const work = workIn(base)
  const found = lstatSync(work.folder, { throwIfNoEntry: false })
  if (found === undefined) return false
  const intent = found.isDirectory() ? readIntent(work.folder) : null
  if (intent !== null) {
    const isMeant = (path: string, kind: 'file' | 'folder') => !isProject || isInProject(base, path, kind)
    const staged = new Set(intent.steps.filter((step, index) => isStaged(work.folder, step, index)))
    makeFolders(intent.made.filter(({ path }) => isMeant(path, 'folder')))
    const steps = intent.steps.filter(({ path }) => isMeant(path, 'file'))
    const theirs = complete(work, steps, (step) => staged.has(step))
    const strangers = intent.steps.filter((step) => !steps.includes(step)).map(({ path }) => path)
    for (const path of [...strangers, ...theirs]) onSkipped?.(path)
    for (const path of intent.removes.filter((one) => isMeant(one, 'folder'))) files.removeEmpty(path)
  }
  files.removeTree(work.folder)
  return true
}

/** Applies a plan. Throws `CONFLICT` if a file changed since, `INSTALL_REFUSED` if one lies outside the project. */
export async function apply(plan: Plan, options: ApplyOptions): Promise<void> {
  if (plan.operations.length === 0) return
  if (options.isProject) refuseOutside(plan, options.base)
  const lock = lockedIn(options.base)
  try {
    finishInterrupted(options)
    run(plan, options)
  } finally {
    quietly(() => lock.release())
  }
}

function lockedIn(base: string): Lock {
  try {
    return acquireLock(join(base, LOCK_FILE), { waitMs: 0 })
  } catch (error) {
    throw endOf(error, [])
  }
}

function run(plan: Plan, options: ApplyOptions): void {
  const work = workIn(options.base)
  const intent = intentOf(plan.operations)
  const undos: Undo[] = []
  try {
    for (const { path, before } of plan.expects) seenBefore(path, before)
    const before = new Map(intent.steps.map((step) => [step.path, seenBefore(step.path, step.before)] as const))
    stage(plan.operations, work, options)
    writeIntent(work, intent)
    makeFolders(intent.made)
    files.together(() => {
      for (const [index, step] of intent.steps.entries()) {
        options.onStep?.({ phase: 'write', done: index, total: intent.steps.length })
        doStep(work, step, before.get(step.path) ?? null, undos)
      }
    })
  } catch (error) {
    throw undone(error, work, intent.made, undos, options.onStep)
  }
  // The change is complete: if this fails, the next run tidies up.
  quietly(() => {
    for (const path of intent.removes) files.removeEmpty(path)
    files.removeTree(work.folder)
  })
}

function intentOf(operations: readonly Operation[]): InstallIntent {
  const changes = operations.filter((one) => one.kind !== 'remove-directory')
  return {
    steps: changes.map((one, index) => ({
      path: one.path,
      before: one.before,
      after: one.kind === 'put' ? digestOf(one.bytes) : null,
      staged: one.kind === 'put' ? String(index) : null,
      ...(one.kind === 'put' && one.mode !== undefined ? { mode: one.mode } : {}),
    })),
    made: foldersFor(operations.filter((one) => one.kind === 'put')),
    removes: operations.flatMap(({ kind, path }) => (kind === 'remove-directory' ? [path] : [])),
  }
}

/** Missing folders, outermost first. A folder created only for private files is private. */
function foldersFor(all: readonly Put[]): InstallIntent['made'] {
  const open = new Set(all.filter((one) => !isPrivate(one)).map(({ path }) => dirname(path)))
  const missing = new Set(all.flatMap(({ path }) => missingAbove(path)))
  const own = new Set(all.map(({ path }) => dirname(path)).filter((folder) => !open.has(folder)))
  return [...missing].sort().map((path) => ({ path, mode: own.has(path) ? 0o700 : 0o777 }))
}

function missingAbove(path: string): readonly string[] {
  const parent = dirname(path)
  return parent === path || existsSync(parent) ? [] : [...missingAbove(parent), parent]
}

const isPrivate = ({ mode }: Put): boolean => mode !== undefined && (mode & 0o077) === 0

function makeFolders(made: InstallIntent['made']): void {
  for (const { path, mode } of made) orNull(() => mkdirSync(path, { mode }), 'EEXIST')
}

const MAX_BYTES = 512 * 1024 * 1024

/** The bytes that an undo restores; null if there is no file. Throws if the file is not the expected one. */
function seenBefore(path: string, expected: string | null): Before | null {
  const found = plainFile(path, { maxBytes: MAX_BYTES })
  const isFile = typeof found !== 'string'
  expectUnchanged(path, expected, found === 'absent' ? null : isFile ? digestOf(found.bytes) : found)
  return isFile ? { bytes: found.bytes, mode: found.stat.mode & 0o7777 } : null
}

function stage(operations: readonly Operation[], { folder }: Work, { onStep }: ApplyOptions): void {
  const changes = operations.filter(({ kind }) => kind !== 'remove-directory')
  mkdirSync(folder, { mode: 0o700 })
  onStep?.({ phase: 'stage', done: 0, total: changes.length })
  files.together(() => {
    for (const [index, one] of changes.entries())
      if (one.kind === 'put') files.write(join(folder, String(index)), one.bytes)
  })
}

/** Restores everything and reports how the run ended. */
function undone(
  cause: unknown,
  work: Work,
  made: InstallIntent['made'],
  undos: readonly Undo[],
  onStep: ApplyOptions['onStep'],
): Error {
  quietly(() => onStep?.({ phase: 'undo', done: 0, total: 1 }))
  let theirs: readonly string[] = []
  try {
    files.together(() => {
      theirs = takeBack(work, undos)
    })
    for (const { path } of [...made].reverse()) files.removeEmpty(path)
    files.removeTree(work.folder)
  } catch (error) {
    return new GsdError(
      {
        code: 'IO',
        message: `the run failed (${messageOf(cause)}) and could not be undone (${messageOf(error)})`,
        fix: 'repeat the command: it repairs this first',
      },
      { cause: error },
    )
  }
  return endOf(cause, theirs)
}

function endOf(cause: unknown, theirs: readonly string[]): Error {
  const left =
    theirs.length === 0
      ? ''
      : `; except that another program changed ${theirs.join(', ')} in the meantime, and its version was kept`
  const ended = (body: ErrorBody) => new GsdError({ ...body, message: `${body.message}${left}` }, { cause })
  if (cause instanceof GsdError) return left === '' ? cause : ended(cause.body)
  const asBefore = 'no changes were made'
  return errno(cause) === ''
    ? ended({
        code: 'INTERNAL',
        message: `${messageOf(cause)}; ${asBefore}`,
        fix: 'fix the cause and repeat the command',
      })
    : ended(systemError(cause as NodeJS.ErrnoException, `; ${asBefore}`).body)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Refuses paths outside the project: a link can lead there. */
function refuseOutside({ operations }: Plan, project: string): void {
  const outside = operations.find(({ path }) => !isBelow(project, path))
  if (outside === undefined) return
  throw new GsdError({
    code: 'INSTALL_REFUSED',
    message: `a link in ${project} points outside, to ${outside.path}; nothing was done`,
    fix: 'replace the link with a folder, or install for all your projects with --global',
  })
}
