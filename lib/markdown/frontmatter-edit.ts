// Changing single keys of front matter: only the spans of the values that differ are touched.
import type { Issue } from '../errors.js'
import type { Source } from '../ports.js'
import { applySplices, type Splice } from '../std/edit.js'
import { same } from '../std/same.js'
import { eolOf, positionOf } from '../std/text.js'
import {
  dataOf,
  type FrontBlock,
  type FrontMap,
  type FrontValue,
  frontValueAt,
  lineStart,
  readFrontBlock,
} from './frontmatter.js'
import { lineAfter } from './reader.js'
import type { YamlEntry, YamlList, YamlMap, YamlNode } from './yaml/tree.js'
import { readYaml } from './yaml.js'
import {
  entryText,
  inlineText,
  isYamlList,
  isYamlScalar,
  itemText,
  keyText,
  type ListForms,
  scalarText,
  valueText,
  type YamlInput,
} from './yaml-text.js'

/** What may be written; null leaves the key out. */
export type FrontInput = YamlInput
export type FrontChanges = Readonly<Record<string, FrontInput>>

export interface FrontLayout extends ListForms {
  /** Canonical order of the top-level keys: decides where a new key goes. */
  readonly order?: readonly string[]
  /**
   * What the caller read at a name. Only differences between it and the new value are written, so that keys of maps the caller
   * does not know survive. Absent: what the file says.
   */
  readonly known?: FrontChanges
}

export type FrontEdit = { readonly splices: readonly Splice[] } | { readonly refused: Issue }

type InputMap = { readonly [key: string]: FrontInput }
const isMap = (value: FrontInput): value is InputMap => !isYamlScalar(value) && !isYamlList(value)

/**
 * Sets (a value) or removes (null) keys of the block; a dotted name reaches into maps. A missing block is inserted.
 * Everything else stays byte for byte. Refused where the place cannot be found with certainty.
 */
