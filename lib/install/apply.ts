// Does a plan, all of it or nothing: claims the roots, saves what is there, stages what is new, renames in order, and undoes everything on any error.
import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fchmodSync,
  fsync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { GsdError } from '../errors.js'
import { digestOf } from './disk.js'
import { CLAIM_FILE, type Claim, JOURNAL_FILE, type Journal, type JournalEntry, type Owner } from './journal.js'
import type { Ground, Operation, Plan, Put } from './operation.js'
import { JOURNAL_FOLDER } from './target.js'

export interface Progress {
  readonly phase: 'save' | 'stage' | 'write' | 'undo'
  readonly done: number
  readonly total: number
  readonly path: string
}

export interface ApplyOptions {
  readonly owner: Owner
  /** Whether the process of a journal still runs. */
  readonly alive: (owner: Owner) => boolean
  /** Called before each step; what it throws undoes the run. */
  readonly onStep?: (progress: Progress) => void
  /** Called when everything is in place and can still be undone; what it throws undoes the run. */
  readonly check?: (() => Promise<void>) | undefined
  /** Ends the run between two steps and undoes it. */
  readonly signal?: AbortSignal
}

const errno = (error: unknown): string => (error as NodeJS.ErrnoException)?.code ?? ''

/** Runs `body`; an error with one of the codes is no error. */
function allowing(codes: readonly string[], body: () => void): boolean {
  try {
    body()
    return true
  } catch (error) {
    if (codes.includes(errno(error))) return false
    throw error
  }
}

const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Undoes what an earlier run left half-done in these roots. Returns the roots it mended. Throws `LOCKED` while another run is at work. */
export function recover(roots: readonly string[], options: Pick<ApplyOptions, 'alive'>): readonly string[] {
  return roots.filter((root) => {
    sweep(root, options)
    return recoverRoot(root, options)
  })
}

/** Changes the disk as the plan says. Throws `CONFLICT` when a file changed since planning, `INSTALL_REFUSED` before touching anything it may not write. */
export async function apply(plan: Plan, options: ApplyOptions): Promise<void> {
  if (plan.operations.length === 0) return
  recover(plan.roots, options)
  preflight(plan)
  const transaction = new Transaction(plan, options)
  try {
    await transaction.run()
  } catch (error) {
    throw await transaction.undo(error)
  }
}

const REMNANT = '.gsd-new-'
/** Where a root stands while it is made or unmade with its journal folder in it. */
const remnantOf = (root: string, pid: number): string => `${root}${REMNANT}${pid}`
const folderOf = (root: string): string => join(root, JOURNAL_FOLDER)

function preflight(plan: Plan): void {
  const folders = new Set(plan.operations.map(({ path }) => dirname(path)))
  for (const folder of new Set([...folders].map(nearestFolder)))
    try {
      accessSync(folder, constants.W_OK | constants.X_OK)
    } catch (error) {
      throw refused(
        `${folder} cannot be written (${errno(error)})`,
        'make it writable, or use --dry-run --json to see what would be written',
      )
    }
  const needed = 2 * plan.operations.reduce((sum, one) => sum + (one.kind === 'put' ? one.bytes.length : 0), 0)
  for (const root of plan.roots) {
    const { bavail, bsize } = statfsSync(nearestFolder(root))
    if (bavail * bsize < needed)
      throw refused(`${root} has less than ${Math.ceil(needed / 1e6)} MB free`, 'free some space and run it again')
  }
}

const refused = (message: string, fix: string) =>
  new GsdError({ code: 'INSTALL_REFUSED', message: `${message}; nothing was done`, fix })

function nearestFolder(path: string): string {
  let at = path
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at)
  return at
}

class Interrupted extends Error {}

class Transaction {
  readonly #operations: readonly Operation[]
  readonly #grounds: readonly Ground[]
  readonly #options: ApplyOptions
  readonly #id: string
  readonly #roots: readonly string[]
  readonly #main: string
  readonly #claimed: string[] = []
  readonly #made: string[] = []
  #journal: Journal | null = null

