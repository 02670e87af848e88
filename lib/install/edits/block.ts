// Marker blocks: insert, find and remove lines between two marker lines.
import type { Edit } from '../../runtimes/offers.js'
import { eolOf } from '../../std/text.js'
import { type Editor, type EditState, type Refusal, refusal } from './edit.js'

/** Comment syntax of the format. */
interface Remark {
  readonly open: string
  readonly close: string
}

/** How a format's files write blocks. */
interface Form {
  readonly remark: Remark
  /** Lines of an edit, separated by LF. */
  readonly contentOf: (edit: Edit) => string
}

const PACK = 'gsd-pack'
const markers = (key: string, { open, close }: Remark) => ({
  begin: `${open}${PACK}:begin ${key} v1${close}`,
  end: `${open}${PACK}:end ${key}${close}`,
})

interface Line {
  readonly start: number
  /** Offset before the line ending. */
  readonly end: number
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

/** The block with the key, or null. The marker's version is ignored. */
function blockOf(text: string, key: string, remark: Remark): Block | null | Refusal {
  const { begin, end } = markers(key, remark)
  const opener = begin.slice(0, begin.lastIndexOf(' v1') + 2)
  const found: { readonly isBegin: boolean; readonly line: Line }[] = []
  for (const line of linesOf(text)) {
    const content = text.slice(line.start, line.end).trim()
    if (content === end) found.push({ isBegin: false, line })
    else if (
      content.startsWith(opener) &&
      /^\d+$/.test(content.slice(opener.length, -remark.close.length || undefined))
    )
      found.push({ isBegin: true, line })
  }
  const [first, second] = found
  if (first === undefined) return null
  if (found.length !== 2 || second === undefined || !first.isBegin || second.isBegin)
    return refusal('broken', `the marker lines "${begin}" and "${end}" must each occur once, in this order`)
  return { begin: first.line, end: second.line }
}

const unified = (text: string): string => text.replace(/\r\n?/g, '\n')

/** Whether the block equals our text, line endings aside. */
const isOurs = (text: string, { begin, end }: Block, content: string): boolean =>
  unified(text.slice(begin.next, end.start)) === `${content}\n`

export interface BlockEditor extends Pick<Editor, 'state' | 'remove' | 'isBare' | 'snippet'> {
  /** The text with the block appended. */
  readonly insert: (text: string, edit: Edit) => string | Refusal
}

/** The editor shared by all formats with blocks. */
export const blockEditor = (form: Form): BlockEditor => ({
  insert: (text, edit) => insertBlock(text, edit, form),
  remove: (text, edit) => cutBlock(text, edit, form.remark),
  state: (text, edit) => blockState(text, edit, form),
  isBare: (text) => text.trim() === '',
  snippet: (edits) => edits.map((edit) => blockText(edit, form, '\n')).join('\n'),
})

function blockText(edit: Edit, { remark, contentOf }: Form, eol: string): string {
  const { begin, end } = markers(edit.key, remark)
  return [begin, ...contentOf(edit).split('\n'), end].join(eol)
}

function insertBlock(text: string, edit: Edit, form: Form): string | Refusal {
  const there = blockOf(text, edit.key, form.remark)
  if (there !== null && 'problem' in there) return there
  if (there !== null) return refusal('taken', `it has a block "${PACK}:begin ${edit.key}" from another installation`)
  const eol = eolOf(text)
  const isBlank = text.trim() === ''
  const isEnded = /^\ufeff?$|[\r\n]$/.test(text)
  // A text without a final line ending stays without one.
  const tail = isEnded || isBlank ? eol : ''
  return text + (isEnded ? '' : eol) + (isBlank ? '' : eol) + blockText(edit, form, eol) + tail
}

function blockState(text: string, edit: Edit, { remark, contentOf }: Form): EditState {
  const block = blockOf(text, edit.key, remark)
  if (block === null) return 'gone'
  return 'problem' in block || !isOurs(text, block, contentOf(edit)) ? 'changed' : 'present'
}

/** Also removes the empty line before a block at the end. */
function cutBlock(text: string, edit: Edit, remark: Remark): string {
  const block = blockOf(text, edit.key, remark)
  if (block === null || 'problem' in block) return text
  const [before, after] = [text.slice(0, block.begin.start), text.slice(block.end.next)]
  const isLast = after.trim() === ''
  return (isLast ? before.replace(/(\r\n|\r(?!\n)|\n)(?:\r\n|\r|\n)$/, '$1') : before) + after
}
