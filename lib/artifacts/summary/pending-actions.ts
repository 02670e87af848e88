// Pending actions: required work that a finished plan left undone, listed under a "Pending actions" heading or label.
import type { Issue } from '../../errors.js'
import type { Source } from '../../ports.js'
import { onceOf } from '../../std/once.js'
import { issueAt } from '../codec.js'
import { type Entry, entriesIn, joinedLines, partsIn } from '../parts/entries.js'
import { isPlaceholder } from '../parts/placeholders.js'

/** Words that occur in every text with pending actions. */
export const PENDING_WORD = 'pending action'

const namesPendingActions = (text: string): boolean => text.toLowerCase().includes(PENDING_WORD)

export const readPendingActions = onceOf((source: Source): Omit<Found, 'source'> => {
  const found: Found = { source, actions: [], ticked: [], issues: [] }
  if (namesPendingActions(source.text ?? ''))
    for (const { heading, range } of partsIn(source, {})) {
      const entries = entriesIn(
        source,
        range,
        {},
        { test: (line) => namesPendingActions(line) && afterLabel(line) !== null },
      )
      const isLabelled = labelledLists(found, entries)
      const isHeading =
        heading !== null && namesPendingActions(heading.text) && !saysNothing(heading.text.replace(EMPHASIS, ''))
      if (isHeading && !isLabelled) collectList(found, entries, true)
    }
  return found
})

interface Found {
  readonly source: Source
  readonly actions: string[]
  /** Ticked actions of this plan or earlier ones, which are done or no longer needed. */
  readonly ticked: string[]
  readonly issues: Issue[]
}

const EMPHASIS = /[*_]{1,3}/g

const NAME = String.raw`pending actions?(?:[ \t]*\([^()]{0,80}\))?`
const MARK = '[ \t]*([:：—–]?)[ \t]*'
const LABEL = new RegExp(String.raw`^([*_]{0,3})${NAME}${MARK}([*_]{0,3})${MARK}([\s\S]*)$`, 'iu')
/** The text after the label at the start of a line; null if there is no label. */
function afterLabel(line: string): string | null {
  const [, opened = '', inner = '', closed = '', outer = '', tail = ''] = LABEL.exec(line) ?? []
  const [firstLine = '', ...more] = tail.split('\n')
  // A dash ends a label only if nothing follows on the line; otherwise the words may be part of a sentence.
  const isLabel = /[:：]/.test(inner + outer) || firstLine === ''
  if (!isLabel || !LABEL.test(line)) return null
  // `**Pending actions: none**`: the bold closes after the text.
  const inline = opened !== '' && closed === '' ? firstLine.replace(/[*_]{1,3}$/, '') : firstLine
  return [inline, ...more].join('\n').trim()
}

/** Collects the lists after labels, at any depth; returns whether there was a label. */
function labelledLists(found: Found, entries: readonly Entry[]): boolean {
  let isLabelled = false
  for (const [at, entry] of entries.entries()) {
    const inline = afterLabel(entry.text)
    isLabelled = inline !== null || labelledLists(found, entry.nested) || isLabelled
    if (inline === null) continue
    const hasText = inline !== '' && !/:\W*$/.test(inline)
    if (UNREADABLE.test(inline)) found.issues.push(unreadable(found.source, entry.start, inline))
    else if (hasText) collectList(found, [{ ...entry, text: inline }], true)
    else collectList(found, listBelow(found.source, entries, at), false)
  }
  return isLabelled
}

/** A label's list: its nested entries; if it has none and is no list item, the entries up to the next label. */
function listBelow(source: Source, entries: readonly Entry[], at: number): readonly Entry[] {
  const label = entries[at] as Entry
  if (label.nested.length > 0) return label.nested
  if (ITEM.test(lineAt(source, label))) return []
  const end = entries.findIndex((other, index) => index > at && afterLabel(other.text) !== null)
  return entries.slice(at + 1, end < 0 ? entries.length : end)
}

