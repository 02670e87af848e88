// Install as data: from a choice, the pack's supply and what is on the disk to the operations that make the disk right.
import { dirname, join, sep } from 'node:path'
import { GsdError } from '../errors.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../runtimes/all.js'
import type { OfferName } from '../runtimes/offers.js'
import { counted } from '../std/text.js'
import { absentAbove, bytesOf, type Disk, digestOf, textOf } from './disk.js'
import { type EditsPlan, planEdits, takenExtras, takenOffers, takenShared } from './edits/planned.js'
import type { ExtraId } from './extras.js'
import {
  baseOf,
  groundsOf,
  type Installed,
  innermost,
  installedAt,
  isWithin,
  physical,
  pristineCopies,
  pristinePath,
  usedRoots,
} from './installed.js'
import { OWNER_ONLY } from './key-plan.js'
import { guestsOf, hostsOf, type Layout, layoutOf } from './layout.js'
import { keyOf, manifestText, type OwnedFile, splitKey } from './manifest.js'
import { isClean, mergeByHunk } from './merge.js'
import { type Moved, movedInstallations, planMove } from './migrations.js'
import {
  type FileKind,
  type Ground,
  inOrder,
  type Notice,
  type Operation,
  type Plan,
  type Put,
  type Stage,
} from './operation.js'
import { PatchBox, putIfDifferent, removeNow, waitingPatches } from './patches.js'
import type { SharedServer } from './shared.js'
import { type Foreign, findForeign, planTakeOver, type TakeOver, theirProfile } from './takeover.js'
import { type Choice, manifestOf, PACK, PATCHES_FOLDER, PAYLOAD_FOLDER, payloadOf } from './target.js'
import { doubledNames } from './visible.js'
import { type Supply, type Wanted, wantedFiles } from './wanted.js'

const DEFAULT_PROFILE: readonly string[] = ['standard']

export interface InstallPlan extends Plan {
  readonly version: string
  readonly runtimes: readonly RuntimeId[]
  readonly layout: Layout
  /** What is written into files of the user's. */
  readonly offers: readonly OfferName[]
  /** Servers of others that the clients are told of. */
  readonly extras: readonly ExtraId[]
  readonly profile: readonly string[]
  /** Payload folders, as people spell them, by host. */
  readonly payloads: Readonly<Partial<Record<RuntimeId, string>>>
  /** What each host's record holds after the run, the record itself included, pristine copies aside. */
  readonly counts: Readonly<Partial<Record<RuntimeId, { readonly files: number; readonly bytes: number }>>>
}

/** Everything installed in the scope is planned together with what is chosen, so that all of it ends at one version. */
export const planInstall = (choice: Choice, supply: Supply, disk: Disk): InstallPlan =>
  new Planner(choice, supply, disk).plan()

/** Where compiled bundles are missing, or will be older than their bundles. */
export function lacksCompiled(plan: InstallPlan, name: string, disk: Disk): readonly string[] {
  return Object.values(plan.payloads).flatMap((payload) => {
    const path = disk.real(join(payload, 'bin', name))
    const isNew = plan.operations.some(({ kind, path: put }) => kind === 'put' && isWithin(dirname(path), put))
    return isNew || disk.see(path) === null ? [path] : []
  })
}

/** The plan with compiled bundles at the given places. */
export const withCompiled = (
  plan: InstallPlan,
  paths: readonly string[],
  bytes: Uint8Array,
  disk: Disk,
): InstallPlan => ({
  ...plan,
  operations: inOrder([
    ...plan.operations,
    ...paths.flatMap((path) => putIfDifferent(disk, path, bytes, 'payload', 'record')),
  ]),
})

/** A file of an earlier installation. */
interface Recorded extends OwnedFile {
  readonly from: Installed
}

