// Reads planning files for derivation and remembers each one: what was consulted is the revision, what could not be read is a problem.
import type { ArtifactValues } from '../../artifacts/all.js'
import type { Parsed } from '../../artifacts/codec.js'
import { knownOf } from '../../artifacts/parts/known.js'
import { GsdError } from '../../errors.js'
import { type FrontMap, readFrontMatter } from '../../markdown/frontmatter.js'
import type { Source } from '../../ports.js'
import { once } from '../../std/once.js'
import { baseName } from '../../std/paths.js'
import { type Ledger, readLedger } from '../history/ledger.js'
import { ledgerMeaning } from '../history/ledger-says.js'
import { ledgerPath, type PhaseDirectory, type PhaseFiles, workPaths } from '../layout.js'
import type { View } from '../view.js'
import { lineIn, OPENING_MARK, troubleIn } from '../writing/unmerged.js'

export interface InputProblem {
  /** `bytes`: it is no text · `merge`: git left it unmerged. */
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

/** What is known of a file that was read before. */
export interface ReadBefore {
  readonly digest: string
  readonly trouble: number | null
}

/** What stands in every file that has the front matter key `extensions`. */
const EXTENSIONS = '\nextensions'

/** Digest of a planning file's bytes without the front matter key `extensions`, which belongs to features and means nothing here. */
export function meaningDigest(view: View, source: Source): string {
  if (source.text === null || !source.text.includes(EXTENSIONS)) return source.sha256
  const key = readFrontMatter(source).keys.find(({ path }) => path.length === 1 && path[0] === 'extensions')
  return key === undefined ? source.sha256 : view.digest(source.text.slice(0, key.start) + source.text.slice(key.end))
}

/** The same of the file at a path; null where there is none. */
export function meaningAt(view: View, path: string): string | null {
  const source = view.source(path)
  return source && meaningDigest(view, source)
}

const knownDigest = (view: View, source: Source): string =>
  knownOf(source, `sha256 without ${EXTENSIONS}`, () => meaningDigest(view, source))

/** Whether the text holds the word, given in small letters, in whatever case. */
export const holds = ({ text }: Source, word: string): boolean => (text ?? '').toLowerCase().includes(word)

/** The same, of a file that may be known. */
export const holdsAsKnown = (source: Source, word: string): boolean =>
  knownOf(source, `holds ${word}`, () => holds(source, word))

/** The files of a phase that has a directory; they are listed where the digest of the work is not known. */
interface Work {
  readonly directory: PhaseDirectory | null
  readonly files: PhaseFiles | null
}

/** No file has such a path. */
const workKey = ({ directory }: Work): string => `${directory?.path}/`
const workName = ({ directory }: Work): string => `work of ${directory?.id}`
const isWork = (held: string | Source | Work | null | undefined): held is Work =>
  held instanceof Object && 'directory' in held
const pathsIn = ({ files }: Work): readonly string[] => (files === null ? [] : workPaths(files))

/** Phases whose files are in memory at the same time. */
export const AT_ONCE = 128

export class Inputs {
  readonly view: View
  readonly problems: InputProblem[] = []
  /** Files that were looked over and hold none of the words. */
  readonly silent = new Set<string>()
  /** What was consulted: a digest, the file or the files of the phase that it is taken of when somebody asks for it, or null for an absent one. */
  readonly #consulted = new Map<string, string | Source | Work | null>()
  /** Digests that were taken ahead. */
  readonly #ahead = new Map<string, string | null>()
  /** It is about more phases than may be in memory at the same time. */
  #isMany = false
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

  /** The same, for a file whose meaning counts: what cannot be read is a problem. */
  meaning(path: string): Source | null {
    const seen = this.#consulted.has(path)
    const source = this.source(path)
    if (source !== null && !seen)
      this.trouble(
        path,
        knownOf(source, 'trouble', () => troubleIn(source)),
      )
    return source
  }

