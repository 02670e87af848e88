// Files of a project that one process looks at again and again, as a board does: what has its stamp still is the same source, with all that was worked out from it.
import type { Parsed } from '../artifacts/codec.js'
import type { Source, Spans, Tree } from '../ports.js'
import { nativeStamps } from './index/native-stamps.js'
import { isOlder, isSame, kindAt, Stamper, type Stamps } from './index/stamps.js'

export class SourceMemory {
  /** What codecs made of sources. */
  readonly parsed = new WeakMap<Source, Parsed<unknown>>()
  readonly #files = new Map<string, { readonly stamp: Stamps; readonly source: Source }>()

  /** For one look, which begins now. */
  over(root: string, tree: Tree): Tree {
    const begun = Date.now()
    const stamper = new Stamper(root, nativeStamps)
    return {
      list: (directory) => tree.list(directory),
      read: (paths) => {
        stamper.takeAhead(paths)
        const stamps = paths.map((path) => stampOf(stamper, path))
        const known = paths.map((path, index) => this.#at(path, stamps[index] ?? null))
        const found = tree.read(paths.filter((_, index) => known[index] === null))
        let next = 0
        return paths.map(
          (path, index) => known[index] ?? this.#keep(path, stamps[index] ?? null, found[next++] ?? null, begun),
        )
      },
    }
  }

  #at(path: string, stamp: Stamps | null): Source | null {
    const kept = this.#files.get(path)
    return kept !== undefined && stamp !== null && isSame(kept.stamp, stamp) ? kept.source : null
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

/** Null where the system does not say what is there. */
export function stampOf(stamper: Stamper, path: string): Stamps | null {
  try {
    return stamper.of(path)
  } catch {
    return null
  }
}

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
    if (!this.#notes.has(name)) this.#notes.set(name, make())
    return this.#notes.get(name) as T
  }
}
