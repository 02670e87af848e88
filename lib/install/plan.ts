// Install as data: from a choice, the pack's assets and what is on the disk to the operations that make the disk right.
import { dirname, join, sep } from 'node:path'
import type { Rendering } from '../assets/render.js'
import { GsdError } from '../errors.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../runtimes/all.js'
import { LISTED, type PromptDoc, type Runtime } from '../runtimes/runtime.js'
import { checkListed } from './check.js'
import { absentAbove, bytesOf, type Disk, digestOf, textOf } from './disk.js'
import { keyOf, type Manifest, manifestText, type OwnedFile, readManifest, splitKey } from './manifest.js'
import { type FileKind, inOrder, type Notice, type Operation, type Plan, type Stage } from './operation.js'
import { foldersAbove, isClean, mergeByHunk, PatchBox, putIfDifferent, removeNow } from './patches.js'
import { findForeign, planTakeOver, type TakeOver } from './takeover.js'
import {
  type Choice,
  hostsOf,
  launcherOf,
  MANIFEST_NAME,
  manifestOf,
  PATCHES_FOLDER,
  PAYLOAD_FOLDER,
  type Roots,
} from './target.js'

/** What an installation is made of. */
export interface Supply {
  readonly version: string
  /** Bundles, by path below the payload's `bin/`. */
  readonly programs: readonly { readonly path: string; readonly bytes: Uint8Array }[]
  /** Throws on an unknown profile. `launcher` is how a text calls the CLI. */
  render(runtime: Runtime, launcher: string, profile: readonly string[]): Rendering
}

export const DEFAULT_PROFILE: readonly string[] = ['standard']

/** A file the pack wants at one physical place. */
interface Wanted {
  /** Physical. */
  readonly path: string
  /** As the manifest names it. */
  readonly key: string
  readonly bytes: Uint8Array
  readonly digest: string
  readonly kind: FileKind
  readonly owners: readonly RuntimeId[]
  /** The row whose payload records it. */
  readonly host: RuntimeId
}

export interface Installed {
  readonly manifest: Manifest
  /** Physical place of the record. */
  readonly path: string
  /** Absolute, not yet physical, by row: where its files were put. */
  readonly roots: Roots
}

/** What is installed in a scope, by the records below its roots. */
export function installedAt(disk: Disk, scope: Choice['scope'], roots: Roots): readonly Installed[] {
  return RUNTIME_IDS.flatMap((id) => {
    const path = disk.real(manifestOf(roots[id]))
    const bytes = disk.read(path)
    if (bytes === null) return []
    const manifest = readManifest(textOf(bytes) ?? '', path)
    // In a project the folders are where the rows say; a record that travels with a repository must not point elsewhere.
    const recorded = scope === 'local' ? {} : manifest.roots
    return [{ manifest, path, roots: { ...roots, ...recorded, [id]: roots[id] } }]
  })
}

export const physical = (disk: Disk, roots: Roots, key: string): string => {
  const { root, path } = splitKey(key)
  return disk.real(join(roots[root as RuntimeId], path))
}

/** A file of an earlier installation. */
interface Recorded extends OwnedFile {
  readonly key: string
  readonly from: Installed
}

export interface InstallPlan extends Plan {
  readonly version: string
  readonly runtimes: readonly RuntimeId[]
  readonly profile: readonly string[]
  /** Payload folders, physical, by host. */
  readonly payloads: Readonly<Partial<Record<RuntimeId, string>>>
  /** Files each host's record holds after the run, pristine copies aside. */
  readonly counts: Readonly<Partial<Record<RuntimeId, { readonly files: number; readonly bytes: number }>>>
}

export const planInstall = (choice: Choice, supply: Supply, disk: Disk): InstallPlan =>
  new Planner(choice, supply, disk).plan()

class Planner {
  readonly #choice: Choice
  readonly #supply: Supply
  readonly #disk: Disk
  readonly #before: readonly Installed[]
  readonly #recorded = new Map<string, Recorded>()
  readonly #runtimes: readonly RuntimeId[]
  readonly #profile: readonly string[]
  readonly #operations: Operation[] = []
  readonly #notices: Notice[] = []
  readonly #boxes = new Map<string, PatchBox>()
  readonly #files = new Map<RuntimeId, Record<string, OwnedFile>>()
  readonly #suppressed = new Map<RuntimeId, string[]>()
  readonly #pristine = new Map<RuntimeId, Map<string, Uint8Array | null>>()

