// One change of a settings file as data, what is remembered to take it back, and what both mean for the file's data.
import type { Edit, EditFormat, ValueEdit } from '../../runtimes/offers.js'
import { isJsonObject, type JsonObject } from '../../std/json.js'
import { same } from '../../std/same.js'

export type Path = readonly string[]

/** What is written down about an edit that was made. */
export interface Undo {
  readonly edit: Edit
  /** What stood where `put` stands now. */
  readonly was: string
  readonly put: string
  /** Offset, within `put`, of what the edit is found by: the value or the opening marker. */
  readonly at: number
}

/** Why a file is left alone. `broken`: nobody can edit it safely; `taken`: something else stands there; `unfit`: the place is of another kind. */
export interface Refusal {
  readonly why: 'broken' | 'taken' | 'unfit'
  readonly problem: string
}

/** `undo` null: it was there already, so it is not ours. */
export type Applied = Made | Refusal
export interface Made {
  readonly text: string
  readonly undo: Undo | null
  /** Paths of the containers that were written around the value. */
  readonly made: readonly Path[]
}

/** `present`: as we left it; `changed`: the place holds something else now; `gone`: the place is empty. */
export type EditState = 'present' | 'changed' | 'gone'

/** `kept`: the file still has what the user made of it. */
export type Undone = { readonly text: string; readonly kept: 'changed' | 'gone' | null } | Refusal

/** The plain data of a text, as a parser that shares no code with the one that edits sees it. */
export type Reread = (text: string) => { readonly data: unknown } | Illegible
/** `fix`: what its owner has to do, where more is known than that it must be put right. */
export interface Illegible {
  readonly problem: string
  readonly fix?: string
}
/** Markdown has no data: its editor asks the scanner whether the block is seen. */
export type Rereads = Readonly<Record<Exclude<EditFormat, 'markdown'>, Reread>>

/** How the files of one format are edited. Texts are whole files, BOM included. */
export interface Editor {
  readonly apply: (text: string, edit: Edit) => Applied
  readonly undo: (text: string, undo: Undo) => Undone
  /** Another value in the place of one that is still `present`. */
  readonly renew: (text: string, undo: Undo, edit: Edit) => Applied
  readonly state: (text: string, undo: Undo) => EditState
  /** Without those of the containers that hold nothing, comments included. */
  readonly prune: (text: string, made: readonly Path[]) => string
  /** Nothing is in it but what a new file of the format begins with. */
  readonly isBare: (text: string, seed: JsonObject | null) => boolean
  /** What a person pastes to do them by hand, in one piece. */
  readonly snippet: (edits: readonly Edit[]) => string
}

export const isRefusal = (answer: object): answer is Refusal => 'problem' in answer
export const refusal = (why: Refusal['why'], problem: string): Refusal => ({ why, problem })

/** Whether the data holds the value already. */
export function hasEdit(data: unknown, edit: Edit): boolean {
  if (edit.what === 'block') return false
  const found = valueAt(data, edit.path)
  return edit.what === 'set'
    ? same(found, edit.value)
    : Array.isArray(found) && found.some((item) => same(item, edit.value))
}

export const valueAt = (data: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, key) => (isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), data)

/** The data with the edit made. */
export function withEdit(data: unknown, edit: Edit): unknown {
  return edit.what === 'block' ? data : withValue(data ?? {}, edit.path, edit)
}

function withValue(data: unknown, path: Path, edit: ValueEdit): unknown {
  const [first, ...rest] = path
  if (first === undefined) return edit.what === 'set' ? edit.value : [...(Array.isArray(data) ? data : []), edit.value]
  const map = isJsonObject(data) ? data : {}
  return Object.fromEntries([
    ...Object.entries(map).filter(([key]) => key !== first),
    [first, withValue(Object.hasOwn(map, first) ? map[first] : undefined, rest, edit)],
  ])
}

/** Whether `after` is `before` without the edit; containers on its path that became empty may be there or not. */
export const isWithout = (before: unknown, after: unknown, edit: Edit): boolean =>
  edit.what === 'block'
    ? same(before, after)
    : restsOf(before, edit.path, edit).some((data) => same(pruned(data, edit.path), pruned(after, edit.path)))

/** Whether `after` is `before` with the value of `edit` for that of `old`. */
export const isRenewed = (before: unknown, after: unknown, old: Edit, edit: Edit): boolean =>
  old.what === 'block' || edit.what === 'block'
    ? same(before, after)
    : hasEdit(after, edit) &&
      restsOf(before, old.path, old).some((left) => restsOf(after, edit.path, edit).some((right) => same(left, right)))

/** The data without the edit; one result for each item it could be. */
function restsOf(data: unknown, path: Path, edit: ValueEdit): readonly unknown[] {
  const [first, ...rest] = path
  if (first === undefined)
    return (data as readonly unknown[]).flatMap((item, index, all) =>
      same(item, edit.value) ? [all.filter((_, at) => at !== index)] : [],
    )
  const map = data as JsonObject
  const others = Object.entries(map).filter(([key]) => key !== first)
  if (rest.length === 0 && edit.what === 'set') return [Object.fromEntries(others)]
  return restsOf(map[first], rest, edit).map((inner) => Object.fromEntries([...others, [first, inner]]))
}

const isEmpty = (data: unknown): boolean =>
  Array.isArray(data) ? data.length === 0 : isJsonObject(data) && Object.keys(data).length === 0

function pruned(data: unknown, path: Path): unknown {
  const [first, ...rest] = path
  if (first === undefined || !isJsonObject(data) || !Object.hasOwn(data, first)) return data ?? {}
  const inner = pruned(data[first], rest)
  const others = Object.entries(data).filter(([key]) => key !== first)
  return Object.fromEntries(isEmpty(inner) ? others : [...others, [first, inner]])
}

export const shown = (path: Path): string => path.map((key) => JSON.stringify(key)).join(' › ')
