// An in-memory disk that behaves as on Windows: names keep their case but are compared without it, and paths use backslashes.
import { win32 } from 'node:path'
import type { Disk, DiskEntry } from '../../lib/install/disk.js'
import type { Plan } from '../../lib/install/operation.js'

interface Entry {
  /** The path in its first spelling. */
  readonly path: string
  /** Null for a folder. */
  readonly bytes: Uint8Array | null
}

const FOLDER: DiskEntry = { kind: 'directory', mode: 0o777, isOwnedByUser: true }
const FILE: DiskEntry = { kind: 'file', mode: 0o666, isOwnedByUser: true }

export class WindowsDisk implements Disk {
  readonly #entries = new Map<string, Entry>()
  /** Whether `real` returns the caller's spelling instead of the disk's; both occur on Windows. */
  keepsSpelling = false

  constructor(...folders: readonly string[]) {
    for (const folder of folders) this.#makeFolder(folder)
  }

  #at(path: string): Entry | undefined {
    return this.#entries.get(win32.normalize(path).toLowerCase())
  }

  #makeFolder(path: string): void {
    const parent = win32.dirname(path)
    if (parent !== path) this.#makeFolder(parent)
    const key = win32.normalize(path).toLowerCase()
    if (!this.#entries.has(key)) this.#entries.set(key, { path: win32.normalize(path), bytes: null })
  }

  stat(path: string): DiskEntry | null {
    const found = this.#at(path)
    return found === undefined ? null : found.bytes === null ? FOLDER : FILE
  }

  read(path: string): Uint8Array | null {
    return this.#at(path)?.bytes ?? null
  }

  list(path: string): readonly string[] {
    const folder = win32.normalize(path).toLowerCase()
    return [...this.#entries.values()]
      .filter((entry) => win32.dirname(entry.path).toLowerCase() === folder && entry.path.toLowerCase() !== folder)
      .map((entry) => win32.basename(entry.path))
      .sort()
  }

  /** The physical path, in the disk's spelling as far as it exists, unless `keepsSpelling`. */
  real(path: string): string {
    if (this.keepsSpelling) return win32.normalize(path)
    const found = this.#at(path)
    if (found !== undefined) return found.path
    const parent = win32.dirname(path)
    return parent === path ? path : win32.join(this.real(parent), win32.basename(path))
  }

  put(path: string, text: string): void {
    this.#write(path, new TextEncoder().encode(text))
  }

  text(path: string): string {
    return new TextDecoder().decode(this.read(path) ?? new Uint8Array())
  }

  #write(path: string, bytes: Uint8Array): void {
    this.#makeFolder(win32.dirname(path))
    const key = win32.normalize(path).toLowerCase()
    this.#entries.set(key, { path: this.#entries.get(key)?.path ?? win32.normalize(path), bytes })
  }

  execute({ operations }: Plan): void {
    for (const operation of operations) {
      if (operation.kind === 'put') this.#write(operation.path, operation.bytes)
      else if (operation.kind === 'remove' || this.list(operation.path).length === 0)
        this.#entries.delete(win32.normalize(operation.path).toLowerCase())
    }
  }

  /** The text of every file and the word "folder" for every folder, by path. */
  snapshot(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      [...this.#entries.values()]
        .map(({ path, bytes }) => [path, bytes === null ? 'folder' : new TextDecoder().decode(bytes)] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  }
}
