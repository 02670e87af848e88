// Files a verb is about to write, laid over the project: later questions see them, and all of them become edits together.
import type { ArtifactValues } from '../../artifacts/all.js'
import type { Codec, Edit, Parsed } from '../../artifacts/codec.js'
import type { ArtifactId } from '../../artifacts/paths.js'
import { GsdError, refusedEdit } from '../../errors.js'
import { scan } from '../../markdown/scan.js'
import type { Digest, Source, Tree } from '../../ports.js'
import { frameAt } from '../history/seal.js'
import type { ParsedSources, View } from '../view.js'
import { layOver } from './overlay.js'
import { type Checked, renderChecked } from './rendering.js'

const NO_SPANS = new Uint32Array(0)

/** A source for text that is not on disk. */
export function memorySource(path: string, text: string, digest: Digest): Source {
  let spans: Source['spans'] | undefined
  let sha256: string | undefined
  return {
    path,
    text,
    get spans() {
      spans ??= path.endsWith('.md') ? scan(text) : NO_SPANS
      return spans
    },
    get sha256() {
      sha256 ??= digest(text)
      return sha256
    },
  }
}

/** The same, scanned as the files of the view are. */
const sourceIn = ({ sourceOf, digest }: View, path: string, text: string): Source =>
  sourceOf?.(path, text) ?? memorySource(path, text, digest)

/** The bytes of a file under another path: read there when somebody asks for them, and let go of as that file is. */
class MovedSource implements Source {
  readonly path: string
  readonly from: string
  readonly sha256: string
  readonly #view: View

  constructor(path: string, from: string, sha256: string, view: View) {
    this.path = path
    this.from = from
    this.sha256 = sha256
    this.#view = view
  }

  get text(): string | null {
    return this.#view.peek(this.from)?.text ?? null
  }

  get spans(): Source['spans'] {
    const { text } = this
    if (text === null || !this.path.endsWith('.md')) return NO_SPANS
    return this.from.endsWith('.md') ? (this.#view.peek(this.from)?.spans ?? NO_SPANS) : scan(text)
  }
}

/** Null where nothing is. */
function sourceMoved(from: string, path: string, view: View): MovedSource | null {
  const sha256 = view.seen(from)
  return sha256 === null ? null : new MovedSource(path, from, sha256, view)
}

/** `files` as they will be after these edits; artifact edits are rendered by the writer and cannot be laid over. */
export function layEdits(files: Tree, edits: readonly Edit[], view: View): Tree {
  const texts = new Map<string, string | Source | null>()
  const textAt = (path: string) => {
    const laid = texts.get(path)
    return (typeof laid === 'string' ? laid : (laid ?? view.source(path))?.text) ?? ''
  }
  for (const edit of edits) {
    if (edit.kind === 'artifact') throw new Error(`an artifact edit of ${edit.path} has no text yet`)
    if (edit.kind === 'text') texts.set(edit.path, edit.text)
    else if (edit.kind === 'remove') texts.set(edit.path, null)
    else if (edit.kind === 'copy') texts.set(edit.path, sourceMoved(edit.from, edit.path, view))
    else if (edit.kind === 'line') texts.set(edit.path, textAt(edit.path) + frameAt(edit.path, edit.payload, view))
  }
  return layOver(files, texts, (path, text) => sourceIn(view, path, text))
}

/**
 * The project with these texts, for edits that follow each other: they rest on what was seen first, so that whatever is read of the project is read by `view`,
 * and parsed once. What is known about a folder is so as long as no text lies in it.
 * @param parsed what was made of the texts
 */
const stagedOver = (
  view: View,
  texts: ReadonlyMap<string, string | Source | null>,
  toSource: (path: string, text: string) => Source,
  parsed: Pick<ParsedSources, 'get'>,
): View =>
  view.made((own, before) => {
    const { known, knows } = own.tree
    const files: Tree = {
      list: (directory) => view.list(directory),
      read(paths) {
        view.prefetch(paths)
        return paths.map((path) => view.peek(path))
      },
      digests: (paths, words) => view.digests(paths, words),
    }
    const laid = layOver(files, texts, toSource)
    const tree: Tree = {
      ...laid,
      ...(known === undefined
        ? {}
        : {
            known: <T>(directory: string, name: string, make: () => T): T =>
              laid.isLaid(directory) ? make() : (known.call(own.tree, directory, name, make) as T),
          }),
      knows: (directory, name) => !laid.isLaid(directory) && knows?.call(own.tree, directory, name) === true,
    }
    const readAs = (path: string): string => {
      const text = texts.get(path)
      return text instanceof MovedSource ? text.from : path
    }
    return { ...own, tree, parsed: new ParsedOver([parsed, before]), letGo: (paths) => view.letGo(paths.map(readAs)) }
  })

/** What was parsed here, or elsewhere before. */
class ParsedOver extends Map<Source, Parsed<unknown>> {
  readonly #others: readonly Pick<ParsedSources, 'get'>[]

  constructor(others: readonly Pick<ParsedSources, 'get'>[]) {
    super()
    this.#others = others
  }

  override get(source: Source): Parsed<unknown> | undefined {
    return super.get(source) ?? this.#others[0]?.get(source) ?? this.#others[1]?.get(source)
  }
}

type Read = Extract<Checked<unknown>, { readonly text: string }>

export class Staging {
  readonly #base: View
  readonly #texts = new Map<string, string | MovedSource | null>()
  readonly #lines: { readonly path: string; readonly payload: unknown }[] = []
  /** What they are appended to. */
  readonly #logs = new Set<string>()
  /** Of the staged texts, by path. */
  readonly #sources = new Map<string, Source>()
  /** What was read of them. */
  readonly #parsed = new WeakMap<Source, Parsed<unknown>>()
  #view: View | null

