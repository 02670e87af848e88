// Edits single keys of front matter, touching only the spans of changed values.
import type { Issue } from '../errors.js'
import type { Source } from '../ports.js'
import { applySplices, type Splice } from '../std/edit.js'
import { same } from '../std/same.js'
import { eolOf, positionOf } from '../std/text.js'
import { dataOf, type FrontBlock, type FrontMap, type FrontValue, frontValueAt, readFrontBlock } from './frontmatter.js'
import { lineAfter, lineStart } from './reader.js'
import type { YamlEntry, YamlMap, YamlNode } from './yaml/tree.js'
import { readYaml } from './yaml.js'
import {
  entryText,
  inlineText,
  isYamlList,
  isYamlScalar,
  keyText,
  type ListForms,
  scalarText,
  valueText,
  type YamlInput,
} from './yaml-text.js'

/** null leaves the key out. */
export type FrontInput = YamlInput
export type FrontChanges = Readonly<Record<string, FrontInput>>

export interface FrontLayout extends ListForms {
  /** Canonical order of top-level keys, to place a new one. */
  readonly order?: readonly string[]
}

export type FrontEdit = { readonly splices: readonly Splice[] } | { readonly refused: Issue }

type InputMap = { readonly [key: string]: FrontInput }
const isMap = (value: FrontInput): value is InputMap => !isYamlScalar(value) && !isYamlList(value)

/**
 * Sets (a value) or removes (null) keys of the block; a dotted name reaches into maps. Inserts a missing block.
 * Everything else stays byte for byte. Refused if the place is ambiguous.
 */
export function setFrontMatter(source: Source, changes: FrontChanges, layout: FrontLayout = {}): FrontEdit {
  const text = source.text
  if (Object.keys(changes).length === 0) return { splices: [] }
  const block = readFrontBlock(source)
  if (text === null || block.unclosed) return refuse(source, 0, 'a block of front matter that is closed by `---`')
  if (!block.present) return insertBlock(text, block.bodyStart, changes, layout)
  const editor = new Editor(text, layout, block.contentStart)
  for (const [name, value] of Object.entries(grouped(block.root, changes))) editor.set(block.root, name, value)
  const bad = overlap(editor.splices)
    ? (Object.keys(changes)[0] ?? '')
    : firstMiss(text, block, editor.splices, changes)
  if (bad !== null) return refuse(source, block.contentStart, `a line \`${bad}:\` that can be changed alone`)
  return { splices: editor.splices }
}

function refuse(source: Source, offset: number, expected: string): FrontEdit {
  const at = positionOf(source.text ?? '', offset)
  const received = 'front matter in which the place cannot be found with certainty'
  return {
    refused: {
      code: 'EDIT_UNSAFE',
      severity: 'error',
      path: source.path,
      ...at,
      expected,
      received,
      message: `${source.path} was not changed: expected ${expected} from line ${at.line} on, found ${received}`,
      fix: `Fix the front matter of ${source.path} by hand (gsd-tools lint shows what is wrong), then repeat the command.`,
    },
  }
}

/** A new block with both fences and a final newline; entries in the given order without nulls. */
export function renderFrontMatter(entries: FrontChanges, forms: ListForms = {}, eol = '\n'): string {
  const lines = Object.entries(entries)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => entryText(key, value, { indent: 0, eol, path: '', forms }) + eol)
  return `---${eol}${lines.join('')}---${eol}`
}

function insertBlock(text: string, at: number, changes: FrontChanges, layout: FrontLayout): FrontEdit {
  const names = Object.keys(changes).filter((name) => changes[name] !== null)
  if (names.length === 0) return { splices: [] }
  const order = layout.order ?? []
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  const entries: Record<string, FrontInput> = {}
  for (const name of names.sort((a, b) => rank(a) - rank(b))) nest(entries, name.split('.'), changes[name] ?? null)
  const eol = eolOf(text)
  const gap = at >= text.length || text[at] === '\n' || text[at] === '\r' ? '' : eol
  return { splices: [{ start: at, end: at, insert: renderFrontMatter(entries, layout, eol) + gap }] }
}

