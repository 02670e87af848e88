// What an installation starts from: what is chosen, what is installed already, and where.
import { RUNTIME_IDS, type RuntimeId } from '../../runtimes/all.js'
import type { OfferName } from '../../runtimes/offers.js'
import type { Disk } from '../disk.js'
import { takenExtras, takenOffers } from '../edits/planned.js'
import type { ExtraId } from '../extras.js'
import {
  concerning,
  groundsOf,
  type Installed,
  physical,
  recordsAt,
  refuseUnusable,
  type Unrecorded,
  unusable,
  usedRoots,
} from '../installed.js'
import { hostsOf, type Layout, layoutOf } from '../layout.js'
import type { OwnedFile } from '../manifest.js'
import type { Ground, Notice, Operation } from '../operation.js'
import type { Choice } from '../target.js'

const DEFAULT_PROFILE: readonly string[] = ['standard']

/** A file of an earlier installation. */
export interface Recorded extends OwnedFile {
  readonly from: Installed
}

export interface Order {
  readonly choice: Choice
  readonly disk: Disk
  /** Installations in the scope. */
  readonly before: readonly Installed[]
  /** Their files by place. */
  readonly recorded: ReadonlyMap<string, Recorded>
  readonly runtimes: readonly RuntimeId[]
  readonly profile: readonly string[]
  readonly offers: readonly OfferName[]
  readonly extras: readonly ExtraId[]
  readonly layout: Layout
  readonly hosts: readonly RuntimeId[]
  readonly roots: readonly string[]
  readonly grounds: readonly Ground[]
}

/** Who is served from where. Whoever would be served from an installation whose record cannot be used is left out; throws where nobody is left, or that root is needed. */
function seated(
  { runtimes: asked, scope }: Choice,
  recorded: readonly RuntimeId[],
  broken: readonly Unrecorded[],
): Pick<Order, 'runtimes' | 'layout' | 'hosts'> {
  const fits = (id: RuntimeId) => recorded.includes(id) || concerning([id], broken, scope).length === 0
  const chosen = new Set([...asked.filter(fits), ...recorded])
  if (!asked.some(fits)) refuseUnusable(broken)
  const runtimes = RUNTIME_IDS.filter((id) => chosen.has(id))
  const layout = layoutOf(runtimes, scope)
  const hosts = hostsOf(layout)
  refuseUnusable(broken.filter(({ target }) => hosts.includes(target)))
  return { runtimes, layout, hosts }
}

/** The plan while it is made. */
export interface Draft {
  readonly operations: Operation[]
  readonly notices: Notice[]
}

/** What a host's record and store will hold; filled while its files are placed. */
export interface HostLedger {
  readonly files: Record<string, OwnedFile>
  readonly suppressed: string[]
  /** Untouched copies by digest; `null`: already in the store, and still needed. */
  readonly pristine: Map<string, Uint8Array | null>
}

export function orderOf(choice: Choice, disk: Disk): Order {
  const { installed: before, unrecorded } = recordsAt(disk, choice.scope, choice.roots)
  const recorded = before.flatMap(({ manifest }) => manifest.runtimes)
  const { runtimes, layout, hosts } = seated(choice, recorded, unusable(unrecorded))
  const used = [...hosts, ...runtimes].map((id) => disk.real(choice.roots[id]))
  return {
    choice,
    disk,
    before,
    recorded: new Map(
      before.flatMap((from) =>
        Object.entries(from.manifest.files).map(
          ([key, file]) => [physical(disk, from.roots, key), { ...file, from }] as const,
        ),
      ),
    ),
    runtimes,
    profile: choice.profile ?? before[0]?.manifest.profile ?? DEFAULT_PROFILE,
    offers: takenOffers(choice, before),
    extras: takenExtras(choice, before),
    layout,
    hosts,
    roots: [...new Set([...used, ...before.flatMap((one) => usedRoots(disk, one))])],
    grounds: groundsOf(disk, choice.roots),
  }
}
