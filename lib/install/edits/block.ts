// Edits as blocks between two marker lines: at the end of a Markdown file, or as extra tables in a TOML file.
import { frontMatterOf, spansOf } from '../../markdown/reader.js'
import { tsScanner } from '../../markdown/scan.js'
import { tomlString } from '../../runtimes/formats/entries.js'
import type { Edit, ValueEdit } from '../../runtimes/offers.js'
import { isJsonObject, type Json } from '../../std/json.js'
import { eolOf } from '../../std/text.js'
import { readToml } from '../../std/toml.js'
import { type Editor, type EditState, ONLY_VALUES, pathText, type Refusal, refusal, valueAt } from './edit.js'

/** Comment syntax of the format. */
interface CommentSyntax {
  readonly open: string
  readonly close: string
}

/** How a format represents blocks. */
interface BlockFormat {
  readonly comment: CommentSyntax
  /** The lines of an edit, separated by LF. */
  readonly contentOf: (edit: Edit) => string
}

const PACK = 'gsd-pack'
const markers = (key: string, { open, close }: CommentSyntax) => ({
  begin: `${open}${PACK}:begin ${key} v1${close}`,
  end: `${open}${PACK}:end ${key}${close}`,
})

/** Offsets of a line. */
interface Line {
  readonly start: number
  /** Before the line ending. */
  readonly end: number
  /** After the line ending. */
  readonly next: number
}

function* linesOf(text: string): Generator<Line> {
  for (let start = text.startsWith('\ufeff') ? 1 : 0; start < text.length; ) {
    let end = start
    while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end++
    const next = text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : Math.min(end + 1, text.length)
    yield { start, end, next }
    start = next
  }
}

interface Block {
  readonly begin: Line
  readonly end: Line
}

/** Finds the block with the key; null if there is none. The version in the marker is ignored. */
function blockOf(text: string, key: string, comment: CommentSyntax): Block | null | Refusal {
  const { begin, end } = markers(key, comment)
  const opener = begin.slice(0, begin.lastIndexOf(' v1') + 2)
  const found: { readonly isBegin: boolean; readonly line: Line }[] = []
  for (const line of linesOf(text)) {
    const content = text.slice(line.start, line.end).trim()
    if (content === end) found.push({ isBegin: false, line })
    else if (
      content.startsWith(opener) &&
      /^\d+$/.test(content.slice(opener.length, -comment.close.length || undefined))
    )
      found.push({ isBegin: true, line })
  }
  const [first, second] = found
  if (first === undefined) return null
  if (found.length !== 2 || second === undefined || !first.isBegin || second.isBegin)
    return refusal('broken', `the marker lines "${begin}" and "${end}" must each occur once, in this order`)
  return { begin: first.line, end: second.line }
}

const withLf = (text: string): string => text.replace(/\r\n?/g, '\n')

/** Whether the block equals our text, apart from line endings. */
const isOurs = (text: string, { begin, end }: Block, content: string): boolean =>
  withLf(text.slice(begin.next, end.start)) === `${content}\n`

interface BlockEditor extends Pick<Editor, 'state' | 'remove' | 'hasNoContent' | 'snippet'> {
  /** The text with the block appended. */
  readonly insert: (text: string, edit: Edit) => string | Refusal
}

/** The part of an editor that all formats with blocks share. */
const blockEditor = (format: BlockFormat): BlockEditor => ({
  insert: (text, edit) => insertBlock(text, edit, format),
  remove: (text, edit) => withoutBlock(text, edit, format.comment),
  state: (text, edit) => blockState(text, edit, format),
  hasNoContent: (text) => text.trim() === '',
  snippet: (edits) => edits.map((edit) => blockText(edit, format, '\n')).join('\n'),
})

function blockText(edit: Edit, { comment, contentOf }: BlockFormat, eol: string): string {
  const { begin, end } = markers(edit.key, comment)
  return [begin, ...contentOf(edit).split('\n'), end].join(eol)
}

