// One run: saves what is there, stages what is new beside its place, changes places in order, and puts everything back on any error.
import { mkdirSync, renameSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { type ErrorBody, GsdError } from '../../errors.js'
import { digestOf } from '../disk.js'
import type { Operation, Plan, Put } from '../operation.js'
import { systemError } from '../system-words.js'
import { type Alive, Claims, folderOf, type Owner } from './claim.js'
import { type Confines, stagedAt } from './confined.js'
import {
  allowing,
  errno,
  missingFolders,
  modeAt,
  moveAway,
  patiently,
  removeIfEmpty,
  type Staging,
  saveImage,
  stageFiles,
  syncFolderAside,
  tolerantly,
} from './files.js'
import { isAbove, type Journal, restore, writeJournal } from './journal.js'
import { expectUnchanged } from './unchanged.js'

export interface Progress {
  readonly phase: 'save' | 'stage' | 'write' | 'undo'
  readonly done: number
  readonly total: number
  readonly path: string
}

export interface ApplyOptions extends Confines {
  readonly owner: Owner
  readonly alive: Alive
  /** Folders beside the project that such a run may change. */
  readonly besides?: readonly string[]
  /** Called before each step; what it throws undoes the run. */
  readonly onStep?: (progress: Progress) => void
  /** Ends the run between two steps and undoes it. */
  readonly signal?: AbortSignal
}

class Interrupted extends Error {}

const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Where a run keeps its claims: the roots it has something to do in, or the first where it has nothing to do in any. */
function usedRoots({ operations, roots, grounds }: Plan): readonly string[] {
  const recorded = grounds.filter(({ before }) => before !== null)
  const used = roots.filter((root) => [...operations, ...recorded].some(({ path }) => path.startsWith(root + sep)))
  return used.length === 0 ? roots.slice(0, 1) : used
}

/** The folders of the root's own line that the run removes, the root itself among them. */
const removedAround =
  (operations: readonly Operation[]) =>
  (root: string): readonly string[] =>
    operations.flatMap(({ kind, path }) =>
      kind === 'remove-directory' && (path === root || isAbove(path, root)) ? [path] : [],
    )

export class Transaction {
  readonly #plan: Plan
  readonly #options: ApplyOptions
  readonly #id: string
  readonly #roots: readonly string[]
  readonly #claims: Claims
  #journal: Journal | null = null

  constructor(plan: Plan, options: ApplyOptions) {
    this.#plan = plan
    this.#options = options
    this.#id = `${options.owner.pid}-${process.hrtime.bigint().toString(36)}`
    this.#roots = usedRoots(plan)
    this.#claims = new Claims({
      owner: options.owner,
      transaction: this.#id,
      main: this.#main,
      removes: removedAround(plan.operations),
    })
  }

  get #main(): string {
    return this.#roots[0] as string
  }

  async run(): Promise<void> {
    for (const root of this.#roots) this.#claims.take(root)
    this.#plan.grounds.forEach(expectUnchanged)
    const { operations } = this.#plan
    const journal = await this.#save(operations)
    this.#makeFolders(journal)
    await this.#stage(operations, journal)
    await this.#write(operations)
    await Promise.all([...new Set(operations.map(({ path }) => dirname(path)))].map(syncFolderAside))
    this.#release()
    for (const { kind, path } of operations) if (kind === 'remove-directory') tolerantly(() => removeIfEmpty(path))
  }

  /** Puts everything back and says how the run ended. */
  async undo(cause: unknown): Promise<Error> {
    try {
      this.#options.onStep?.({ phase: 'undo', done: 0, total: 1, path: this.#main })
    } catch {
      // Whoever watches cannot stop the undoing.
    }
    let theirs: readonly string[] = []
    try {
      if (this.#journal !== null) theirs = restore(this.#journal, folderOf(this.#main))
      this.#release()
      for (const folder of [...this.#claims.made].reverse()) removeIfEmpty(folder)
    } catch (error) {
      return new GsdError(
        {
          code: 'IO',
          message: `the run failed (${messageOf(cause)}) and could not be undone yet (${messageOf(error)})`,
          fix: 'run the same command again: it repairs this first',
        },
        { cause: error },
      )
    }
    return endOf(cause, theirs)
  }

  #release(): void {
    this.#claims.release()
    this.#journal = null
  }

  #step(phase: Progress['phase'], done: number, total: number, path: string): void {
    if (this.#options.signal?.aborted) throw new Interrupted('interrupted')
    this.#options.onStep?.({ phase, done, total, path })
  }

  async #save(operations: readonly Operation[]): Promise<Journal> {
    const folder = folderOf(this.#main)
    const entries: Journal['entries'][number][] = []
    const folderModes = new Map<string, number | null>()
    for (const [index, operation] of operations.entries()) {
      this.#step('save', index, operations.length, operation.path)
      if (operation.kind === 'remove-directory') continue
      expectUnchanged(operation)
      const around = dirname(operation.path)
      if (!folderModes.has(around)) folderModes.set(around, modeAt(around))
      const image = operation.before === null ? null : `image-${entries.length}`
      // What is to be removed is moved there when its turn comes.
      if (image !== null && operation.kind === 'put') saveImage(operation.path, join(folder, image))
      entries.push({
        path: operation.path,
        staged: operation.kind === 'put' ? stagedAt(operation.path, this.#id) : null,
        image,
        puts: operation.kind === 'put' ? digestOf(operation.bytes) : null,
        folderMode: folderModes.get(around) ?? null,
      })
      if (index % 16 === 0) await breathe()
    }
    const folders = new Set(operations.flatMap(({ kind, path }) => (kind === 'put' ? [dirname(path)] : [])))
    const created = [...new Set([...folders].flatMap(missingFolders))].sort()
    const journal: Journal = {
      transaction: this.#id,
      roots: this.#roots,
      created: [...new Set([...this.#claims.made, ...created])],
      entries,
    }
    writeJournal(folder, journal)
    this.#journal = journal
    return journal
  }

  #makeFolders({ created }: Journal): void {
    const puts = this.#plan.operations.filter((one) => one.kind === 'put')
    const open = new Set(puts.filter((one) => !isPrivate(one)).map(({ path }) => dirname(path)))
    // A folder that holds other files too is as open whichever of them came first.
    const own = new Set(puts.map(({ path }) => dirname(path)).filter((folder) => !open.has(folder)))
    for (const folder of created)
      allowing(['EEXIST'], () => mkdirSync(folder, { mode: own.has(folder) ? 0o700 : 0o777 }))
  }

  /** Writes the new content beside its place. */
  async #stage(operations: readonly Operation[], { entries }: Journal): Promise<void> {
    const staged = new Map(entries.map(({ path, staged }) => [path, staged]))
    const puts = operations.filter((one): one is Put => one.kind === 'put')
    const step = (index: number, path: string) => this.#step('stage', index, puts.length, path)
    function* stagings(): Iterable<Staging> {
      for (const [index, { path, bytes, before, mode }] of puts.entries()) {
        step(index, path)
        yield { path: staged.get(path) as string, bytes, mode: mode ?? (before === null ? null : modeAt(path)) }
      }
    }
    await stageFiles(stagings())
  }

  async #write(operations: readonly Operation[]): Promise<void> {
    const entries = new Map(this.#journal?.entries.map((entry) => [entry.path, entry]))
    const folder = folderOf(this.#main)
    for (const [index, operation] of operations.entries()) {
      const { kind, path } = operation
      this.#step('write', index, operations.length, path)
      // Staging took its time, and clients write their settings whenever they like.
      if (kind !== 'remove-directory') expectUnchanged(operation)
      const entry = entries.get(path)
      if (kind === 'put') await patiently(() => renameSync(entry?.staged as string, path))
      else if (kind === 'remove') await patiently(() => moveAway(path, join(folder, entry?.image as string)))
      else removeIfEmpty(path)
      if (index % 16 === 0) await breathe()
    }
    this.#step('write', operations.length, operations.length, this.#main)
  }
}

function endOf(cause: unknown, theirs: readonly string[]): Error {
  const left =
    theirs.length === 0 ? '' : `, but ${theirs.join(', ')}: another program wrote there meanwhile, and that stays`
  const ended = (body: ErrorBody) => new GsdError({ ...body, message: `${body.message}${left}` }, { cause })
  if (cause instanceof GsdError) return left === '' ? cause : ended(cause.body)
  const asBefore = 'everything is as it was'
  if (cause instanceof Interrupted)
    return ended({ code: 'ROLLED_BACK', message: `interrupted; ${asBefore}`, fix: 'run it again' })
  return errno(cause) === ''
    ? ended({ code: 'INTERNAL', message: `${messageOf(cause)}; ${asBefore}`, fix: 'fix the cause and run it again' })
    : ended(systemError(cause as NodeJS.ErrnoException, `; ${asBefore}`).body)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The person's alone. */
const isPrivate = ({ mode }: Put): boolean => mode !== undefined && (mode & 0o077) === 0
