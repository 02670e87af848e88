// Install as data: turns a choice, the pack's files and the disk into the operations to perform.
import { GsdError } from '../errors.js'
import { type RuntimeId, SHARED } from '../runtimes/all.js'
import type { OfferName } from '../runtimes/offers.js'
import { type Disk, digestOf, snapshotOf } from './disk.js'
import { type ChangedFile, planEdits } from './edits/planned.js'
import type { ExtraId } from './extras.js'
import type { Layout } from './layout.js'
import { keyOf, type OwnedFile, splitKey } from './manifest.js'
import { type Expected, inOrder, type Operation, type Plan } from './operation.js'
import { type Draft, type Order, orderOf } from './planning/order.js'
import { Placing } from './planning/placing.js'
import { keepRecord } from './planning/record.js'
import { type Foreign, findForeign, planTakeOver, type TakeOver, withNamesakes } from './takeover.js'
import { type Choice, PAYLOAD_FOLDER, payloadOf } from './target.js'
import { installedNameAt } from './visible.js'
import { type Supply, type Wanted, wantedFiles } from './wanted.js'

export interface InstallPlan extends Plan {
  readonly version: string
  readonly runtimes: readonly RuntimeId[]
  readonly layout: Layout
  readonly changed: readonly ChangedFile[]
  /** Edits of the user's files. */
  readonly offers: readonly OfferName[]
  /** Third-party servers to register. */
  readonly extras: readonly ExtraId[]
  readonly profile: readonly string[]
  /** The payload's folder, as the user spells it. */
  readonly payload: string
  /** Recorded files as `gsd doctor` counts them: without the record, untouched copies and compiled code. */
  readonly counts: { readonly files: number; readonly bytes: number }
}

/** Plans the choice together with everything installed in the scope, so that all of it ends at one version. */
export function planInstall(choice: Choice, supply: Supply, found: Disk): InstallPlan {
  const disk = snapshotOf(found)
  const order = orderOf(choice, disk)
  const { runtimes, layout, profile, offers, extras, expects } = order
  const draft: Draft = { operations: [], notices: [] }
  const wanted = wantedFiles(order, supply)
  const taken = takeOver(order, wanted, draft)
  const placing = new Placing(order, draft, supply.version)
  placing.placeAll(wanted, taken.theirs)
  const edits = planEdits(order, draft)
  keepRecord(order, draft, {
    version: supply.version,
    profile,
    regenerable: choice.compiled.map((name) => keyOf(SHARED, `${PAYLOAD_FOLDER}/bin/${name}`)),
    ledger: placing.ledger,
    edits: { ...edits, offers, extras },
    theirFolders: taken.folders,
  })
  const operations = inOrder(draft.operations)
  return {
    version: supply.version,
    runtimes,
    layout,
    changed: edits.changed,
    offers,
    extras,
    profile,
    payload: payloadOf(choice.roots),
    counts: countsOf(wanted, placing.ledger.files),
    operations,
    notices: draft.notices,
    expects: [...expects, ...expectations(wanted, operations, disk)],
  }
}

/** Files that are up to date, and must still be when the record is written. */
function expectations(
  wanted: ReadonlyMap<string, Wanted>,
  operations: readonly Operation[],
  disk: Disk,
): readonly Expected[] {
  const changed = new Set(operations.map(({ path }) => path))
  return [...wanted.values()].flatMap(({ path, digest }) => {
    const there = changed.has(path) ? null : disk.read(path)
    return there !== null && digestOf(there) === digest ? [{ path, before: digest }] : []
  })
}

function takeOver(
  { choice, disk, runtimes, keepers }: Order,
  wanted: ReadonlyMap<string, Wanted>,
  draft: Draft,
): TakeOver & { readonly theirs: ReadonlySet<string> } {
  const used = [...runtimes, ...keepers]
  const all = findForeign(disk, choice.roots)
  const isInTheWay = ({ rows, files }: Foreign) =>
    rows.some((id) => used.includes(id)) || [...files.keys()].some((path) => wanted.has(path))
  const names = new Set([...wanted.values()].flatMap(({ key }) => installedNameAt(splitKey(key).path) ?? []))
  const foreign = all.filter(isInTheWay).map((one) => withNamesakes(disk, one, names))
  const staying = all.filter((one) => !isInTheWay(one))
  refuseUnconfirmed(choice, foreign)
  const taken = planTakeOver(disk, foreign, new Set(wanted.keys()), staying)
  draft.operations.push(...taken.operations)
  draft.notices.push(...taken.notices)
  return { ...taken, theirs: new Set(foreign.flatMap(({ files }) => [...files.keys()])) }
}

function refuseUnconfirmed({ replace }: Choice, [first]: readonly Foreign[]): void {
  if (first === undefined || replace) return
  throw new GsdError({
    code: 'CONFIRM_REQUIRED',
    message: `${first.pack} ${first.version} is installed in ${first.path} under the same names; nothing was done`,
    fix: 'run the same command with --yes to replace it (edited files are backed up), or with --dry-run to preview it',
  })
}

const countsOf = (
  wanted: ReadonlyMap<string, Wanted>,
  recorded: Readonly<Record<string, OwnedFile>>,
): InstallPlan['counts'] => {
  const files = [...wanted.values()].filter(({ key }) => Object.hasOwn(recorded, key))
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0) }
}