/** What a host's record and store will hold; filled while its files are placed. */
interface Ledger {
  readonly files: Record<string, OwnedFile>
  readonly suppressed: string[]
  /** Untouched copies by digest; `null`: already in the store, and still needed. */
  readonly pristine: Map<string, Uint8Array | null>
}

class Planner {
  readonly #choice: Choice
  readonly #supply: Supply
  readonly #disk: Disk
  readonly #before: readonly Installed[]
  readonly #recorded = new Map<string, Recorded>()
  readonly #runtimes: readonly RuntimeId[]
  readonly #layout: Layout
  readonly #hosts: readonly RuntimeId[]
  readonly #profile: readonly string[]
  readonly #offers: readonly OfferName[]
  readonly #extras: readonly ExtraId[]
  readonly #shared: readonly SharedServer[]
  readonly #roots: readonly string[]
  readonly #grounds: readonly Ground[]
  readonly #moved: readonly Moved[]
  readonly #operations: Operation[] = []
  readonly #notices: Notice[] = []
  readonly #boxes = new Map<string, PatchBox>()
  readonly #ledgers = new Map<RuntimeId, Ledger>()

  constructor(choice: Choice, supply: Supply, disk: Disk) {
    this.#choice = choice
    this.#supply = supply
    this.#disk = disk
    this.#grounds = groundsOf(disk, choice.roots)
    this.#before = installedAt(disk, choice.scope, choice.roots)
    for (const from of this.#before)
      for (const [key, file] of Object.entries(from.manifest.files))
        this.#recorded.set(physical(disk, from.roots, key), { ...file, from })
    this.#moved = movedInstallations(disk, choice.scope, choice.roots)
    const records = [...this.#before, ...this.#moved.map(({ installed }) => installed)]
    const chosen = new Set([...choice.runtimes, ...records.flatMap(({ manifest }) => manifest.runtimes)])
    this.#runtimes = RUNTIME_IDS.filter((id) => chosen.has(id))
    this.#profile = choice.profile ?? records[0]?.manifest.profile ?? this.#theirProfile() ?? DEFAULT_PROFILE
    this.#offers = takenOffers(choice, this.#before)
    this.#extras = takenExtras(choice, this.#before)
    this.#shared = takenShared(choice, this.#before)
    this.#layout = layoutOf(this.#runtimes, choice.scope)
    this.#hosts = hostsOf(this.#layout)
    const used = [...this.#hosts, ...this.#runtimes].map((id) => disk.real(choice.roots[id]))
    this.#roots = [...new Set([...used, ...records.flatMap((one) => usedRoots(disk, one))])]
  }

  #theirProfile(): readonly string[] | null {
    const rows = this.#runtimes
    const foreign = findForeign(this.#disk, this.#choice.roots)
    return theirProfile(
      this.#disk,
      foreign.filter((one) => one.rows.some((id) => rows.includes(id))),
    )
  }

  plan(): InstallPlan {
    const order = { choice: this.#choice, layout: this.#layout, profile: this.#profile, offers: this.#offers }
    const wanted = wantedFiles(order, this.#supply, this.#disk)
    const taken = this.#takeOver(wanted)
    for (const file of wanted.values()) this.#place(file, taken.theirs.has(file.path))
    for (const [path, file] of this.#recorded) if (!wanted.has(path)) this.#orphan(path, file)
    for (const box of this.#boxes.values()) this.#operations.push(...box.operations())
    for (const moved of this.#moved) {
      const { operations, notices } = planMove(this.#disk, moved, this.#choice)
      this.#operations.push(...operations)
      this.#notices.push(...notices)
    }
    const edits = this.#editFiles()
    for (const host of this.#hosts) this.#finishHost(host, taken, edits)
    for (const before of this.#retired()) this.#retire(before)
    const sight = {
      disk: this.#disk,
      roots: this.#choice.roots,
      scope: this.#choice.scope,
      runtimes: this.#runtimes,
      wanted: [...wanted.keys()],
    }
    this.#tellWaiting()
    const removed = this.#removed()
    this.#notices.push(...doubledNames({ ...sight, isGone: (path) => this.#isGone(path, removed) }))
    return {
      version: this.#supply.version,
      runtimes: this.#runtimes,
      layout: this.#layout,
      offers: this.#offers,
      extras: this.#extras,
      profile: this.#profile,
      payloads: Object.fromEntries(this.#hosts.map((host) => [host, payloadOf(this.#choice.roots[host])])),
      counts: countsOf(wanted, (host) => this.#ledger(host).files),
      operations: inOrder(this.#operations),
      notices: this.#notices,
      roots: this.#roots,
      grounds: this.#grounds,
    }
  }

  #takeOver(wanted: ReadonlyMap<string, Wanted>): TakeOver & { readonly theirs: ReadonlySet<string> } {
    const used = [...this.#runtimes, ...this.#hosts]
    const all = findForeign(this.#disk, this.#choice.roots)
    const foreign = all.filter(({ rows }) => rows.some((id) => used.includes(id)))
    const staying = all.filter((one) => !foreign.includes(one))
    this.#refuseUnasked(foreign)
    const taken = planTakeOver(this.#disk, foreign, new Set(wanted.keys()), staying)
    this.#operations.push(...taken.operations)
    this.#notices.push(...taken.notices)
    return { ...taken, theirs: new Set(foreign.flatMap(({ files }) => [...files.keys()])) }
  }

  #refuseUnasked([first]: readonly Foreign[]): void {
    if (first === undefined || this.#choice.replace) return
    throw new GsdError({
      code: 'CONFIRM_REQUIRED',
      message: `${first.pack} ${first.version} is installed in ${first.path} under the same names; nothing was done`,
      fix: 'run the same command with --yes to replace it (edited files are kept aside), or with --dry-run to see how',
    })
  }

  /** Decides what happens to one planned file. `isTheirs`: another pack's file stands at its place. */
  #place(file: Wanted, isTheirs: boolean): void {
    const there = this.#disk.read(file.path)
    const old = this.#recorded.get(file.path)
    const digest = there === null ? null : digestOf(there)
    if (there === null) this.#placeAbsent(file, old)
    else if (digest === file.digest) this.#own(file)
    else if (isTheirs || digest === old?.sha256) this.#write(file, digest, 'update')
    else if (old === undefined) this.#collision(file)
    else if (file.kind === 'program') this.#replaceProgram(file, old, there)
    else this.#merge(file, old, there)
  }

  #placeAbsent(file: Wanted, old: Recorded | undefined): void {
    const suppressed = this.#before.some(({ manifest }) => manifest.suppressed.includes(file.key))
    const deleted = stageOf(file.kind) === 'listed' && (old !== undefined || suppressed) && !this.#choice.restore
    if (this.#disk.see(file.path) !== null) this.#collision(file)
    else if (deleted) this.#suppress(file)
    else this.#write(file, null, 'new')
  }

  #suppress(file: Wanted): void {
    this.#ledger(file.host).suppressed.push(file.key)
    this.#note(file.path, 'stays deleted, as you left it', 'install with --restore to bring it back')
  }

  #collision(file: Wanted): void {
    this.#notices.push({
      level: 'decide',
      path: file.path,
      message: 'is a file of yours at a place the pack uses; it was left as it is and the pack goes without it',
      fix: `move it away and install again: mv "${file.path}" "${file.path}.mine"`,
    })
  }

  #note(path: string, message: string, fix = ''): void {
    this.#notices.push({ level: 'note', path, message, fix })
  }

  #ledger(host: RuntimeId): Ledger {
    const ledger = this.#ledgers.get(host) ?? { files: {}, suppressed: [], pristine: new Map() }
    this.#ledgers.set(host, ledger)
    return ledger
  }

  #own(file: Wanted, base?: string): void {
    const { files, pristine } = this.#ledger(file.host)
    const owned = { sha256: file.digest, owners: [...file.owners].sort(), kind: file.kind }
    files[file.key] = base === undefined ? owned : { ...owned, base }
    // A bundle cannot be merged, so nothing is gained by a second copy of it.
    if (file.kind === 'program') return
    pristine.set(file.digest, file.bytes)
    if (base !== undefined && !pristine.has(base)) pristine.set(base, null)
  }

  #write(file: Wanted, before: string | null, why: 'new' | 'update' | 'merge', bytes = file.bytes): void {
    this.#operations.push({ kind: 'put', stage: stageOf(file.kind), path: file.path, bytes, before, why })
    this.#own(file)
  }

  /** Puts the user's version into the patches folder of its root; returns where, below that root. */
  #keepAside(path: string, old: Recorded, mine: Uint8Array): string {
    const root = innermost(this.#roots, path) ?? dirname(path)
    const box = this.#boxes.get(root) ?? new PatchBox(this.#disk, root)
    this.#boxes.set(root, box)
    const below = path.slice(root.length + 1).replaceAll(sep, '/')
    box.keep(old.from.manifest.version, { path: below, mine, base: baseOf(this.#disk, old.from, old) })
    return `${PATCHES_FOLDER}/${old.from.manifest.version}/${below}`
  }

  #replaceProgram(file: Wanted, old: Recorded, mine: Uint8Array): void {
    const aside = this.#keepAside(file.path, old, mine)
    this.#note(file.path, `is a program that was edited or damaged, and is replaced; what stood there is in ${aside}`)
    this.#write(file, digestOf(mine), 'update')
  }

  #merge(file: Wanted, old: Recorded, there: Uint8Array): void {
    const offer = `${file.path}.new`
    const isUnmoved = (old.base ?? old.sha256) === file.digest
    // The person took the offer away: their version stands on the text that was offered.
    const isSettled =
      old.base !== undefined &&
      old.sha256 === file.digest &&
      this.#recorded.has(offer) &&
      this.#disk.read(offer) === null
    if (isUnmoved || isSettled) this.#own(file)
    else this.#mergeTexts(file, old, there)
  }

  #mergeTexts(file: Wanted, old: Recorded, there: Uint8Array): void {
    const base = baseOf(this.#disk, old.from, old)
    const mine = textOf(there)
    const merge =
      base === null || mine === null ? null : mergeByHunk(textOf(base) ?? '', mine, textOf(file.bytes) ?? '')
    if (merge === null || !isClean(merge)) {
      this.#conflict(file, old)
      return
    }
    const aside = this.#keepAside(file.path, old, there)
    this.#note(file.path, `your edit is merged into the new text; the version before is in ${aside}`)
    this.#write(file, digestOf(there), 'merge', bytesOf(merge.text))
  }

  #conflict(file: Wanted, old: Recorded): void {
    this.#own(file, old.base ?? old.sha256)
    this.#offer(file, old)
    this.#notices.push({
      level: 'decide',
      path: file.path,
      message: `your edit and the new version change the same lines; yours is in force, the new text is in ${file.path}.new`,
      fix: `gsd reapply-patches --hunk next (or merge by hand, delete ${file.path}.new, then run: gsd reapply-patches)`,
    })
  }

  /** The new text beside a file that keeps the user's. What a person settled in an offer of this very text stays. */
  #offer(file: Wanted, old: Recorded): void {
    const path = `${file.path}.new`
    const there = this.#disk.read(path)
    const offered = this.#recorded.get(path)
    if (there !== null && offered === undefined) return
    const before = there === null ? null : digestOf(there)
    const isOpen = offered !== undefined && before !== null && old.sha256 === file.digest
    if (!isOpen && there !== null && offered !== undefined && before !== offered.sha256)
      this.#keepAside(path, offered, there)
    if (!isOpen && before !== file.digest)
      this.#operations.push({ kind: 'put', stage: stageOf(file.kind), path, bytes: file.bytes, before, why: 'offer' })
    this.#ledger(file.host).files[`${file.key}.new`] = {
      sha256: isOpen ? offered.sha256 : file.digest,
      owners: [...file.owners].sort(),
      kind: 'offer',
    }
    this.#recorded.delete(path)
  }

  /** A file of an earlier installation that the present one does not want. */
  #orphan(path: string, old: Recorded): void {
    const there = this.#disk.read(path)
    if (there === null) return
    if (digestOf(there) !== old.sha256)
      this.#note(path, `is no longer part of the pack; your version is in ${this.#keepAside(path, old, there)}`)
    this.#operations.push({ kind: 'remove', stage: 'remove', path, before: digestOf(there) })
  }

  /** What goes into files of the user's, and comes out of them. */
  #editFiles(): EditsPlan {
    const order = { choice: this.#choice, layout: this.#layout, hosts: this.#hosts, before: this.#before }
    const plan = planEdits(
      { ...order, offers: this.#offers, extras: this.#extras, shared: this.#shared, operations: this.#operations },
      this.#disk,
    )
    this.#operations.splice(0, this.#operations.length, ...plan.operations)
    this.#notices.push(...plan.notices)
    return plan
  }

  /** Edits that an installation before this one left when it was taken away. */
  #tellWaiting(): void {
    if (this.#before.length > 0) return
    const roots = new Set([...this.#hosts].map((host) => this.#disk.real(this.#choice.roots[host])))
    for (const root of roots) {
      const waiting = waitingPatches(this.#disk, root).filter(({ pack }) => pack === PACK)
      if (waiting.length === 0) continue
      const message = `${counted(waiting.length, 'edit')} of yours of files of ours, kept when they were taken away, may be brought into those that are installed now`
      this.#notices.push({ level: 'note', path: `${root}/${PATCHES_FOLDER}`, message, fix: 'gsd reapply-patches' })
    }
  }

  /** An untouched copy; null: as it is. Settings of a person may hold secrets: theirs are for them alone, also where an earlier version left them open. */
  #copy(record: string, digest: string, bytes: Uint8Array | null, isTheirs: boolean): readonly Operation[] {
    const path = pristinePath({ path: record }, digest)
    const puts = bytes === null ? [] : putIfDifferent(this.#disk, path, bytes, 'payload', 'record')
    const there = isTheirs && puts.length === 0 ? this.#disk.read(path) : null
    const isOpen = there !== null && digestOf(there) === digest && ((this.#disk.see(path)?.mode ?? 0) & 0o077) !== 0
    const close: readonly Put[] = isOpen
      ? [{ kind: 'put', stage: 'payload', path, bytes: there, before: digest, why: 'record' }]
      : []
    return [...puts, ...close].map((one) => (isTheirs ? { ...one, mode: OWNER_ONLY } : one))
  }

  /** Record, untouched copies and emptied folders of one payload. */
  #finishHost(host: RuntimeId, taken: TakeOver, { offers, extras, shared, hosts }: EditsPlan): void {
    const record = this.#recordOf(host)
    const before = this.#before.find(({ path }) => path === record)
    const { files, suppressed, pristine } = this.#ledger(host)
    const { edits, images } = hosts.get(host) ?? { edits: [], images: new Map<string, null>() }
    for (const [digest, bytes] of images) if (!pristine.has(digest)) pristine.set(digest, bytes)
    for (const [digest, bytes] of pristine)
      this.#operations.push(...this.#copy(record, digest, bytes, images.has(digest)))
    const kept = [
      ...Object.values(before?.manifest.files ?? {}).flatMap(({ sha256, base }) => [sha256, base ?? sha256]),
      ...(before?.manifest.edits ?? []).flatMap((edit) => edit.before ?? []),
    ]
    for (const digest of new Set(kept.filter((each) => !pristine.has(each))))
      this.#operations.push(...removeNow(this.#disk, pristinePath({ path: record }, digest)))
    const regenerable = this.#regenerable(host, before)
    const keys = [...Object.keys(files), ...edits.map(({ file }) => file)]
    const owners = guestsOf(this.#layout, host)
    const text = manifestText({
      version: this.#supply.version,
      scope: this.#choice.scope,
      target: host,
      runtimes: owners,
      profile: this.#profile,
      roots: Object.fromEntries([host, ...owners].map((id) => [id, this.#spelledRoot(id)])),
      files,
      suppressed,
      created_dirs: this.#createdFolders(host, keys, before, taken),
      regenerable,
      offers,
      extras,
      shared,
      edits,
    })
    if (before !== undefined) this.#tidy(before)
    this.#operations.push(...putIfDifferent(this.#disk, record, bytesOf(text), 'manifest', 'record'))
  }

  #recordOf(host: RuntimeId): string {
    return this.#disk.real(manifestOf(this.#choice.roots[host]))
  }

  /** Installations whose place nobody uses any more. Two rows may share one. */
  #retired(): readonly Installed[] {
    const used = this.#hosts.map((host) => this.#recordOf(host))
    return this.#before.filter(({ path }) => !used.includes(path))
  }

  /** A payload whose entries are kept elsewhere now: its record goes, and with it what only it needed. */
  #retire(before: Installed): void {
    for (const digest of pristineCopies(this.#disk, before))
      this.#operations.push(...removeNow(this.#disk, pristinePath(before, digest)))
    for (const key of before.manifest.regenerable)
      this.#operations.push(...removeNow(this.#disk, physical(this.#disk, before.roots, key)))
    this.#operations.push(...removeNow(this.#disk, before.path, 'manifest'))
    const used = [...this.#ledgers.values()].flatMap(({ files }) => Object.keys(files))
    for (const key of before.manifest.created_dirs)
      if (!used.some((file) => isBelowKey(key, file)))
        this.#operations.push({
          kind: 'remove-directory',
          stage: 'tidy',
          path: physical(this.#disk, before.roots, key),
        })
  }

  /** Keys of what is made from the bundles; what an earlier run made under other names goes. */
  #regenerable(host: RuntimeId, before: Installed | undefined): readonly string[] {
    const name = this.#choice.compiled
    const compiled: readonly string[] = name === null ? [] : [keyOf(host, `${PAYLOAD_FOLDER}/bin/${name}`)]
    const keys = [...compiled, keyOf(host, `${PAYLOAD_FOLDER}/update.json`)]
    for (const key of before?.manifest.regenerable ?? [])
      if (!keys.includes(key))
        this.#operations.push(...removeNow(this.#disk, physical(this.#disk, this.#choice.roots, key)))
    return keys
  }

  #spelledRoot(id: RuntimeId): string {
    return this.#choice.scope === 'local' ? runtimeOf(id).home.local : this.#choice.roots[id]
  }

  /** Folders we made, by key: those of before that stay, and those that are missing now. */
  #createdFolders(
    host: RuntimeId,
    files: readonly string[],
    before: Installed | undefined,
    taken: TakeOver,
  ): readonly string[] {
    const removed = this.#removed()
    // Who keeps files below a folder of a root that is no host any more takes the folder over.
    const inherited = this.#retired()
      .flatMap(({ manifest }) => manifest.created_dirs)
      .filter((key) => files.some((file) => isBelowKey(key, file)))
    const kept = [...(before?.manifest.created_dirs ?? []), ...inherited].filter((key) => {
      const place = physical(this.#disk, this.#choice.roots, key)
      const isUsed = files.some((file) => isBelowKey(key, file))
      return this.#disk.see(place) !== null && (isUsed || (!isBeside(key) && !this.#isGone(place, removed)))
    })
    const made = [...files, keyOf(host, `${PAYLOAD_FOLDER}/pristine/x`)].flatMap((key) => {
      const { root, path } = splitKey(key)
      return this.#missingFolders(root as RuntimeId, path, taken)
    })
    // Rows that share the host's root say the same folder; it is recorded once, as the host's.
    const { roots } = this.#choice
    const asHosts = (key: string): string => {
      const { root, path } = splitKey(key)
      return roots[root as RuntimeId] === roots[host] && !isBeside(key) ? keyOf(host, path) : key
    }
    return [...new Set([...kept, ...made].map(asHosts))]
  }

  #missingFolders(root: RuntimeId, path: string, taken: TakeOver): readonly string[] {
    const base = this.#choice.roots[root]
    const parts = path.split('/').slice(0, -1)
    const inside = parts
      .map((_, index) => parts.slice(0, index + 1).join('/'))
      .filter((folder) => {
        const place = join(base, folder)
        return this.#disk.see(place) === null || taken.folders.has(this.#disk.real(place))
      })
    const above =
      this.#disk.see(base) === null
        ? ['', ...absentAbove(this.#disk, base).map((_, index) => `${'../'.repeat(index)}..`)]
        : []
    return [...above, ...inside].map((folder) => keyOf(root, folder))
  }

  /** Folders of ours that lose files in this run; they go if that empties them. */
  #tidy(before: Installed): void {
    const removed = [...this.#removed()].filter((path) => this.#recorded.get(path)?.from === before)
    const made = before.manifest.created_dirs.filter((key) => splitKey(key).path !== '')
    for (const path of new Set(made.map((key) => physical(this.#disk, before.roots, key))))
      if (removed.some((gone) => isWithin(path, gone)))
        this.#operations.push({ kind: 'remove-directory', stage: 'tidy', path })
  }

  #removed(): ReadonlySet<string> {
    return new Set(this.#operations.filter(({ kind }) => kind === 'remove').map(({ path }) => path))
  }

  #isGone(path: string, removed: ReadonlySet<string>): boolean {
    if (removed.has(path)) return true
    if (this.#operations.some((one) => one.kind === 'put' && isWithin(path, one.path))) return false
    const inside = this.#disk.list(path)
    return inside.length > 0 && inside.every((name) => this.#isGone(join(path, name), removed))
  }
}

const STAGE_OF: Readonly<Record<FileKind, Stage>> = {
  program: 'payload',
  payload: 'payload',
  entry: 'listed',
  hook: 'config',
  agent: 'listed',
  offer: 'listed',
}
/** A folder that is neither in its root nor above it. */
const isBeside = (key: string): boolean => /^(?:\.\.\/)+(?!\.\.(?:\/|$))/.test(splitKey(key).path)

const stageOf = (kind: FileKind): Stage => STAGE_OF[kind]

/** Whether a file lies in a folder, both as keys. A folder above the root holds everything of the root. */
const isBelowKey = (folder: string, file: string): boolean =>
  file.startsWith(`${folder}/`) ||
  (/^(\.\.(\/|$))*$/.test(splitKey(folder).path) && splitKey(folder).root === splitKey(file).root)

/** By host what its record will name, as `status` and a removal count: how it is kept (records, untouched copies, compiled code) is no news to a person. */
function countsOf(
  wanted: ReadonlyMap<string, Wanted>,
  recorded: (host: RuntimeId) => Readonly<Record<string, OwnedFile>>,
): InstallPlan['counts'] {
  const counts: Partial<Record<RuntimeId, { files: number; bytes: number }>> = {}
  for (const { host, key, bytes } of wanted.values()) {
    if (!Object.hasOwn(recorded(host), key)) continue
    const count = counts[host] ?? { files: 0, bytes: 0 }
    counts[host] = { files: count.files + 1, bytes: count.bytes + bytes.length }
  }
  return counts
}
