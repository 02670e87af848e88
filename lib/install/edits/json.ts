// Edits of JSON text, with or without comments: adds or removes one node and leaves every other byte alone.

import type { Edit, ValueEdit } from '../../runtimes/offers.js'
import { applySplices } from '../../std/edit.js'
import { type Json, nested } from '../../std/json.js'
import { itemInto, removeJsonAt, setJson } from '../../std/json-edit.js'
import { dataOf as dataAt, type JsonNode, locateJson, nodeAt } from '../../std/json-tree.js'
import { same } from '../../std/same.js'
import { eolOf, positionOf } from '../../std/text.js'
import {
  type Editor,
  type Illegible,
  ONLY_VALUES,
  type Path,
  type Refusal,
  refusal,
  shown,
  stateIn,
  valueAt,
  withEdit,
} from './edit.js'

export const jsonEditor: Editor = editorOf(true)
export const jsoncEditor: Editor = editorOf(false)

function editorOf(strict: boolean): Editor {
  const read: Editor['read'] = (text) => {
    if (isBlank(text)) return { data: {} }
    const root = rootOf(text, strict)
    return 'problem' in root ? root : { data: dataAt(root) }
  }
  return {
    read,
    apply: (text, edit) => (edit.what === 'block' ? ONLY_VALUES : apply(text, edit)),
    state: (text, edit) => {
      const found = read(text)
      return 'data' in found ? stateIn(found.data, edit) : 'changed'
    },
    remove: (text, edit, before) => (edit.what === 'block' ? text : remove(text, edit, dataOf(before ?? ''))),
    isBare: (text) => same(dataOf(text), {}),
    snippet: (edits) => JSON.stringify(edits.reduce<unknown>(withEdit, {}), null, 2),
  }
}

const BOM = '\ufeff'
const isBlank = (text: string): boolean => /^\ufeff?\s*$/.test(text)

function rootOf(text: string, strict: boolean): JsonNode | Illegible {
  const found = locateJson(text, { strict })
  if ('root' in found) return found.root
  const { line, column } = positionOf(text, found.offset)
  const problem = `not JSON at line ${line}, column ${column}: ${found.problem}`
  if (!strict || !('root' in locateJson(text))) return { problem }
  return {
    problem: `${problem}; its client does not accept comments or trailing commas, and ignores the file`,
    fix: 'remove the comments and trailing commas',
  }
}

function dataOf(text: string): Json {
  const found = isBlank(text) ? null : locateJson(text)
  return found === null ? {} : 'root' in found ? dataAt(found.root) : null
}

function apply(text: string, edit: ValueEdit & Edit): string | Refusal {
  // The value at the end of the path, or the list that contains it.
  const leaf = edit.what === 'set' ? edit.value : [edit.value]
  if (isBlank(text)) {
    const content = `${JSON.stringify(nested(edit.path, leaf), null, 2)}\n`.replaceAll('\n', eolOf(text))
    return (text.startsWith(BOM) ? BOM : '') + content
  }
  const root = rootOf(text, false)
  const fault = 'problem' in root ? refusal('broken', root.problem) : faultOn(root, edit)
  if (fault !== null || 'problem' in root) return fault ?? ONLY_VALUES
  const list = edit.what === 'add' ? nodeAt(root, edit.path) : null
  if (list === null) return setJson(text, edit.path, leaf)
  return applySplices(text, [itemInto(text, root, list, edit.value)])
}

/** Why a value cannot be placed; null if it can. */
function faultOn(root: JsonNode, { path, what }: ValueEdit): Refusal | null {
  let node = root
  for (const [index, key] of path.entries()) {
    if (node.kind !== 'object')
      return refusal(
        'unfit',
        index === 0 ? 'it is not a JSON object' : `${shown(path.slice(0, index))} is not an object`,
      )
    const found = node.members.filter((member) => member.key === key)
    const [member] = found
    if (member === undefined) return null
    if (found.length > 1) return refusal('broken', `${shown(path.slice(0, index + 1))} occurs ${found.length} times`)
    node = member.value
  }
  if (what === 'set') return refusal('taken', `${shown(path)} has another value`)
  return node.kind === 'array' ? null : refusal('unfit', `${shown(path)} is not a list`)
}

function remove(text: string, { path, what, value }: ValueEdit, before: Json): string {
  const list = valueAt(dataOf(text), path)
  const at = what === 'add' && Array.isArray(list) ? [...path, list.findLastIndex((item) => same(item, value))] : path
  const containers = path.map((_, index) => path.slice(0, path.length - index)).slice(what === 'add' ? 0 : 1)
  return withoutEmpty(removeJsonAt(text, at), containers, before)
}

/** Innermost first, so that emptied containers go too. */
function withoutEmpty(text: string, [first, ...outer]: readonly Path[], before: Json): string {
  const found = locateJson(text)
  const node = first === undefined || !('root' in found) ? null : nodeAt(found.root, first)
  if (first === undefined || node === null || valueAt(before, first) !== undefined) return text
  const isEmpty = /^[[{]\s*[\]}]$/.test(text.slice(node.start, node.end))
  return isEmpty ? withoutEmpty(removeJsonAt(text, first), outer, before) : text
}
