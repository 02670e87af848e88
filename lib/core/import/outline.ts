// A file as entries: headings, list items with the lines that continue them, and what else stands there, a paragraph or row of a table each. Every line that says something is in one of them.
import { headingsOf, itemsOf, lineAfter } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import type { Entry } from './outside.js'

type Open = { -readonly [K in keyof Entry]: Entry[K] }

const indentOf = (line: string): number => line.length - line.trimStart().length

/** `path` as it shall be reported. */
export function outlineOf(source: Source, path: string): readonly Entry[] {
  const text = source.text ?? ''
  const headings = headingsOf(source)
  const items = itemsOf(source)
  const entries: Open[] = []
  const chain: { level: number; text: string }[] = []
  let open: Open | null = null
  let [nextHeading, nextItem, line, covered] = [0, 0, 0, 0]
  for (let start = 0; start < text.length; start = lineAfter(text, start)) {
    line++
    const end = lineAfter(text, start)
    const words = text.slice(start, end).trim()
    const heading = headings[nextHeading]
    const item = items[nextItem]
    if (start < covered) continue
    if (words === '') {
      if (open?.kind !== 'item') open = null
      continue
    }
    if (heading !== undefined && heading.start < end) {
      nextHeading++
      covered = heading.end
      while (chain.length > 0 && (chain.at(-1)?.level ?? 0) >= heading.level) chain.pop()
      entries.push(entry('heading', heading.level, heading.text, null))
      chain.push({ level: heading.level, text: heading.text })
      open = null
    } else if (item !== undefined && item.start < end) {
      nextItem++
      open = entry('item', item.indent, item.text, item.checked)
      entries.push(open)
    } else if (
      open !== null &&
      words[0] !== '|' &&
      (open.kind === 'text' || indentOf(text.slice(start, end)) > open.level)
    ) {
      open.text = `${open.text} ${words}`
    } else {
      const row = entry('text', 0, words, null)
      entries.push(row)
      open = words[0] === '|' ? null : row
    }
  }
  return entries

  function entry(kind: Entry['kind'], level: number, said: string, box: boolean | null): Open {
    return { kind, level, text: said.trim(), box, path, line, above: chain.map(({ text: title }) => title) }
  }
}
