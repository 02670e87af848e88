// Reads the front matter of a Markdown file, valid or not: its place, keys, values and problems.
import type { Issue } from '../errors.js'
import type { Source } from '../ports.js'
import { onceOf, withLater } from '../std/once.js'
import { lineAfter, lineStart, positionOf } from '../std/text.js'
import { frontMatterOf } from './reader.js'
import { scanFront } from './scan.js'
import { readYaml, YAML_PROBLEMS, type YamlMap, type YamlNode, type YamlProblem, type YamlProblemCode } from './yaml.js'
import type { FrontMap, FrontValue } from './yaml-values.js'

export type { FrontMap, FrontValue } from './yaml-values.js'

/** A key and its value; offsets are UTF-16 code units of the source's text. */
interface FrontKey {
  /** Key path from the top, e.g. `['must_haves', 'truths']`. */
  readonly path: readonly string[]
  /** The whole lines of the entry, including the last line ending. */
  readonly start: number
  readonly end: number
  /** The value as written, with quotes; an empty span after the colon if there is no value. */
  readonly valueStart: number
  readonly valueEnd: number
}

export interface FrontMatter {
  /** Whether there is a closed block. */
  readonly present: boolean
  readonly data: FrontMap
  /** Keys of maps in document order, parents first. Keys inside lists and flow values are left out. */
  readonly keys: readonly FrontKey[]
  readonly issues: readonly Issue[]
  /** Start of the body: after the closing line or, without a block, the start of the text (after a BOM). */
  readonly bodyStart: number
  readonly unclosed: boolean
  readonly root: YamlMap
  readonly contentStart: number
  readonly contentEnd: number
}

const EMPTY_MAP: YamlMap = { kind: 'map', entries: [], start: 0, end: 0 }
const ERROR_CODES: ReadonlySet<YamlProblemCode> = new Set(['YAML_FLOW', 'YAML_REFUSED', 'YAML_LINE'])
const FIXES: Readonly<Record<YamlProblemCode, string>> = {
  YAML_VALUE: 'Put the whole value in double quotes, with \\" for quotes inside it.',
  YAML_REFUSED: 'Write the value out in full, in double quotes where it begins with & * or !.',
  YAML_LINE: 'Make the line `key: value`, indent it below the key it belongs to, or remove it.',
  YAML_INDENT: 'Indent the line like its neighbours.',
  YAML_TAB: 'Replace each leading tab with two spaces.',
  YAML_DUPLICATE: 'Remove one of the two lines.',
  YAML_FLOW: 'Close the bracket on the same line, or put the whole value in double quotes.',
}

/** Reads the front matter of a source. Never throws: what is wrong is in `issues`. */
export const readFrontMatter = onceOf((source: Source): FrontMatter => {
  const text = source.text ?? ''
  const start = text.startsWith('\ufeff') ? 1 : 0
  const noBlock = { present: false, unclosed: false, data: {}, keys: [], issues: [], root: EMPTY_MAP }
  // Scans only the front matter, because most files are read just for that.
  const span = text.startsWith('---', start) ? frontMatterOf({ text, spans: scanFront(text) }) : null
  if (span === null) return { ...noBlock, bodyStart: start, contentStart: start, contentEnd: start }
  if (span.detail === 0) {
    const issues = [issueAt(source, span.start, UNCLOSED)]
    return { ...noBlock, unclosed: true, issues, bodyStart: start, contentStart: start, contentEnd: start }
  }
  return readBlock(source, { start: span.contentStart, end: span.contentEnd }, lineAfter(text, span.end))
})

function readBlock(source: Source, content: { start: number; end: number }, bodyStart: number): FrontMatter {
  const text = source.text ?? ''
  const fence = longFence(text, content.start, content.end)
  const end = fence ?? content.end
  const { root, problems } = readYaml(text, content.start, end)
  const issues = problems.map((problem) => problemIssue(source, problem))
  const map = root.kind === 'map' ? root : EMPTY_MAP
  if (root.kind !== 'map' && text.slice(content.start, end).trim() !== '')
    issues.push(issueAt(source, root.start, { ...KEYLESS, received: root.kind === 'list' ? 'a list' : 'text' }))
  if (fence !== null) {
    const received = text.slice(fence, lineAfter(text, fence)).trim()
    issues.push(issueAt(source, fence, { ...LONG_FENCE, received }))
  }
  const stacked = secondBlockAt(text, bodyStart)
  if (stacked !== null) issues.push(issueAt(source, stacked, STACKED))
  const span = { contentStart: content.start, contentEnd: content.end, bodyStart }
  // Lazy, because most callers need only one of the two.
  return withLater(
    { present: true, unclosed: false, issues, root: map, ...span },
    { data: () => dataOf(map) as FrontMap, keys: () => [...keysOf(text, map, [])] },
  )
}

