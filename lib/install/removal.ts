// Uninstall as data, from the records alone: nothing of the package is needed, and nothing that is not recorded is touched.
import { dirname, join, sep } from 'node:path'
import { type RuntimeId, runtimeOf, SHARED } from '../runtimes/all.js'
import type { Scope } from '../runtimes/terms.js'
import { inClone } from '../std/set-up.js'
import { copiesAt, keepCopies, removeCopies } from './copies.js'
import { bytesOf, type Disk, digestOf, heldStill, isBlank, readText, textOf } from './disk.js'
import { planUnedit } from './edits/planned.js'
import { programsOf, type Strayed, strayedFiles } from './edits/strays.js'
import {
  baseOf,
  expectedRecord,
  type Installed,
  innermost,
  isWithin,
  physical,
  recordsAt,
  usedRoots,
} from './installed.js'
import { layoutOf } from './layout.js'
import { type FileEdit, manifestText, type OwnedFile, splitKey } from './manifest.js'
import { inOrder, type Notice, type Operation, type Plan } from './operation.js'
import { PatchBox, putIfDifferent, removeNow } from './patches.js'
import { type Choice, PATCHES_FOLDER } from './target.js'

export type RemovalChoice = Pick<Choice, 'scope' | 'roots' | 'runtimes'>

export interface RemovalPlan extends Plan {
  /** Rows that were installed and go. */
  readonly runtimes: readonly RuntimeId[]
  /** How many files of the records go; what `status` counts. */
  readonly files: number
}

export function planRemoval(choice: RemovalChoice, found: Disk): RemovalPlan {
  const disk = heldStill(found)
  const expects = expectedRecord(disk, choice.roots)
  const { installed } = recordsAt(disk, choice.scope, choice.roots)
  if (installed === null) return { runtimes: [], files: 0, operations: [], notices: [], expects }
  const all = installed.manifest.runtimes
  const leaving = all.filter((id) => choice.runtimes.includes(id))
  const plan = new Remover(disk, installed, choice).plan()
  return {
    ...plan,
    runtimes: leaving,
    operations: inOrder(plan.operations),
    notices: [...plan.notices, ...bereft(all, leaving, choice.scope)],
    expects,
  }
}

/** Whoever stays but was served by somebody who goes. */
function bereft(all: readonly RuntimeId[], leaving: readonly RuntimeId[], scope: Scope): readonly Notice[] {
  const isGone = (id: RuntimeId | null | undefined) => id != null && id !== SHARED && leaving.includes(id)
  return [...layoutOf(all, scope)].flatMap(([id, seat]): readonly Notice[] =>
    leaving.includes(id) || !(isGone(seat.host) || isGone(seat.agents))
      ? []
      : [
          {
            level: 'decide',
            path: null,
            message: `${runtimeOf(id).title} also read what is being removed`,
            fix: `to keep the pack there, ${inClone(`node bin/install.js --${id} --${scope}`)}`,
          },
        ],
  )
}

const NOTHING = { operations: [], notices: [] } as const satisfies Partial<Plan>

class Remover {
  readonly #disk: Disk
  readonly #installed: Installed
  readonly #leaving: readonly RuntimeId[]
  readonly #staying: readonly RuntimeId[]
  readonly #operations: Operation[] = []
  readonly #notices: Notice[] = []
  readonly #boxes = new Map<string, PatchBox>()

  constructor(disk: Disk, installed: Installed, choice: RemovalChoice) {
    this.#disk = disk
    this.#installed = installed
    const { runtimes } = installed.manifest
    this.#leaving = runtimes.filter((id) => choice.runtimes.includes(id))
    this.#staying = runtimes.filter((id) => !choice.runtimes.includes(id))
  }