/** Merges names that need the same new map into one change. */
function grouped(root: YamlMap, changes: FrontChanges): FrontChanges {
  const out: Record<string, FrontInput> = {}
  for (const [name, value] of Object.entries(changes)) {
    const path = root.entries.some((entry) => entry.key === name) ? [name] : name.split('.')
    const depth = existingDepth(root, path)
    const target = path.slice(0, depth + 1).join('.')
    if (depth === path.length - 1) out[name] = value
    else if (value !== null) nest(out, [target, ...path.slice(depth + 1)], value)
  }
  return out
}

/** How many leading keys of the path are existing maps, except the last. */
function existingDepth(root: YamlMap, path: readonly string[]): number {
  let map = root
  for (let depth = 0; depth < path.length - 1; depth++) {
    const node = map.entries.findLast((entry) => entry.key === path[depth])?.node
    if (node?.kind !== 'map') return depth
    map = node
  }
  return path.length - 1
}

function overlap(splices: readonly Splice[]): boolean {
  const ordered = [...splices].sort((a, b) => a.start - b.start || a.end - b.end)
  return ordered.some((splice, index) => index > 0 && splice.start < (ordered[index - 1] as Splice).end)
}

function nest(into: Record<string, FrontInput>, path: readonly string[], value: FrontInput): void {
  const [head = '', ...rest] = path
  if (rest.length === 0) {
    into[head] = value
    return
  }
  const inner = into[head]
  const map: Record<string, FrontInput> = inner !== undefined && isMap(inner) ? { ...inner } : {}
  nest(map, rest, value)
  into[head] = map
}

/** Re-reads the edited block: the first name with a wrong value or changed neighbours; null if none. */
function firstMiss(text: string, block: FrontBlock, splices: readonly Splice[], changes: FrontChanges): string | null {
  const after = applySplices(text, splices)
  const read = readYaml(after, block.contentStart, block.contentEnd + after.length - text.length)
  const data = read.root.kind === 'map' ? (dataOf(read.root) as FrontMap) : {}
  const names = Object.keys(changes)
  for (const name of names) {
    const wanted = changes[name] as FrontInput
    if (!same(frontValueAt(data, name), asData(wanted))) return name
  }
  const touched = new Set(names.flatMap((name) => [name, name.split('.')[0] ?? name]))
  for (const key of new Set([...Object.keys(block.data), ...Object.keys(data)]))
    if (!touched.has(key) && !same(block.data[key], data[key])) return names[0] ?? key
  return null
}

/** The value as it reads back; null and empty keys are absent. */
function asData(value: FrontInput): FrontValue | undefined {
  if (value === null) return undefined
  if (isYamlScalar(value)) return String(value)
  if (isYamlList(value)) return value.map((item) => asData(item) ?? '')
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const data = asData(item)
    return data === undefined ? [] : [[key, data] as const]
  })
  return Object.fromEntries(entries)
}

/** Position of a value: after a colon or dash at `anchor`, on a line of `indent` columns. */
interface ValuePosition {
  readonly anchor: number
  readonly indent: number
  readonly path: string
  readonly flow: boolean
}

class Editor {
  readonly splices: Splice[] = []
  readonly #text: string
  readonly #layout: FrontLayout
  /** Where to put the first key of an empty map. */
  readonly #emptyAt: number

  constructor(text: string, layout: FrontLayout, emptyAt: number) {
    this.#text = text
    this.#layout = layout
    this.#emptyAt = emptyAt
  }

  /** All but the last part of a dotted name are maps: see `grouped`. */
  set(root: YamlMap, name: string, value: FrontInput): void {
    const path = root.entries.some((entry) => entry.key === name) ? [name] : name.split('.')
    const parents = path.slice(0, -1)
    const map = parents.reduce((at, key) => at.entries.findLast((entry) => entry.key === key)?.node as YamlMap, root)
    this.#setEntry(map, path.at(-1) as string, value, parents.join('.'))
  }

