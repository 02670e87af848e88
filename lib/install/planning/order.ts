// The input of an installation: the choice, the present installation, and the roots.
import { RUNTIME_IDS, type RuntimeId, SHARED } from '../../runtimes/all.js'
import { OFFERS, type OfferName } from '../../runtimes/offers.js'
import type { Disk } from '../disk.js'
import { EXTRA_IDS, type ExtraId } from '../extras.js'
import { expectedRecord, type Installed, installedAt, physical, usedRoots } from '../installed.js'
import { keepersOf, type Layout, layoutOf } from '../layout.js'
import type { OwnedFile } from '../manifest.js'
import type { Expected, Notice, Operation } from '../operation.js'
import type { Choice } from '../target.js'

const DEFAULT_PROFILE: readonly string[] = ['standard']

/** The input of every plan. */
export interface Scene {
  readonly choice: Pick<Choice, 'scope' | 'roots' | 'restore'>
  readonly disk: Disk
  readonly before: Installed | null
  /** The installation's files, by path. */
  readonly recorded: ReadonlyMap<string, OwnedFile>
  /** Clients that are served after this run. */
  readonly runtimes: readonly RuntimeId[]
  /** Physical roots, present and future. */
  readonly roots: readonly string[]
}

export interface Order extends Scene {
  readonly choice: Choice
  readonly profile: readonly string[]
  readonly offers: readonly OfferName[]
  readonly extras: readonly ExtraId[]
  readonly layout: Layout
  readonly keepers: readonly RuntimeId[]
  readonly expects: readonly Expected[]
}

/** A plan under construction. */
export interface Draft {
  readonly operations: Operation[]
  readonly notices: Notice[]
}

/** The future record and store; filled while files are placed. */
export interface Ledger {
  readonly files: Record<string, OwnedFile>
  readonly suppressed: string[]
  /** Untouched copies by digest; `null`: already in the store and still needed. */
  readonly pristine: Map<string, Uint8Array | null>
}

export function orderOf(choice: Choice, disk: Disk): Order {
  const before = installedAt(disk, choice.scope, choice.roots)
  const chosen = [...choice.runtimes, ...(before?.manifest.runtimes ?? [])]
  const runtimes = RUNTIME_IDS.filter((id) => chosen.includes(id))
  const layout = layoutOf(runtimes, choice.scope)
  const keepers = keepersOf(layout)
  const used = [SHARED, ...keepers, ...runtimes].map((id) => disk.real(choice.roots[id]))
  return {
    choice,
    disk,
    before,
    recorded: recordedFiles(disk, before),
    runtimes,
    profile: choice.profile ?? before?.manifest.profile ?? DEFAULT_PROFILE,
    // The user's choice, else the recorded one.
    offers: OFFERS.filter((name) => choice.offers[name] ?? before?.manifest.offers.includes(name)),
    extras: EXTRA_IDS.filter((id) => (choice.extras ?? before?.manifest.extras ?? []).includes(id)),
    layout,
    keepers,
    roots: [...new Set([...used, ...(before === null ? [] : usedRoots(disk, before))])],
    expects: expectedRecord(disk, choice.roots),
  }
}

export function recordedFiles(disk: Disk, before: Installed | null): ReadonlyMap<string, OwnedFile> {
  const files = Object.entries(before?.manifest.files ?? {})
  return new Map(before === null ? [] : files.map(([key, file]) => [physical(disk, before.roots, key), file] as const))
}
