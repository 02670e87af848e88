// A summary's one-liner: the first bold words right after the title, or of the first paragraph if there is no title.
import { readFrontBlock } from '../../markdown/frontmatter.js'
import { lineAfter, type Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { realText, visibleLines } from '../parts/placeholders.js'
import { allHeadings, BEGINS_BLOCK } from '../parts/prose.js'

export interface OneLiner extends Range {
  readonly text: string
}

const BOLD = /\*\*([^*]+)\*\*/

/** Text and place; if the bold words end with a colon they are a label, and the rest of the line counts. */
export function oneLinerOf(source: Source): OneLiner | null {
  const text = source.text ?? ''
  const title = allHeadings(source).find(({ level }) => level === 1)
  let begun = false
  const start = title === undefined ? readFrontBlock(source).bodyStart : lineAfter(text, title.end)
  for (const line of visibleLines(source, { start, end: text.length })) {
    if (line.text.trim() === '') {
      if (begun) return null
      continue
    }
    if (BEGINS_BLOCK.test(line.text)) return null
    begun = true
    const found = boldIn(text, line)
    if (found !== null) return realText(found.text) === null ? null : found
  }
  return null
}

function boldIn(text: string, line: Range): OneLiner | null {
  const raw = text.slice(line.start, line.end)
  const bold = BOLD.exec(raw)
  if (bold === null) return null
  const words = bold[1] as string
  const after = bold.index + bold[0].length
  const isLabel = words.trimEnd().endsWith(':') || raw[after] === ':'
  const from = isLabel ? after + (raw[after] === ':' ? 1 : 0) : bold.index + 2
  const to = isLabel ? raw.length : from + words.length
  const prose = raw.slice(from, to)
  const trimmed = prose.trim()
  if (trimmed === '') return null
  const start = line.start + from + (prose.length - prose.trimStart().length)
  return { text: trimmed, start, end: start + trimmed.length }
}
