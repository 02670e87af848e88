// Reads lists as models write them: any bullet, any indent, bold or bare labels.
import { readFrontMatter } from '../../markdown/frontmatter.js'
import { fencesOf, headingsOf, type Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { lineAfter } from '../../std/text.js'
import { hasContent, isFlowList, isNothing, linesWithout } from './placeholders.js'
import { dedent } from './prose.js'

/** A list item with those nested in it, a paragraph, or a table (its first row). */
export interface Entry {
  readonly start: number
  /** `bullet`, the number as written, `prose` (not a list item) or `table`. */
  readonly mark: string
  /** The text of this entry, without nested ones. */
  readonly text: string
  readonly nested: readonly Entry[]
}

const BULLET = /^([-*+]|[–—•‣▪◦])(?:[ \t]+|$)/
const NUMBER = /^\(?(\d{1,3})[.):](?:[ \t]+|$)/
const BOX = /^\[[ xX]\][ \t]+/

interface OpenEntry {
  readonly start: number
  readonly mark: string
  readonly indent: number
  readonly lines: string[]
  readonly nested: OpenEntry[]
}

/** Maps each spelling of a label to its canonical name. */
export type Labels = Readonly<Record<string, string>>

/** Splits a draft at its headings; the first part is the text above them. `name`: a known heading's canonical name. */
export function partsIn<N extends string>(source: Source, names: Readonly<Record<string, N>>) {
  const content = source.text ?? ''
  const headings = headingsOf(source)
  const endAt = (index: number): number => headings[index]?.start ?? content.length
  const nameOf = (words: string): N | undefined =>
    names[
      words
        .toLowerCase()
        .replace(/[*_`:]/g, '')
        .trim()
    ]
  return [
    { heading: null, name: undefined, range: { start: readFrontMatter(source).bodyStart, end: endAt(0) } },
    ...headings.map((heading, index) => ({
      heading,
      name: nameOf(heading.text),
      range: { start: lineAfter(content, heading.end), end: endAt(index + 1) },
    })),
  ]
}

/** Reads the entries. A line with a known label, or that `begins` matches, is an entry even without a bullet. */
export function entriesIn(
  source: Source,
  range: Range,
  labels: Labels,
  begins?: Pick<RegExp, 'test'>,
): readonly Entry[] {
  const roots: OpenEntry[] = []
  let open: OpenEntry[] = []
  let blank = false
  const add = (entry: OpenEntry) => {
    open = open.filter(({ indent, mark }) => indent < entry.indent && mark !== 'prose' && mark !== 'table')
    const parent = open.at(-1)
    if (parent === undefined) roots.push(entry)
    else parent.nested.push(entry)
    open.push(entry)
  }
  for (const line of linesOf(source, range)) {
    const { start, indent, text } = line
    if (text === '' && !line.isFenced) {
      blank = true
      continue
    }
    const marked = line.isFenced ? null : markOf(text)
    const last = open.at(-1)
    const inside = open.some((entry) => entry.indent < indent)
    const plain = { start, indent, lines: [text], nested: [] }
    if (marked !== null) add({ ...plain, mark: marked.mark, lines: [marked.text] })
    else if (!line.isFenced && text.startsWith('|') && text.indexOf('|', 1) > 0) {
      if (last?.mark !== 'table') add({ ...plain, mark: 'table' })
    } else if (!line.isFenced && (labelled(text, labels) !== null || begins?.test(text) === true))
      add({ ...plain, mark: 'bullet' })
    else if (last !== undefined && (!blank || inside || line.isFenced)) ownerOf(open, indent, last).lines.push(line.raw)
    else add({ ...plain, mark: 'prose' })
    blank = false
  }
  return roots.map(entryOf)
}

/** The entry that a continuation line belongs to: the deepest one with less indent, else the last one. */
const ownerOf = (open: readonly OpenEntry[], indent: number, last: OpenEntry): OpenEntry =>
  open.findLast((entry) => entry.indent < indent) ?? last

const entryOf = ({ start, mark, lines, nested }: OpenEntry): Entry => ({
  start,
  mark,
  text: dedent(lines.join('\n')),
  nested: nested.map(entryOf),
})

function markOf(text: string): Pick<Entry, 'mark' | 'text'> | null {
  const number = NUMBER.exec(text)
  const bullet = number === null ? BULLET.exec(text) : null
  const found = number ?? bullet
  if (found === null) return null
  return { mark: number?.[1] ?? 'bullet', text: text.slice(found[0].length).replace(BOX, '') }
}

interface Line {
  readonly start: number
  /** Columns before the text; tab stops are four columns apart. */
  readonly indent: number
  readonly text: string
  readonly raw: string
  readonly isFenced: boolean
}

function* linesOf(source: Source, range: Range): Generator<Line> {
  const fences = fencesOf(source, range)
  let next = 0
  for (const { start, end, text } of linesWithout(source, range, ['comment'])) {
    while (next < fences.length && (fences[next]?.end ?? 0) <= start) next++
    const raw = start === 0 ? text.replace(/^\uFEFF/, '') : text
    const lead = raw.length - raw.trimStart().length
    const isFenced = (fences[next]?.start ?? end) < end
    yield { start, indent: widthOf(raw.slice(0, lead)), text: raw.trim(), raw: raw.trimEnd(), isFenced }
  }
}

const widthOf = (pad: string): number =>
  [...pad].reduce((width, char) => (char === '\t' ? width + 4 - (width % 4) : width + 1), 0)

export interface Labelled {
  readonly label: string
  readonly value: string
}

const LABEL =
  /^([*_`]{0,3})([A-Za-z][A-Za-z' _/-]{0,40}?)([*_`]{0,3})[ \t]*(?:[:：]|[—–](?=[*_]{0,3}[ \t]*(?:\n|$))|(?<=\*\*[ \t]*)[—–-](?=[ \t]))([*_]{0,3})(?:\s+|$)([\s\S]*)$/

/** Labels whose values are ids or paths. */
const LISTS: ReadonlySet<string> = new Set(['requirements', 'files', 'read'])

/** Reads `label: value` in any spelling, bold or not; null if the label is unknown. */
export function labelled(text: string, labels: Labels): Labelled | null {
  const found = LABEL.exec(text)
  if (found === null) return null
  const [, opened = '', name = '', , closing = '', value = ''] = found
  if (opened === '' && closing !== '') return null
  const key = name.toLowerCase().replace(/[_-]/g, ' ').trim()
  if (!Object.hasOwn(labels, key)) return null
  const label = labels[key] as string
  const trimmed = value.trim()
  return { label, value: LISTS.has(label) && isFlowList(trimmed) ? trimmed.slice(1, -1).trim() : trimmed }
}

/** The entry and its nested entries on one line. */
export const entryLine = ({ text, nested }: Entry): string =>
  [text, ...nested.map(entryLine)].map(joinedLines).join('; ')

export const joinedLines = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim()

/** A label's values: the one on its own line, and one per line below it. */
export const valuesOf = (value: string, nested: readonly Entry[]): readonly string[] =>
  [
    joinedLines(value),
    ...nested.flatMap((entry) => [entry.text, ...entry.nested.map(({ text }) => text)].map(joinedLines)),
  ].filter(hasContent)

/** Paths or ids separated by commas, without backticks, quotes and trailing remarks in parentheses. */
export const listedWords = (values: readonly string[]): readonly string[] =>
  values
    .flatMap((value) => splitOutside(value, ','))
    .map((word) => word.trim().replace(/\s+\([^()]*\)$/, ''))
    .map((word) => word.replace(/^[`"']+|[`"']+$/g, '').trim())
    .filter((word) => word !== '' && !isNothing(word))

/** Splits at a character outside backticks, brackets and parentheses. */
function splitOutside(text: string, sign: string): readonly string[] {
  const parts: string[] = []
  let from = 0
  let depth = 0
  let code = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string
    if (char === '`') code = !code
    else if (code) continue
    else if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char)) depth = Math.max(0, depth - 1)
    else if (char === sign && depth === 0) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, text.slice(from)]
}

export const isNumbered = ({ mark }: Entry): boolean => /^\d/.test(mark)

export interface Parts {
  /** Text before the first label. */
  readonly lead: string
  readonly labelledParts: readonly Labelled[]
}

const WORD_BEFORE_COLON = /(?:^|[;.,|(][ \t]*|[ \t][–—-][ \t]+)([A-Za-z][A-Za-z ]{1,20}?)[ \t]*:(?=\s)/g

/** Reads one line `lead; label: value; label: value`: a known label after punctuation begins a part. */
export function partsOf(text: string, labels: Labels): Parts {
  const line = joinedLines(text).replace(/\*\*/g, '')
  const hidden = line.replace(/`[^`]*`/g, (code) => '`'.repeat(code.length))
  const found = [...hidden.matchAll(WORD_BEFORE_COLON)].filter(([, word]) =>
    Object.hasOwn(labels, (word ?? '').toLowerCase()),
  )
  const clean = (part: string) =>
    part
      .trim()
      .replace(/(?:[ \t]*[;,|(]|[ \t]+[–—-])+$/, '')
      .trim()
  const labelledParts = found.map((match, index) => ({
    label: labels[(match[1] ?? '').toLowerCase()] as string,
    value: clean(line.slice(match.index + match[0].length, found[index + 1]?.index ?? line.length)),
  }))
  return { lead: clean(line.slice(0, found[0]?.index ?? line.length)), labelledParts }
}
