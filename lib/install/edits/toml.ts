// Edits of TOML text: tables of ours stand in a marker block of their own; a table that the file has already is never opened.
import type { Edit, ValueEdit } from '../../runtimes/offers.js'
import { isJsonObject, type Json, type JsonObject } from '../../std/json.js'
import { readToml } from '../../std/toml.js'
import { tomlString } from '../../std/toml-write.js'
import { type BlockPlace, HASH, insertBlock, valueEditor } from './block.js'
import { type Applied, type Refusal, refusal, shown, valueAt } from './edit.js'

export const tomlEditor = valueEditor(apply, contentOf)

function apply(text: string, edit: ValueEdit & Edit): Applied {
  const read = readToml(text)
  if ('problem' in read) return refusal('broken', read.problem.split('\n')[0] ?? 'it is not TOML')
  const found = valueAt(read.value, edit.path)
  if (found !== undefined && !(edit.what === 'add' && Array.isArray(found)))
    return edit.what === 'add'
      ? refusal('unfit', `${shown(edit.path)} is not a list`)
      : refusal('taken', `${shown(edit.path)} has another value`)
  const taken = found === undefined ? tableTaken(read.value, edit) : null
  if (taken !== null) return taken
  // Keys of the root table must come before the first header.
  const place: BlockPlace = { end: edit.what === 'set' && edit.path.length === 1 ? 'top' : 'bottom', blank: true }
  return insertBlock(text, edit, contentOf(edit), HASH, place)
}

/** An object below another one is a table of its own: beside it others may stand in the table above. */
const isTable = ({ path, value }: ValueEdit): boolean => path.length > 1 && isJsonObject(value)

/** A table can be written in one place only. */
function tableTaken(data: unknown, edit: ValueEdit): Refusal | null {
  const table = edit.path.slice(0, -1)
  if (table.length === 0 || isTable(edit)) return null
  return valueAt(data, table) === undefined ? null : refusal('taken', `the table ${shown(table)} already exists`)
}

/** Tables and keys of the value alone, lines separated by LF. */
function contentOf(edit: ValueEdit): string {
  const lines: string[] = []
  const table = edit.path.slice(0, -1)
  const last = edit.path.at(-1) as string
  if (edit.what === 'add') {
    lines.push(`[[${edit.path.map(bareKey).join('.')}]]`)
    for (const [key, value] of Object.entries(isJsonObject(edit.value) ? edit.value : { value: edit.value }))
      lines.push(`${bareKey(key)} = ${inline(value)}`)
  } else if (isTable(edit)) {
    lines.push(`[${edit.path.map(bareKey).join('.')}]`)
    for (const [key, value] of Object.entries(edit.value as JsonObject))
      lines.push(`${bareKey(key)} = ${inline(value)}`)
  } else {
    if (table.length > 0) lines.push(`[${table.map(bareKey).join('.')}]`)
    lines.push(`${bareKey(last)} = ${inline(edit.value)}`)
  }
  return lines.join('\n')
}

const bareKey = (key: string): string => (/^[A-Za-z0-9_-]+$/.test(key) ? key : tomlString(key))

function inline(value: Json): string {
  if (typeof value === 'string') return tomlString(value)
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (isJsonObject(value))
    return `{ ${Object.entries(value)
      .map(([key, inner]) => `${bareKey(key)} = ${inline(inner)}`)
      .join(', ')} }`
  return JSON.stringify(value)
}