  constructor(choice: Choice, supply: Supply, disk: Disk) {
    this.#choice = choice
    this.#supply = supply
    this.#disk = disk
    this.#before = installedAt(disk, choice.scope, choice.roots)
    for (const from of this.#before)
      for (const [key, file] of Object.entries(from.manifest.files))
        this.#recorded.set(physical(disk, from.roots, key), { ...file, key, from })
    const chosen = new Set([...choice.runtimes, ...this.#before.flatMap(({ manifest }) => manifest.runtimes)])
    this.#runtimes = RUNTIME_IDS.filter((id) => chosen.has(id))
    this.#profile = choice.profile ?? this.#before[0]?.manifest.profile ?? DEFAULT_PROFILE
  }

  plan(): InstallPlan {
    const wanted = this.#wanted()
    const foreign = findForeign(this.#disk, this.#choice.roots).filter(({ root }) => this.#touches(root))
    this.#askFirst(foreign)
    const taken = planTakeOver(this.#disk, foreign, new Set(wanted.keys()))
    const theirs = new Map(foreign.flatMap(({ files }) => [...files]))
    this.#operations.push(...taken.operations)
    this.#notices.push(...taken.notices)
    for (const file of wanted.values()) this.#place(file, theirs.get(file.path)?.digest ?? null)
    for (const [path, file] of this.#recorded) if (!wanted.has(path)) this.#orphan(path, file)
    for (const box of this.#boxes.values()) this.#operations.push(...box.operations())
    const payloads = Object.fromEntries(
      hostsOf(this.#runtimes).map((host) => [host, this.#finishHost(host, taken)] as const),
    )
    this.#checkVisible(wanted)
    return {
      version: this.#supply.version,
      runtimes: this.#runtimes,
      profile: this.#profile,
      payloads,
      counts: this.#counts(wanted),
      operations: inOrder(this.#operations),
      notices: this.#notices,
      roots: this.#roots(),
    }
  }

  #touches(root: RuntimeId): boolean {
    return this.#runtimes.includes(root) || hostsOf(this.#runtimes).includes(root)
  }

  #roots(): readonly string[] {
    const used = [...hostsOf(this.#runtimes), ...this.#runtimes].map((id) => this.#disk.real(this.#choice.roots[id]))
    const old = this.#before.flatMap(({ manifest, roots }) =>
      Object.keys(manifest.roots).map((id) => this.#disk.real(roots[id as RuntimeId])),
    )
    return [...new Set([...used, ...old])]
  }

  #askFirst(foreign: readonly { readonly pack: string; readonly version: string; readonly path: string }[]): void {
    const [first] = foreign
    if (first === undefined || this.#choice.replace) return
    throw new GsdError({
      code: 'CONFIRM_REQUIRED',
      message: `${first.pack} ${first.version} is installed in ${first.path} under the same names; nothing was done`,
      fix: 'run the same command with --yes to replace it (edited files are kept aside), or with --dry-run to see how',
    })
  }

  /** Every file the pack wants, by physical path. */
  #wanted(): ReadonlyMap<string, Wanted> {
    const wanted = new Map<string, Wanted>()
    for (const host of hostsOf(this.#runtimes)) {
      const owners = this.#runtimes.filter((id) => runtimeOf(id).entriesFrom === host)
      const launcher = launcherOf(this.#choice, host)
      const own = this.#supply.render(runtimeOf(host), launcher, this.#profile)
      const add = (
        root: RuntimeId,
        path: string,
        content: string | Uint8Array,
        kind: FileKind,
        by: readonly RuntimeId[],
      ) =>
        this.#want(wanted, {
          root,
          path,
          bytes: typeof content === 'string' ? bytesOf(content) : content,
          kind,
          owners: by,
          host,
        })
      const listed = own.commands.map(({ name }) => name).sort()
      add(host, `${PAYLOAD_FOLDER}/VERSION`, `${this.#supply.version}\n`, 'program', owners)
      add(
        host,
        `${PAYLOAD_FOLDER}/payload.json`,
        `${JSON.stringify({ runtime: host, listed }, null, 2)}\n`,
        'program',
        owners,
      )
      for (const { path, bytes } of this.#supply.programs)
        add(host, `${PAYLOAD_FOLDER}/bin/${path}`, bytes, 'program', owners)
      for (const { path, text } of own.files) add(host, `${PAYLOAD_FOLDER}/${path}`, text, 'payload', owners)
      this.#emit(host, 'command', own.commands, (path, text) => add(host, path, text, 'entry', owners))
      for (const owner of owners) {
        if (runtimeOf(owner).places.agent === null) continue
        const { agents } = owner === host ? own : this.#supply.render(runtimeOf(owner), launcher, this.#profile)
        this.#emit(owner, 'agent', agents, (path, text) => add(owner, path, text, 'agent', [owner]))
      }
    }
    return wanted
  }

  #emit(
    id: RuntimeId,
    kind: (typeof LISTED)[number],
    docs: readonly PromptDoc[],
    add: (path: string, text: string) => void,
  ): void {
    const runtime = runtimeOf(id)
    const place = runtime.places[kind]
    if (place === null) return
    for (const doc of docs)
      for (const { path, text } of place.emit(doc, runtime)) {
        checkListed(path, text, runtime)
        add(`${place.folder}/${path}`, text)
      }
  }

  #want(
    wanted: Map<string, Wanted>,
    file: Omit<Wanted, 'path' | 'key' | 'digest'> & { readonly root: RuntimeId; readonly path: string },
  ): void {
    const path = this.#contained(file.root, file.path)
    const digest = digestOf(file.bytes)
    const other = wanted.get(path)
    if (other !== undefined && other.digest !== digest)
      throw new GsdError({
        code: 'INTERNAL',
        message: `two different texts are planned for ${path}`,
        fix: 'this is a defect of the pack; nothing was written',
      })
    const owners = [...new Set([...(other?.owners ?? []), ...file.owners])]
    wanted.set(path, { ...file, path, key: other?.key ?? keyOf(file.root, file.path), digest, owners })
  }

  /** The physical place of a planned file. A link below the root may lead elsewhere only inside the home and only to folders of the same user. */
  #contained(root: RuntimeId, path: string): string {
    const base = this.#disk.real(this.#choice.roots[root])
    const place = this.#disk.real(join(this.#choice.roots[root], path))
    if (isWithin(base, place)) return place
    const folder = existingAbove(this.#disk, place)
    if (isWithin(this.#disk.real(this.#choice.home), place) && this.#disk.see(folder)?.own === true) return place
    throw new GsdError({
      code: 'INSTALL_REFUSED',
      message: `${join(this.#choice.roots[root], path)} leads to ${place}, outside of ${base} and of your home; nothing was done`,
      fix: `replace the link by a folder, or point it to a folder of yours below ${this.#choice.home}`,
    })
  }

  /** Decides what happens to one planned file. `theirs`: digest of another pack's file at this place. */
  #place(file: Wanted, theirs: string | null): void {
    const there = this.#disk.read(file.path)
    const old = this.#recorded.get(file.path)
    const digest = there === null ? null : digestOf(there)
    if (there === null) this.#placeAbsent(file, old)
    else if (digest === file.digest) this.#own(file)
    else if (theirs !== null || digest === old?.sha256) this.#write(file, digest, 'update')
    else if (old === undefined) this.#collision(file)
    else if (file.kind === 'program') this.#replaceProgram(file, old, there)
    else this.#merge(file, old, there)
  }

  #placeAbsent(file: Wanted, old: Recorded | undefined): void {
    const suppressed = this.#before.some(({ manifest }) => manifest.suppressed.includes(file.key))
    const deleted = isListed(file.kind) && (old !== undefined || suppressed) && !this.#choice.restore
    if (this.#disk.see(file.path) !== null) this.#collision(file)
    else if (deleted) this.#suppress(file)
    else this.#write(file, null, 'new')
  }

  #suppress(file: Wanted): void {
    this.#suppressed.set(file.host, [...(this.#suppressed.get(file.host) ?? []), file.key])
    this.#notices.push({
      level: 'note',
      path: file.path,
      message: 'stays deleted, as you left it',
      fix: 'install with --restore to bring it back',
    })
  }

  #own(file: Wanted, base?: string): void {
    const files = this.#files.get(file.host) ?? {}
    files[file.key] = {
      sha256: file.digest,
      owners: [...file.owners].sort(),
      kind: file.kind,
      ...(base === undefined ? {} : { base }),
    }
    this.#files.set(file.host, files)
    if (file.kind === 'program') return
    const store = this.#store(file.host)
    store.set(file.digest, file.bytes)
    if (base !== undefined && !store.has(base)) store.set(base, null)
  }

  #store(host: RuntimeId): Map<string, Uint8Array | null> {
    const store = this.#pristine.get(host) ?? new Map<string, Uint8Array | null>()
    this.#pristine.set(host, store)
    return store
  }

  #write(file: Wanted, before: string | null, why: 'new' | 'update' | 'merge', bytes = file.bytes): void {
    this.#operations.push({ kind: 'put', stage: stageOf(file.kind), path: file.path, bytes, before, why })
    this.#own(file)
  }

  #collision(file: Wanted): void {
    this.#notices.push({
      level: 'decide',
      path: file.path,
      message: 'is a file of yours at a place the pack uses; it was left as it is and the pack goes without it',
      fix: `move it away and install again: mv "${file.path}" "${file.path}.mine"`,
    })
  }

  #box(path: string): { readonly box: PatchBox; readonly below: string } {
    const root = this.#roots().find((candidate) => isWithin(candidate, path)) ?? dirname(path)
    const box = this.#boxes.get(root) ?? new PatchBox(this.#disk, root)
    this.#boxes.set(root, box)
    return { box, below: path.slice(root.length + 1).replaceAll(sep, '/') }
  }

  #keepAside(path: string, old: Recorded, mine: Uint8Array): string {
    const { box, below } = this.#box(path)
    box.keep(old.from.manifest.version, { path: below, mine, base: this.#baseOf(old) })
    return `${PATCHES_FOLDER}/${old.from.manifest.version}/${below}`
  }

  #baseOf(old: Recorded): Uint8Array | null {
    const hash = old.base ?? old.sha256
    const bytes = this.#disk.read(join(dirname(old.from.path), 'pristine', hash))
    return bytes !== null && digestOf(bytes) === hash ? bytes : null
  }

  #replaceProgram(file: Wanted, old: Recorded, mine: Uint8Array): void {
    const aside = this.#keepAside(file.path, old, mine)
    this.#notices.push({
      level: 'note',
      path: file.path,
      message: `was edited and is replaced; your version is in ${aside}`,
      fix: '',
    })
    this.#write(file, digestOf(mine), 'update')
  }

  #merge(file: Wanted, old: Recorded, there: Uint8Array): void {
    const offer = `${file.path}.new`
    // Upstream has not moved, or the person took the offer away: their version stands on the present text.
    const settled = old.base !== undefined && this.#recorded.has(offer) && this.#disk.read(offer) === null
    if ((old.base ?? old.sha256) === file.digest || (settled && old.sha256 === file.digest)) this.#own(file)
    else this.#mergeTexts(file, old, there)
  }

  #mergeTexts(file: Wanted, old: Recorded, there: Uint8Array): void {
    const base = this.#baseOf(old)
    const mine = textOf(there)
    const merge =
      base === null || mine === null ? null : mergeByHunk(textOf(base) ?? '', mine, textOf(file.bytes) ?? '')
    if (merge === null || !isClean(merge)) {
      this.#conflict(file, old)
      return
    }
    const aside = this.#keepAside(file.path, old, there)
    this.#notices.push({
      level: 'note',
      path: file.path,
      message: `your edit is merged into the new text; the version before is in ${aside}`,
      fix: '',
    })
    this.#write(file, digestOf(there), 'merge', bytesOf(merge.text))
  }

  #conflict(file: Wanted, old: Recorded): void {
    this.#own(file, old.base ?? old.sha256)
    this.#offer(file)
    this.#notices.push({
      level: 'decide',
      path: file.path,
      message: `your edit and the new version change the same lines; yours is in force, the new text is in ${file.path}.new`,
      fix: `merge by hand, delete ${file.path}.new, then run: gsd reapply-patches`,
    })
  }

  /** The new text beside a file that keeps the user's. */
  #offer(file: Wanted): void {
    const path = `${file.path}.new`
    const there = this.#disk.read(path)
    if (there !== null && !this.#recorded.has(path)) return
    const before = there === null ? null : digestOf(there)
    if (before !== file.digest)
      this.#operations.push({ kind: 'put', stage: stageOf(file.kind), path, bytes: file.bytes, before, why: 'offer' })
    this.#own({ ...file, path, key: `${file.key}.new`, kind: 'offer' })
    this.#recorded.delete(path)
  }

  /** A file of an earlier installation that the present one does not want. */
  #orphan(path: string, old: Recorded): void {
    const there = this.#disk.read(path)
    if (there === null) return
    if (digestOf(there) !== old.sha256) {
      const aside = this.#keepAside(path, old, there)
      this.#notices.push({
        level: 'note',
        path,
        message: `is no longer part of the pack; your version is in ${aside}`,
        fix: '',
      })
    }
    this.#operations.push({ kind: 'remove', stage: 'remove', path, before: digestOf(there) })
  }

  /** Record, pristine copies and emptied folders of one payload. */
  #finishHost(host: RuntimeId, taken: TakeOver): string {
    const root = this.#choice.roots[host]
    const payload = this.#disk.real(join(root, PAYLOAD_FOLDER))
    const before = this.#before.find(({ manifest }) => manifest.target === host)
    const files = this.#files.get(host) ?? {}
    const store = this.#pristine.get(host) ?? new Map<string, Uint8Array | null>()
    for (const [hash, bytes] of store)
      if (bytes !== null)
        this.#operations.push(
          ...putIfDifferent(this.#disk, join(payload, 'pristine', hash), bytes, 'payload', 'record'),
        )
    const stale = Object.values(before?.manifest.files ?? {})
      .flatMap(({ sha256, base }) => [sha256, base ?? sha256])
      .filter((hash) => !store.has(hash))
    for (const hash of new Set(stale)) this.#operations.push(...removeNow(this.#disk, join(payload, 'pristine', hash)))
    const owners = this.#runtimes.filter((id) => runtimeOf(id).entriesFrom === host)
    const regenerable: readonly string[] = this.#choice.caches.map((name) =>
      keyOf(host, `${PAYLOAD_FOLDER}/bin/${name}`),
    )
    for (const key of before?.manifest.regenerable ?? [])
      if (!regenerable.includes(key))
        this.#operations.push(...removeNow(this.#disk, physical(this.#disk, this.#choice.roots, key)))
    const text = manifestText({
      version: this.#supply.version,
      scope: this.#choice.scope,
      target: host,
      runtimes: owners,
      profile: this.#profile,
      roots: Object.fromEntries([host, ...owners].map((id) => [id, this.#spelledRoot(id)])),
      files,
      suppressed: this.#suppressed.get(host) ?? [],
      created_dirs: this.#createdFolders(host, files, before, taken),
      regenerable,
    })
    const folders = [...this.#recorded].filter(([, { from }]) => from === before).map(([path]) => path)
    this.#tidy(before, folders)
    this.#operations.push(
      ...putIfDifferent(this.#disk, join(payload, MANIFEST_NAME), bytesOf(text), 'manifest', 'record'),
    )
    return payload
  }

  #spelledRoot(id: RuntimeId): string {
    return this.#choice.scope === 'local' ? runtimeOf(id).home.local : this.#choice.roots[id]
  }

  /** Folders we made, by key: those of before that are still there, and those that are missing now. */
  #createdFolders(
    host: RuntimeId,
    files: Readonly<Record<string, OwnedFile>>,
    before: Installed | undefined,
    taken: TakeOver,
  ): readonly string[] {
    const removed = this.#removed()
    const kept = (before?.manifest.created_dirs ?? []).filter((key) => {
      const place = physical(this.#disk, this.#choice.roots, key)
      const used = Object.keys(files).some((file) => file.startsWith(`${key}/`))
      return this.#disk.see(place) !== null && (used || !this.#isGone(place, removed))
    })
    const made = [...Object.keys(files), keyOf(host, `${PAYLOAD_FOLDER}/pristine/x`)].flatMap((key) => {
      const { root, path } = splitKey(key)
      return this.#missingFolders(root as RuntimeId, path, taken)
    })
    return [...new Set([...kept, ...made])]
  }

  #missingFolders(root: RuntimeId, path: string, taken: TakeOver): readonly string[] {
    const base = this.#choice.roots[root]
    const inside = path
      .split('/')
      .slice(0, -1)
      .map((_, index, parts) => parts.slice(0, index + 1).join('/'))
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

  /** Folders that lose their last file of ours in this run. */
  #tidy(before: Installed | undefined, gone: readonly string[]): void {
    if (before === undefined) return
    const removed = this.#removed()
    const ours = new Set(
      before.manifest.created_dirs
        .filter((key) => splitKey(key).path !== '')
        .map((key) => physical(this.#disk, before.roots, key)),
    )
    const touched = gone.filter((path) => removed.has(path))
    for (const root of this.#roots())
      for (const operation of foldersAbove(root, touched))
        if (ours.has(operation.path)) this.#operations.push(operation)
  }

  /** No client may list one name twice. */
  #checkVisible(wanted: ReadonlyMap<string, Wanted>): void {
    const removed = this.#removed()
    for (const id of this.#runtimes)
      for (const kind of LISTED) {
        const folders = runtimeOf(id).listings[kind].map(({ root, folder }) =>
          this.#disk.real(join(this.#choice.roots[root as RuntimeId], folder)),
        )
        const ours = new Map<string, string>()
        for (const folder of new Set(folders))
          for (const path of wanted.keys())
            if (isWithin(folder, path)) this.#noteName(ours, nameIn(folder, path), folder)
        for (const folder of new Set(folders))
          for (const entry of this.#disk.list(folder)) {
            const owner = ours.get(stem(entry))
            if (owner !== undefined && owner !== folder && !this.#isGone(join(folder, entry), removed))
              this.#doubleName(id, stem(entry), join(folder, entry))
          }
      }
  }

  #removed(): ReadonlySet<string> {
    return new Set(this.#operations.filter(({ kind }) => kind === 'remove').map(({ path }) => path))
  }

  #noteName(ours: Map<string, string>, name: string, folder: string): void {
    const other = ours.get(name)
    if (other !== undefined && other !== folder)
      throw new GsdError({
        code: 'INTERNAL',
        message: `the plan shows ${name} twice, from ${other} and ${folder}`,
        fix: 'this is a defect of the pack; nothing was written',
      })
    ours.set(name, folder)
  }

  #doubleName(id: RuntimeId, name: string, path: string): void {
    this.#notices.push({
      level: 'decide',
      path,
      message: `${runtimeOf(id).title} would list ${name} twice, once from here`,
      fix: `remove or rename it if you do not need it: mv "${path}" "${path}.off"`,
    })
  }

  #isGone(path: string, removed: ReadonlySet<string>): boolean {
    if (removed.has(path)) return true
    const inside = this.#disk.list(path)
    return inside.length > 0 && inside.every((name) => this.#isGone(join(path, name), removed))
  }

  #counts(wanted: ReadonlyMap<string, Wanted>): InstallPlan['counts'] {
    const counts: Partial<Record<RuntimeId, { files: number; bytes: number }>> = {}
    for (const { host, bytes } of wanted.values()) {
      const count = counts[host] ?? { files: 1, bytes: 0 }
      counts[host] = { files: count.files + 1, bytes: count.bytes + bytes.length }
    }
    return counts
  }
}

const STAGE_OF: Readonly<Record<FileKind, Stage>> = {
  program: 'payload',
  payload: 'payload',
  entry: 'listed',
  agent: 'listed',
  offer: 'listed',
}
const isListed = (kind: FileKind): boolean => STAGE_OF[kind] === 'listed'
const stageOf = (kind: FileKind): Stage => STAGE_OF[kind]

export const isWithin = (folder: string, path: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

const existingAbove = (disk: Disk, path: string): string => {
  let at = dirname(path)
  while (disk.see(at) === null && dirname(at) !== at) at = dirname(at)
  return at
}

const stem = (name: string): string => name.replace(/\.(md|toml)$/, '')
const nameIn = (folder: string, path: string): string => stem(path.slice(folder.length + 1).split(sep)[0] as string)