  constructor({ operations, roots, grounds }: Plan, options: ApplyOptions) {
    this.#operations = operations
    this.#options = options
    this.#id = `${options.owner.pid}-${process.hrtime.bigint().toString(36)}`
    this.#grounds = grounds
    const recorded = grounds.filter(({ before }) => before !== null)
    const used = roots.filter((root) => [...operations, ...recorded].some(({ path }) => path.startsWith(root + sep)))
    this.#roots = used.length === 0 ? roots.slice(0, 1) : used
    this.#main = this.#roots[0] as string
  }

  async run(): Promise<void> {
    for (const root of this.#roots) this.#claim(root)
    this.#grounds.forEach(expectUnchanged)
    const journal = await this.#save()
    const own = new Set(this.#operations.flatMap((one) => (one.kind === 'put' && one.mode ? [dirname(one.path)] : [])))
    for (const folder of journal.created)
      allowing(['EEXIST'], () => mkdirSync(folder, { mode: own.has(folder) ? 0o700 : 0o777 }))
    await this.#stage(journal)
    await this.#write(journal)
    await Promise.all([...new Set(this.#operations.map(({ path }) => dirname(path)))].map(syncFolderAside))
    await this.#options.check?.()
    this.#release()
    for (const { kind, path } of this.#operations)
      if (kind === 'remove-directory') tolerantly(() => removeIfEmpty(path))
  }

  /** Puts everything back and says how the run ended. */
  async undo(cause: unknown): Promise<Error> {
    try {
      this.#options.onStep?.({ phase: 'undo', done: 0, total: 1, path: this.#main })
    } catch {
      // Whoever watches cannot stop the undoing.
    }
    try {
      if (this.#journal !== null) restore(this.#journal, folderOf(this.#main))
      this.#release()
      for (const folder of [...this.#made].reverse()) removeIfEmpty(folder)
    } catch (error) {
      return new GsdError(
        {
          code: 'IO',
          message: `the run failed (${messageOf(cause)}) and could not be undone yet (${messageOf(error)})`,
          fix: 'run the same command again: it mends this first',
        },
        { cause: error },
      )
    }
    return endOf(cause)
  }

  /** Ends the claims, the main one first: it alone says whether the run can still be undone. Once it is gone nothing can fail any more. */
  #release(): void {
    const [main, ...others] = this.#claimed
    if (main !== undefined) this.#forget(main)
    this.#journal = null
    this.#claimed.length = 0
    for (const root of others) tolerantly(() => this.#forget(root))
  }

  #forget(root: string): void {
    forget(root, this.#made.includes(root) || this.#removes(root).length > 0, this.#options.owner.pid)
  }

  #step(phase: Progress['phase'], done: number, total: number, path: string): void {
    if (this.#options.signal?.aborted) throw new Interrupted('interrupted')
    this.#options.onStep?.({ phase, done, total, path })
  }

  /** Takes the root for this run. The folder appears with its owner in it, in one step, so nobody ever finds an unowned one. */
  #claim(root: string): void {
    const created = missingFolders(root)
    const claim = {
      ...this.#options.owner,
      transaction: this.#id,
      main: this.#main,
      created,
      removes: this.#removes(root),
    } satisfies Claim
    const text = `${JSON.stringify(claim)}\n`
    const fresh = created.length > 0 ? remnantOf(root, this.#options.owner.pid) : null
    for (const folder of created.slice(0, -1))
      if (allowing(['EEXIST'], () => mkdirSync(folder))) this.#made.push(folder)
    const claimed = fresh === null ? claimExisting(root, text, this.#options.owner.pid) : claimAbsent(root, fresh, text)
    if (!claimed) throw locked(root, readClaim(root))
    if (fresh !== null) this.#made.push(root)
    this.#claimed.push(root)
    syncFolder(root)
  }

  #removes(root: string): readonly string[] {
    return this.#operations.flatMap(({ kind, path }) =>
      kind === 'remove-directory' && (path === root || isAbove(path, root)) ? [path] : [],
    )
  }

  async #save(): Promise<Journal> {
    const folder = folderOf(this.#main)
    const entries: JournalEntry[] = []
    const total = this.#operations.length
    for (const [index, operation] of this.#operations.entries()) {
      this.#step('save', index, total, operation.path)
      if (operation.kind === 'remove-directory') continue
      expectUnchanged(operation)
      const image = operation.before === null ? null : `image-${index}`
      // What is to be removed is moved there when its turn comes.
      if (image !== null && operation.kind === 'put') saveImage(operation.path, join(folder, image))
      const staged =
        operation.kind === 'put' ? join(dirname(operation.path), `.${basename(operation.path)}.gsd-${this.#id}`) : null
      entries.push({ path: operation.path, staged, image, folderMode: modeAt(dirname(operation.path)) })
      if (index % 16 === 0) await breathe()
    }
    const folders = new Set(this.#operations.flatMap(({ kind, path }) => (kind === 'put' ? [dirname(path)] : [])))
    const created = [...new Set([...folders].flatMap(missingFolders))].sort()
    const journal: Journal = {
      transaction: this.#id,
      roots: this.#roots,
      created: [...new Set([...this.#made, ...created])],
      entries,
    }
    const file = join(folder, JOURNAL_FILE)
    writeDurably(`${file}.tmp`, `${JSON.stringify(journal)}\n`)
    renameSync(`${file}.tmp`, file)
    syncFolder(folder)
    this.#journal = journal
    return journal
  }

  /** Writes the new content beside its place, several files at a time: waiting for the disk is most of the work. */
  async #stage(journal: Journal): Promise<void> {
    const staged = new Map(journal.entries.map(({ path, staged }) => [path, staged]))
    const puts = this.#operations.filter((one): one is Put => one.kind === 'put')
    let next = 0
    const worker = async () => {
      for (let index = next++; index < puts.length; index = next++) {
        const { path, bytes, mode } = puts[index] as Put
        this.#step('stage', index, puts.length, path)
        await stageFile(staged.get(path) as string, bytes, mode ?? modeAt(path))
      }
    }
    const results = await Promise.allSettled(Array.from({ length: 8 }, worker))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  async #write(journal: Journal): Promise<void> {
    const entries = new Map(journal.entries.map((entry) => [entry.path, entry]))
    const folder = folderOf(this.#main)
    const total = this.#operations.length
    for (const [index, { kind, path }] of this.#operations.entries()) {
      this.#step('write', index, total, path)
      const entry = entries.get(path)
      if (kind === 'put') await patiently(() => renameSync(entry?.staged as string, path))
      else if (kind === 'remove') await patiently(() => moveAway(path, join(folder, entry?.image as string)))
      else removeIfEmpty(path)
      if (index % 16 === 0) await breathe()
    }
    this.#step('write', total, total, this.#main)
  }
}

const TAKEN = ['ENOTEMPTY', 'EEXIST', 'EPERM']

/** Renames a folder with the claim in it to the root itself. False when somebody was faster. */
function claimAbsent(root: string, fresh: string, text: string): boolean {
  return orNothing(fresh, () => {
    mkdirSync(folderOf(fresh), { recursive: true })
    writeDurably(join(folderOf(fresh), CLAIM_FILE), text)
    return renamed(fresh, root)
  })
}

/** Renames a folder with the claim in it to the root's journal folder. False when there is one. */
function claimExisting(root: string, text: string, pid: number): boolean {
  const fresh = `${folderOf(root)}.${pid}`
  return orNothing(fresh, () => {
    mkdirSync(fresh, { recursive: true })
    writeDurably(join(fresh, CLAIM_FILE), text)
    return renamed(fresh, folderOf(root))
  })
}

/** An error in `body` leaves nothing at `path`. */
function orNothing<T>(path: string, body: () => T): T {
  try {
    return body()
  } catch (error) {
    takeAway(path)
    throw error
  }
}

/** What cannot be taken away now, the next run sweeps. */
function takeAway(path: string): void {
  tolerantly(() => rmSync(path, { recursive: true, force: true }))
}

function tolerantly(body: () => void): void {
  try {
    body()
  } catch {
    // The run has ended by now, whatever is left to tidy up.
  }
}

function renamed(from: string, to: string): boolean {
  if (allowing(TAKEN, () => renameSync(from, to))) return true
  rmSync(from, { recursive: true, force: true })
  return false
}

function endOf(cause: unknown): Error {
  if (cause instanceof Interrupted)
    return new GsdError({ code: 'ROLLED_BACK', message: 'interrupted; everything is as it was', fix: 'run it again' })
  if (cause instanceof GsdError) return cause
  const code = errno(cause) === '' ? 'INTERNAL' : 'IO'
  return new GsdError(
    { code, message: `${messageOf(cause)}; everything is as it was`, fix: 'mend the cause and run it again' },
    { cause },
  )
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function locked(root: string, claim: Claim | null): GsdError {
  const who = claim === null ? 'another run' : `process ${claim.pid} on ${claim.host}`
  return new GsdError({
    code: 'LOCKED',
    message: `${root} is being changed by ${who}; nothing was done`,
    fix: `wait for it to end; if it is gone for good, delete the lock: rm "${join(folderOf(root), CLAIM_FILE)}"`,
  })
}

function expectUnchanged({ path, before }: Ground): void {
  const there = lstatSync(path, { throwIfNoEntry: false })
  const now = there === undefined ? null : there.isFile() ? digestOf(readFileSync(path)) : 'no file'
  if (now === before) return
  throw new GsdError({
    code: 'CONFLICT',
    message: `${path} was changed by somebody else while the plan was made; everything is as it was`,
    fix: 'run the same command again',
  })
}

/** Keeps the very file (times, mode and all) under a second name; a copy where the file system has no links. */
function saveImage(path: string, image: string): void {
  if (!allowing(['EPERM', 'EXDEV', 'ENOTSUP', 'EMLINK', 'EACCES'], () => linkSync(path, image)))
    copyFileSync(path, image)
}

/** Runs on files no longer shared by anything but the journal, and again on its own half-done work. */
function restore(journal: Journal, folder: string): void {
  for (const { path, staged, image, folderMode } of [...journal.entries].reverse()) {
    if (staged !== null) rmSync(staged, { force: true })
    if (image === null) rmSync(path, { force: true })
    else if (existsSync(join(folder, image))) {
      mkdirSync(dirname(path), { recursive: true, mode: folderMode ?? 0o777 })
      putBack(join(folder, image), path)
    }
  }
  for (const created of [...journal.created].reverse()) if (!isAbove(created, folder)) removeIfEmpty(created)
}

function putBack(image: string, path: string): void {
  if (allowing(['EXDEV', ...BUSY], () => renameSync(image, path))) return
  // A file that another program holds is as a rule the one that was saved: it kept the run from going on.
  if (!holdsSame(image, path)) copyFileSync(image, path)
  unlinkSync(image)
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

const holdsSame = (one: string, other: string): boolean =>
  isFile(one) && isFile(other) && readFileSync(one).equals(readFileSync(other))

const isAbove = (folder: string, path: string): boolean => path.startsWith(folder + sep)

/** Undoes the transaction a stale journal folder belongs to. False when there is none. */
function recoverRoot(root: string, options: Pick<ApplyOptions, 'alive'>): boolean {
  const folder = folderOf(root)
  if (!existsSync(folder)) return false
  const claim = readClaim(root)
  if (claim !== null && options.alive(claim)) throw locked(root, claim)
  const main = claim?.main ?? root
  const pid = process.pid
  // The main journal is forgotten first when a run ends; without it the run was over, or had not begun.
  if (main !== root && readClaim(main)?.transaction === claim?.transaction) recoverRoot(main, options)
  const journal = readJournal(folder)
  if (journal !== null) restore(journal, folder)
  const created = journal?.created ?? claim?.created ?? []
  // Without a journal the run had ended, or not begun; then an empty root is one it was about to take away.
  const removes = journal === null ? (claim?.removes ?? []) : []
  forget(root, created.includes(root) || removes.length > 0, pid)
  for (const other of journal?.roots ?? [])
    if (other !== root && readClaim(other)?.transaction === journal?.transaction)
      forget(other, created.includes(other), pid)
  for (const made of [...[...created].reverse(), ...removes]) removeIfEmpty(made)
  return true
}

function readClaim(root: string): Claim | null {
  return readJson<Claim>(join(folderOf(root), CLAIM_FILE))
}
const readJournal = (folder: string): Journal | null => readJson<Journal>(join(folder, JOURNAL_FILE))

function readJson<T>(path: string): T | null {
  try {
    // A pipe in its place would hold the run for ever.
    return isFile(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : null
  } catch {
    return null
  }
}

/** Ends the claim on a root. One that is to go and holds nothing else goes in the same step. */
function forget(root: string, goes: boolean, pid: number): void {
  const isEmpty = namesIn(root).every((name) => name === JOURNAL_FOLDER)
  const doomed = remnantOf(root, pid)
  if (!goes || !isEmpty) discard(folderOf(root), pid)
  else if (allowing(['ENOENT'], () => renameSync(root, doomed))) takeAway(doomed)
}

/** Takes a journal folder away in one step, then its content. */
function discard(folder: string, pid: number): void {
  const doomed = `${folder}.done-${pid}`
  if (allowing(['ENOENT'], () => renameSync(folder, doomed))) takeAway(doomed)
}

/** Removes what a killed run left of making or forgetting a journal folder. */
function sweep(root: string, { alive }: Pick<ApplyOptions, 'alive'>): void {
  const remnants = [
    ...namesIn(root)
      .filter((name) => name.startsWith(`${JOURNAL_FOLDER}.`))
      .map((name) => join(root, name)),
    ...namesIn(dirname(root))
      .filter((name) => name.startsWith(`${basename(root)}${REMNANT}`))
      .map((name) => join(dirname(root), name)),
  ]
  for (const remnant of remnants) {
    const claim =
      readJson<Claim>(join(remnant, CLAIM_FILE)) ?? readJson<Claim>(join(remnant, JOURNAL_FOLDER, CLAIM_FILE))
    // Unowned for the moment between its making and its first file.
    const owner = claim ?? { pid: Number(remnant.match(/\d+$/)?.[0] ?? 0), host: hostname(), start: null }
    if (!alive(owner)) rmSync(remnant, { recursive: true, force: true })
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The root itself and what is missing above it, outermost first. */
const missingFolders = (root: string): readonly string[] => (existsSync(root) ? [] : [...missingAbove(root), root])

function missingAbove(path: string): readonly string[] {
  const parent = dirname(path)
  return existsSync(parent) || parent === path ? [] : [...missingAbove(parent), parent]
}

function removeIfEmpty(folder: string): void {
  allowing(['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EBUSY'], () => rmdirSync(folder))
}

const modeAt = (path: string): number | null => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? null : found.mode & 0o7777
}

/** Writing goes into memory and is quick; what is waited for, side by side with other files, is the disk. */
async function stageFile(path: string, bytes: Uint8Array, mode: number | null): Promise<void> {
  const file = openSync(path, 'wx', mode ?? 0o644)
  try {
    writeFileSync(file, bytes)
    if (mode !== null) fchmodSync(file, mode)
    await synced(file)
  } finally {
    closeSync(file)
  }
}

const synced = promisify(fsync)

/** Takes a file away in one step; where the journal lies on another disk, its copy is whole before the file is gone. */
function moveAway(path: string, image: string): void {
  if (allowing(['EXDEV'], () => renameSync(path, image))) return
  copyFileSync(path, `${image}.part`)
  renameSync(`${image}.part`, image)
  unlinkSync(path)
}

const BUSY = ['EPERM', 'EBUSY', 'EACCES']

/** Another program may hold a file open for a moment on some systems. */
async function patiently(step: () => void): Promise<void> {
  for (let wait = 10; ; wait *= 2)
    try {
      step()
      return
    } catch (error) {
      if (!BUSY.includes(errno(error)) || wait > 1000) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
}

function writeDurably(path: string, text: string): void {
  const fd = openSync(path, 'w')
  try {
    writeFileSync(fd, text)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Makes renames in a folder durable, where the system can. */
function syncFolder(folder: string): void {
  if (!existsSync(folder) || process.platform === 'win32') return
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** The same, side by side with other folders. */
async function syncFolderAside(folder: string): Promise<void> {
  if (!existsSync(folder) || process.platform === 'win32') return
  const fd = openSync(folder, 'r')
  try {
    await synced(fd)
  } finally {
    closeSync(fd)
  }
}
