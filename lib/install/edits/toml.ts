// Edits of TOML text: our tables are in a marker block; the user's tables are never edited.
import type { ValueEdit } from '../../runtimes/offers.js'
import { isJsonObject, type Json } from '../../std/json.js'
import { readToml } from '../../std/toml.js'
import { tomlString } from '../../std/toml-write.js'
import { blockEditor } from './block.js'
import { type Editor, ONLY_VALUES, type Refusal, refusal, shown, valueAt } from './edit.js'

const { insert, ...blocks } = blockEditor({
  remark: { open: '# ', close: '' },
  contentOf: (edit) => (edit.what === 'block' ? edit.text : contentOf(edit)),
})

export const tomlEditor: Editor = {
  ...blocks,
  read: (text) => {
    const read = readToml(text)
    return 'problem' in read ? read : { data: plain(read.value) }
  },
  apply: (text, edit) => (edit.what === 'block' ? ONLY_VALUES : (faultIn(text, edit) ?? insert(text, edit))),
}

/** Dates as text: data is compared as plain values. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(plain)
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
    : value
}

function faultIn(text: string, edit: ValueEdit): Refusal | null {
  const read = readToml(text)
  if ('problem' in read) return refusal('broken', read.problem)
  const found = valueAt(read.value, edit.path)
  if (found === undefined) return null
  if (edit.what === 'set') return refusal('taken', `${shown(edit.path)} has another value`)
  return Array.isArray(found) ? null : refusal('unfit', `${shown(edit.path)} is not a list`)
}

/** A table, or an entry of an array of tables; lines separated by LF. */
function contentOf({ what, path, value }: ValueEdit): string {
  const name = path.map(bareKey).join('.')
  const fields = Object.entries(isJsonObject(value) ? value : { value })
  return [
    what === 'add' ? `[[${name}]]` : `[${name}]`,
    ...fields.map(([key, inner]) => `${bareKey(key)} = ${inline(inner)}`),
  ].join('\n')
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