/** Returns the tree as plain data; of duplicate keys, the last wins. */
export function dataOf(node: YamlNode): FrontValue {
  if (node.kind === 'value') return node.data
  if (node.kind === 'list') return node.items.map(dataOf)
  return Object.fromEntries(node.entries.map((entry) => [entry.key, dataOf(entry.node)]))
}

function* keysOf(text: string, map: YamlMap, parent: readonly string[]): Generator<FrontKey> {
  for (const entry of map.entries) {
    const path = [...parent, entry.key]
    yield {
      path,
      start: lineStart(text, entry.start),
      end: lineAfter(text, entry.end),
      valueStart: entry.node.start,
      valueEnd: entry.node.end,
    }
    if (entry.node.kind === 'map') yield* keysOf(text, entry.node, path)
  }
}

/** Returns the offset of the first line in the block that begins with `---` and has more text; else null. */
function longFence(text: string, start: number, end: number): number | null {
  for (let pos = start; pos < end; pos = lineAfter(text, pos)) if (text.startsWith('---', pos)) return pos
  return null
}

function secondBlockAt(text: string, from: number): number | null {
  let pos = from
  while (pos < text.length && /\s/.test(text[pos] as string)) pos++
  const next = lineAfter(text, pos)
  if (text.slice(pos, next).trim() !== '---') return null
  const first = text.slice(next, lineAfter(text, next))
  return /^[A-Za-z_][\w-]*:(?:\s|$)/.test(first) ? pos : null
}

/** Returns the value at a dotted path; a key that literally contains the dots wins. */
export function frontValueAt(data: FrontMap, path: string): FrontValue | undefined {
  if (Object.hasOwn(data, path)) return data[path]
  let value: FrontValue | undefined = data
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || isFrontList(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

export const isFrontList = (value: FrontValue): value is readonly FrontValue[] => Array.isArray(value)
export const isFrontMap = (value: FrontValue | undefined): value is FrontMap =>
  typeof value === 'object' && !Array.isArray(value)

type Finding = Pick<Issue, 'code' | 'severity' | 'expected' | 'received' | 'message' | 'fix'>
const issueAt = (source: Source, offset: number, finding: Finding): Issue => ({
  ...finding,
  path: source.path,
  ...positionOf(source.text ?? '', offset),
})

function problemIssue(source: Source, problem: YamlProblem): Issue {
  const expected = YAML_PROBLEMS[problem.code]
  return issueAt(source, problem.offset, {
    code: problem.code,
    severity: ERROR_CODES.has(problem.code) ? 'error' : 'notice',
    expected,
    received: problem.received,
    message: `front matter: expected ${expected}, found: ${problem.received}`,
    fix: FIXES[problem.code],
  })
}

const UNCLOSED: Finding = {
  code: 'FRONT_MATTER_UNCLOSED',
  severity: 'error',
  expected: 'a line `---` after the last key',
  received: 'the end of the file',
  message: 'the front matter is never closed, so none of its keys is read',
  fix: 'Add a line `---` after the last key of the front matter.',
}
const LONG_FENCE: Omit<Finding, 'received'> = {
  code: 'FRONT_MATTER_FENCE',
  severity: 'error',
  expected: '`---` alone on its line',
  message: 'this line looks like the end of the front matter, but it is not exactly `---`',
  fix: 'Make the line exactly `---`.',
}
const STACKED: Finding = {
  code: 'FRONT_MATTER_STACKED',
  severity: 'notice',
  expected: 'one block of front matter',
  received: 'a second block after the first',
  message: 'a second block of front matter follows the first; only the first is read',
  fix: 'Move the keys that matter into the first block and remove the second.',
}
const KEYLESS: Omit<Finding, 'received'> = {
  code: 'FRONT_MATTER_KEYS',
  severity: 'error',
  expected: 'lines `key: value`',
  message: 'the front matter has no keys',
  fix: 'Write `key: value` lines between the two `---`.',
}
