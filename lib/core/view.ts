// A verb's view of a project. The view is read-only, caches what it reads, and records which files were read.
import type { ArtifactValues, LoadedKinds } from '../artifacts/all.js'
import type { Kind, Parsed } from '../artifacts/codec.js'
import type { ArtifactId } from '../artifacts/paths.js'
import type { Caller, Clock, Digest, Entry, Pack, Presence, Source, Tree } from '../ports.js'
import { remembered } from '../std/once.js'
import type { Extensions } from './extensions/port.js'

/** A caller that adds nothing to the project: no approvals, words, settings, models or pages. */
const NO_CALLER: Caller = {
  isPerson: false,
  mark: null,
  trustedBy: () => null,
  order: null,
  personal: { settings: {}, problem: null },
  models: { asOf: '', models: [] },
  pages: [],
}

const NO_PRESENCE: Presence = { holder: null, stateOf: () => 'unknown', recordsElsewhere: () => [] }

export interface ViewParts {
  readonly tree: Tree
  readonly clock: Clock
  readonly digest: Digest
  readonly pack?: Pack
  /** Codecs of the artifacts the verb declared in `reads`. */
  readonly codecs: LoadedKinds
  /** Creates a scanned source for text that is not on disk; absent without a scanner. */
  readonly sourceOf?: (path: string, text: string) => Source
  /** Planning base, e.g. `.planning` or `.planning/workstreams/api`. */
  readonly base?: string
  /** Absolute path of the project root; for results only, never for reading. */
  readonly projectRoot: string
  /** The detected client, if any. */
  readonly host: string | null
  /** Whether this is a real git worktree; detected once, without starting git. */
  readonly hasGit: boolean
  /** What this machine and its user add to the project (see `Caller`); absent if nothing. */
  readonly caller?: Caller
  /** The calling process, for comparison with claim holders; absent if unknown. */
  readonly presence?: Presence
  /** Installed extensions; null or absent if there are none, or the verb does not need them. */
  readonly extensions?: Extensions | null
}

export type PackView = View & { readonly pack: Pack }

/** State shared by all views that are derived from one. */
interface Shared {
  /** Parsed values by artifact kind, because one text may be parsed as two kinds. */
  readonly parsed: WeakMap<Source, Map<ArtifactId, Parsed<unknown>>>
  readonly touched: Set<string>
}

export class View {
  readonly clock: Clock
  readonly digest: Digest
  /** Null unless the verb declares that it needs `pack`. */
  readonly pack: Pack | null
  readonly base: string
  readonly projectRoot: string
  readonly host: string | null
  readonly hasGit: boolean
  readonly caller: Caller
  readonly presence: Presence
  readonly extensions: Extensions | null
  readonly sourceOf: ((path: string, text: string) => Source) | null
  readonly #parts: ViewParts
  readonly #codecs: LoadedKinds
  readonly #shared: Shared
  /** Lists the entries of a directory, given relative to the project root; `[]` if the directory is absent. */
  readonly list: (directory: string) => readonly Entry[]
  readonly #read: (path: string) => Source | null

  constructor(parts: ViewParts, shared: Shared = { parsed: new WeakMap(), touched: new Set() }) {
    this.#parts = parts
    this.#shared = shared
    this.clock = parts.clock
    this.digest = parts.digest
    this.pack = parts.pack ?? null
    this.base = parts.base ?? '.planning'
    this.projectRoot = parts.projectRoot
    this.host = parts.host
    this.hasGit = parts.hasGit
    this.caller = parts.caller ?? NO_CALLER
    this.presence = parts.presence ?? NO_PRESENCE
    this.extensions = parts.extensions ?? null
    this.sourceOf = parts.sourceOf ?? null
    this.#codecs = parts.codecs
    this.list = remembered((directory) => parts.tree.list(directory))
    this.#read = remembered((path) => parts.tree.read(path))
  }

  source(path: string): Source | null {
    const source = this.#read(path)
    if (source !== null) this.#shared.touched.add(path)
    return source
  }

  /** Parses the artifact at `path`; null if the file is absent. Throws if the verb did not declare the kind. */
  parse<K extends keyof ArtifactValues>(artifact: K, path: string): Parsed<ArtifactValues[K]> | null {
    const codec = this.#codecs[artifact as ArtifactId]
    if (codec === undefined) throw new Error(`the verb reads "${artifact}" without declaring it`)
    const source = this.source(path)
    if (source === null) return null
    const known = this.#shared.parsed.get(source) ?? new Map<ArtifactId, Parsed<unknown>>()
    this.#shared.parsed.set(source, known)
    const parsed = known.get(artifact) ?? codec.parse(source)
    known.set(artifact, parsed)
    return parsed as Parsed<ArtifactValues[K]>
  }

  /** Returns the codec of a kind, or null if the verb did not declare the kind or it has no codec. */
  codec(artifact: ArtifactId): Kind | null {
    return this.#codecs[artifact] ?? null
  }

  /** Returns a view of the same project with another planning base. */
  inBase(base: string): View {
    return base === this.base ? this : new View({ ...this.#parts, base }, this.#shared)
  }

  /** Returns a view with `tree(files)` as its files, for edits that are not written yet. Reuses what this view has read. */
  withTree(tree: (files: Tree) => Tree): this {
    return new View({ ...this.#parts, tree: tree({ list: this.list, read: this.#read }) }, this.#shared) as this
  }

  /** Returns a view whose own caches are empty, for callers that read more than should stay in memory. */
  withEmptyCaches(): View {
    return new View(this.#parts, this.#shared)
  }

  /** Returns the path of a file, which is given relative to the planning base. */
  at(name: string): string {
    return `${this.base}/${name}`
  }

  /** Returns the existing files that this view and all views with the same `Shared` have read so far. */
  touched(): readonly string[] {
    return [...this.#shared.touched]
  }
}
