// A file about which something is known: it is read when its text is asked for.
import { GsdError } from '../../errors.js'
import type { Source, Spans, Tree } from '../../ports.js'

export class LazySource implements Source {
  readonly path: string
  readonly #tree: Tree
  #source: Source | null

  constructor(path: string, source: Source | null, tree: Tree) {
    this.path = path
    this.#source = source
    this.#tree = tree
  }

  get #read(): Source {
    this.#source ??= this.#tree.read([this.path])[0] ?? null
    if (this.#source !== null) return this.#source
    throw new GsdError({ code: 'IO', message: `${this.path} went away while it was read`, fix: 'call again' })
  }

  get unread(): boolean {
    return this.#source === null
  }

  get text(): string | null {
    return this.#read.text
  }

  get spans(): Spans {
    return this.#read.spans
  }

  get sha256(): string {
    return this.#read.sha256
  }
}
