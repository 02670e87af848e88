// Decides for each file of an installation: write it, merge the user's edit, offer the new text in a `.new` file, set
// the user's version aside, or remove it.
import { dirname, sep } from 'node:path'
import { bytesOf, digestOf, isBlank, textOf } from '../disk.js'
import { baseOf, innermostFolder } from '../installed.js'
import type { OwnedFile } from '../manifest.js'
import { mergedText } from '../merge.js'
import { conflictNotice, type FileKind, type Stage } from '../operation.js'
import { type EditedFile, freeFolder, putIfDifferent, setAside } from '../patches.js'
import { PATCHES_FOLDER } from '../target.js'
import type { Wanted } from '../wanted.js'
import type { InstallContext, NewManifest, PlanBuilder } from './request.js'

/** Adds the operations and notices for files to a plan, and the files to the new manifest. */
export class FilePlacer {
  readonly #context: InstallContext
  readonly #builder: PlanBuilder
  readonly #version: string
  /** The user's versions to set aside, by folder. */
  readonly #setAsideByFolder = new Map<string, EditedFile[]>()
  readonly newManifest: NewManifest = { files: {}, suppressed: [], pristine: new Map() }
  /** Paths of the `.new` files that remain after this run. */
  readonly #offered = new Set<string>()

  constructor(context: InstallContext, builder: PlanBuilder, version: string) {
    this.#context = context
    this.#builder = builder
    this.#version = version
  }

