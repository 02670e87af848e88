// Pending actions: the required leftovers of a finished plan, listed below a label inside `## Known Issues`.
import type { Issue } from '../../errors.js'
import { type Heading, labelsOf, lineAfter, type Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { lineStart } from '../parts/draft.js'
import { issueAt } from '../parts/issues.js'
import { visibleLines } from '../parts/placeholders.js'
import { allHeadings, allSections } from '../parts/prose.js'

export interface PendingActions {
  readonly actions: readonly string[]
  readonly issues: readonly Issue[]
  /** Labels with their lists, in order: what is left of the section is prose. */
  readonly blocks: readonly Range[]
}

const MAX_ACTIONS = 50
const MAX_ACTION_LENGTH = 500

const LABEL = /^pending actions$/i
const HEADING = /^pending actions\s*:?$/i
const NOTHING = /^\[?(?:none|n\/a|na|nil|nothing|no pending actions)\]?[.!]?$/i
const PLACEHOLDER = /\{\{.*\}\}/

/** Where a label stands and what follows it on its line. */
interface Found {
  readonly start: number
  /** Beginning of the next line. */
  readonly next: number
  readonly inline: string
}

export function readPendingActions(source: Source): PendingActions {
  const text = source.text ?? ''
  const labels = labelsIn(source, text)
  if (labels.length === 0) return { actions: [], issues: [], blocks: [] }
  const sections = allSections(source).filter(isKnownIssues)
  const actions: string[] = []
  const issues: Issue[] = []
  const blocks: Range[] = []
  let next = 0
  for (const label of labels) {
    while (next < sections.length && (sections[next]?.end ?? 0) <= label.start) next++
    const section = sections[next]
    if (section === undefined || label.start < section.start) {
      issues.push(outside(source, label.start))
      continue
    }
    if (label.inline !== '' && !NOTHING.test(label.inline)) issues.push(inline(source, label))
    const block = listAfter(source, { start: label.next, end: section.end })
    blocks.push({ start: label.start, end: block.end })
    for (const item of block.items) {
      if (PLACEHOLDER.test(item.text)) issues.push(placeholder(source, item))
      else actions.push(item.text)
    }
  }
  const long = actions.some((action) => action.length > MAX_ACTION_LENGTH)
  if (actions.length > MAX_ACTIONS || long) issues.push(limit(source, blocks[0]?.start ?? 0, actions.length))
  return { actions: actions.slice(0, MAX_ACTIONS).map((action) => action.slice(0, MAX_ACTION_LENGTH)), issues, blocks }
}

export const isKnownIssues = ({ heading }: { readonly heading: Heading }): boolean =>
  heading.level === 2 && heading.text.toLowerCase() === 'known issues'

/** Label lines at most three columns in, and headings of level 3 to 6. A heading of level 1 or 2 is a section of its own. */
function labelsIn(source: Source, text: string): readonly Found[] {
  const lines = labelsOf(source)
    .filter(({ name, start }) => LABEL.test(name.trim()) && atMargin(text, start))
    .map(({ start, end, value }) => ({ start, next: lineAfter(text, end), inline: value }))
  const headings = allHeadings(source)
    .filter((heading) => HEADING.test(heading.text))
    .map(({ start, end }) => ({ start, next: lineAfter(text, end), inline: '' }))
  return [...lines, ...headings].sort((a, b) => a.start - b.start)
}

function atMargin(text: string, start: number): boolean {
  const before = text.slice(lineStart(text, start), start)
  return before.length <= 3 && before.trim() === ''
}

interface ListItem {
  readonly text: string
  readonly start: number
}

const MARKER = /^ ?(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/
const NESTED = /^(?:[-*+]|\d{1,9}[.)])[ \t]+/
const BOX = /^\[([ xX])\][ \t]+/

/** The list at the beginning of the range, after at most one blank line. */
function listAfter(source: Source, range: Range): { readonly items: readonly ListItem[]; readonly end: number } {
  const text = source.text ?? ''
  const items: { text: string; start: number }[] = []
  let end = range.start
  let blanks = 0
  for (const { start, end: eol, text: line } of visibleLines(source, range)) {
    const raw = text.slice(start, eol).trimStart()
    if (line.trim() === '' && raw !== '') {
      if (raw.startsWith('`') || raw.startsWith('~')) break
      continue
    }
    if (line.trim() === '') {
      if (items.length > 0 || ++blanks > 1) break
      continue
    }
    const marker = RULE.test(line) ? null : MARKER.exec(line)
    const last = items.at(-1)
    if (marker !== null) items.push({ text: line.slice(marker[0].length).trim(), start })
    else if (last !== undefined && /^(?: {2}|\t| \t)/.test(line) && !RULE.test(line)) continueItem(last, line.trim())
    else break
    end = lineAfter(text, eol)
  }
  return { items: items.flatMap(openItem), end }
}

function continueItem(item: { text: string }, line: string): void {
  const nested = NESTED.exec(line)
  const rest = nested === null ? line : line.slice(nested[0].length)
  const joint = item.text === '' ? '' : nested === null ? ' ' : '; '
  item.text += joint + rest
}

/** Without its box; nothing for done items and for words that say there is nothing. */
function openItem(item: ListItem): readonly ListItem[] {
  const box = BOX.exec(item.text)
  if (box !== null && box[1] !== ' ') return []
  const text = (box === null ? item.text : item.text.slice(box[0].length)).trim()
  return text === '' || NOTHING.test(text) ? [] : [{ text, start: item.start }]
}

const outside = (source: Source, offset: number): Issue =>
  issueAt(source, offset, {
    code: 'PA_OUTSIDE_SECTION',
    severity: 'error',
    expected: 'the label inside "## Known Issues"',
    received: 'the label elsewhere',
    message: 'pending actions outside of "## Known Issues" are not seen',
    fix: 'Move "Pending actions:" and its list below the heading "## Known Issues".',
  })

const inline = (source: Source, label: Found): Issue =>
  issueAt(source, label.start, {
    code: 'PA_INLINE',
    severity: 'error',
    expected: 'a list below the label',
    received: label.inline.slice(0, 80),
    message: 'text beside "Pending actions:" is not seen as an action',
    fix: 'Write each action as a list item on a line of its own below the label, or "none" beside it.',
  })

const placeholder = (source: Source, item: ListItem): Issue =>
  issueAt(source, item.start, {
    code: 'PA_PLACEHOLDER',
    severity: 'error',
    expected: 'an action, or "- None"',
    received: item.text.slice(0, 80),
    message: 'a placeholder stands where an action should be',
    fix: 'Replace it by the action, or by "- None".',
  })

const limit = (source: Source, offset: number, count: number): Issue =>
  issueAt(source, offset, {
    code: 'PA_LIMIT',
    severity: 'error',
    expected: `at most ${MAX_ACTIONS} actions of at most ${MAX_ACTION_LENGTH} characters`,
    received: `${count} actions`,
    message: 'the pending actions are too many or too long',
    fix: 'Join related actions and shorten them; details belong into the prose above the label.',
  })
