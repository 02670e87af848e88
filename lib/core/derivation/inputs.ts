// Reads planning files for derivation. The revision covers every file read, and unreadable files are recorded as problems.
import type { ArtifactValues } from '../../artifacts/all.js'
import type { Parsed } from '../../artifacts/codec.js'
import { gsdError } from '../../errors.js'
import { type FrontMap, readFrontMatter } from '../../markdown/frontmatter.js'
import type { Source } from '../../ports.js'
import { once } from '../../std/once.js'
import { type Ledger, readLedger, revisionText } from '../history/ledger.js'
import { ledgerPath } from '../layout.js'
import { sourceDigest } from '../text-digest.js'
import type { View } from '../view.js'
import { conflictLineIn, unreadableLine } from '../writing/unmerged.js'

export interface InputProblem {
  /** `bytes`: not UTF-8 · `merge`: unmerged in git. */
  readonly kind: 'bytes' | 'merge'
  readonly path: string
  readonly line: number
  readonly reason: string
}

/** For each kind of problem, the code that single-file checks use for it. */
export const INPUT_CODES: Readonly<Record<InputProblem['kind'], string>> = {
  bytes: 'NOT_UTF8',
  merge: 'MERGE_CONFLICT',
}

export function digestAt(view: View, path: string): string | null {
  const source = view.source(path)
  return source && sourceDigest(view.digest, source)
}

export const containsWord = ({ text }: Source, word: string): boolean => (text ?? '').toLowerCase().includes(word)

export class Inputs {
  readonly view: View
  readonly problems: InputProblem[] = []
  /** Maps each path to the file, to null if the file is absent, or to a digest that stands for the file. */
  readonly #consulted = new Map<string, Source | string | null>()
  #ledger: Ledger | null = null

  constructor(view: View) {
    this.view = view
  }

  /** Returns the file at `path` and records it as consulted. */
  source(path: string): Source | null {
    const source = this.view.source(path)
    if (!this.#consulted.has(path)) this.#consulted.set(path, source)
    return source
  }

  /** Like `source`, but also records a problem if the file is unreadable and was not consulted before. */
  checkedSource(path: string): Source | null {
    const seen = this.#consulted.has(path)
    const source = this.source(path)
    if (source !== null && !seen) this.#note(path, unreadableLine(source))
    return source
  }

  /** Records a problem if the file has a merge conflict, but does not record the file as consulted. */
  noteConflict(path: string): void {
    this.#note(path, conflictLineIn(this.view.source(path)))
  }

  #note(path: string, line: number | null): void {
    if (line === null) return
    this.problems.push(
      line === 0
        ? { kind: 'bytes', path, line, reason: 'it is not UTF-8' }
        : { kind: 'merge', path, line, reason: 'it has merge conflict markers' },
    )
  }

  parse<K extends keyof ArtifactValues>(artifact: K, path: string): Parsed<ArtifactValues[K]> | null {
    return this.checkedSource(path) === null ? null : this.view.parse(artifact, path)
  }

  /** Parses a listed file. Throws if it has vanished since, because no answer would then fit one state of the tree. */
  parseListed<K extends keyof ArtifactValues>(artifact: K, path: string): ArtifactValues[K] {
    const parsed = this.parse(artifact, path)
    if (parsed !== null) return parsed.value
    throw gsdError(
      'CONFLICT',
      `${path} disappeared while being read: another program is changing the planning files`,
      'repeat the command when that program has finished',
    )
  }

  /** Reads the front matter of a small file without a codec; null if the file is absent or not text. */
  frontMatter(path: string): FrontMap | null {
    const source = this.checkedSource(path)
    return source === null || source.text === null ? null : readFrontMatter(source).data
  }

  digestOf(path: string): string | null {
    this.source(path)
    const consulted = this.#consulted.get(path) ?? null
    return consulted instanceof Object ? sourceDigest(this.view.digest, consulted) : consulted
  }

  ledger(): Ledger {
    if (this.#ledger === null) {
      this.#ledger = readLedger(this.view)
      // Claims and outcomes do not affect derivation, so the ledger's own digest is not an input.
      this.#consulted.set(ledgerPath(this.view), this.view.digest(revisionText(this.#ledger)))
    }
    return this.#ledger
  }

  /** Returns a function that computes the sha256 of the sorted (path, digest) pairs consulted until this call. */
  revision(): () => string {
    const paths = [...this.#consulted.keys()].sort()
    return once(() => this.view.digest(paths.map((path) => `${path}\0${this.digestOf(path) ?? '-'}\n`).join('')))
  }
}