  /** Notes a file by what is known of it, as `source` and `trouble` do; null where there is none. */
  noteRead(path: string, read: ReadBefore | null): void {
    if (!this.#consulted.has(path)) this.#consulted.set(path, read?.digest ?? null)
    this.trouble(path, read?.trouble ?? null)
  }

  /** Notes what `troubleIn` says of a file whose meaning counts. */
  trouble(path: string, line: number | null): void {
    if (line === null || this.problems.some((problem) => problem.path === path)) return
    // Also where that is known without a look: no write may rest on it.
    this.view.source(path)
    this.problems.push(
      line === 0
        ? { kind: 'bytes', path, line, reason: 'it is not UTF-8' }
        : { kind: 'merge', path, line, reason: 'it holds merge conflict markers' },
    )
  }

  /** Notes the files in which the work of a phase lies as consulted, all together. */
  noteWork(work: Work): void {
    const key = workKey(work)
    if (!this.#consulted.has(key)) this.#consulted.set(key, work)
  }

  /** Digest of these files, of each its name and its digest. */
  workDigest(work: Work): string {
    this.noteWork(work)
    return this.#digestOf(workKey(work)) as string
  }

  #workDigest(work: Work): string {
    const { view } = this
    return view.known(work.directory?.path ?? '', workName(work), () => {
      const rows = pathsIn(work).map((path) => `${baseName(path)}\0${this.meaningOf(path)}\n`)
      if (this.#isMany) view.letGo(pathsIn(work))
      return view.digest(rows.sort().join(''))
    })
  }

  /** Digest of what a file means, also of one that was let go of since; null where there is none. For what is found out about a folder: it is not noted as consulted. */
  meaningOf(path: string): string | null {
    const ahead = this.#ahead.get(path)
    return ahead === undefined ? meaningAt(this.view, path) : ahead
  }

  /** Takes the digests of what lies in many phases at once; what is in the files is not kept. */
  digestAhead(phases: readonly Work[]): void {
    const isFresh = (work: Work) => work.directory !== null && !this.view.knows(work.directory.path, workName(work))
    this.#isMany ||= phases.length > AT_ONCE
    const fresh = phases
      .filter(isFresh)
      .flatMap(pathsIn)
      .filter((path) => !this.#ahead.has(path))
    const digests = this.view.digests(fresh, [EXTENSIONS])
    fresh.forEach((path, index) => {
      const digest = digests[index]
      if (digest !== undefined) this.#ahead.set(path, digest)
    })
  }

  /** Takes the digests of files that hold none of the words for which somebody would read them, nor marks of an unfinished merge. Answers the others. */
  lookOver(paths: readonly string[], words: readonly string[]): readonly string[] {
    const digests = this.view.digests(paths, [EXTENSIONS, OPENING_MARK, ...words])
    return paths.filter((path, index) => {
      const digest = digests[index]
      if (!digest) return true
      this.#ahead.set(path, digest)
      this.silent.add(path)
      return false
    })
  }

  /** Lets go of files of phases whose digest is known from now on: the texts of thousands would be kept to the end. */
  letGo(paths: readonly string[]): void {
    for (const path of paths) {
      const source = this.view.held(path)
      if (source === null || source.unread === true) continue
      const digest = this.#ahead.get(path) ?? meaningDigest(this.view, source)
      this.#ahead.set(path, digest)
      // What was consulted would hold the text.
      if (this.#consulted.has(path)) this.#consulted.set(path, digest)
    }
    this.view.letGo(paths)
  }

  /** Files that derivation does not rest on, but that git left with conflict markers: their bytes are no input, so they change no revision. */
  unmerged(paths: readonly string[]): readonly InputProblem[] {
    this.view.prefetch(paths)
    return paths.flatMap((path) => {
      const line = lineIn(this.view.source(path))
      const isKnown = this.problems.some((problem) => problem.path === path)
      return line === null || isKnown ? [] : [{ kind: 'merge', path, line, reason: 'it holds merge conflict markers' }]
    })
  }

  parse<K extends keyof ArtifactValues>(artifact: K, path: string): Parsed<ArtifactValues[K]> | null {
    return this.meaning(path) === null ? null : this.view.parse(artifact, path)
  }

  /** What a file says that its folder listed. Where it has gone since, no answer would be about one tree. */
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
    return source === null
      ? null
      : knownOf(source, 'front', () => (source.text === null ? null : readFrontMatter(source).data))
  }

  /** Whether a file's text holds the word, in whatever case. */
  mentions(path: string, word: string): boolean {
    const source = this.meaning(path)
    return source !== null && holdsAsKnown(source, word)
  }

  /** Digest of a file's bytes (without `extensions`), or null when it is absent. */
  digestOf(path: string): string | null {
    if (!this.#consulted.has(path)) this.source(path)
    return this.#digestOf(path)
  }

  /** Most answers depend on few digests: reading a file does not make one. */
  #digestOf(path: string): string | null {
    const held = this.#consulted.get(path) ?? null
    if (held === null || typeof held === 'string') return held
    const digest = isWork(held) ? this.#workDigest(held) : knownDigest(this.view, held)
    this.#consulted.set(path, digest)
    return digest
  }

  ledger(): Ledger {
    if (this.#ledger === null) {
      this.#ledger = readLedger(this.view)
      // Claims and outcomes change no meaning, so the file's own digest is not an input.
      this.#consulted.set(ledgerPath(this.view), this.view.digest(ledgerMeaning(this.#ledger)))
      if (this.#ledger.conflict !== null)
        this.problems.push({
          kind: 'merge',
          path: ledgerPath(this.view),
          line: this.#ledger.conflict,
          reason: 'it holds merge conflict markers',
        })
    }
    return this.#ledger
  }

  /** sha256 over the sorted (path, digest) of everything consulted so far; computed when it is asked for. */
  revision(): () => string {
    const paths = [...this.#consulted.keys()]
    return once(() => {
      this.digestAhead(paths.map((path) => this.#consulted.get(path)).filter(isWork))
      const rows = paths.sort().map((path) => `${path}\0${this.#digestOf(path) ?? '-'}\n`)
      return this.view.digest(rows.join(''))
    })
  }
}
