// Where the parts of a large file lie, in an entry of its own for each file, under its stamp: a call that wants one part reads that and no more. A cache and nothing else: whatever
// is wrong with it, the file is read.

import { isAscii, isUtf8 } from 'node:buffer'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Parted, Source, Tree } from '../../ports.js'
import { parentOf } from '../../std/paths.js'
import { UNFOLLOWED } from '../plain-file.js'
import { isAbout, openKept, putKept } from './kept.js'
import { LazySource } from './lazy-source.js'
import type { Place } from './place.js'
import { isOlder, isSame, kindAt, NO_STAMPS, Stamper, type Stamps, sizeAt, stampIn } from './stamps.js'

/** Bytes from which on a file is worth it. */
const LARGE = 1 << 15

interface Asked {
  readonly root: string
  /** Of the entry about a file, and what it says that it is about. */
  readonly entry: (path: string) => { readonly place: Place; readonly call: string }
  /** When the call began, by the system's clock, milliseconds; and the caller's clock. */
  readonly begun: number
  readonly at: number
  /** The program: another one may find other parts. */
  readonly script: string
}

export class PartedFiles {
  readonly #asked: Asked
  readonly #stamper: Stamper
  /** What was found out anew, by path. */
  readonly #fresh = new Map<string, string>()

  constructor(asked: Asked) {
    this.#asked = asked
    this.#stamper = new Stamper(asked.root)
  }

  /** No link is followed here. */
  readonly spoil = (): void => {}

  over(tree: Tree): Tree {
    return {
      list: (directory) => tree.list(directory),
      read: (paths) =>
        paths.some((path) => this.#isLarge(path))
          ? paths.map((path) => (this.#isLarge(path) ? this.#source(path, tree) : (tree.read([path])[0] ?? null)))
          : tree.read(paths),
      digests: (paths, words) => tree.digests?.(paths, words) ?? [],
    }
  }

  #isLarge(path: string): boolean {
    try {
      const stamp = this.#stamper.of(path)
      return kindAt(stamp, 0) === 'file' && sizeAt(stamp, 0) >= LARGE && this.#stamper.isPlain(parentOf(path))
    } catch {
      return false
    }
  }

  #source(path: string, tree: Tree): Source {
    const source: PartedSource = new PartedSource(path, tree, {
      table: (make) => {
        const known = this.#fresh.get(path) ?? this.#kept(path)
        if (known !== null) return known
        const made = make()
        this.#fresh.set(path, made)
        return made
      },
      text: (from, to) => (source.unread ? this.#text(path, from, to) : null),
    })
    return source
  }

  #kept(path: string): string | null {
    const { entry, at } = this.#asked
    const { place, call } = entry(path)
    const kept = openKept(place)
    if (kept === null || !isAbout(kept, call, { at, day: '' })) return null
    const { paths, stamps, outsideStamps } = kept.grounds
    const stands = paths === path && isSame(stamps, this.#stamper.of(path)) && isSame(outsideStamps, this.#program())
    return stands ? kept.answer : null
  }

  #program(): Stamps {
    return new Stamper('').of(this.#asked.script)
  }

  /** What was read is what has the stamp: it has it still. */
  #text(path: string, from: number, to: number): string | null {
    let file: number | null = null
    try {
      file = openSync(join(this.#asked.root, path), UNFOLLOWED)
      const bytes = Buffer.allocUnsafe(to - from)
      const isRead = readSync(file, bytes, 0, bytes.length, from) === bytes.length
      if (!isRead || !isSame(stampIn(fstatSync(file, { bigint: true })), this.#stamper.of(path))) return null
      return isAscii(bytes) ? bytes.toString('latin1') : isUtf8(bytes) ? bytes.toString('utf8') : null
    } catch {
      return null
    } finally {
      if (file !== null) closeSync(file)
    }
  }

  /** Writes what is new down. */
  keep(): void {
    const { entry, begun, at, script } = this.#asked
    for (const [path, answer] of this.#fresh)
      try {
        const stamps = this.#stamper.of(path)
        const outsideStamps = this.#program()
        if (!isOlder(stamps, 0, begun) || !isOlder(outsideStamps, 0, begun)) continue
        const { place, call } = entry(path)
        const grounds = { paths: path, stamps, folders: '', folderStamps: NO_STAMPS, outside: script, outsideStamps }
        putKept(place, { call, host: hostname(), at, day: null, grounds, answer: [answer] })
      } catch {
        // The next call reads the file.
      }
  }
}

class PartedSource extends LazySource {
  readonly parted: Parted

  constructor(path: string, tree: Tree, parted: Parted) {
    super(path, null, tree)
    this.parted = parted
  }
}
