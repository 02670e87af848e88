// Plans an installation: turns a choice, the pack's files and the disk into operations.
import { gsdError } from '../errors.js'
import { type RuntimeId, SHARED } from '../runtimes/all.js'
import type { OfferName } from '../runtimes/offers.js'
import { type Disk, digestOf, snapshotOf } from './disk.js'
import { type ChangedFile, planEdits } from './edits/planned.js'
import type { ExtraId } from './extras.js'
import type { Layout } from './layout.js'
import { keyOf, type OwnedFile, splitKey } from './manifest.js'
import { type Expected, inExecutionOrder, type Operation, type Plan } from './operation.js'
import { planManifest } from './planning/new-manifest.js'
import { FilePlacer } from './planning/placer.js'
import { type InstallRequest, type PlanBuilder, requestFor } from './planning/request.js'
import { type ForeignInstall, findForeign, planTakeOver, type TakeOver, withNamesakes } from './takeover.js'
import { type Choice, PAYLOAD_FOLDER, payloadOf } from './target.js'
import { installedNameAt } from './visible.js'
import { type Supply, type Wanted, wantedFiles } from './wanted.js'

export interface InstallPlan extends Plan {
  readonly version: string
  readonly runtimes: readonly RuntimeId[]
  readonly layout: Layout
  readonly changed: readonly ChangedFile[]
  /** The optional edits of the user's files that the installation has. */
  readonly offers: readonly OfferName[]
  /** Third-party servers to register. */
  readonly extras: readonly ExtraId[]
  readonly profile: readonly string[]
  /** Folder of the payload, as the user spells it. */
  readonly payload: string
  /** Installed files, without the manifest, pristine copies, compiled code and `.new` files. */
  readonly counts: { readonly files: number; readonly bytes: number }
}

/** Plans the choice together with everything installed in the scope, so that all of it has one version afterwards. */
export function planInstall(choice: Choice, supply: Supply, found: Disk): InstallPlan {
  const disk = snapshotOf(found)
  const request = requestFor(choice, disk)
  const { runtimes, layout, profile, offers, extras, expects } = request
  const builder: PlanBuilder = { operations: [], notices: [] }
  const wanted = wantedFiles(request, supply)
  const takeOver = addTakeOver(request, wanted, builder)
  const placer = new FilePlacer(request, builder, supply.version)
  placer.placeAll(wanted, takeOver.foreignPaths)
  const edits = planEdits(request, builder)
  planManifest(request, builder, {
    version: supply.version,
    profile,
    regenerable: choice.compiled.map((name) => keyOf(SHARED, `${PAYLOAD_FOLDER}/bin/${name}`)),
    newManifest: placer.newManifest,
    edits: { ...edits, offers, extras },
    foreignFolders: takeOver.folders,
  })
  const operations = inExecutionOrder(builder.operations)
  return {
    version: supply.version,
    runtimes,
    layout,
    changed: edits.changed,
    offers,
    extras,
    profile,
    payload: payloadOf(choice.roots),
    counts: countsOf(wanted, placer.newManifest.files),
    operations,
    notices: builder.notices,
    expects: [...expects, ...expectations(wanted, operations, disk)],
  }
}

/** Preconditions: files that are up to date must still be so when the manifest is written. */
function expectations(
  wanted: ReadonlyMap<string, Wanted>,
  operations: readonly Operation[],
  disk: Disk,
): readonly Expected[] {
  const changed = new Set(operations.map(({ path }) => path))
  return [...wanted.values()].flatMap(({ path, digest }) => {
    const existing = changed.has(path) ? null : disk.read(path)
    return existing !== null && digestOf(existing) === digest ? [{ path, before: digest }] : []
  })
}

/** Adds the removal of other packs in the way; also returns their files' paths. Throws if the user did not confirm it. */
function addTakeOver(
  { choice, disk, runtimes, hosts }: InstallRequest,
  wanted: ReadonlyMap<string, Wanted>,
  builder: PlanBuilder,
): TakeOver & { readonly foreignPaths: ReadonlySet<string> } {
  const used = [...runtimes, ...hosts]
  const all = findForeign(disk, choice.roots)
  const isInTheWay = ({ rows, files }: ForeignInstall) =>
    rows.some((id) => used.includes(id)) || [...files.keys()].some((path) => wanted.has(path))
  const names = new Set([...wanted.values()].flatMap(({ key }) => installedNameAt(splitKey(key).path) ?? []))
  const foreign = all.filter(isInTheWay).map((install) => withNamesakes(disk, install, names))
  const others = all.filter((install) => !isInTheWay(install))
  refuseUnconfirmed(choice, foreign)
  const takeOver = planTakeOver(disk, foreign, new Set(wanted.keys()), others)
  builder.operations.push(...takeOver.operations)
  builder.notices.push(...takeOver.notices)
  return { ...takeOver, foreignPaths: new Set(foreign.flatMap(({ files }) => [...files.keys()])) }
}

function refuseUnconfirmed({ replace }: Choice, [first]: readonly ForeignInstall[]): void {
  if (first === undefined || replace) return
  throw gsdError(
    'CONFIRM_REQUIRED',
    `${first.pack} ${first.version} is installed in ${first.path} under the same names; nothing was done`,
    'run the same command with --yes to replace it (edited files are backed up), or with --dry-run to preview it',
  )
}

const countsOf = (
  wanted: ReadonlyMap<string, Wanted>,
  recorded: Readonly<Record<string, OwnedFile>>,
): InstallPlan['counts'] => {
  const files = [...wanted.values()].filter(({ key }) => Object.hasOwn(recorded, key))
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0) }
}
