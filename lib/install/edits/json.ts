// Edits JSON or JSONC text in place: adds one value (with missing parents) or removes one (with containers
// that this leaves empty), without touching other bytes.

import type { Edit, ValueEdit } from '../../runtimes/offers.js'
import { applySplices } from '../../std/edit.js'
import { type Json, nested } from '../../std/json.js'
import { itemInto, removeJsonAt, setJson } from '../../std/json-edit.js'
import { dataOf, type JsonNode, locateJson, nodeAt } from '../../std/json-tree.js'
import { same } from '../../std/same.js'
import { eolOf, positionOf } from '../../std/text.js'
import {
  type Editor,
  type FileProblem,
  ONLY_VALUES,
  type Path,
  pathText,
  type Refusal,
  refusal,
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
    return 'problem' in root ? root : { data: dataOf(root) }
  }
  return {
    read,
    apply: (text, edit) => (edit.what === 'block' ? ONLY_VALUES : apply(text, edit)),
    state: (text, edit) => {
      const found = read(text)
      return 'data' in found ? stateIn(found.data, edit) : 'changed'
    },
    remove: (text, edit, before) => (edit.what === 'block' ? text : remove(text, edit, parsedOrEmpty(before ?? ''))),
    hasNoContent: (text) => same(parsedOrEmpty(text), {}),
    snippet: (edits) => JSON.stringify(edits.reduce<unknown>(withEdit, {}), null, 2),
  }
}

const BOM = '\ufeff'
const isBlank = (text: string): boolean => /^\ufeff?\s*$/.test(text)

function rootOf(text: string, strict: boolean): JsonNode | FileProblem {
  const found = locateJson(text, { strict })
  if ('root' in found) return found.root
  const { line, column } = positionOf(text, found.offset)
  const problem = `not JSON at line ${line}, column ${column}: ${found.problem}`
  if (!strict || !('root' in locateJson(text))) return { problem }
  return {
    problem: `${problem}; this client accepts neither comments nor trailing commas, so it ignores the whole file`,
    fix: 'remove the comments and trailing commas',
  }
}

function parsedOrEmpty(text: string): Json {
  const found = isBlank(text) ? null : locateJson(text)
  return found === null ? {} : 'root' in found ? dataOf(found.root) : null
}

function apply(text: string, edit: ValueEdit & Edit): string | Refusal {
  // The value at the end of the path, or the list that contains it.
  const leaf = edit.what === 'set' ? edit.value : [edit.value]
  if (isBlank(text)) {
    const content = `${JSON.stringify(nested(edit.path, leaf), null, 2)}\n`.replaceAll('\n', eolOf(text))
    return (text.startsWith(BOM) ? BOM : '') + content
  }
  const root = rootOf(text, false)
  if ('problem' in root) return refusal('broken', root.problem)
  const refused = refusalFor(root, edit)
  if (refused !== null) return refused
  const list = edit.what === 'add' ? nodeAt(root, edit.path) : null
  if (list === null) return setJson(text, edit.path, leaf)
  return applySplices(text, [itemInto(text, root, list, edit.value)])
}

/** Why the value cannot be added; null if it can. */
function refusalFor(root: JsonNode, { path, what }: ValueEdit): Refusal | null {
  let node = root
  for (const [index, key] of path.entries()) {
    if (node.kind !== 'object')
      return refusal(
        'unfit',
        index === 0 ? 'it is not a JSON object' : `${pathText(path.slice(0, index))} is not an object`,
      )
    const found = node.members.filter((member) => member.key === key)
    const [member] = found
    if (member === undefined) return null
    if (found.length > 1) return refusal('broken', `${pathText(path.slice(0, index + 1))} occurs ${found.length} times`)
    node = member.value
  }
  if (what === 'set') return refusal('taken', `${pathText(path)} already has a different value`)
  return node.kind === 'array' ? null : refusal('unfit', `${pathText(path)} is not a list`)
}

function remove(text: string, { path, what, value }: ValueEdit, before: Json): string {
  const list = valueAt(parsedOrEmpty(text), path)
  const at = what === 'add' && Array.isArray(list) ? [...path, list.findLastIndex((item) => same(item, value))] : path
  const containers = path.map((_, index) => path.slice(0, path.length - index)).slice(what === 'add' ? 0 : 1)
  return withoutEmpty(removeJsonAt(text, at), containers, before)
}

/** Removes containers that are now empty and did not exist in `before`. The inner ones come first. */
function withoutEmpty(text: string, [first, ...outer]: readonly Path[], before: Json): string {
  const found = locateJson(text)
  const node = first === undefined || !('root' in found) ? null : nodeAt(found.root, first)
  if (first === undefined || node === null || valueAt(before, first) !== undefined) return text
  const isEmpty = /^[[{]\s*[\]}]$/.test(text.slice(node.start, node.end))
  return isEmpty ? withoutEmpty(removeJsonAt(text, first), outer, before) : text
}