const ITEM = /^[ \t]*(?:[-*+•‣◦▪·–—]|\(?\d{1,9}[.):])[ \t]+/
const TICKED = new RegExp(String.raw`${ITEM.source}\[[xX]\][ \t]`)
const OTHER_LABEL = /^\*\*[^*]{1,60}(?::\*\*|\*\*[ \t]*:)/
/** Matches a line that ends a list even without a blank line before it, and the text after it. */
const END = /\n[ \t]*(?:```|~~~|-{3,}|\*{3,}|_{3,}|\*\*[^*\n]{1,60}(?::\*\*|\*\*[ \t]*:))[\s\S]*$/
const RULE = /^[-*_ \t]+$/
/** Matches the start of code, HTML or a quote, which are not read. */
const UNREADABLE = /^(?:```|~~~|<[a-z]|>)/i

const lineAt = ({ text }: Source, { start }: Entry): string => (text ?? '').slice(start, start + 40)

/** Collects the items up to the first other block; if there is no list, prose counts as an action. */
function collectList(found: Found, entries: readonly Entry[], isHeading: boolean): void {
  const end = entries.findIndex(({ text, mark }, at) => {
    const before = entries[at - 1]
    const isOver = before !== undefined && END.test(before.text)
    return isOver || RULE.test(text) || OTHER_LABEL.test(text) || (mark === 'prose' && at > 0 && !isHeading)
  })
  const all = end < 0 ? entries : entries.slice(0, end)
  const [first] = all
  if (first !== undefined && (first.mark === 'table' || UNREADABLE.test(first.text)))
    found.issues.push(unreadable(found.source, first.start, first.mark === 'table' ? 'a table' : first.text))
  const isIntroduced = first?.mark !== 'prose' || isHeading || first.text.endsWith(':')
  const items = isIntroduced ? all.filter(({ mark }) => mark !== 'prose' && mark !== 'table') : []
  for (const entry of items.length > 0 ? items : all.filter(({ mark }) => mark === 'prose')) {
    const text = fullText(found.source, entry)
    if (TICKED.test(lineAt(found.source, entry))) found.ticked.push(ownText(entry))
    else if (text !== '' && !saysNothing(text) && !isPlaceholder(text) && !UNREADABLE.test(text))
      found.actions.push(text)
  }
}

const ownText = ({ text }: Entry): string => joinedLines(text.replace(END, ''))

/** The text of an item and of its unticked nested items, on one line. */
const fullText = (source: Source, entry: Entry): string =>
  [
    ownText(entry),
    ...entry.nested.filter((one) => !TICKED.test(lineAt(source, one))).map((one) => fullText(source, one)),
  ]
    .filter((text) => text !== '')
    .join('; ')

const NOTHING =
  /^[[(*_]*(?:there (?:are|is) )?(?:none|n\/a|na|nil|nothing|no (?:pending|open|outstanding|further|remaining|more) \w+)/i
const REST =
  /^[\])*_.!]*(?:$|[ \t]*[(—–-]|\.[ \t]|[ \t]+(?:left|remain(?:ing|s)?|pending|outstanding|open|required|needed|known|identified|at this|for (?:now|this))\b)/i
const EXCEPTION = /\b(?:but|except|apart from|other than|besides)\b/i

/** Whether the text says that there is nothing, without an exception. */
function saysNothing(text: string): boolean {
  const found = NOTHING.exec(text)
  return found !== null && REST.test(text.slice(found[0].length)) && !EXCEPTION.test(text)
}

const unreadable = (source: Source, offset: number, received: string): Issue =>
  issueAt(source, offset, {
    code: 'PA_UNREAD',
    expected: 'a list of remaining actions, one per item, or "- None"',
    received: received.slice(0, 120),
    message: 'the label for pending actions is not followed by a list',
    fix: 'Write one item for each action below the label, or "- None".',
  })
