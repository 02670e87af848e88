// The input of a plan: what the user chose, what is installed, and the roots.
import { RUNTIME_IDS, type RuntimeId, SHARED } from '../../runtimes/all.js'
import { OFFERS, type OfferName } from '../../runtimes/offers.js'
import type { Disk } from '../disk.js'
import { EXTRA_IDS, type ExtraId } from '../extras.js'
import { expectedManifest, type Installed, installedAt, physicalPath, usedRoots } from '../installed.js'
import { hostsOf, type Layout, layoutOf } from '../layout.js'
import type { OwnedFile } from '../manifest.js'
import type { Expected, Notice, Operation } from '../operation.js'
import type { Choice } from '../target.js'

const DEFAULT_PROFILE: readonly string[] = ['standard']

/** The input of every plan, also of an uninstall. */
export interface InstallContext {
  readonly choice: Pick<Choice, 'scope' | 'roots' | 'restore'>
  readonly disk: Disk
  readonly before: Installed | null
  /** The installation's files, by physical path. */
  readonly recorded: ReadonlyMap<string, OwnedFile>
  /** Clients that are installed after this run. */
  readonly runtimes: readonly RuntimeId[]
  /** Physical roots, before and after this run. */
  readonly roots: readonly string[]
}

/** The input of an installation. */
export interface InstallRequest extends InstallContext {
  readonly choice: Choice
  readonly profile: readonly string[]
  readonly offers: readonly OfferName[]
  readonly extras: readonly ExtraId[]
  readonly layout: Layout
  readonly hosts: readonly RuntimeId[]
  readonly expects: readonly Expected[]
}

/** A plan under construction. */
export interface PlanBuilder {
  readonly operations: Operation[]
  readonly notices: Notice[]
}

/** What the manifest and the store of copies will contain; filled while files are placed. */
export interface NewManifest {
  readonly files: Record<string, OwnedFile>
  readonly suppressed: string[]
  /** Pristine copies by digest; null: already stored and still needed. */
  readonly pristine: Map<string, Uint8Array | null>
}

export function requestFor(choice: Choice, disk: Disk): InstallRequest {
  const before = installedAt(disk, choice.scope, choice.roots)
  const chosen = [...choice.runtimes, ...(before?.manifest.runtimes ?? [])]
  const runtimes = RUNTIME_IDS.filter((id) => chosen.includes(id))
  const layout = layoutOf(runtimes, choice.scope)
  const hosts = hostsOf(layout)
  const used = [SHARED, ...hosts, ...runtimes].map((id) => disk.real(choice.roots[id]))
  return {
    choice,
    disk,
    before,
    recorded: recordedFiles(disk, before),
    runtimes,
    profile: choice.profile ?? before?.manifest.profile ?? DEFAULT_PROFILE,
    offers: OFFERS.filter((name) => choice.offers[name] ?? before?.manifest.offers.includes(name)),
    extras: EXTRA_IDS.filter((id) => (choice.extras ?? before?.manifest.extras ?? []).includes(id)),
    layout,
    hosts,
    roots: [...new Set([...used, ...(before === null ? [] : usedRoots(disk, before))])],
    expects: expectedManifest(disk, choice.roots),
  }
}

/** The installation's files, by physical path. */
export function recordedFiles(disk: Disk, before: Installed | null): ReadonlyMap<string, OwnedFile> {
  const files = Object.entries(before?.manifest.files ?? {})
  return new Map(
    before === null ? [] : files.map(([key, file]) => [physicalPath(disk, before.roots, key), file] as const),
  )
}
