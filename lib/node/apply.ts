// Applies the plan of an installation: all or nothing, one run at a time in a scope. If a run is killed after it wrote
// its intent, the next run completes it. A run that is killed earlier has changed nothing.
import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ErrorBody, GsdError, gsdError } from '../errors.js'
import { digestOf } from '../install/disk.js'
import type { Operation, Plan, Put } from '../install/operation.js'
import { JOURNAL_FOLDER, LOCK_FILE } from '../install/target.js'
import { quietly } from '../std/attempt.js'
import { errno, isAtOrBelow, namesIn, orNull, plainFile } from './disk.js'
import { durableFiles as files } from './durable.js'
import { type InstallIntent, isInProject, isStaged, readIntent } from './intent.js'
import { acquireLock, type Lock, withLock } from './lock.js'
import { type Before, complete, doStep, expectUnchanged, type Undo, undoAll, type Work, writeIntent } from './steps.js'
import { systemError } from './system-error-fixes.js'

/** What a run is doing, and how much of it is done. */
export interface Progress {
  readonly phase: 'stage' | 'write' | 'undo'
  readonly done: number
  readonly total: number
}

/** Where the lock and the journal of a run are. */
export interface InstallPlace {
  /** Physical path of the project in local scope, otherwise of the home. */
  readonly base: string
  /** Whether the base is a project: then the run changes nothing outside it. */
  readonly isProject: boolean
}

export interface RecoverOptions extends InstallPlace {
  /** Called with each path that is left alone, because it is outside the project or another program has changed it. */
  readonly onSkipped?: (path: string) => void
}

export interface ApplyOptions extends InstallPlace {
  /** Called before staging, before each write and before an undo. If it throws, the run is undone. */
  readonly onStep?: (progress: Progress) => void
}

const workIn = (base: string): Work => ({ folder: join(base, JOURNAL_FOLDER), files, at: (path) => path })

/** Completes or drops a killed run of this scope; false if there is none. Throws `LOCKED` while a run is active. */
export function recover(options: RecoverOptions): boolean {
  if (!namesIn(options.base).some((name) => name === JOURNAL_FOLDER || name.startsWith(LOCK_FILE))) return false
  return withLock(join(options.base, LOCK_FILE), () => finishInterrupted(options), { waitMs: 0 })
}

/** Completes or drops a killed run; false if there is none. Requires the lock. */
function finishInterrupted({ base, isProject, onSkipped }: RecoverOptions): boolean {
  const work = workIn(base)
  const found = lstatSync(work.folder, { throwIfNoEntry: false })
  if (found === undefined) return false
  const intent = found.isDirectory() ? readIntent(work.folder) : null
  if (intent !== null) {
    const mayChange = (path: string, kind: 'file' | 'folder') => !isProject || isInProject(base, path, kind)
    const staged = new Set(intent.steps.filter((step, index) => isStaged(work.folder, step, index)))
    createFolders(intent.made.filter(({ path }) => mayChange(path, 'folder')))
    const steps = intent.steps.filter(({ path }) => mayChange(path, 'file'))
    const changedByOthers = complete(work, steps, (step) => staged.has(step))
    const outsideProject = intent.steps.filter((step) => !steps.includes(step)).map(({ path }) => path)
    for (const path of [...outsideProject, ...changedByOthers]) onSkipped?.(path)
    for (const path of intent.removes.filter((folder) => mayChange(folder, 'folder'))) files.removeEmpty(path)
  }
  files.removeTree(work.folder)
  return true
}

/** Applies a plan. Throws `LOCKED` during another run, `CONFLICT` or, for paths outside the project, `INSTALL_REFUSED`. */
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
    throw failureOf(error, [])
  }
}

function run(plan: Plan, options: ApplyOptions): void {
  const work = workIn(options.base)
  const intent = intentOf(plan.operations)
  const undos: Undo[] = []
  try {
    for (const { path, before } of plan.expects) bytesBefore(path, before)
    const before = new Map(intent.steps.map((step) => [step.path, bytesBefore(step.path, step.before)] as const))
    stage(plan.operations, work, options)
    writeIntent(work, intent)
    createFolders(intent.made)
    files.together(() => {
      for (const [index, step] of intent.steps.entries()) {
        options.onStep?.({ phase: 'write', done: index, total: intent.steps.length })
        doStep(work, step, before.get(step.path) ?? null, undos)
      }
    })
  } catch (error) {
    throw undoRun(error, work, intent.made, undos, options.onStep)
  }
  // The change is complete. If this fails, the next run tidies up.
  quietly(() => {
    for (const path of intent.removes) files.removeEmpty(path)
    files.removeTree(work.folder)
  })
}

