// Lists and maps in brackets.
import { isBlank, isEol } from '../characters.js'
import { fold, quoted } from './quotes.js'
import { INDICATORS, type Line, MAX_DEPTH, type Reader } from './reader.js'
import { plain } from './scalars.js'
import type { YamlEntry, YamlItem, YamlMap, YamlNode, YamlScalar } from './tree.js'

export function flowValue(r: Reader, from: number, parent: number): YamlNode {
  const line = r.lines[r.at] as Line
  const node = flow(r, from, parent, 0)
  if (node !== null && r.finish(node.end)) return node
  r.problem('YAML_FLOW', from, line)
  return plain(r, from, parent, 'raw')
}

/** Skips blanks, comments and line ends in a flow collection; -1 if it cannot continue. */
function flowGap(r: Reader, from: number, parent: number): number {
  const { text, end } = r
  let p = from
  for (;;) {
    p = r.skipBlanks(p, end)
    if (p >= end) return -1
    const code = text.charCodeAt(p)
    if (code === 35 && isBlank(text.charCodeAt(p - 1))) {
      while (p < end && !isEol(text.charCodeAt(p))) p++
      continue
    }
    if (!isEol(code)) return p
    const next = r.lineAt(p + 1)
    if (next.first < next.end && next.indent <= parent && !isEol(text.charCodeAt(p + 1))) return -1
    p++
  }
}

function flow(r: Reader, from: number, parent: number, depth: number): YamlNode | null {
  if (depth > MAX_DEPTH) return null
  const list = r.text[from] === '['
  const close = list ? ']' : '}'
  const items: YamlItem[] = []
  const entries: YamlEntry[] = []
  let p = from + 1
  for (;;) {
    p = flowGap(r, p, parent)
    if (p < 0) return null
    if (r.text[p] === close) break
    const part = flowPart(r, p, parent, depth, !list)
    if (part === null) return null
    if (list) items.push({ node: 'key' in part ? pairMap(part) : part, start: part.start, end: part.end })
    else
      entries.push(
        'key' in part ? part : { ...part, key: (part as YamlScalar).text, colon: part.end, node: r.nothing(part.end) },
      )
    p = flowGap(r, part.end, parent)
    if (p < 0) return null
    if (r.text[p] === ',') p++
    else if (r.text[p] !== close) return null
  }
  return list
    ? { kind: 'list', flow: true, items, start: from, end: p + 1 }
    : { kind: 'map', flow: true, entries, start: from, end: p + 1 }
}

/** An item, or `key: value`; keys of a map are scalars. */
function flowPart(r: Reader, from: number, parent: number, depth: number, inMap: boolean): YamlNode | YamlEntry | null {
  const head = flowNode(r, from, parent, depth)
  if (head === null) return null
  if (head.kind !== 'scalar') return inMap ? null : head
  const p = flowGap(r, head.end, parent)
  if (p < 0) return null
  if (r.text[p] !== ':') return head
  const after = flowGap(r, p + 1, parent)
  if (after < 0) return null
  const bare = r.text[after] === ',' || r.text[after] === ']' || r.text[after] === '}'
  const node = bare ? r.nothing(p + 1) : flowNode(r, after, parent, depth)
  return node === null ? null : { key: head.text, start: head.start, colon: p, node, end: Math.max(p + 1, node.end) }
}

function flowNode(r: Reader, from: number, parent: number, depth: number): YamlNode | null {
  const { text } = r
  const c = text[from] as string
  if (c === '[' || c === '{') return flow(r, from, parent, depth + 1)
  if (c === '"' || c === "'") {
    const found = quoted(r, from, parent, r.end)
    if (found === null) return null
    return {
      kind: 'scalar',
      text: found.text,
      style: c === '"' ? 'double' : 'single',
      start: from,
      end: found.end,
    }
  }
  return flowPlain(r, from, parent)
}

function flowPlain(r: Reader, from: number, parent: number): YamlScalar | null {
  const { text, end } = r
  const c = text[from] as string
  if (INDICATORS.includes(c)) return null
  if ((c === '-' || c === '?' || c === ':') && (r.endsAt(from + 1, end) || ',[]{}'.includes(text[from + 1] as string)))
    return null
  let out = ''
  let run = from
  let last = from
  for (let p = from; p < end; p++) {
    const code = text.charCodeAt(p)
    if (isEol(code)) {
      const next = fold(r, p, parent, end)
      if (next === null || next.end >= end) return null
      if (',]}'.includes(text[next.end] as string) || text[next.end] === '#') break
      out += text.slice(run, last) + next.text
      p = next.end - 1
      run = next.end
      last = next.end
      continue
    }
    if (isBlank(code)) continue
    const char = text[p] as string
    if (',[]{}'.includes(char)) break
    if (char === ':' && (p + 1 >= end || ' \t\r\n,[]{}'.includes(text[p + 1] as string))) break
    if (char === '#' && isBlank(text.charCodeAt(p - 1))) break
    last = p + 1
  }
  return { kind: 'scalar', text: out + text.slice(run, last), style: 'plain', start: from, end: last }
}

const pairMap = (entry: YamlEntry): YamlMap => ({
  kind: 'map',
  flow: true,
  entries: [entry],
  start: entry.start,
  end: entry.end,
})