  plan(): Omit<Plan, 'expects'> & { readonly files: number } {
    let files = 0
    if (this.#leaving.length > 0) {
      const all = Object.entries(this.#installed.manifest.files)
      const going = all.filter((entry) => this.#goes(entry))
      files = going.length
      const staying = all.filter((entry) => !this.#goes(entry))
      for (const [key, file] of going) this.#removeFile(key, file)
      // The programs go with the last one who is served.
      if (this.#staying.length === 0)
        for (const one of strayedFiles(this.#installed, this.#leaving, this.#disk)) this.#clean(one)
      else for (const edit of this.#installed.manifest.edits) if (!this.#staysIn(edit)) this.#unedit(edit)
      for (const box of this.#boxes.values()) this.#operations.push(...box.operations())
      if (staying.length === 0) this.#removeRecords()
      else this.#shrinkRecord(Object.fromEntries(staying))
    }
    return { files, operations: this.#operations, notices: this.#notices }
  }

  #stays(owner: string): boolean {
    return (this.#staying as readonly string[]).includes(owner)
  }

  /** A client's own root is given up with the client, whoever else read it. */
  #goes([key, { owners }]: readonly [string, OwnedFile]): boolean {
    const { root } = splitKey(key)
    const isGivenUp = root !== SHARED && (this.#leaving as readonly string[]).includes(root)
    return isGivenUp || owners.every((owner) => !this.#stays(owner))
  }

  #staysIn({ owners }: FileEdit): boolean {
    return owners.some((owner) => this.#stays(owner))
  }

  #unedit(edit: FileEdit): void {
    const { operations, notices } = planUnedit(this.#installed, edit, this.#disk)
    this.#operations.push(...operations)
    this.#notices.push(...notices)
  }

  /** Takes out what is recorded and what is not, and names what still calls a program that goes. */
  #clean({ entry, path, strays }: Strayed): void {
    const { operations, notices } = entry.edits.length === 0 ? NOTHING : planUnedit(this.#installed, entry, this.#disk)
    this.#operations.push(...operations)
    this.#notices.push(...notices)
    if (notices.some(({ level }) => level === 'decide')) return
    if (strays.length > 0)
      this.#notices.push({
        level: 'note',
        path,
        message: `${strays.join(', ')}: called the programs that go although no record named it, so it went too`,
        fix: '',
      })
    const change = operations.find((one) => one.path === path)
    const left = change === undefined ? readText(this.#disk, path) : change.kind === 'put' ? textOf(change.bytes) : null
    const lines = left
      ?.split(/\r?\n/)
      .flatMap((line, at) => (line.includes(programsOf(this.#installed)) ? [at + 1] : []))
    if (lines === undefined || lines.length === 0) return
    this.#notices.push({
      level: 'decide',
      path,
      message: `still calls programs that go: ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}`,
      fix: `take out by hand what names ${programsOf(this.#installed)}`,
    })
  }

  #physical(key: string): string {
    return physical(this.#disk, this.#installed.roots, key)
  }

  #removeFile(key: string, file: OwnedFile): void {
    const path = this.#physical(key)
    const there = this.#disk.read(path)
    if (there === null) return
    const digest = digestOf(there)
    if (digest !== file.sha256 && digest !== file.base && !isBlank(there)) this.#keepAside(path, file, there)
    this.#operations.push({ kind: 'remove', stage: 'remove', path, before: digest })
  }

  #keepAside(path: string, file: OwnedFile, mine: Uint8Array): void {
    const root = innermost(usedRoots(this.#disk, this.#installed), path) ?? dirname(path)
    const box = this.#boxes.get(root) ?? new PatchBox(this.#disk, root)
    this.#boxes.set(root, box)
    const below = path.slice(root.length + 1).replaceAll(sep, '/')
    const base = baseOf(this.#disk, this.#installed, file)
    box.keep(this.#installed.manifest.version, { path: below, mine, base })
    this.#notices.push({
      level: 'note',
      path,
      message: `was edited; your version is kept in ${join(root, PATCHES_FOLDER)}`,
      fix: 'after a new install: gsd reapply-patches',
    })
  }

  #removeRecords(): void {
    const { manifest, path } = this.#installed
    this.#operations.push(...removeCopies(this.#disk, this.#installed))
    for (const key of manifest.regenerable) this.#operations.push(...removeNow(this.#disk, this.#physical(key)))
    this.#operations.push(...removeNow(this.#disk, path, 'manifest'))
    for (const key of manifest.created_dirs) this.#removeFolder(key)
  }

  #removeFolder(key: string): void {
    this.#operations.push({ kind: 'remove-directory', stage: 'tidy', path: this.#physical(key) })
  }

  #shrinkRecord(files: Readonly<Record<string, OwnedFile>>): void {
    const { manifest, path } = this.#installed
    const used = new Set([SHARED, ...this.#staying] as readonly string[])
    const rest = Object.fromEntries(
      Object.entries(files).map(([key, file]) => [
        key,
        { ...file, owners: file.owners.filter((owner) => this.#stays(owner)) },
      ]),
    )
    const edits = manifest.edits
      .filter((edit) => this.#staysIn(edit))
      .map((edit) => ({ ...edit, owners: edit.owners.filter((owner) => this.#stays(owner)) }))
    const needed = new Set([
      ...Object.values(rest).flatMap(({ sha256, base }) => [sha256, base ?? sha256]),
      ...edits.flatMap(({ before }) => before ?? []),
    ])
    const kept = [...copiesAt(this.#disk, this.#installed)].filter(([digest]) => needed.has(digest))
    this.#operations.push(...keepCopies(this.#disk, this.#installed, kept))
    const leaves = (key: string) => !used.has(splitKey(key).root)
    const places = [...Object.keys(rest), ...edits.map(({ file }) => file)].map((key) => this.#physical(key))
    const isUsed = (key: string) => places.some((place) => isWithin(this.#physical(key), place))
    const emptied = manifest.created_dirs.filter((key) => !isUsed(key))
    for (const key of emptied) this.#removeFolder(key)
    const text = manifestText({
      ...manifest,
      runtimes: this.#staying,
      roots: Object.fromEntries(Object.entries(manifest.roots).filter(([id]) => used.has(id))),
      files: rest,
      edits,
      suppressed: manifest.suppressed.filter((key) => !leaves(key)),
      created_dirs: manifest.created_dirs.filter((key) => !emptied.includes(key)),
    })
    this.#operations.push(...putIfDifferent(this.#disk, path, bytesOf(text), 'manifest', 'record'))
  }
}
