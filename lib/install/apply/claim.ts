// Whose a root is while a run changes it: a folder in the root that appears with its owner in it and goes when the run ends.
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { GsdError } from '../../errors.js'
import { type Infer, int, record, text, textOrNull, texts } from '../../std/shape.js'
import { JOURNAL_FOLDER } from '../target.js'
import { allowing, missingFolders, namesIn, readJson, syncFolder, takeAway, tolerantly, writeDurably } from './files.js'

/** Who holds a target. `start` tells a reused pid apart; null where the system does not say. */
export interface Owner {
  readonly pid: number
  readonly host: string
  readonly start: string | null
}

const claimShape = record({
  pid: int(),
  host: text(),
  start: textOrNull(),
  transaction: text(),
  /** Root whose journal folder holds the pre-images of the whole transaction. */
  main: text(),
  /** Folders that were made to hold this one, outermost first. */
  created: texts(),
  /** The root and folders above it that the run takes away if nothing is left in them, innermost first. */
  removes: texts(),
})

/** First file of a journal folder; its presence locks the root. */
export type Claim = Infer<typeof claimShape>

const CLAIM_FILE = 'owner.json'

/** Whether the process of a claim still runs. */
export type Alive = (owner: Owner) => boolean

const REMNANT = '.gsd-new-'
/** Where a root stands while it is made or unmade with its journal folder in it. */
const remnantOf = (root: string, pid: number): string => `${root}${REMNANT}${pid}`
export const folderOf = (root: string): string => join(root, JOURNAL_FOLDER)

export function readClaim(root: string): Claim | null {
  return readJson(join(folderOf(root), CLAIM_FILE), claimShape)
}

export function lockedBy(claim: Claim | null, root: string): GsdError {
  const who = claim === null ? 'another run' : `process ${claim.pid} on ${claim.host}`
  return new GsdError({
    code: 'LOCKED',
    message: `${root} is being changed by ${who}; nothing was done`,
    fix: `wait for it to end; if that process is gone for good, delete the lock: rm "${join(folderOf(root), CLAIM_FILE)}"`,
  })
}

/** What the claims of one run say alike. */
interface ClaimFacts {
  readonly owner: Owner
  readonly transaction: string
  readonly main: string
  /** The root and the folders above it that the run takes away if nothing is left in them, innermost first. */
  readonly removes: (root: string) => readonly string[]
}

/** The roots of one run: taken one by one, given back together. */
export class Claims {
  readonly #facts: ClaimFacts
  readonly #taken: string[] = []
  readonly #made: string[] = []

  constructor(facts: ClaimFacts) {
    this.#facts = facts
  }

  /** Folders that were made to hold claims, outermost first. */
  get made(): readonly string[] {
    return this.#made
  }

  /** The folder appears with its owner in it, in one step, so nobody ever finds an unowned one. */
  take(root: string): void {
    const { owner, transaction, main, removes } = this.#facts
    const created = missingFolders(root)
    const claim = { ...owner, transaction, main, created, removes: removes(root) } satisfies Claim
    const text = `${JSON.stringify(claim)}\n`
    const isAbsent = created.length > 0
    for (const folder of created.slice(0, -1))
      if (allowing(['EEXIST'], () => mkdirSync(folder))) this.#made.push(folder)
    if (!claimed(root, isAbsent, text, owner.pid)) throw lockedBy(readClaim(root), root)
    if (isAbsent) this.#made.push(root)
    this.#taken.push(root)
    syncFolder(root)
  }

  /** The main one is given back first: it alone says whether the run can still be undone. Once it is gone nothing can fail any more. */
  release(): void {
    const [main, ...others] = this.#taken
    if (main !== undefined) this.#forget(main)
    this.#taken.length = 0
    for (const root of others) tolerantly(() => this.#forget(root))
  }

  #forget(root: string): void {
    const { owner, removes } = this.#facts
    forget(root, this.#made.includes(root) || removes(root).length > 0, owner.pid)
  }
}

const TAKEN = ['ENOTEMPTY', 'EEXIST', 'EPERM']

/** Renames a folder with the claim in it to the root itself where there is none, else to the root's journal folder. False when somebody was faster. */
function claimed(root: string, isAbsent: boolean, text: string, pid: number): boolean {
  const fresh = isAbsent ? remnantOf(root, pid) : `${folderOf(root)}.${pid}`
  const holder = isAbsent ? folderOf(fresh) : fresh
  return orNothing(fresh, () => {
    mkdirSync(holder, { recursive: true })
    writeDurably(join(holder, CLAIM_FILE), text)
    return renamed(fresh, isAbsent ? root : folderOf(root))
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

function renamed(from: string, to: string): boolean {
  if (allowing(TAKEN, () => renameSync(from, to))) return true
  rmSync(from, { recursive: true, force: true })
  return false
}

/** Ends the claim on a root. One that is to go and holds nothing else goes in the same step. */
export function forget(root: string, goes: boolean, pid: number): void {
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
export function sweep(root: string, alive: Alive): void {
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
      readJson(join(remnant, CLAIM_FILE), claimShape) ?? readJson(join(remnant, JOURNAL_FOLDER, CLAIM_FILE), claimShape)
    // Unowned for the moment between its making and its first file.
    const owner = claim ?? { pid: Number(remnant.match(/\d+$/)?.[0] ?? 0), host: hostname(), start: null }
    if (!alive(owner)) rmSync(remnant, { recursive: true, force: true })
  }
}
