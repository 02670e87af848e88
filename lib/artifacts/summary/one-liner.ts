// A summary's one-liner: the first bold words right after the title, or of the first paragraph if there is no title.
import { readFrontBlock } from '../../markdown/frontmatter.js'
import { lineAfter, type Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { realText, visibleLines } from '../parts/placeholders.js'
import { allHeadings, BEGINS_BLOCK } from '../parts/prose.js'

const BOLD = /\*\*([^*]+)\*\*/

/** If the bold words end with a colon they are a label, and the rest of the line counts. */
export function oneLinerOf(source: Source): string | null {
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
    if (found !== null) return realText(found)
  }
  return null
}

function boldIn(text: string, line: Range): string | null {
  const raw = text.slice(line.start, line.end)
  const bold = BOLD.exec(raw)
  if (bold === null) return null
  const words = bold[1] as string
  const rest = raw.slice(bold.index + bold[0].length)
  const isLabel = words.trimEnd().endsWith(':') || rest.startsWith(':')
  return (isLabel ? rest.replace(/^:/, '') : words).trim() || null
}
