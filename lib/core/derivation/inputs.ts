// Reads planning files for derivation. Every file read enters the revision, and unreadable files are problems.
import type { ArtifactValues } from '../../artifacts/all.js'
import type { Parsed } from '../../artifacts/codec.js'
import { gsdError } from '../../errors.js'
import { type FrontMap, readFrontMatter } from '../../markdown/frontmatter.js'
import type { Source } from '../../ports.js'
import { once } from '../../std/once.js'
import { type Ledger, ledgerMeaning, readLedger } from '../history/ledger.js'
import { ledgerPath } from '../layout.js'
import { sourceDigest } from '../text-digest.js'
import type { View } from '../view.js'
import { lineIn, troubleIn } from '../writing/unmerged.js'

export interface InputProblem {
  /** `bytes`: not UTF-8 · `merge`: unmerged in git. */
  readonly kind: 'bytes' | 'merge'
  readonly path: string
  readonly line: number
  readonly reason: string
}

/** The codes that single-file checks use for the same problems. */
export const INPUT_CODES: Readonly<Record<InputProblem['kind'], string>> = {
  bytes: 'NOT_UTF8',
  merge: 'MERGE_CONFLICT',
}

export function digestAt(view: View, path: string): string | null {
  const source = view.source(path)
  return source && sourceDigest(view.digest, source)
}

export const holds = ({ text }: Source, word: string): boolean => (text ?? '').toLowerCase().includes(word)

export class Inputs {
  readonly view: View
  readonly problems: InputProblem[] = []
  /** By path: the file, null if it is absent, or a digest that stands for it. */
  readonly #consulted = new Map<string, Source | string | null>()
  #ledger: Ledger | null = null

  constructor(view: View) {
    this.view = view
  }

  /** The file at `path`, recorded as consulted. */
  source(path: string): Source | null {
    const source = this.view.source(path)
    if (!this.#consulted.has(path)) this.#consulted.set(path, source)
    return source
  }

  /** Like `source`, but an unreadable file is recorded as a problem. */
  meaning(path: string): Source | null {
    const seen = this.#consulted.has(path)
    const source = this.source(path)
    if (source !== null && !seen) this.#note(path, troubleIn(source))
    return source
  }

  /** A merge conflict in this file also blocks the work, but the file is not an input. */
  unmerged(path: string): void {
    this.#note(path, lineIn(this.view.source(path)))
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
    return this.meaning(path) === null ? null : this.view.parse(artifact, path)
  }

  /** The value of a listed file. Throws if it has vanished since, because no answer would fit one state of the tree. */
  listed<K extends keyof ArtifactValues>(artifact: K, path: string): ArtifactValues[K] {
    const parsed = this.parse(artifact, path)
    if (parsed !== null) return parsed.value
    throw gsdError(
      'CONFLICT',
      `${path} disappeared while being read: another program is changing the planning files`,
      'repeat the call when it is done',
    )
  }

  /** Front matter of a small file without a codec; null if it is absent. */
  front(path: string): FrontMap | null {
    const source = this.meaning(path)
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
      this.#consulted.set(ledgerPath(this.view), this.view.digest(ledgerMeaning(this.#ledger)))
    }
    return this.#ledger
  }

  /** sha256 over the sorted (path, digest) pairs consulted so far; lazy. */
  revision(): () => string {
    const paths = [...this.#consulted.keys()].sort()
    return once(() => this.view.digest(paths.map((path) => `${path}\0${this.digestOf(path) ?? '-'}\n`).join('')))
  }
}
