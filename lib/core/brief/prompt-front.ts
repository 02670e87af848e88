// Reads the front matter of prompt sources: a small format that needs no YAML parser, which keeps briefs fast.
//   key: text            the rest of the line, as it stands
//   key: [a, b]          a list of plain words; `[]` is empty
//   key:                 a map in order: the indented lines below the key, each `name: text`
import { SPAN_KINDS, SPAN_U32_COUNT } from '../../markdown/spans.js'
import type { Spans } from '../../ports.js'

type FrontValue = string | readonly string[] | ReadonlyMap<string, string>

export interface PromptFront {
  readonly values: ReadonlyMap<string, FrontValue>
  /** Offset of the first character after the block; 0 without front matter. */
  readonly end: number
  readonly problems: readonly { readonly at: number; readonly expected: string; readonly received: string }[]
}

const LINE = /^(\s*)(.+?):(?:\s+(.*))?$/
const LIST = /^\[([^\]]*)\]$/

export function readPromptFront(text: string, spans: Spans): PromptFront {
  const values = new Map<string, FrontValue>()
  const problems: { at: number; expected: string; received: string }[] = []
  if (spans[0] !== SPAN_KINDS.frontMatter || spans.length < SPAN_U32_COUNT) return { values, end: 0, problems }
  const [start, stop] = [spans[4] as number, spans[5] as number]
  let map: Map<string, string> | null = null
  let at = start
  for (const line of text.slice(start, stop).split('\n')) {
    const [, indent = '', key, value = ''] = LINE.exec(line.trimEnd()) ?? []
    if (key === undefined ? line.trim() !== '' : indent !== '' && map === null)
      problems.push({ at, expected: 'a line `key: value`', received: line.trim() })
    else if (key !== undefined && indent !== '') map?.set(key, value)
    else if (key !== undefined) {
      map = value === '' ? new Map() : null
      values.set(key, map ?? listIn(value) ?? value)
    }
    at += line.length + 1
  }
  return { values, end: spans[3] as number, problems }
}

function listIn(value: string): readonly string[] | null {
  const items = LIST.exec(value)?.[1]
    ?.split(',')
    .map((item) => item.trim())
  return items?.filter((item) => item !== '') ?? null
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