  /** Places the wanted files and removes the other recorded ones. `foreign`: paths of another pack's files. */
  placeAll(wanted: ReadonlyMap<string, Wanted>, foreign: ReadonlySet<string>): void {
    for (const file of wanted.values()) this.#placeFile(file, foreign.has(file.path))
    this.#removeRest(
      (path) => wanted.has(path) || this.#offered.has(path),
      (copy) => `is no longer part of the pack; your version is in ${copy}`,
    )
  }

  /** Keeps the files of the remaining clients and removes the rest; returns how many recorded files do not remain. */
  keepOnly(remaining: ReadonlyMap<string, readonly [key: string, file: OwnedFile]>): number {
    for (const [key, file] of remaining.values()) {
      this.newManifest.files[key] = file
      for (const digest of [file.sha256, file.base ?? file.sha256]) this.newManifest.pristine.set(digest, null)
    }
    this.#removeRest(
      (path) => remaining.has(path),
      (copy) => `was edited; your version is in ${copy}`,
      'after you install again, run: gsd reapply-patches',
    )
    return this.#context.recorded.size - remaining.size
  }

  /** Removes the other recorded files. `messageFor`: the notice about an edited file, given the path of its copy. */
  #removeRest(isKept: (path: string) => boolean, messageFor: (copy: string) => string, fix = ''): void {
    for (const [path, file] of this.#context.recorded) {
      const existing = isKept(path) ? null : this.#context.disk.read(path)
      if (existing === null) continue
      const digest = digestOf(existing)
      if (digest !== file.sha256 && digest !== file.base && !isBlank(existing))
        this.#note(path, messageFor(this.#setAside(path, file, existing)), fix)
      this.#builder.operations.push({ kind: 'remove', stage: 'remove', path, before: digest })
    }
    for (const [folder, edited] of this.#setAsideByFolder)
      this.#builder.operations.push(...setAside(this.#context.disk, folder, this.#oldVersion, edited))
  }

  /** Decides what happens to one planned file. `isForeign`: whether another pack's file is at its path. */
  #placeFile(file: Wanted, isForeign: boolean): void {
    const existing = this.#context.disk.read(file.path)
    const old = this.#context.recorded.get(file.path)
    const digest = existing === null ? null : digestOf(existing)
    if (existing === null) this.#placeAbsent(file, old)
    else if (digest === file.digest) this.#record(file)
    else if (isForeign || digest === old?.sha256) this.#write(file, digest, 'update')
    else if (old === undefined) this.#reportCollision(file)
    else if (isBlank(existing)) {
      this.#note(file.path, 'was empty, so it is rewritten')
      this.#write(file, digest, 'update')
    } else if (file.kind === 'program') {
      const copy = this.#setAside(file.path, old, existing)
      this.#note(file.path, `is an edited or damaged program, so it is replaced; the old file is in ${copy}`)
      this.#write(file, digest, 'update')
    } else this.#merge(file, old, existing)
  }

  #placeAbsent(file: Wanted, old: OwnedFile | undefined): void {
    const suppressed = this.#context.before?.manifest.suppressed.includes(file.key)
    const isDeletedByUser =
      stageOf(file.kind) === 'listed' && (old !== undefined || suppressed) && !this.#context.choice.restore
    if (this.#context.disk.stat(file.path) !== null) this.#reportCollision(file)
    else if (isDeletedByUser) {
      this.newManifest.suppressed.push(file.key)
      this.#note(file.path, 'stays deleted', 'install with --restore to restore it')
    } else this.#write(file, null, 'new')
  }

  #reportCollision({ path }: Wanted): void {
    this.#builder.notices.push({
      level: 'decide',
      path,
      message: "is your own file, at a path that the pack uses; it is kept, and the pack's file is not installed",
      fix: `move it away and install again: mv "${path}" "${path}.mine"`,
    })
  }

  #note(path: string, message: string, fix = ''): void {
    this.#builder.notices.push({ level: 'note', path, message, fix })
  }

  /** Records the file as ours. `base`: digest of the base of the user's version in an open conflict. */
  #record(file: Wanted, base?: string): void {
    const { files, pristine } = this.newManifest
    const owned = { sha256: file.digest, owners: [...file.owners].sort(), kind: file.kind }
    files[file.key] = base === undefined ? owned : { ...owned, base }
    // Programs are never merged, so they need no pristine copy.
    if (file.kind === 'program') return
    pristine.set(file.digest, file.bytes)
    if (base !== undefined && !pristine.has(base)) pristine.set(base, null)
  }

  #write(file: Wanted, before: string | null, why: 'new' | 'update' | 'merge', bytes = file.bytes): void {
    this.#builder.operations.push({ kind: 'put', stage: stageOf(file.kind), path: file.path, bytes, before, why })
    this.#record(file)
  }

  /** Sets the user's version aside; returns the path of its copy, below the root. */
  #setAside(path: string, old: OwnedFile, mine: Uint8Array): string {
    const root = innermostFolder(this.#context.roots, path) ?? dirname(path)
    const below = path.slice(root.length + 1).replaceAll(sep, '/')
    const file = { path: below, mine, base: this.#baseOf(old) }
    const folder = freeFolder(this.#context.disk, `${root}/${PATCHES_FOLDER}/${this.#oldVersion}`, [file])
    this.#setAsideByFolder.set(folder, [...(this.#setAsideByFolder.get(folder) ?? []), file])
    return `${folder.slice(root.length + 1)}/${below}`
  }

  get #oldVersion(): string {
    return this.#context.before?.manifest.version ?? this.#version
  }

  #baseOf(old: OwnedFile): Uint8Array | null {
    const { before, disk } = this.#context
    return before === null ? null : baseOf(disk, before, old)
  }

  /** Handles a file that the user edited. */
  #merge(file: Wanted, old: OwnedFile, existing: Uint8Array): void {
    const offer = `${file.path}.new`
    const isPackUnchanged = (old.base ?? old.sha256) === file.digest
    // A user who deletes the offer is taken to have merged it.
    const isOfferDeleted =
      old.base !== undefined &&
      old.sha256 === file.digest &&
      this.#context.recorded.has(offer) &&
      this.#context.disk.read(offer) === null
    if (isPackUnchanged || isOfferDeleted) this.#record(file)
    else this.#mergeTexts(file, old, existing)
  }

  #mergeTexts(file: Wanted, old: OwnedFile, existing: Uint8Array): void {
    const base = this.#baseOf(old)
    const mine = textOf(existing)
    const text = base === null || mine === null ? null : mergedText(textOf(base) ?? '', mine, textOf(file.bytes) ?? '')
    if (text === null) {
      this.#record(file, old.base ?? old.sha256)
      const isOffered = this.#offer(file, old)
      this.#builder.notices.push(conflictNotice(file.path, 'your edit conflicts with the new version', isOffered))
      return
    }
    const copy = this.#setAside(file.path, old, existing)
    this.#note(file.path, `your edit is merged into the new text; the earlier version is in ${copy}`)
    this.#write(file, digestOf(existing), 'merge', bytesOf(text))
  }

  /**
   * Offers the new text in a `.new` file, and leaves an offer of the same text as it is, even edited. False if there is
   * a `.new` file of the user's own, which is kept.
   */
  #offer(file: Wanted, old: OwnedFile): boolean {
    const path = `${file.path}.new`
    const existing = this.#context.disk.read(path)
    const offered = this.#context.recorded.get(path)
    if (offered === undefined && this.#context.disk.stat(path) !== null) return false
    const before = existing === null ? null : digestOf(existing)
    const isOpen = offered !== undefined && before !== null && old.sha256 === file.digest
    if (!isOpen && existing !== null && offered !== undefined && before !== offered.sha256)
      this.#setAside(path, offered, existing)
    if (!isOpen)
      this.#builder.operations.push(
        ...putIfDifferent(this.#context.disk, path, file.bytes, stageOf(file.kind), 'offer'),
      )
    this.newManifest.files[`${file.key}.new`] = {
      sha256: isOpen ? offered.sha256 : file.digest,
      owners: [...file.owners].sort(),
      kind: 'offer',
    }
    this.#offered.add(path)
    return true
  }
}

const stageOf = (kind: FileKind): Stage =>
  kind === 'program' || kind === 'payload' ? 'payload' : kind === 'hook' ? 'config' : 'listed'
