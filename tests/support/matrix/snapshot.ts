// What a tree is at one moment, and what makes two such moments differ. Links are never followed.
import { createHash } from 'node:crypto'
import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, type Stats } from 'node:fs'
import { dirname, join } from 'node:path'

interface Entry {
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  /** Permission bits, octal. */
  readonly mode: string
  /** Digest of a file, target of a link. */
  readonly content: string
  readonly mtimeMs: number
}
/** By path below the folder that was looked at. */
export type Snapshot = ReadonlyMap<string, Entry>

interface Digested {
  readonly stamp: string
  readonly digest: string
}

const kindOf = (found: Stats): Entry['kind'] =>
  found.isFile() ? 'file' : found.isDirectory() ? 'folder' : found.isSymbolicLink() ? 'link' : 'other'

/** Looks at one folder again and again; a file whose inode, size and times did not change is not read again. */
export class Watcher {
  readonly #root: string
  readonly #digests = new Map<string, Digested>()

  constructor(root: string) {
    this.#root = root
  }

  /** `isHidden`: what is passed over, with all that lies in it. */
  look(isHidden: (path: string) => boolean = () => false): Snapshot {
    const seen = new Map<string, Entry>()
    const walk = (below: string): void => {
      for (const name of readdirSync(join(this.#root, below)).sort()) {
        const path = below === '' ? name : `${below}/${name}`
        if (isHidden(path)) continue
        const found = lstatSync(join(this.#root, path))
        const kind = kindOf(found)
        const mode = (found.mode & 0o7777).toString(8)
        seen.set(path, { kind, mode, content: this.#content(path, kind, found), mtimeMs: found.mtimeMs })
        if (kind === 'folder') walk(path)
      }
    }
    walk('')
    return seen
  }

  #content(path: string, kind: Entry['kind'], found: Stats): string {
    if (kind === 'link') return readlinkSync(join(this.#root, path))
    if (kind !== 'file') return ''
    const stamp = `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`
    const known = this.#digests.get(path)
    if (known?.stamp === stamp) return known.digest
    const bytes = readFileSync(join(this.#root, path))
    // The person's key is random: one is as good as another.
    const isKey = path.endsWith('.gsd/key') && /^[0-9a-f]{64}\n$/.test(bytes.toString())
    const digest = createHash('sha256')
      .update(isKey ? 'a key' : bytes)
      .digest('hex')
    this.#digests.set(path, { stamp, digest })
    return digest
  }
}

export interface Difference {
  readonly path: string
  readonly how: 'added' | 'removed' | 'changed' | 'touched'
}

/** In path order. `touched`: only the time of writing differs; asked for with `times`. */
export function differences(before: Snapshot, after: Snapshot, { times = false } = {}): readonly Difference[] {
  const found: Difference[] = []
  for (const [path, old] of before) {
    const now = after.get(path)
    if (now === undefined) found.push({ path, how: 'removed' })
    else if (now.kind !== old.kind || now.mode !== old.mode || now.content !== old.content)
      found.push({ path, how: 'changed' })
    else if (times && now.mtimeMs !== old.mtimeMs) found.push({ path, how: 'touched' })
  }
  for (const path of after.keys()) if (!before.has(path)) found.push({ path, how: 'added' })
  return found.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}

/** The entries whose paths are as asked. */
export const among = (snapshot: Snapshot, isMeant: (path: string) => boolean): Snapshot =>
  new Map([...snapshot].filter(([path]) => isMeant(path)))

/** Makes `root` what `copy`, a copy of it, was when `was` was taken, times aside. */
export function restore(root: string, copy: string, was: Snapshot, now: Snapshot): void {
  const found = differences(was, now)
  for (const { path, how } of found)
    if (how === 'added' || (how === 'changed' && was.get(path)?.kind !== now.get(path)?.kind))
      rmSync(join(root, path), { recursive: true, force: true })
  for (const { path, how } of found) {
    const entry = was.get(path)
    if (how === 'added' || entry === undefined) continue
    if (entry.kind === 'folder') mkdirSync(join(root, path), { recursive: true, mode: Number.parseInt(entry.mode, 8) })
    else {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      cpSync(join(copy, path), join(root, path), { preserveTimestamps: true, verbatimSymlinks: true, force: true })
    }
  }
}
