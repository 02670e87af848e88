// Files of a project that one process looks at again and again, as a board does: what has its stamp still is the same source, with all that was worked out from it.
// A folder that has it still has the same names, and what was found out about its files holds while all of them have theirs.
import type { Parsed } from '../artifacts/codec.js'
import type { Entry, Source, Spans, Tree } from '../ports.js'
import { nativeStamps } from './index/native-stamps.js'
import { isOlder, kindAt, STAMP_WORDS, Stamper, type Stamps } from './index/stamps.js'

interface Folder {
  readonly entries: readonly Entry[]
  /** What was found out about the files in it, by name; null where it may change unseen. */
  readonly notes: Map<string, unknown> | null
}
interface KeptFolder extends Folder {
  /** Its own, and all that is in it. */
  readonly paths: readonly string[]
  readonly stamps: Stamps
}

interface Look {
  readonly tree: Tree
  readonly stamper: Stamper
  readonly begun: number
  /** Each folder is the same for all of a look. */
  readonly folders: Map<string, Folder>
}

const areSettled = (stamps: Stamps, begun: number): boolean =>
  Array.from({ length: stamps.length / STAMP_WORDS }, (_, at) => at).every(
    (at) => kindAt(stamps, at) === (at === 0 ? 'folder' : 'file') && isOlder(stamps, at, begun),
  )

function noted<T>(notes: Map<string, unknown>, name: string, make: () => T): T {
  if (!notes.has(name)) notes.set(name, make())
  return notes.get(name) as T
}

export class SourceMemory {
  /** What codecs made of sources. */
  readonly parsed = new WeakMap<Source, Parsed<unknown>>()
  readonly #files = new Map<string, { readonly stamp: Stamps; readonly source: Source }>()
  readonly #folders = new Map<string, KeptFolder>()

  /** For one look, which begins now. */
  over(root: string, tree: Tree): Tree {
    const begun = Date.now()
    const stamper = new Stamper(root, nativeStamps)
    const looked: Look = { tree, stamper, begun, folders: new Map() }
    return {
      list: (directory) => this.#folder(directory, looked).entries,
      known: (directory, name, make) => {
        const { notes } = this.#folder(directory, looked)
        return notes === null ? make() : noted(notes, name, make)
      },
      knows: (directory, name) => this.#folder(directory, looked).notes?.has(name) === true,
      read: (paths) => {
        stamper.takeAhead(paths)
        const known = paths.map((path) => this.#at(path, stamper))
        const found = tree.read(paths.filter((_, index) => known[index] === null))
        let next = 0
        return paths.map(
          (path, index) => known[index] ?? this.#keep(path, stampOf(stamper, path), found[next++] ?? null, begun),
        )
      },
    }
  }

  #at(path: string, stamper: Stamper): Source | null {
    const kept = this.#files.get(path)
    return kept !== undefined && haveStamps(stamper, [path], kept.stamp) ? kept.source : null
  }

  #folder(path: string, looked: Look): Folder {
    const seen = looked.folders.get(path)
    if (seen !== undefined) return seen
    const folder = this.#keptFolder(path, looked) ?? this.#keepFolder(path, looked)
    looked.folders.set(path, folder)
    return folder
  }

  #keptFolder(path: string, { stamper }: Look): Folder | null {
    const kept = this.#folders.get(path)
    return kept !== undefined && haveStamps(stamper, kept.paths, kept.stamps) ? kept : null
  }

  /** Only where nothing but files lies in it: what is deeper, or where a link leads, changes without its stamps. */
  #keepFolder(path: string, { tree, stamper, begun }: Look): Folder {
    this.#folders.delete(path)
    const entries = tree.list(path)
    const isFlat = entries.length > 0 && entries.every(({ kind }) => kind === 'file')
    const paths = [path, ...entries.map(({ name }) => `${path}/${name}`)]
    const stamps = isFlat ? stampsOf(stamper, paths) : null
    if (stamps === null || !areSettled(stamps, begun)) return { entries, notes: null }
    const kept = { entries, notes: new Map(), paths, stamps }
    this.#folders.set(path, kept)
    return kept
  }

  /** What was changed just now may be changed again under the same stamp: it is read anew next time. */
  #keep(path: string, stamp: Stamps | null, found: Source | null, begun: number): Source | null {
    this.#files.delete(path)
    if (found === null || stamp === null || kindAt(stamp, 0) !== 'file' || !isOlder(stamp, 0, begun)) return found
    const source = new KeptSource(found)
    this.#files.set(path, { stamp, source })
    return source
  }
}

function haveStamps(stamper: Stamper, paths: readonly string[], stamps: Stamps): boolean {
  try {
    return paths.every((path, index) => stamper.has(path, stamps, index))
  } catch {
    return false
  }
}

/** Null where the system does not say what is there. */
function stampsOf(stamper: Stamper, paths: readonly string[]): Stamps | null {
  try {
    return stamper.all(paths)
  } catch {
    return null
  }
}
export const stampOf = (stamper: Stamper, path: string): Stamps | null => stampsOf(stamper, [path])

class KeptSource implements Source {
  readonly #source: Source
  readonly #notes = new Map<string, unknown>()

  constructor(source: Source) {
    this.#source = source
  }
  get path(): string {
    return this.#source.path
  }
  get text(): string | null {
    return this.#source.text
  }
  get spans(): Spans {
    return this.#source.spans
  }
  get sha256(): string {
    return this.#source.sha256
  }

  known<T>(name: string, make: () => T): T {
    return noted(this.#notes, name, make)
  }
}
