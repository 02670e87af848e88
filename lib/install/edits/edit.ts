// The editors' interface, and the effect of an edit on a file's data.
import type { Edit, EditFormat, ValueEdit } from '../../runtimes/offers.js'
import { isJsonObject } from '../../std/json.js'
import { same } from '../../std/same.js'

export type Path = readonly string[]

/** Why an edit is refused: the file is unsafe to edit, has something else there, or cannot contain such an entry. */
export interface Refusal {
  readonly why: 'broken' | 'taken' | 'unfit'
  readonly problem: string
}

/** What became of an entry of ours. `changed`: it differs or the file is unreadable; `gone`: it is not there. */
export type EditState = 'present' | 'changed' | 'gone'

/** Why a file cannot be edited; `fix`: what the user has to do, if that is known. */
export interface FileProblem {
  readonly problem: string
  readonly fix?: string
}

/** The editor of a format. Texts are whole files, including a BOM. */
export interface Editor {
  /** The parsed data; null if the format has none. */
  readonly read: (text: string) => { readonly data: unknown } | FileProblem
  /** The text with the edit added; it must not have the edit yet. */
  readonly apply: (text: string, edit: Edit) => string | Refusal
  readonly state: (text: string, edit: Edit) => EditState
  /** The text without the edit, and without empty containers that the original text (`before`) did not have. */
  readonly remove: (text: string, edit: Edit, before: string | null) => string
  /** Whether the text has no content, such as `{}`. */
  readonly hasNoContent: (text: string) => boolean
  /** A snippet to paste by hand. */
  readonly snippet: (edits: readonly Edit[]) => string
}
export type Editors = Readonly<Record<EditFormat, Editor>>

export const refusal = (why: Refusal['why'], problem: string): Refusal => ({ why, problem })
export const ONLY_VALUES = refusal('unfit', 'this format cannot hold blocks of text')

/** Whether the data contains the edit's value. */
export const hasEdit = (data: unknown, edit: Edit): boolean => stateIn(data, edit) === 'present'

export function stateIn(data: unknown, edit: Edit): EditState {
  const found = edit.what === 'block' ? undefined : valueAt(data, edit.path)
  if (edit.what === 'block' || found === undefined) return 'gone'
  if (edit.what === 'set') return same(found, edit.value) ? 'present' : 'changed'
  return Array.isArray(found) && found.some((item) => same(item, edit.value)) ? 'present' : 'gone'
}

export const valueAt = (data: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, key) => (isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), data)

export function withEdit(data: unknown, edit: Edit): unknown {
  return edit.what === 'block' ? data : withValue(data ?? {}, edit.path, edit)
}

function withValue(data: unknown, path: Path, edit: ValueEdit): unknown {
  const [first, ...rest] = path
  if (first === undefined) return edit.what === 'set' ? edit.value : [...(Array.isArray(data) ? data : []), edit.value]
  const map = isJsonObject(data) ? data : {}
  return { ...map, [first]: withValue(Object.hasOwn(map, first) ? map[first] : undefined, rest, edit) }
}

/** The data without the edit and without containers that become empty. */
export const withoutEdit = (data: unknown, edit: Edit): unknown =>
  edit.what === 'block' ? data : withoutPath(data, edit.path, edit.what === 'add' ? edit.value : undefined)

/** The data without the value at a path or, if `item` is given, without that item of the list there. */
export const withoutPath = (data: unknown, path: Path, item?: unknown): unknown => remaining(data, path, item) ?? {}

function remaining(data: unknown, [first, ...rest]: Path, item: unknown): unknown {
  if (first === undefined) {
    const items = item !== undefined && Array.isArray(data) ? data.filter((other) => !same(other, item)) : []
    return items.length === 0 ? undefined : items
  }
  if (!isJsonObject(data)) return data
  const { [first]: inner, ...others } = data
  const below = inner === undefined ? undefined : remaining(inner, rest, item)
  if (below !== undefined) return { ...others, [first]: below }
  return Object.keys(others).length === 0 ? undefined : others
}

/** A key path, as messages show it. */
export const pathText = (path: Path): string => path.map((key) => JSON.stringify(key)).join(' › ')