  constructor(view: View) {
    this.#base = view
    this.#view = view
  }

  get base(): string {
    return this.#base.base
  }

  /** The project as it will be. */
  get view(): View {
    this.#view ??= stagedOver(this.#base, this.#overlay(), (path, text) => this.#sourceOf(path, text), this.#parsed)
    return this.#view
  }

  #sourceOf(path: string, text: string): Source {
    let source = this.#sources.get(path)
    if (source?.text !== text) {
      source = sourceIn(this.#base, path, text)
      this.#sources.set(path, source)
    }
    return source
  }

  #overlay(): ReadonlyMap<string, string | Source | null> {
    const texts = new Map<string, string | Source | null>(this.#texts)
    for (const { path, payload } of this.#lines) {
      const laid = texts.get(path)
      const before = typeof laid === 'string' ? laid : (this.#base.source(path)?.text ?? '')
      texts.set(path, before + frameAt(path, payload, this.#base))
    }
    return texts
  }

  /** A file as it will be. Between changes of thousands of files the whole project is not made anew for one of them. */
  source(path: string): Source | null {
    if (this.#view !== null || this.#logs.has(path)) return this.view.source(path)
    const staged = this.#texts.get(path)
    if (staged === undefined) return this.#base.source(path)
    return typeof staged === 'string' ? this.#sourceOf(path, staged) : staged
  }

  put(path: string, text: string): void {
    const staged = this.#logs.has(path) ? undefined : this.#texts.get(path)
    if ((typeof staged === 'string' ? staged : this.source(path)?.text) === text) return
    this.#texts.set(path, text)
    this.#view = null
  }

  /** A path that ends with `/` is a folder: it goes if nothing is left in it. */
  remove(path: string): void {
    this.#texts.set(path, null)
    this.#view = null
  }

  /** Files that change places, all at once: one may go where another was. What was staged for a file goes with it. */
  move(pairs: readonly { readonly from: string; readonly to: string }[]): void {
    const moved = pairs.map(({ from, to }) => {
      const staged = this.#texts.get(from)
      return [to, staged === undefined ? sourceMoved(from, to, this.#base) : staged] as const
    })
    for (const { from } of pairs) this.#texts.set(from, null)
    for (const [to, content] of moved) this.#texts.set(to, content)
    this.#view = null
  }

  append(path: string, payload: unknown): void {
    this.#lines.push({ path, payload })
    this.#logs.add(path)
    this.#view = null
  }

  /** Changes one parsed file; throws `WRITE_REFUSED` where its text cannot be changed with certainty. A file that is absent stays absent. */
  update<K extends keyof ArtifactValues>(
    artifact: K,
    path: string,
    change: (value: ArtifactValues[K]) => ArtifactValues[K],
  ): void {
    const source = this.source(path)
    const parsed = source === null ? null : this.#parse(artifact, path, source)
    if (source === null || parsed === null) return
    const value = change(parsed.value)
    if (value === parsed.value) return
    this.putRead(path, rendering(this.#base, artifact, value, path, source))
  }

  /** A text that was read back: nobody scans and reads it again. */
  putRead(path: string, { text, source, parsed }: Read): void {
    this.#sources.set(path, source)
    this.#parsed.set(source, parsed)
    this.put(path, text)
  }

  /** A source for a text of one of the files, scanned as the others are. */
  readonly sourceOf = (path: string, text: string): Source => sourceIn(this.#base, path, text)

  #parse<K extends keyof ArtifactValues>(artifact: K, path: string, source: Source): Parsed<ArtifactValues[K]> | null {
    if (this.#view !== null || this.#logs.has(path)) return this.view.parse(artifact, path)
    if (!this.#texts.has(path)) return this.#base.parse(artifact, path)
    const parsed = this.#parsed.get(source) ?? codecOf(this.#base, artifact).parse(source)
    this.#parsed.set(source, parsed)
    return parsed as Parsed<ArtifactValues[K]>
  }

  /** One edit per changed file, then the lines of the logs. */
  edits(): readonly Edit[] {
    const files = [...this.#texts].flatMap(([path, text]): readonly Edit[] => {
      if (path.endsWith('/')) return [{ kind: 'remove', path }]
      const before = this.#base.seen(path)
      if (text === null) return before === null ? [] : [{ kind: 'remove', path }]
      if (typeof text !== 'string') return text.sha256 === before ? [] : [{ kind: 'copy', path, from: text.from }]
      const held = this.#base.held(path)
      const isSame = held === null ? before !== null && this.#base.digest(text) === before : held.text === text
      return isSame ? [] : [{ kind: 'text', path, text }]
    })
    return [...files, ...this.#lines.map(({ path, payload }): Edit => ({ kind: 'line', path, payload }))]
  }
}

/** For mirrors that no one depends on: where the document has no place for one, it is left out. */
export function whereItFits(change: () => void): void {
  try {
    change()
  } catch (error) {
    if (!(error instanceof GsdError) || error.code !== 'WRITE_REFUSED') throw error
  }
}

/** The text of `previous` with `value` in it, read back and compared. */
export const renderInto = (view: View, artifact: ArtifactId, value: unknown, path: string, previous?: Source): string =>
  rendering(view, artifact, value, path, previous).text

function rendering(view: View, artifact: ArtifactId, value: unknown, path: string, previous?: Source) {
  const codec = codecOf(view, artifact)
  const rendered = renderChecked(codec, value, path, previous, (at, text) => sourceIn(view, at, text))
  if ('text' in rendered) return rendered
  throw new GsdError(refusedEdit(rendered.refused))
}

function codecOf(view: View, artifact: ArtifactId): Codec {
  const codec = view.codec(artifact)
  if (codec === null) throw new Error(`no codec of "${artifact}" was declared`)
  return codec
}
