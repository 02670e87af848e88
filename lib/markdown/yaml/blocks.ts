// Indented maps and lists, and their values.
import { blockScalar } from './block-scalar.js'
import { flowValue } from './flow.js'
import { hasColon, keyAt } from './keys.js'
import { INDICATORS, type Key, type Line, MAX_DEPTH, type Reader, SIMPLE_KEY } from './reader.js'
import { plain, quotedValue } from './scalars.js'
import type { YamlEntry, YamlItem, YamlList, YamlMap, YamlNode } from './tree.js'

/** Block on the current line with a parent at `parent` columns. */
function block(r: Reader, parent: number): YamlNode {
  const line = r.lines[r.at] as Line
  if (r.depth >= MAX_DEPTH) {
    r.problem('YAML_DEPTH', line.first, line)
    return plain(r, line.first, parent, 'raw')
  }
  r.depth++
  const node = r.isDash(line.first, line.end)
    ? blockList(r, line.indent)
    : keyAt(r, line.first, line.end) !== null
      ? blockMap(r, line.indent, parent + 1)
      : value(r, line.first, parent, false)
  r.depth--
  return node
}

export function blockMap(r: Reader, column: number, least: number): YamlMap {
  const entries: YamlEntry[] = []
  const seen = new Set<string>()
  const start = (r.lines[r.at] as Line).first
  let end = start
  for (r.skipEmpty(); ; r.skipEmpty()) {
    const line = r.line
    if (line === undefined || line.indent < least) break
    const key = keyAt(r, line.first, line.end)
    if (key === null || (line.indent > column && !SIMPLE_KEY.test(key.text) && entries.length > 0)) {
      r.problem('YAML_LINE', line.first, line)
      r.at++
      continue
    }
    if (line.indent !== column && entries.length > 0) r.problem('YAML_INDENT', line.first, line)
    if (seen.has(key.text)) r.problem('YAML_DUPLICATE', key.start, line)
    if (key.text === '<<') r.problem('YAML_REFUSED', key.start, line)
    seen.add(key.text)
    const node = value(r, key.colon + 1, entries.length === 0 ? column : Math.min(column, line.indent), true)
    end = Math.max(key.colon + 1, node.end)
    entries.push({ key: key.text, start: key.start, colon: key.colon, node, end })
  }
  return { kind: 'map', flow: false, entries, start, end }
}

export function blockList(r: Reader, column: number): YamlList {
  const items: YamlItem[] = []
  const start = (r.lines[r.at] as Line).first
  let end = start
  for (r.skipEmpty(); ; r.skipEmpty()) {
    const line = r.line
    if (line === undefined || line.indent < column || !r.isDash(line.first, line.end)) break
    if (line.indent > column) r.problem('YAML_INDENT', line.first, line)
    const from = line.first
    const node = item(r, line, line.indent)
    end = Math.max(from + 1, node.end)
    items.push({ node, start: from, end })
  }
  return { kind: 'list', flow: false, items, start, end }
}

function item(r: Reader, line: Line, dash: number): YamlNode {
  const pos = r.skipBlanks(line.first + 1, line.end)
  if (pos >= line.end || r.text[pos] === '#') return value(r, pos, dash, false)
  const key = keyAt(r, pos, line.end)
  const column = dash + pos - line.first
  if (key !== null && isSentence(r, key, line, column)) {
    r.problem('YAML_COLON', pos, line)
    return plain(r, pos, dash, 'raw')
  }
  if (key === null && !r.isDash(pos, line.end)) return value(r, pos, dash, false)
  line.first = pos
  line.indent = column
  return block(r, dash)
}

/** `- Chose X: faster: much faster` without a second key below it: text, not a map. */
function isSentence(r: Reader, key: Key, line: Line, column: number): boolean {
  const from = r.skipBlanks(key.colon + 1, line.end)
  if (INDICATORS.includes(r.text[from] ?? '') || !hasColon(r, from, line.end)) return false
  let next = r.at + 1
  while (r.lines[next]?.empty === true) next++
  const follower = r.lines[next]
  return follower === undefined || follower.indent !== column || keyAt(r, follower.first, follower.end) === null
}

/** The value at or after `pos` on the current line; lines of more than `parent` columns continue it. */
export function value(r: Reader, pos: number, parent: number, ofKey: boolean): YamlNode {
  const line = r.lines[r.at] as Line
  const from = r.skipBlanks(pos, line.end)
  if (from >= line.end || r.text[from] === '#') return below(r, pos, parent, ofKey)
  const c = r.text[from] as string
  if (c === '|' || c === '>') return blockScalar(r, from, parent)
  if (c === '"' || c === "'") return quotedValue(r, from, parent)
  if (c === '[' || c === '{') return flowValue(r, from, parent)
  if (c === '&' || c === '*' || c === '!') {
    r.problem('YAML_REFUSED', from, line)
    return plain(r, from, parent, 'raw')
  }
  const loose = (c === '-' || c === '?' || c === ':') && r.endsAt(from + 1, line.end)
  if (loose || INDICATORS.includes(c)) {
    r.problem('YAML_RESERVED', from, line)
    return plain(r, from, parent, 'raw')
  }
  return plain(r, from, parent, 'plain')
}

/** The value below an empty key or dash. */
function below(r: Reader, pos: number, parent: number, ofKey: boolean): YamlNode {
  r.at++
  const back = r.at
  r.skipEmpty()
  const line = r.line
  if (
    line !== undefined &&
    (line.indent > parent || (ofKey && line.indent === parent && r.isDash(line.first, line.end)))
  )
    return line.indent > parent ? block(r, parent) : blockList(r, line.indent)
  r.at = back
  return r.nothing(pos)
}