  #setEntry(map: YamlMap, key: string, value: FrontInput, parent: string): void {
    const entries = map.entries.filter((entry) => entry.key === key)
    const last = entries.at(-1)
    if (value === null) this.#removeEntries(map, entries)
    else if (last === undefined) this.#insertEntry(map, key, value, parent)
    else if (!same(dataOf(last.node), asData(value)))
      this.#replace(last.node, value, {
        anchor: last.colon + 1,
        indent: this.#columnOf(last.start),
        path: parent === '' ? key : `${parent}.${key}`,
        flow: map.flow,
      })
  }

  #splice(start: number, end: number, insert: string): void {
    this.splices.push({ start, end, insert })
  }

  #columnOf(offset: number): number {
    return offset - lineStart(this.#text, offset)
  }

  /** The indentation at `offset`, as written. */
  #padOf(offset: number): string {
    return this.#text.slice(lineStart(this.#text, offset), offset).replace(/[^\t]/g, ' ')
  }

  /** The line ending before `offset`, the start of a line. */
  #eolBefore(offset: number): string {
    return /(?:\r\n|\r|\n)$/.exec(this.#text.slice(Math.max(0, offset - 2), offset))?.[0] ?? eolOf(this.#text)
  }

  #replace(node: YamlNode, after: FrontInput, place: ValuePosition): void {
    const isNone = node.kind === 'scalar' && node.style === 'none'
    if (isYamlScalar(after) && node.kind === 'scalar' && !isNone) {
      const style = node.style === 'single' || node.style === 'double' ? node.style : 'plain'
      this.#splice(node.start, node.end, scalarText(after ?? '', place.flow ? 'inline' : 'line', style))
      return
    }
    const eol = this.#eolBefore(lineAfter(this.#text, place.anchor))
    // A list keeps its form.
    const form = node.kind === 'list' && node.items.length > 0 ? (node.flow ? 'inline' : 'block') : null
    const forms = form === null ? this.#layout : { [form]: [place.path] }
    const insert = place.flow
      ? ` ${inlineText(after)}`
      : valueText(after, { indent: place.indent, eol, path: place.path, forms })
    const below = this.#text.slice(place.anchor, node.start).search(/[\r\n]/)
    const isBeside = !isNone && below < 0
    this.#splice(place.anchor, isBeside ? node.end : place.anchor, insert)
    // A comment beside the key stays.
    if (!isNone && !isBeside) this.#splice(place.anchor + below, node.end, '')
  }

  #insertEntry(map: YamlMap, key: string, value: FrontInput, parent: string): void {
    const first = map.entries[0]
    if (map.flow) {
      const part = `${keyText(key)}: ${inlineText(value)}`
      const at = map.entries.at(-1)?.end ?? map.start + 1
      this.#splice(at, at, first === undefined ? part : `, ${part}`)
      return
    }
    const previous = this.#entryBefore(map, key, parent)
    const top = first === undefined ? this.#emptyAt : lineStart(this.#text, first.start)
    const at = previous === null ? top : lineAfter(this.#text, previous.end)
    const eol = this.#eolBefore(at)
    const text = entryText(key, value, { indent: 0, eol, path: parent, forms: this.#layout })
    this.#splice(at, at, padded(text, first === undefined ? '' : this.#padOf(first.start), eol))
  }

  /** The entry before a new key: its nearest predecessor in canonical order; the last one without an order. */
  #entryBefore(map: YamlMap, key: string, parent: string): YamlEntry | null {
    const order = parent === '' ? (this.#layout.order ?? []) : []
    if (!order.includes(key)) return map.entries.at(-1) ?? null
    const before = order
      .slice(0, order.indexOf(key))
      .findLast((name) => map.entries.some((entry) => entry.key === name))
    return map.entries.findLast((entry) => entry.key === before) ?? null
  }

  #removeEntries(map: YamlMap, entries: readonly YamlEntry[]): void {
    for (const entry of entries)
      if (map.flow) this.splices.push(withoutPart(map.entries, entry))
      else this.#splice(lineStart(this.#text, entry.start), lineAfter(this.#text, entry.end), '')
  }
}

/** Indents every line and ends it with a newline. */
const padded = (block: string, pad: string, eol: string): string =>
  block
    .split(eol)
    .map((line) => pad + line + eol)
    .join('')

/** Removes an entry of an inline map with its comma. */
function withoutPart(parts: readonly YamlEntry[], part: YamlEntry): Splice {
  const index = parts.indexOf(part)
  const [before, next] = [parts[index - 1], parts[index + 1]]
  return {
    start: before?.end ?? part.start,
    end: before === undefined ? (next?.start ?? part.end) : part.end,
    insert: '',
  }
}
