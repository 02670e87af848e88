// Reads planning files for derivation and remembers each one: what was consulted is the revision, what could not be read is a problem.
import type { ArtifactValues } from '../../artifacts/all.js'
import type { Parsed } from '../../artifacts/codec.js'
import { GsdError } from '../../errors.js'
import { type FrontMap, readFrontMatter } from '../../markdown/frontmatter.js'
import type { Source } from '../../ports.js'
import { once } from '../../std/once.js'
import { type Ledger, readLedger } from '../history/ledger.js'
import { ledgerMeaning } from '../history/ledger-says.js'
import { ledgerPath } from '../layout.js'
import { sourceDigest, textDigest } from '../text-digest.js'
import type { View } from '../view.js'
import { lineIn, troubleIn } from '../writing/unmerged.js'

export interface InputProblem {
  /** `bytes`: it is not UTF-8 · `merge`: git left it unmerged. */
  readonly kind: 'bytes' | 'merge'
  readonly path: string
  readonly line: number
  readonly reason: string
}

/** The codes under which the judges of single files tell the same. */
export const INPUT_CODES: Readonly<Record<InputProblem['kind'], string>> = {
  bytes: 'NOT_UTF8',
  merge: 'MERGE_CONFLICT',
}

/** Digest of a planning file's lines without the front matter key `extensions`, which belongs to features and means nothing here. */
function meaningDigest(view: View, source: Source): string {
  if (source.text === null || !source.text.includes('\nextensions')) return sourceDigest(view.digest, source)
  const key = readFrontMatter(source).keys.find(({ path }) => path.length === 1 && path[0] === 'extensions')
  const text = key === undefined ? source.text : source.text.slice(0, key.start) + source.text.slice(key.end)
  return textDigest(view.digest, text)
}

/** The same of the file at a path; null if there is none. */
export function meaningAt(view: View, path: string): string | null {
  const source = view.source(path)
  return source && meaningDigest(view, source)
}

/** Whether the text holds the word, given in lower case, in any case. */
export const holds = ({ text }: Source, word: string): boolean => (text ?? '').toLowerCase().includes(word)

export class Inputs {
  readonly view: View
  readonly problems: InputProblem[] = []
  /** The file, null if it is absent, or a digest that stands for it. */
  readonly #consulted = new Map<string, Source | string | null>()
  #ledger: Ledger | null = null

  constructor(view: View) {
    this.view = view
  }

  /** The file at `path`, noted as consulted. */
  source(path: string): Source | null {
    const source = this.view.source(path)
    if (!this.#consulted.has(path)) this.#consulted.set(path, source)
    return source
  }

  /** The same, for a file whose meaning counts: one that cannot be read is a problem. */
  meaning(path: string): Source | null {
    const seen = this.#consulted.has(path)
    const source = this.source(path)
    if (source !== null && !seen) this.#note(path, troubleIn(source))
    return source
  }

  #note(path: string, line: number | null): void {
    if (line === null) return
    this.problems.push(
      line === 0
        ? { kind: 'bytes', path, line, reason: 'it is not UTF-8' }
        : { kind: 'merge', path, line, reason: 'it holds merge conflict markers' },
    )
  }

  /** Files that derivation does not rest on, but that git left with conflict markers: they change no revision. */
  unmerged(paths: readonly string[]): readonly InputProblem[] {
    return paths.flatMap((path) => {
      const line = lineIn(this.view.source(path))
      const isKnown = this.problems.some((problem) => problem.path === path)
      return line === null || isKnown ? [] : [{ kind: 'merge', path, line, reason: 'it holds merge conflict markers' }]
    })
  }

  parse<K extends keyof ArtifactValues>(artifact: K, path: string): Parsed<ArtifactValues[K]> | null {
    return this.meaning(path) === null ? null : this.view.parse(artifact, path)
  }

  /** The value of a file that its folder listed. If it is gone by now, no answer would be about one state of the tree. */
  listed<K extends keyof ArtifactValues>(artifact: K, path: string): ArtifactValues[K] {
    const parsed = this.parse(artifact, path)
    if (parsed !== null) return parsed.value
    throw new GsdError({
      code: 'CONFLICT',
      message: `${path} went away while it was read: something else changes the planning files`,
      fix: 'call again when that is done',
    })
  }

  /** Front matter of a small file that has no codec; null when it is absent. */
  front(path: string): FrontMap | null {
    const source = this.meaning(path)
    return source === null || source.text === null ? null : readFrontMatter(source).data
  }

  /** Digest of a file's bytes (without `extensions`), or null when it is absent. */
  digestOf(path: string): string | null {
    if (!this.#consulted.has(path)) this.source(path)
    const consulted = this.#consulted.get(path) ?? null
    return consulted instanceof Object ? meaningDigest(this.view, consulted) : consulted
  }

  ledger(): Ledger {
    if (this.#ledger === null) {
      this.#ledger = readLedger(this.view)
      // Claims and outcomes change no meaning, so the file's own digest is not an input.
      this.#consulted.set(ledgerPath(this.view), this.view.digest(ledgerMeaning(this.#ledger)))
    }
    return this.#ledger
  }

  /** sha256 over the sorted (path, digest) of everything consulted so far; computed when it is asked for. */
  revision(): () => string {
    const paths = [...this.#consulted.keys()].sort()
    return once(() => this.view.digest(paths.map((path) => `${path}\0${this.digestOf(path) ?? '-'}\n`).join('')))
  }
}
