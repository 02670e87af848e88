// Edits of JSON text, with or without comments: one node goes in or out, every other byte stays.
import type { Edit, ValueEdit } from '../../runtimes/offers.js'
import { applySplices, type Splice } from '../../std/edit.js'
import {
  dataAt,
  insertionInto,
  type Json,
  type JsonMember,
  type JsonNode,
  type JsonPath,
  locateJson,
  nested,
  nodeAt,
  removeJsonAt,
  replacementOf,
} from '../../std/json.js'
import { same } from '../../std/same.js'
import { eolOf, positionOf } from '../../std/text.js'
import { ONLY_VALUES } from './block.js'
import {
  type Applied,
  type Editor,
  type EditState,
  isRefusal,
  isWithout,
  type Path,
  type Refusal,
  refusal,
  shown,
  type Undo,
  type Undone,
  withEdit,
} from './edit.js'

export const jsonEditor: Editor = editorOf(true)
export const jsoncEditor: Editor = editorOf(false)

function editorOf(strict: boolean): Editor {
  const reading = (text: string) => rootOf(text, strict)
  return {
    apply: (text, edit) => (edit.what === 'block' ? ONLY_VALUES : apply(text, edit, reading)),
    undo: (text, undo) => takeBack(text, undo, reading),
    renew: (text, undo, edit) => (edit.what === 'block' ? ONLY_VALUES : renew(text, undo, edit, reading)),
    state: (text, undo) => {
      if (isBlank(text)) return 'gone'
      const root = reading(text)
      return isRefusal(root) ? 'changed' : find(text, root, undo).state
    },
    prune,
    isBare: (text, seed) => isBlank(text) || [{}, seed].some((bare) => same(dataOf(text), bare)),
    snippet: (edits) => JSON.stringify(edits.reduce<unknown>(withEdit, {}), null, 2),
  }
}

type Reading = (text: string) => JsonNode | Refusal

const BOM = '\ufeff'
const isBlank = (text: string): boolean => /^\ufeff?\s*$/.test(text)

function rootOf(text: string, strict: boolean): JsonNode | Refusal {
  const found = locateJson(text, { strict })
  if ('root' in found)
    return found.root.kind === 'object' ? found.root : refusal('unfit', 'it holds something else than an object')
  const { line, column } = positionOf(text, found.problem.offset)
  const place = `line ${line}, column ${column}: expected ${found.problem.expected}`
  const isLenient = strict && 'root' in locateJson(text)
  return refusal(
    'broken',
    isLenient
      ? `${place}; its client reads JSON without comments and trailing commas and ignores the whole file as it is`
      : place,
  )
}

/** What stands at the end of the path: the value itself, or the list with it. */
const leafOf = ({ what, value }: ValueEdit): Json => (what === 'set' ? value : [value])

function apply(text: string, edit: ValueEdit & Edit, reading: Reading): Applied {
  if (isBlank(text)) return fill(text, edit)
  const root = reading(text)
  if (isRefusal(root)) return root
  let node = root
  for (const [index, key] of edit.path.entries()) {
    const member = memberNamed(node, key, edit.path.slice(0, index + 1))
    if (member !== null && isRefusal(member)) return member
    const rest = edit.path.slice(index + 1)
    if (member === null) return insert(text, root, node, key, edit, rest)
    if (rest.length === 0) return atLeaf(text, root, member, edit)
    node = member.value
    if (node.kind !== 'object') return refusal('unfit', `${shown(edit.path.slice(0, index + 1))} is not an object`)
  }
  return refusal('unfit', 'the path is empty')
}

function memberNamed(node: JsonNode, name: string, path: readonly string[]): JsonMember | null | Refusal {
  const found = node.members.filter(({ key }) => key === name)
  return found.length > 1 ? refusal('broken', `${shown(path)} is there ${found.length} times`) : (found[0] ?? null)
}

function atLeaf(text: string, root: JsonNode, { value: node }: JsonMember, edit: ValueEdit & Edit): Applied {
  if (edit.what === 'set') return refusal('taken', `${shown(edit.path)} has another value`)
  if (node.kind !== 'array') return refusal('unfit', `${shown(edit.path)} is not a list`)
  return insert(text, root, node, null, edit, [])
}

/** Writes the value, and the containers of the path that are missing, as a new member of `node`. */
function insert(
  text: string,
  root: JsonNode,
  node: JsonNode,
  key: string | null,
  edit: ValueEdit & Edit,
  missing: readonly string[],
): Applied {
  const value = key === null ? edit.value : nested(missing, leafOf(edit))
  const splice = insertionInto(text, root, node, key, value)
  return done(text, splice, edit, key === null ? 0 : missing.length + 1)
}