function intentOf(operations: readonly Operation[]): InstallIntent {
  const changes = operations.filter((operation) => operation.kind !== 'remove-directory')
  return {
    steps: changes.map((operation, index) => ({
      path: operation.path,
      before: operation.before,
      after: operation.kind === 'put' ? digestOf(operation.bytes) : null,
      staged: operation.kind === 'put' ? String(index) : null,
      ...(operation.kind === 'put' && operation.mode !== undefined ? { mode: operation.mode } : {}),
    })),
    made: foldersFor(operations.filter((operation) => operation.kind === 'put')),
    removes: operations.flatMap(({ kind, path }) => (kind === 'remove-directory' ? [path] : [])),
  }
}

/** Missing folders, outermost first. A folder that receives only private files is private. */
function foldersFor(all: readonly Put[]): InstallIntent['made'] {
  const shared = new Set(all.filter((operation) => !isPrivate(operation)).map(({ path }) => dirname(path)))
  const missing = new Set(all.flatMap(({ path }) => missingAbove(path)))
  const privateFolders = new Set(all.map(({ path }) => dirname(path)).filter((folder) => !shared.has(folder)))
  return [...missing].sort().map((path) => ({ path, mode: privateFolders.has(path) ? 0o700 : 0o777 }))
}

function missingAbove(path: string): readonly string[] {
  const parent = dirname(path)
  return parent === path || existsSync(parent) ? [] : [...missingAbove(parent), parent]
}

const isPrivate = ({ mode }: Put): boolean => mode !== undefined && (mode & 0o077) === 0

function createFolders(made: InstallIntent['made']): void {
  for (const { path, mode } of made) orNull(() => mkdirSync(path, { mode }), 'EEXIST')
}

const MAX_BYTES = 512 * 1024 * 1024

/** The bytes that an undo restores; null if there is no file. Throws `CONFLICT` if the file is not the expected one. */
function bytesBefore(path: string, expected: string | null): Before | null {
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
    for (const [index, operation] of changes.entries())
      if (operation.kind === 'put') files.write(join(folder, String(index)), operation.bytes)
  })
}

/** Undoes a failed run; returns the error to throw. */
function undoRun(
  cause: unknown,
  work: Work,
  made: InstallIntent['made'],
  undos: readonly Undo[],
  onStep: ApplyOptions['onStep'],
): Error {
  quietly(() => onStep?.({ phase: 'undo', done: 0, total: 1 }))
  let changedByOthers: readonly string[] = []
  try {
    files.together(() => {
      changedByOthers = undoAll(work, undos)
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
  return failureOf(cause, changedByOthers)
}

function failureOf(cause: unknown, changedByOthers: readonly string[]): Error {
  const left =
    changedByOthers.length === 0
      ? ''
      : `; another program changed ${changedByOthers.join(', ')} in the meantime, and its version was kept`
  const failure = (body: ErrorBody) => new GsdError({ ...body, message: `${body.message}${left}` }, { cause })
  if (cause instanceof GsdError) return left === '' ? cause : failure(cause.body)
  const unchanged = 'no changes were made'
  return errno(cause) === ''
    ? failure({
        code: 'INTERNAL',
        message: `${messageOf(cause)}; ${unchanged}`,
        fix: 'fix the cause and repeat the command',
      })
    : failure(systemError(cause as NodeJS.ErrnoException, `; ${unchanged}`).body)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Refuses paths outside the project, where a link can lead. */
function refuseOutside({ operations }: Plan, project: string): void {
  const outside = operations.find(({ path }) => !isAtOrBelow(project, path))
  if (outside === undefined) return
  throw gsdError(
    'INSTALL_REFUSED',
    `a link in ${project} points outside, to ${outside.path}; nothing was done`,
    'replace the link with a folder, or install for all your projects with --global',
  )
}
