// Edits single keys of front matter and leaves every other byte alone.
import { refuseEdit } from '../errors.js'
import type { Source } from '../ports.js'
import { applySplices, type Splice } from '../std/edit.js'
import { same } from '../std/same.js'
import { eolOf, lineAfter, lineStart, positionOf } from '../std/text.js'
import {
  dataOf,
  type FrontMap,
  type FrontMatter,
  type FrontValue,
  frontValueAt,
  readFrontMatter,
} from './frontmatter.js'
import { readYaml, type YamlEntry, type YamlMap } from './yaml.js'
import { entryText, isYamlList, isYamlScalar, scalarText, valueText, type YamlInput } from './yaml-text.js'

/** A value to write; null removes its key, or leaves the key out. */
export type FrontInput = YamlInput
export type FrontChanges = Readonly<Record<string, FrontInput>>

type InputMap = Record<string, FrontInput>
const isMap = (value: FrontInput | undefined): value is InputMap =>
  value !== undefined && !isYamlScalar(value) && !isYamlList(value)

/**
 * Returns the splices that set or remove (null) keys of the block; a dotted name reaches into maps. Inserts a missing
 * block if there is a value to set. Throws a refusal if the text is not UTF-8, the block is unclosed, or the edited block
 * would not read back as intended. `order` is the canonical order of top-level keys, which gives a new key its place.
 */
export function setFrontMatter(
  source: Source,
  changes: FrontChanges,
  order: readonly string[] = [],
): readonly Splice[] {
  const { text } = source
  if (Object.keys(changes).length === 0) return []
  const block = readFrontMatter(source)
  if (text === null || block.unclosed)
    refuseFront(source, 0, text === null ? 'UTF-8 text' : 'a block of front matter that is closed by `---`')
  if (!block.present) return insertBlock(text, block.bodyStart, changes, order)
  const context = { text, emptyAt: block.contentStart, order }
  const splices = Object.entries(mergedChanges(block.root, changes)).flatMap(([name, value]) => {
    const path = pathIn(block.root, name)
    const parent = path.slice(0, -1).reduce((map, key) => entryOf(map, key)?.node as YamlMap, block.root)
    return changeSplices(context, parent, path.at(-1) as string, value)
  })
  const wrong = wrongName(text, block, splices, changes)
  if (wrong !== null) refuseFront(source, block.contentStart, `a line \`${wrong}:\` that can be changed alone`)
  return splices
}

function refuseFront({ path, text }: Source, offset: number, expected: string): never {
  const { line } = positionOf(text ?? '', offset)
  const received = 'front matter that cannot be edited with certainty'
  const fix = `Fix the front matter of ${path} by hand (gsd-tools lint shows what is wrong), then repeat the command.`
  refuseEdit(path, `${expected} from line ${line} on`, received, fix)
}

/** Returns a block with both fences and a final line ending; entries keep their order, and nulls are left out. */
export function renderFrontMatter(entries: FrontChanges, eol = '\n'): string {
  const lines = Object.entries(entries)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => entryText(key, value, { indent: 0, eol }) + eol)
  return `---${eol}${lines.join('')}---${eol}`
}

function insertBlock(text: string, at: number, changes: FrontChanges, order: readonly string[]): readonly Splice[] {
  const names = Object.keys(changes).filter((name) => changes[name] !== null)
  if (names.length === 0) return []
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  const entries: InputMap = {}
  for (const name of names.sort((a, b) => rank(a) - rank(b))) nest(entries, name.split('.'), changes[name] ?? null)
  const eol = eolOf(text)
  const gap = at >= text.length || text[at] === '\n' || text[at] === '\r' ? '' : eol
  return [{ start: at, end: at, insert: renderFrontMatter(entries, eol) + gap }]
}

/** Returns the entry of a key, the last one if the key occurs twice. */
const entryOf = (map: YamlMap, key: string): YamlEntry | undefined => map.entries.findLast((entry) => entry.key === key)

const pathIn = (root: YamlMap, name: string): readonly string[] =>
  entryOf(root, name) === undefined ? name.split('.') : [name]

/** Merges changes below the same new map, or the same map in braces, into one. Drops a removal below a missing map. */
function mergedChanges(root: YamlMap, changes: FrontChanges): FrontChanges {
  const out: InputMap = {}
  for (const [name, value] of Object.entries(changes)) {
    const path = pathIn(root, name)
    let [map, depth] = [root, 0]
    for (; depth < path.length - 1; depth++) {
      const node = entryOf(map, path[depth] as string)?.node
      if (node?.kind !== 'map') break
      map = node
    }
    const rest = path.slice(depth + 1)
    const head = path.slice(0, depth + 1).join('.')
    const entry = entryOf(map, path[depth] as string)
    const old = entry?.node.kind === 'value' && entry.node.style === 'map' ? (entry.node.data as InputMap) : undefined
    if (rest.length === 0) out[head] = value
    else if (value !== null || old !== undefined) {
      if (old !== undefined) out[head] ??= old
      nest(out, [head, ...rest], value)
    }
  }
  return out
}

