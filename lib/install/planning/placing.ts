// Decides for each file of an installation: write, merge with the user's edit, offer beside it, keep aside, or remove.
import { dirname, sep } from 'node:path'
import { bytesOf, digestOf, isBlank, textOf } from '../disk.js'
import { baseOf, innermost } from '../installed.js'
import type { OwnedFile } from '../manifest.js'
import { merged } from '../merge.js'
import { conflictNotice, type FileKind, type Stage } from '../operation.js'
import { type Kept, keepAside, putIfDifferent } from '../patches.js'
import { PATCHES_FOLDER } from '../target.js'
import type { Wanted } from '../wanted.js'
import type { Draft, Ledger, Scene } from './order.js'

export class Placing {
  readonly #scene: Scene
  readonly #draft: Draft
  readonly #version: string
  /** The user's versions to keep aside, by root. */
  readonly #aside = new Map<string, Kept[]>()
  readonly ledger: Ledger = { files: {}, suppressed: [], pristine: new Map() }
  /** Offers of an earlier run that this run renews. */
  readonly #offered = new Set<string>()

  constructor(scene: Scene, draft: Draft, version: string) {
    this.#scene = scene
    this.#draft = draft
    this.#version = version
  }

  /** `theirs`: paths of another pack's files. */
  placeAll(wanted: ReadonlyMap<string, Wanted>, theirs: ReadonlySet<string>): void {
    for (const file of wanted.values()) this.#place(file, theirs.has(file.path))
    this.#leave(
      (path) => wanted.has(path) || this.#offered.has(path),
      (aside) => `is no longer part of the pack; your version is in ${aside}`,
    )
  }

  /** Keeps the files of the remaining clients and removes the rest; returns the number of removed files. */
  keepAll(stays: ReadonlyMap<string, readonly [key: string, file: OwnedFile]>): number {
    for (const [key, file] of stays.values()) {
      this.ledger.files[key] = file
      for (const digest of [file.sha256, file.base ?? file.sha256]) this.ledger.pristine.set(digest, null)
    }
    this.#leave(
      (path) => stays.has(path),
      (aside) => `was edited; your version is in ${aside}`,
      'after a new install: gsd reapply-patches',
    )
    return this.#scene.recorded.size - stays.size
  }

  #leave(isKept: (path: string) => boolean, said: (aside: string) => string, fix = ''): void {
    for (const [path, file] of this.#scene.recorded) {
      const there = isKept(path) ? null : this.#scene.disk.read(path)
      if (there === null) continue
      const digest = digestOf(there)
      if (digest !== file.sha256 && digest !== file.base && !isBlank(there))
        this.#note(path, said(this.#keepAside(path, file, there)), fix)
      this.#draft.operations.push({ kind: 'remove', stage: 'remove', path, before: digest })
    }
    for (const [root, kept] of this.#aside)
      this.#draft.operations.push(...keepAside(this.#scene.disk, root, this.#oldVersion, kept))
  }

  /** Decides what happens to one planned file. `isTheirs`: another pack's file is at its path. */
  #place(file: Wanted, isTheirs: boolean): void {
    const there = this.#scene.disk.read(file.path)
    const old = this.#scene.recorded.get(file.path)
    const digest = there === null ? null : digestOf(there)
    if (there === null) this.#placeAbsent(file, old)
    else if (digest === file.digest) this.#own(file)
    else if (isTheirs || digest === old?.sha256) this.#write(file, digest, 'update')
    else if (old === undefined) this.#collision(file)
    else if (isBlank(there)) {
      this.#note(file.path, 'was emptied, and is rewritten')
      this.#write(file, digest, 'update')
    } else if (file.kind === 'program') {
      const aside = this.#keepAside(file.path, old, there)
      this.#note(file.path, `is an edited or damaged program, and is replaced; the old file is in ${aside}`)
      this.#write(file, digest, 'update')
    } else this.#merge(file, old, there)
  }

  #placeAbsent(file: Wanted, old: OwnedFile | undefined): void {
    const suppressed = this.#scene.before?.manifest.suppressed.includes(file.key)
    const deleted = stageOf(file.kind) === 'listed' && (old !== undefined || suppressed) && !this.#scene.choice.restore
    if (this.#scene.disk.see(file.path) !== null) this.#collision(file)
    else if (deleted) {
      this.ledger.suppressed.push(file.key)
      this.#note(file.path, 'stays deleted', 'install with --restore to restore it')
    } else this.#write(file, null, 'new')
  }

  #collision({ path }: Wanted): void {
    this.#decide(
      path,
      "is your own file at a path of the pack; it is kept, and the pack's file is left out",
      `move it away and install again: mv "${path}" "${path}.mine"`,
    )
  }

  #note(path: string, message: string, fix = ''): void {
    this.#draft.notices.push({ level: 'note', path, message, fix })
  }

  #decide(path: string, message: string, fix: string): void {
    this.#draft.notices.push({ level: 'decide', path, message, fix })
  }

  #own(file: Wanted, base?: string): void {
    const { files, pristine } = this.ledger
    const owned = { sha256: file.digest, owners: [...file.owners].sort(), kind: file.kind }
    files[file.key] = base === undefined ? owned : { ...owned, base }
    // A bundle cannot be merged, so a second copy is of no use.
    if (file.kind === 'program') return
    pristine.set(file.digest, file.bytes)
    if (base !== undefined && !pristine.has(base)) pristine.set(base, null)
  }

  #write(file: Wanted, before: string | null, why: 'new' | 'update' | 'merge', bytes = file.bytes): void {
    this.#draft.operations.push({ kind: 'put', stage: stageOf(file.kind), path: file.path, bytes, before, why })
    this.#own(file)
  }

  /** Keeps the user's version in the patches folder; returns its path below the root. */
  #keepAside(path: string, old: OwnedFile, mine: Uint8Array): string {
    const root = innermost(this.#scene.roots, path) ?? dirname(path)
    const below = path.slice(root.length + 1).replaceAll(sep, '/')
    const kept = this.#aside.get(root) ?? []
    this.#aside.set(root, [...kept, { path: below, mine, base: this.#baseOf(old) }])
    return `${PATCHES_FOLDER}/${this.#oldVersion}/${below}`
  }

  get #oldVersion(): string {
    return this.#scene.before?.manifest.version ?? this.#version
  }

  #baseOf(old: OwnedFile): Uint8Array | null {
    const { before, disk } = this.#scene
    return before === null ? null : baseOf(disk, before, old)
  }

  #merge(file: Wanted, old: OwnedFile, there: Uint8Array): void {
    const offer = `${file.path}.new`
    const isUnmoved = (old.base ?? old.sha256) === file.digest
    // The user deleted the offer, so their version is based on the offered text.
    const isSettled =
      old.base !== undefined &&
      old.sha256 === file.digest &&
      this.#scene.recorded.has(offer) &&
      this.#scene.disk.read(offer) === null
    if (isUnmoved || isSettled) this.#own(file)
    else this.#mergeTexts(file, old, there)
  }

  #mergeTexts(file: Wanted, old: OwnedFile, there: Uint8Array): void {
    const base = this.#baseOf(old)
    const mine = textOf(there)
    const text = base === null || mine === null ? null : merged(textOf(base) ?? '', mine, textOf(file.bytes) ?? '')
    if (text === null) {
      this.#own(file, old.base ?? old.sha256)
      const isOffered = this.#offer(file, old)
      this.#draft.notices.push(conflictNotice(file.path, 'your edit conflicts with the new version', isOffered))
      return
    }
    const aside = this.#keepAside(file.path, old, there)
    this.#note(file.path, `your edit is merged into the new text; the earlier version is in ${aside}`)
    this.#write(file, digestOf(there), 'merge', bytesOf(text))
  }

  /** Offers the new text in a `.new` file, unless the user edited an offer of it; false if the user's own file is there. */
  #offer(file: Wanted, old: OwnedFile): boolean {
    const path = `${file.path}.new`
    const there = this.#scene.disk.read(path)
    const offered = this.#scene.recorded.get(path)
    if (offered === undefined && this.#scene.disk.see(path) !== null) return false
    const before = there === null ? null : digestOf(there)
    const isOpen = offered !== undefined && before !== null && old.sha256 === file.digest
    if (!isOpen && there !== null && offered !== undefined && before !== offered.sha256)
      this.#keepAside(path, offered, there)
    if (!isOpen)
      this.#draft.operations.push(...putIfDifferent(this.#scene.disk, path, file.bytes, stageOf(file.kind), 'offer'))
    this.ledger.files[`${file.key}.new`] = {
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
