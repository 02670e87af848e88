// Front matter of prompt sources: a small form, read without a YAML parser to keep briefs fast.
//   key: text            the rest of the line, as it stands
//   key: [a, b]          a list of plain words; `[]` is empty
//   key:                 a map: the indented lines below it, `name: text` each, in order
import { SPAN_KINDS, SPAN_U32_COUNT } from '../../markdown/spans.js'
import type { Spans } from '../../ports.js'

type FrontValue = string | readonly string[] | ReadonlyMap<string, string>

export interface PromptFront {
  readonly values: ReadonlyMap<string, FrontValue>
  /** Offset of the first character after the block; 0 without front matter. */
  readonly end: number
  readonly problems: readonly { readonly at: number; readonly expected: string; readonly received: string }[]
}

const LIST = /^\[([^\]]*)\]$/

export function readPromptFront(text: string, spans: Spans): PromptFront {
  const values = new Map<string, FrontValue>()
  const problems: { at: number; expected: string; received: string }[] = []
  if (spans[0] !== SPAN_KINDS.frontMatter || spans.length < SPAN_U32_COUNT) return { values, end: 0, problems }
  const [start, stop] = [spans[4] as number, spans[5] as number]
  let map: Map<string, string> | null = null
  let at = start
  for (const line of text.slice(start, stop).split('\n')) {
    const content = line.trimEnd()
    if (content !== '') {
      const entry = entryOf(content)
      const indented = content.startsWith(' ')
      if (entry === null || (indented && map === null))
        problems.push({ at, expected: 'a line `key: value`', received: content.trim() })
      else if (indented) map?.set(entry[0], entry[1])
      else map = setTop(values, entry)
    }
    at += line.length + 1
  }
  return { values, end: spans[3] as number, problems }
}

function setTop(values: Map<string, FrontValue>, [key, value]: readonly [string, string]): Map<string, string> | null {
  if (value === '') {
    const map = new Map<string, string>()
    values.set(key, map)
    return map
  }
  const list = LIST.exec(value)
  values.set(key, list === null ? value : listed(list[1] ?? ''))
  return null
}

const listed = (inner: string): readonly string[] =>
  inner
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

/** Splits at the first colon that ends the line or is followed by a blank. */
function entryOf(line: string): readonly [string, string] | null {
  const content = line.trim()
  const blank = content.indexOf(': ')
  const colon = blank >= 0 ? blank : content.endsWith(':') ? content.length - 1 : -1
  return colon <= 0 ? null : [content.slice(0, colon).trim(), content.slice(colon + 1).trim()]
}

export const frontText = (front: PromptFront, key: string): string => {
  const value = front.values.get(key)
  return typeof value === 'string' ? value : ''
}

export const frontList = (front: PromptFront, key: string): readonly string[] => {
  const value = front.values.get(key)
  return Array.isArray(value) ? (value as readonly string[]) : []
}

export const frontMap = (front: PromptFront, key: string): ReadonlyMap<string, string> => {
  const value = front.values.get(key)
  return value instanceof Map ? value : new Map()
}