function nest(into: InputMap, [head = '', ...rest]: readonly string[], value: FrontInput): void {
  const inner = into[head]
  const map: InputMap = isMap(inner) ? { ...inner } : {}
  if (rest.length > 0) nest(map, rest, value)
  into[head] = rest.length === 0 ? value : map
}

/** Reads the edited block back. Returns a name with a wrong value, or any name if an unnamed top-level key differs; or null. */
function wrongName(text: string, block: FrontMatter, splices: readonly Splice[], changes: FrontChanges): string | null {
  const after = applySplices(text, splices)
  const read = readYaml(after, block.contentStart, block.contentEnd + after.length - text.length)
  const data = read.root.kind === 'map' ? (dataOf(read.root) as FrontMap) : {}
  const names = Object.keys(changes)
  for (const name of names) {
    const wanted = changes[name] as FrontInput
    if (!same(frontValueAt(data, name), dataAsRead(wanted))) return name
  }
  const touched = new Set(names.flatMap((name) => [name, name.split('.')[0] ?? name]))
  for (const key of new Set([...Object.keys(block.data), ...Object.keys(data)]))
    if (!touched.has(key) && !same(block.data[key], data[key])) return names[0] ?? key
  return null
}

/** Returns a value as it will be read back; undefined for null, which removes the key. */
function dataAsRead(value: FrontInput): FrontValue | undefined {
  if (value === null) return undefined
  if (isYamlScalar(value)) return String(value)
  if (isYamlList(value)) return value.map((item) => dataAsRead(item) ?? '')
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const data = dataAsRead(item)
      return data === undefined ? [] : [[key, data] as const]
    }),
  )
}

interface EditContext {
  readonly text: string
  /** Where the first key of an empty block is inserted. */
  readonly emptyAt: number
  readonly order: readonly string[]
}

function changeSplices(context: EditContext, map: YamlMap, key: string, value: FrontInput): readonly Splice[] {
  const { text } = context
  const entries = map.entries.filter((entry) => entry.key === key)
  const last = entries.at(-1)
  if (value === null)
    return entries.map(({ start, end }) => ({ start: lineStart(text, start), end: lineAfter(text, end), insert: '' }))
  if (last === undefined) return [insertSplice(context, map, key, value)]
  return same(dataOf(last.node), dataAsRead(value)) ? [] : replaceSplices(text, last, value)
}

/** Returns the line ending before `offset`, the start of a line; on the first line, the text's first line ending. */
const eolBefore = (text: string, offset: number): string =>
  /(?:\r\n|\r|\n)$/.exec(text.slice(Math.max(0, offset - 2), offset))?.[0] ?? eolOf(text)

/** Replaces a value. Quotes, the form of a list with items, and a comment after the key are kept. */
function replaceSplices(text: string, { node, start, colon }: YamlEntry, value: FrontInput): readonly Splice[] {
  const style = node.kind === 'value' ? node.style : node.kind
  if (node.kind === 'value' && style !== 'none' && isYamlScalar(value))
    return [{ start: node.start, end: node.end, insert: scalarText(value, { style }) }]
  const anchor = colon + 1
  const isInline = (style === 'list' || style === 'map') && node.kind === 'value' && Object.keys(node.data).length > 0
  const form = node.kind === 'list' ? 'block' : isInline ? 'inline' : undefined
  const eol = eolBefore(text, lineAfter(text, anchor))
  const insert = valueText(value, { indent: start - lineStart(text, start), eol, form })
  const below = text.slice(anchor, node.start).search(/[\r\n]/)
  const isOnKeyLine = style !== 'none' && below < 0
  const keyLine = { start: anchor, end: isOnKeyLine ? node.end : anchor, insert }
  return style === 'none' || isOnKeyLine ? [keyLine] : [keyLine, { start: anchor + below, end: node.end, insert: '' }]
}

function insertSplice({ text, emptyAt, order }: EditContext, map: YamlMap, key: string, value: FrontInput): Splice {
  const [first] = map.entries
  const names = order.slice(0, Math.max(0, order.indexOf(key)))
  const before = names.findLast((name) => entryOf(map, name) !== undefined)
  const previous = order.includes(key) ? entryOf(map, before ?? '') : map.entries.at(-1)
  const top = first === undefined ? emptyAt : lineStart(text, first.start)
  const start = previous === undefined ? top : lineAfter(text, previous.end)
  const eol = eolBefore(text, start)
  const pad = first === undefined ? '' : text.slice(top, first.start).replace(/[^\t]/g, ' ')
  const lines = entryText(key, value, { indent: 0, eol }).split(eol)
  return { start, end: start, insert: lines.map((line) => pad + line + eol).join('') }
}
