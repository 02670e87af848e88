// Stages the files that a verb is about to write: later reads see the new texts, and all of them become edits together.
import type { ArtifactValues } from '../../artifacts/all.js'
import type { Edit } from '../../artifacts/codec.js'
import { Doc } from '../../artifacts/doc.js'
import { type StateValue, stateDifference, withoutConflictMarkers, writeState } from '../../artifacts/state/state.js'
import { GsdError, refuseEdit } from '../../errors.js'
import { scan } from '../../markdown/scan.js'
import type { Digest, Source, Tree } from '../../ports.js'
import { frameLine } from '../history/journal.js'
import type { LedgerLine } from '../history/ledger.js'
import { ledgerPath } from '../layout.js'
import type { View } from '../view.js'
import { type Overlaid, withOverlay } from './overlay.js'

const NO_SPANS = new Uint32Array(0)

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

/** Like `memorySource`, but scanned in the same way as the view's files. */
const sourceIn = ({ sourceOf, digest }: View, path: string, text: string): Source =>
  sourceOf?.(path, text) ?? memorySource(path, text, digest)

/** A file as it will be at its new path. */
interface MovedFile extends Source {
  readonly from: string
}

function movedFile(view: View, from: string, path: string): MovedFile | null {
  const source = view.source(from)
  if (source === null) return null
  return {
    path,
    from,
    text: source.text,
    // Texts of the journal are never scanned.
    get spans() {
      const isScanned = path.endsWith('.md') === source.path.endsWith('.md')
      return isScanned || source.text === null ? source.spans : scan(source.text)
    },
    get sha256() {
      return source.sha256
    },
  }
}

function addLine(texts: Map<string, Overlaid>, path: string, payload: unknown, view: View): void {
  const laid = texts.get(path)
  const before = (typeof laid === 'string' ? laid : (laid ?? view.source(path))?.text) ?? ''
  texts.set(path, before + frameLine(payload, view.digest))
}

/** Returns `files` as they will be after these edits. */
export function withEdits(files: Tree, edits: readonly Edit[], view: View): Tree {
  const texts = new Map<string, Overlaid>()
  for (const edit of edits) {
    if (edit.kind === 'text') texts.set(edit.path, edit.text)
    else if (edit.kind === 'remove') texts.set(edit.path, null)
    else if (edit.kind === 'copy') texts.set(edit.path, movedFile(view, edit.from, edit.path))
    else if (edit.kind === 'line') addLine(texts, edit.path, edit.payload, view)
  }
  return withOverlay(files, texts, (path, text) => sourceIn(view, path, text))
}

/** Edits a file, given the file's current value. May return a check of the value that is read back. */
type Change<T> = (doc: Doc, value: T) => undefined | ((after: T) => Mismatch | null)
/** What was read back instead of the intended text, and a fix if rewording does not help. */
type Mismatch = string | { readonly received: string; readonly fix: string }

const WORDS_FIX = 'write plain text on one line: no leading sign or heading, no ~~ or quotes around it, no code fence'

export class Staging {
  readonly #base: View
  readonly #texts = new Map<string, string | MovedFile | null>()
  readonly #lines: { readonly path: string; readonly payload: unknown }[] = []
  readonly #sources = new Map<string, Source>()
  #view: View | null

  constructor(view: View) {
    this.#base = view
    this.#view = view
  }

  /** The project as it will be after the edits. */
  get view(): View {
    this.#view ??= this.#base.withTree((files) =>
      withOverlay(files, this.#overlay(), (path, text) => this.#sourceOf(path, text)),
    )
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

  #overlay(): ReadonlyMap<string, Overlaid> {
    const texts = new Map<string, Overlaid>(this.#texts)
    for (const { path, payload } of this.#lines) addLine(texts, path, payload, this.#base)
    return texts
  }

  put(path: string, text: string): void {
    if (this.view.source(path)?.text === text) return
    this.#texts.set(path, text)
    this.#view = null
  }

  /** Removes a file. A path ending in `/` is a folder, which is removed if it becomes empty. */
  remove(path: string): void {
    this.#texts.set(path, null)
    this.#view = null
  }

  /** Moves all files at once, so one may take another's place. Staged texts move along. */
  move(pairs: readonly { readonly from: string; readonly to: string }[]): void {
    const moved = pairs.map(({ from, to }) => {
      const staged = this.#texts.get(from)
      return [to, staged === undefined ? movedFile(this.#base, from, to) : staged] as const
    })
    for (const { from } of pairs) this.#texts.set(from, null)
    for (const [to, content] of moved) this.#texts.set(to, content)
    this.#view = null
  }

  /** Appends a line to the ledger of this planning base, or of another. */
  append(payload: LedgerLine, base = this.#base.base): void {
    this.#lines.push({ path: ledgerPath({ base }), payload })
    this.#view = null
  }

  /** Edits a file, unless it is absent. Throws `WRITE_REFUSED` if the edit is impossible, or the returned check fails. */
  edit<K extends keyof ArtifactValues>(artifact: K, path: string, change: Change<ArtifactValues[K]>): void {
    const marked = artifact === 'state' ? this.view.source(path)?.text : null
    if (marked != null) this.put(path, withoutConflictMarkers(marked))
    const source = this.view.source(path)
    const parsed = this.view.parse(artifact, path)
    if (source === null || parsed === null) return
    const doc = new Doc(source)
    const checkAfter = change(doc, parsed.value)
    this.put(path, doc.editedText())
    const mismatch = checkAfter?.(this.view.parse(artifact, path)?.value as ArtifactValues[K]) ?? null
    if (mismatch !== null) {
      this.put(path, source.text as string)
      const { received, fix } = typeof mismatch === 'string' ? { received: mismatch, fix: WORDS_FIX } : mismatch
      refuseEdit(path, 'the change to read back as it was intended', received, fix)
    }
  }

  /** Returns one edit per changed file, then the log lines. */
  edits(): readonly Edit[] {
    const files = [...this.#texts].flatMap(([path, text]): readonly Edit[] => {
      if (path.endsWith('/')) return [{ kind: 'remove', path }]
      const before = this.#base.source(path)
      if (text === null) return before === null ? [] : [{ kind: 'remove', path }]
      if (typeof text !== 'string')
        return text.sha256 === before?.sha256 ? [] : [{ kind: 'copy', path, from: text.from }]
      return text === before?.text ? [] : [{ kind: 'text', path, text }]
    })
    return [...files, ...this.#lines.map(({ path, payload }): Edit => ({ kind: 'line', path, payload }))]
  }
}

/** Runs a change that nothing depends on, and ignores a refusal (`WRITE_REFUSED`), for example if there is no place. */
export function ignoreRefusal(change: () => void): void {
  try {
    change()
  } catch (error) {
    if (!(error instanceof GsdError) || error.code !== 'WRITE_REFUSED') throw error
  }
}

/** Changes STATE.md. The file is not touched if `change` returns the value that it received, or if there is no file. */
export function changeState(
  staging: Staging,
  change: (value: StateValue) => StateValue,
  path = staging.view.at('STATE.md'),
): void {
  staging.edit('state', path, (doc, value) => {
    const after = change(value)
    if (after === value) return undefined
    writeState(doc, value, after)
    return (now) => stateDifference(after, now)
  })
}
