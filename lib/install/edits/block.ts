// Blocks of lines between two marker lines: how they go into a text, are found again and come out.
import type { Edit, ValueEdit } from '../../runtimes/offers.js'
import { eolOf } from '../../std/text.js'
import { type Applied, type Editor, type EditState, type Refusal, refusal, type Undo, type Undone } from './edit.js'

/** How a line of remark is written in the format. */
export interface Remark {
  readonly open: string
  readonly close: string
}

/** Where a new block goes. `blank`: an empty line lies between it and the text. */
export interface BlockPlace {
  readonly end: 'top' | 'bottom'
  readonly blank: boolean
}

const PACK = 'gsd-pack'
const markers = (key: string, { open, close }: Remark) => ({
  begin: `${open}${PACK}:begin ${key} v1${close}`,
  end: `${open}${PACK}:end ${key}${close}`,
})

interface Line {
  readonly start: number
  /** Before the line ending. */
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

/** The block of that key; null: there is none. Versions of the marker do not matter. */
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
    return refusal('broken', `the marker lines "${begin}" and "${end}" are not there exactly once each, in this order`)
  return { begin: first.line, end: second.line }
}

/** Text with the block of `edit` around `content`, whose lines are separated by LF. */
export function insertBlock(text: string, edit: Edit, content: string, remark: Remark, place: BlockPlace): Applied {
  const there = blockOf(text, edit.key, remark)
  if (there !== null && 'problem' in there) return there
  if (there !== null)
    return sameLines(text.slice(there.begin.next, there.end.start), `${content}\n`)
      ? { text, undo: null, made: [] }
      : refusal('taken', `a block "${PACK}:begin ${edit.key}" that no installation here wrote is in it`)
  const eol = eolOf(text)
  const { begin, end } = markers(edit.key, remark)
  const block = [begin, ...content.split('\n'), end].join(eol)
  const bom = text.startsWith('\ufeff') ? 1 : 0
  const isBlank = text.trim() === ''
  if (place.end === 'top' && !isBlank) return put(text, edit, bom, '', block, eol + (place.blank ? eol : ''))
  const isEnded = text.length === bom || /[\r\n]$/.test(text)
  const lead = (isEnded ? '' : eol) + (place.blank && !isBlank ? eol : '')
  // A text without a last line ending is left without one.
  return put(text, edit, text.length, lead, block, isEnded || isBlank ? eol : '')
}

const put = (text: string, edit: Edit, offset: number, lead: string, block: string, tail: string): Applied => ({
  text: text.slice(0, offset) + lead + block + tail + text.slice(offset),
  undo: { edit, was: '', put: lead + block + tail, at: lead.length },
  made: [],
})

const unified = (text: string): string => text.replace(/\r\n?/g, '\n')
const sameLines = (a: string, b: string): boolean => unified(a) === unified(b)

/** The block as it was written, line endings aside. */
function ours(text: string, { put, at }: Undo, { begin, end }: Block): boolean {
  return sameLines(text.slice(begin.start, end.end), put.slice(at).replace(/[\r\n]+$/, ''))
}

function blockState(text: string, undo: Undo, remark: Remark): EditState {
  const block = blockOf(text, undo.edit.key, remark)
  if (block === null) return 'gone'
  return 'problem' in block || !ours(text, undo, block) ? 'changed' : 'present'
}

function cutBlock(text: string, undo: Undo, remark: Remark): Undone {
  const block = blockOf(text, undo.edit.key, remark)
  if (block === null) return { text, kept: 'gone' }
  if ('problem' in block) return block
  if (!ours(text, undo, block)) return { text, kept: 'changed' }
  const start = block.begin.start - undo.at
  const isExact = start >= 0 && text.startsWith(undo.put, start)
  return isExact
    ? { text: text.slice(0, start) + undo.was + text.slice(start + undo.put.length), kept: null }
    : { text: text.slice(0, block.begin.start) + text.slice(block.end.next), kept: null }
}

function renewBlock(text: string, undo: Undo, edit: Edit, content: string, remark: Remark): Applied {
  const block = blockOf(text, undo.edit.key, remark)
  if (block === null || 'problem' in block || !ours(text, undo, block))
    return refusal('taken', `the block "${PACK}:begin ${edit.key}" was changed`)
  const { begin, end } = markers(edit.key, remark)
  const written = [begin, ...content.split('\n'), end].join(eolOf(text))
  const old = text.slice(block.begin.start, block.end.end)
  return {
    text: text.slice(0, block.begin.start) + written + text.slice(block.end.end),
    undo: {
      ...undo,
      edit,
      put: undo.put.slice(0, undo.at) + written + undo.put.slice(undo.at + old.length),
    },
    made: [],
  }
}

/** Formats whose remarks begin with `#`, and which hold values. */
export const valueEditor = (
  apply: (text: string, edit: ValueEdit & Edit) => Applied,
  contentOf: (edit: ValueEdit) => string,
): Editor => ({
  ...blockEditor(HASH, (edit) => (edit.what === 'block' ? edit.text : contentOf(edit))),
  apply: (text, edit) => (edit.what === 'block' ? ONLY_VALUES : apply(text, edit)),
})
export const HASH: Remark = { open: '# ', close: '' }
export const ONLY_VALUES = refusal('unfit', 'blocks of text have no place in such a file')

/** What all formats with blocks do alike; `contentOf` gives the lines of an edit, separated by LF. */
export const blockEditor = (remark: Remark, contentOf: (edit: Edit) => string): Omit<Editor, 'apply'> => ({
  undo: (text, undo) => cutBlock(text, undo, remark),
  renew: (text, undo, edit) => renewBlock(text, undo, edit, contentOf(edit), remark),
  state: (text, undo) => blockState(text, undo, remark),
  prune: (text) => text,
  isBare: (text) => text.trim() === '',
  snippet: (edits) =>
    edits
      .map((edit) => {
        const { begin, end } = markers(edit.key, remark)
        return `${begin}\n${contentOf(edit)}\n${end}`
      })
      .join('\n'),
})