function insertBlock(text: string, edit: Edit, format: BlockFormat): string | Refusal {
  const existing = blockOf(text, edit.key, format.comment)
  if (existing !== null && 'problem' in existing) return existing
  if (existing !== null) return refusal('taken', `it has a block "${PACK}:begin ${edit.key}" from another installation`)
  const eol = eolOf(text)
  const isBlank = text.trim() === ''
  const endsWithNewline = /^\ufeff?$|[\r\n]$/.test(text)
  // A text without a final line ending stays without one.
  const tail = endsWithNewline || isBlank ? eol : ''
  return text + (endsWithNewline ? '' : eol) + (isBlank ? '' : eol) + blockText(edit, format, eol) + tail
}

function blockState(text: string, edit: Edit, { comment, contentOf }: BlockFormat): EditState {
  const block = blockOf(text, edit.key, comment)
  if (block === null) return 'gone'
  return 'problem' in block || !isOurs(text, block, contentOf(edit)) ? 'changed' : 'present'
}

/** The text without the block and, if the block is at the end, without the empty line before it. */
function withoutBlock(text: string, edit: Edit, comment: CommentSyntax): string {
  const block = blockOf(text, edit.key, comment)
  if (block === null || 'problem' in block) return text
  const [before, after] = [text.slice(0, block.begin.start), text.slice(block.end.next)]
  const isLast = after.trim() === ''
  return (isLast ? before.replace(/(\r\n|\r(?!\n)|\n)(?:\r\n|\r|\n)$/, '$1') : before) + after
}

const markdown = blockEditor({
  comment: { open: '<!-- ', close: ' -->' },
  contentOf: (edit) => (edit.what === 'block' ? edit.text : ''),
})

export const markdownEditor: Editor = {
  ...markdown,
  read: () => ({ data: null }),
  apply: (text, edit) => {
    if (edit.what !== 'block') return refusal('unfit', 'this format has no values')
    const applied = markdown.insert(text, edit)
    return typeof applied === 'string' ? checkVisible(text, applied) : applied
  },
}

/** The new text; refused if an open fence, comment or front matter swallows the begin marker. */
function checkVisible(before: string, text: string): string | Refusal {
  const source = { text, spans: tsScanner.scan(text) }
  const front = frontMatterOf(source)
  if (front !== null && front.end > before.length) return refusal('broken', 'its front matter is not closed')
  const at = text.indexOf('<!-- gsd-pack:begin', before.length)
  const starts = [...spansOf(source, 'comment')].map(({ start }) => start)
  return starts.includes(at) ? text : refusal('broken', 'a code fence or comment is not closed')
}

const toml = blockEditor({
  comment: { open: '# ', close: '' },
  contentOf: (edit) => (edit.what === 'block' ? edit.text : tableText(edit)),
})

export const tomlEditor: Editor = {
  ...toml,
  read: (text) => {
    const read = readToml(text)
    return 'problem' in read ? read : { data: plain(read.value) }
  },
  apply: (text, edit) => (edit.what === 'block' ? ONLY_VALUES : (refusalFor(text, edit) ?? toml.insert(text, edit))),
}

/** The value with dates as text, because data is compared as plain values. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(plain)
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
    : value
}

/** Why the value cannot be added; null if it can. */
function refusalFor(text: string, edit: ValueEdit): Refusal | null {
  const read = readToml(text)
  if ('problem' in read) return refusal('broken', read.problem)
  const found = valueAt(read.value, edit.path)
  if (found === undefined) return null
  if (edit.what === 'set') return refusal('taken', `${pathText(edit.path)} already has a different value`)
  return Array.isArray(found) ? null : refusal('unfit', `${pathText(edit.path)} is not a list`)
}

/** The edit as a table, or as an entry of an array of tables. */
function tableText({ what, path, value }: ValueEdit): string {
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