/** A file without content becomes one that holds the value alone. */
function fill(text: string, edit: ValueEdit & Edit): Applied {
  const start = text.startsWith(BOM) ? 1 : 0
  const eol = eolOf(text)
  const content = `${JSON.stringify(nested(edit.path, leafOf(edit)), null, 2)}\n`.replaceAll('\n', eol)
  return done(text, { start, end: text.length, insert: content }, edit, edit.path.length)
}

function done(text: string, splice: Splice, edit: ValueEdit & Edit, fresh: number): Applied {
  const after = applySplices(text, [splice])
  const base = { edit, was: text.slice(splice.start, splice.end), put: splice.insert }
  const root = rootOf(after, false)
  if (isRefusal(root)) return root
  const { node } = find(after, root, { ...base, at: 0 })
  return node === null
    ? refusal('broken', 'the edited text would not hold the value')
    : { text: after, undo: { ...base, at: node.start - splice.start }, made: madeOf(edit, fresh) }
}

/** The containers among the last `fresh` steps of the path. */
const madeOf = ({ what, path }: ValueEdit, fresh: number): readonly Path[] =>
  path.flatMap((_, index) =>
    index >= path.length - fresh && (what === 'add' || index < path.length - 1) ? [path.slice(0, index + 1)] : [],
  )

interface Found {
  readonly state: EditState
  /** Of the value, where it is `present`. */
  readonly node: JsonNode | null
  readonly at: JsonPath
}

function find(text: string, root: JsonNode, { edit, put, at }: Undo): Found {
  const gone: Found = { state: 'gone', node: null, at: [] }
  if (edit.what === 'block') return gone
  const node = nodeAt(root, edit.path)
  if (node === null) return gone
  if (edit.what === 'set')
    return same(dataAt(text, node), edit.value)
      ? { state: 'present', node, at: edit.path }
      : { state: 'changed', node: null, at: [] }
  const equal = node.members.flatMap(({ key, value }, index) =>
    key === null && same(dataAt(text, value), edit.value) ? [{ value, index }] : [],
  )
  const exact = equal.findLast(({ value }) => text.startsWith(put, value.start - at))
  const ours = exact ?? equal.at(-1)
  return ours === undefined ? gone : { state: 'present', node: ours.value, at: [...edit.path, ours.index] }
}

function takeBack(text: string, undo: Undo, reading: Reading): Undone {
  if (isBlank(text)) return { text, kept: 'gone' }
  const root = reading(text)
  if (isRefusal(root)) return root
  const { state, node, at } = find(text, root, undo)
  if (node === null) return { text, kept: state === 'changed' ? 'changed' : 'gone' }
  return { text: exactly(text, undo, root, node) ?? removeJsonAt(text, at), kept: null }
}

/** The bytes of before put back where ours stand untouched; null where that would be more than taking the value out. */
function exactly(text: string, { edit, was, put, at }: Undo, root: JsonNode, node: JsonNode): string | null {
  const start = node.start - at
  if (start < 0 || !text.startsWith(put, start)) return null
  const back = text.slice(0, start) + was + text.slice(start + put.length)
  const data = isBlank(back) ? {} : dataOf(back)
  return data !== null && isWithout(dataAt(text, root), data, edit) ? back : null
}

const dataOf = (text: string): Json => {
  const found = locateJson(text)
  return 'root' in found ? dataAt(text, found.root) : null
}

/** The innermost first, so that what held only them goes too. */
function prune(text: string, made: readonly Path[]): string {
  return [...made]
    .sort((a, b) => b.length - a.length)
    .reduce((out, path) => {
      const found = locateJson(out)
      const node = 'root' in found ? nodeAt(found.root, path) : null
      return node !== null && /^[[{]\s*[\]}]$/.test(out.slice(node.start, node.end)) ? removeJsonAt(out, path) : out
    }, text)
}

function renew(text: string, undo: Undo, edit: ValueEdit & Edit, reading: Reading): Applied {
  const root = reading(text)
  if (isRefusal(root)) return root
  const { node, at } = find(text, root, undo)
  if (node === null) return refusal('taken', `${shown(edit.path)} was changed`)
  const parent = nodeAt(root, at.slice(0, -1)) as JsonNode
  const member = parent.members.find(({ value }) => value === node) as JsonMember
  const splice = replacementOf(text, root, member, edit.value)
  const isExact = text.startsWith(undo.put, node.start - undo.at)
  const tail = undo.at + node.end - node.start
  const put = isExact ? undo.put.slice(0, undo.at) + splice.insert + undo.put.slice(tail) : undo.put
  return { text: applySplices(text, [splice]), undo: { ...undo, edit, put }, made: [] }
}
