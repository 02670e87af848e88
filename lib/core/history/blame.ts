// Which write last changed a field: the versions of its file from the newest back, changes by hand between two writes included.
import type { Source } from '../../ports.js'
import { type Infer, oneOf, record, textOrNull } from '../../std/shape.js'
import type { View } from '../view.js'
import { type Field, fieldNamed, fieldValue } from './field.js'
import { entriesBackwards, fileIn, imageAt, isLog, rowHolds } from './history.js'
import type { WriteRecord } from './journal.js'

/** One change of the value. */
export const changeShape = record({
  by: oneOf(['write', 'outside'], 'outside: by hand or another tool, after the write `after` and before `before`'),
  id: textOrNull(),
  at: textOrNull(),
  verb: textOrNull(),
  unit: textOrNull(),
  after: textOrNull(),
  before: textOrNull('null: it happened since the last write'),
  from: textOrNull('null: it was not there'),
  to: textOrNull(),
})
type FieldChange = Infer<typeof changeShape>

export interface Blame {
  readonly field: Field | null
  /** What stands there now; null when it is not there any more. */
  readonly value: string | null
  /** Newest first. */
  readonly changes: readonly FieldChange[]
  /** Why the walk ended before the file began; null when it did not. */
  readonly gap: string | null
  /** Writes of the file that were looked at. */
  readonly walked: number
}

/** A version of the file: `source` null when the file was not there, undefined when its bytes are not kept any more. */
interface Version {
  readonly digest: string | null
  readonly source: Source | null | undefined
}

const versionOf = (view: View, path: string, digest: string | null): Version => ({
  digest,
  source: digest === null ? null : (imageAt(view, path, digest) ?? undefined),
})

/** Follows the file back until `limit` changes are found. */
export function blame(view: View, path: string, words: string, limit: number): Blame {
  const walk = new Walk(view, path, words)
  for (const entry of entriesBackwards(view, { wants: rowHolds(path) })) {
    const file = fileIn(entry, path)
    if (file === null || isLog(file)) continue
    walk.meet(entry, file.before, file.after)
    if (walk.changes.length >= limit || walk.gap !== null) break
  }
  return walk.answer(limit)
}

class Walk {
  readonly changes: FieldChange[] = []
  gap: string | null = null
  #walked = 0
  #field: Field | null = null
  #now: Version
  #later: WriteRecord | null = null
  readonly #value: string | null
  readonly #view: View
  readonly #path: string
  readonly #words: string

  constructor(view: View, path: string, words: string) {
    this.#view = view
    this.#path = path
    this.#words = words
    const source = view.source(path)
    this.#now = { digest: source?.sha256 ?? null, source }
    this.#value = this.#read(this.#now)
  }

  /** The version after the entry, then the one before it. */
  meet(entry: WriteRecord, before: string | null, after: string | null): void {
    this.#walked++
    const { id, at, verb, unit } = entry
    if (after !== this.#now.digest)
      this.#step(versionOf(this.#view, this.#path, after), {
        by: 'outside',
        id: null,
        at: null,
        verb: null,
        unit: null,
        after: id,
        before: this.#later?.id ?? null,
      })
    this.#step(versionOf(this.#view, this.#path, before), {
      by: 'write',
      id,
      at,
      verb,
      unit,
      after: null,
      before: null,
    })
    this.#later = entry
  }

  #step(older: Version, who: Omit<FieldChange, 'from' | 'to'>): void {
    if (older.source === undefined) {
      this.gap ??= `the bytes of ${this.#path} around ${who.id ?? who.after} are not kept any more`
      return
    }
    const to = this.#read(this.#now)
    const from = this.#read(older)
    this.#now = older
    if (from !== to) this.changes.push({ ...who, from, to })
  }

  /** The field is looked for in the newest version that has it. */
  #read({ source }: Version): string | null {
    if (source === null || source === undefined) return null
    this.#field ??= fieldNamed(source, this.#words)
    return this.#field === null ? null : fieldValue(source, this.#field)
  }

  answer(limit: number): Blame {
    return {
      field: this.#field,
      value: this.#value,
      changes: this.changes.slice(0, limit),
      gap: this.changes.length >= limit ? null : this.gap,
      walked: this.#walked,
    }
  }
}