export function setFrontMatter(source: Source, changes: FrontChanges, layout: FrontLayout = {}): FrontEdit {
  const text = source.text
  if (Object.keys(changes).length === 0) return { splices: [] }
  const block = readFrontBlock(source)
  if (text === null || block.unclosed) return refuse(source, 0, 'a block of front matter that is closed by `---`')
  if (!block.present) return insertBlock(text, block.bodyStart, changes, layout)
  const editor = new Editor(text, layout)
  for (const [name, value] of Object.entries(grouped(block.root, changes))) editor.set(block, name, value)
  const bad = overlap(editor.splices)
    ? (Object.keys(changes)[0] ?? '')
    : firstMiss(text, block, editor.splices, changes, layout)
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

/** A new block with both fences and a line ending after the closing one; entries in the order given, nulls left out. */
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

/** Names that need the same new map become one change of that map. */
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

/** How many keys of the path, from the top, are maps in the tree; at most all but the last. */
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

/** Reads the edited block again: the first name whose value did not arrive, or whose neighbours changed; null when all is well. */
function firstMiss(
  text: string,
  block: FrontBlock,
  splices: readonly Splice[],
  changes: FrontChanges,
  layout: FrontLayout,
): string | null {
  const after = applySplices(text, splices)
  const read = readYaml(after, block.contentStart, block.contentEnd + after.length - text.length)
  const data = read.root.kind === 'map' ? (dataOf(read.root) as FrontMap) : {}
  const names = Object.keys(changes)
  for (const name of names) {
    const wanted = changes[name] as FrontInput
    const exact = layout.known === undefined || wanted === null
    if (exact && !same(frontValueAt(data, name), asData(wanted))) return name
  }
  const touched = new Set(names.flatMap((name) => [name, name.split('.')[0] ?? name]))
  for (const key of new Set([...Object.keys(block.data), ...Object.keys(data)]))
    if (!touched.has(key) && !same(block.data[key], data[key])) return names[0] ?? key
  return null
}

/** What reading gives for an input; null and empty keys are absent. */
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

const sameInput = (a: FrontInput, b: FrontInput): boolean => same(asData(a), asData(b))

/** Where a value stands: behind a colon or dash at `anchor`, which belongs to a line of `indent` columns. */
interface ValuePosition {
  readonly anchor: number
  readonly indent: number
  readonly path: string
  readonly flow: boolean
}

class Editor {
  readonly splices: Splice[] = []
  private readonly text: string
  private readonly layout: FrontLayout

  constructor(text: string, layout: FrontLayout) {
    this.text = text
    this.layout = layout
  }

  set(block: FrontBlock, name: string, value: FrontInput): void {
    const top = block.root.entries.some((entry) => entry.key === name) || !name.includes('.')
    const path = top ? [name] : name.split('.')
    this.setIn(block.root, path, value, name, block.contentStart)
  }

  private setIn(map: YamlMap, path: readonly string[], value: FrontInput, name: string, emptyAt: number): void {
    const [key = '', ...rest] = path
    if (rest.length === 0) {
      this.setEntry(map, key, this.layout.known?.[name], value, parentOf(name, path), emptyAt)
      return
    }
    const node = map.entries.findLast((item) => item.key === key)?.node
    if (node?.kind === 'map') this.setIn(node, rest, value, name, emptyAt)
  }

  private setEntry(
    map: YamlMap,
    key: string,
    known: FrontInput | undefined,
    value: FrontInput,
    parent: string,
    emptyAt: number,
  ): void {
    const entries = map.entries.filter((entry) => entry.key === key)
    const last = entries.at(-1)
    if (value === null) {
      this.removeEntries(map, entries)
      return
    }
    if (last === undefined) {
      this.insertEntry(map, key, value, parent, emptyAt)
      return
    }
    const before = known === undefined ? (dataOf(last.node) as FrontInput) : known
    const path = parent === '' ? key : `${parent}.${key}`
    this.edit(last.node, before, value, {
      anchor: last.colon + 1,
      indent: this.columnOf(last.start),
      path,
      flow: map.flow,
    })
  }

  private columnOf(offset: number): number {
    return offset - lineStart(this.text, offset)
  }

  /** The indentation of what stands at `offset`, in the blanks and tabs found there. */
  private padOf(offset: number): string {
    return this.text.slice(lineStart(this.text, offset), offset).replace(/[^\t]/g, ' ')
  }

  /** The line ending before `offset`, which begins a line. */
  private eolBefore(offset: number): string {
    const { text } = this
    if (text[offset - 1] === '\n') return text[offset - 2] === '\r' ? '\r\n' : '\n'
    return text[offset - 1] === '\r' ? '\r' : eolOf(text)
  }

  private edit(node: YamlNode, before: FrontInput, after: FrontInput, place: ValuePosition): void {
    if (sameInput(before, after)) return
    if (node.kind === 'map' && isMap(before) && isMap(after) && Object.keys(after).length > 0)
      this.editMap(node, before, after, place)
    else if (node.kind === 'list' && isYamlList(before) && isYamlList(after) && after.length > 0 && before.length > 0) {
      if (node.items.length === before.length) this.editList(node, before, after, place)
      else this.replace(node, after, place)
    } else this.replace(node, after, place)
  }

  private replace(node: YamlNode, after: FrontInput, place: ValuePosition): void {
    const { text, layout } = this
    if (isYamlScalar(after) && node.kind === 'scalar' && node.style !== 'none') {
      const style = node.style === 'single' || node.style === 'double' ? node.style : 'plain'
      const insert = scalarText(after ?? '', place.flow ? 'inline' : 'line', style)
      this.splices.push({ start: node.start, end: node.end, insert })
      return
    }
    const eol = this.eolBefore(lineAfter(text, place.anchor))
    const insert = place.flow
      ? ` ${inlineText(after)}`
      : valueText(after, { indent: place.indent, eol, path: place.path, forms: layout })
    const empty = node.kind === 'scalar' && node.style === 'none'
    if (empty) {
      this.splices.push({ start: place.anchor, end: place.anchor, insert })
      return
    }
    const below = text.slice(place.anchor, node.start).search(/[\r\n]/)
    if (below < 0) this.splices.push({ start: place.anchor, end: node.end, insert })
    else {
      // A comment beside the key stays where it is.
      this.splices.push({ start: place.anchor, end: place.anchor, insert })
      this.splices.push({ start: place.anchor + below, end: node.end, insert: '' })
    }
  }

  private editMap(node: YamlMap, before: InputMap, after: InputMap, place: ValuePosition): void {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const value = after[key] ?? null
      const old = before[key] ?? null
      if (!sameInput(old, value)) this.setEntry(node, key, old ?? undefined, value, place.path, node.start)
    }
  }

  private insertEntry(map: YamlMap, key: string, value: FrontInput, parent: string, emptyAt: number): void {
    if (map.flow) {
      const last = map.entries.at(-1)
      const part = `${keyText(key)}: ${inlineText(value)}`
      const at = last === undefined ? map.start + 1 : last.end
      this.splices.push({ start: at, end: at, insert: last === undefined ? part : `, ${part}` })
      return
    }
    const previous = this.entryBefore(map, key, parent)
    const first = map.entries[0]
    const pad = first === undefined ? '' : this.padOf(first.start)
    const at =
      previous !== null
        ? lineAfter(this.text, previous.end)
        : first === undefined
          ? emptyAt
          : lineStart(this.text, first.start)
    const eol = this.eolBefore(at)
    const insert = padded(entryText(key, value, { indent: 0, eol, path: parent, forms: this.layout }), pad, eol)
    this.splices.push({ start: at, end: at, insert })
  }

  /** The entry a new key stands behind: the nearest preceding one of the canonical order; the last one where there is no order. */
  private entryBefore(map: YamlMap, key: string, parent: string): YamlEntry | null {
    const order = parent === '' ? (this.layout.order ?? []) : []
    const rank = order.indexOf(key)
    if (rank < 0) return map.entries.at(-1) ?? null
    for (let i = rank - 1; i >= 0; i--) {
      const found = map.entries.findLast((entry) => entry.key === order[i])
      if (found !== undefined) return found
    }
    return null
  }

  private removeEntries(map: YamlMap, entries: readonly YamlEntry[]): void {
    for (const entry of entries) {
      if (!map.flow) {
        this.splices.push({
          start: lineStart(this.text, entry.start),
          end: lineAfter(this.text, entry.end),
          insert: '',
        })
        continue
      }
      const index = map.entries.indexOf(entry)
      this.splices.push(withoutParts(map.entries, index, index + 1))
    }
  }

  private editList(
    node: YamlList,
    before: readonly FrontInput[],
    after: readonly FrontInput[],
    place: ValuePosition,
  ): void {
    const shared = Math.min(before.length, after.length)
    let head = 0
    while (head < shared && sameInput(before[head] as FrontInput, after[head] as FrontInput)) head++
    let tail = 0
    while (
      tail < shared - head &&
      sameInput(before[before.length - 1 - tail] as FrontInput, after[after.length - 1 - tail] as FrontInput)
    )
      tail++
    const pairs = shared - head - tail
    for (let i = head; i < head + pairs; i++) {
      const item = node.items[i]
      if (item === undefined) continue
      const anchor = node.flow ? item.start : item.start + 1
      const indent = node.flow ? place.indent : this.columnOf(item.start)
      const at = { anchor, indent, path: place.path, flow: node.flow }
      this.editItem(item.node, before[i] as FrontInput, after[i] as FrontInput, at)
    }
    const from = head + pairs
    this.removeItems(node, from, before.length - tail)
    this.insertItems(node, from, after.slice(from, after.length - tail))
  }

  /** An item of a list; a map that replaces something else begins on the line after its dash, so it is written in brackets there. */
  private editItem(node: YamlNode, before: FrontInput, after: FrontInput, place: ValuePosition): void {
    const fresh = !isYamlScalar(after) && !(node.kind === 'map' && isMap(before) && isMap(after))
    if (!fresh) {
      this.edit(node, before, after, place)
      return
    }
    this.splices.push({ start: node.start, end: node.end, insert: inlineText(after) })
  }

  private removeItems(node: YamlList, from: number, to: number): void {
    if (to <= from) return
    if (node.flow) {
      this.splices.push(withoutParts(node.items, from, to))
      return
    }
    for (const item of node.items.slice(from, to))
      this.splices.push({ start: lineStart(this.text, item.start), end: lineAfter(this.text, item.end), insert: '' })
  }

  private insertItems(node: YamlList, index: number, items: readonly FrontInput[]): void {
    if (items.length === 0) return
    const previous = node.items[index - 1]
    const first = node.items[0]
    if (first === undefined) return
    if (node.flow) {
      const part = items.map(inlineText).join(', ')
      const at = previous === undefined ? first.start : previous.end
      this.splices.push({ start: at, end: at, insert: previous === undefined ? `${part}, ` : `, ${part}` })
      return
    }
    const pad = this.padOf(first.start)
    const at = previous === undefined ? lineStart(this.text, first.start) : lineAfter(this.text, previous.end)
    const eol = this.eolBefore(at)
    const frame = { indent: -2, eol, path: '', forms: this.layout }
    const insert = items.map((item) => padded(itemText(item, frame), pad, eol)).join('')
    this.splices.push({ start: at, end: at, insert })
  }
}

/** Every line behind the pad and with a line ending. */
const padded = (block: string, pad: string, eol: string): string =>
  block
    .split(eol)
    .map((line) => pad + line + eol)
    .join('')

/** Removes parts of an inline list or map with the commas that go with them. */
function withoutParts(
  parts: readonly { readonly start: number; readonly end: number }[],
  from: number,
  to: number,
): Splice {
  const start = parts[from]?.start ?? 0
  const end = parts[to - 1]?.end ?? start
  const before = parts[from - 1]
  if (before !== undefined) return { start: before.end, end, insert: '' }
  return { start, end: parts[to]?.start ?? end, insert: '' }
}

/** The dotted path of the map that holds the last key of `path`, given the whole name. */
function parentOf(name: string, path: readonly string[]): string {
  const full = name.split('.')
  return path.length >= full.length || path[0] === name ? '' : full.slice(0, full.length - path.length).join('.')
}
