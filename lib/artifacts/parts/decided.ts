// Decisions and questions on one line each: an id, whose it is, and what was decided.
import type { Issue } from '../../errors.js'
import type { Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { type Infer, oneOf, orNull, record, text, textOrNull } from '../../std/shape.js'
import { meanings } from '../../std/text.js'
import { entriesIn, labelled, oneLine, wholeOf } from './entries.js'
import { lineIssue, tableIssue } from './lines-codec.js'
import { isSaid } from './placeholders.js'

const WHOSE = ['asked', 'mine', 'left to me'] as const
/** The user answered, the author chose, or the user left it to the author. */
export type Whose = (typeof WHOSE)[number]

const whose = orNull(oneOf(WHOSE))
export const decisionShape = record({ id: textOrNull('D-01; null: it gets the next free one'), whose, text: text() })
export type DraftDecision = Infer<typeof decisionShape>

export const questionShape = record({ question: text(), whose, answer: textOrNull('Null: still open') })
export type OpenQuestion = Infer<typeof questionShape>

const WORDS: Readonly<Record<string, Whose>> = meanings({
  asked: ['user', 'the user', 'person', 'answered'],
  mine: ['me', 'agent', 'assumed'],
  'left to me': ['left', 'delegated', 'you decide', 'discretion'],
})

export const whoseIn = (words: string): Whose | null => WORDS[words.toLowerCase().trim()] ?? null

const DECISION = /^(D\w{0,4}-\d[A-Za-z0-9_-]*)\s*(?:[([]([^()[\]]{1,20})[)\]])?\s*(?:[:–—-]|$)\s*/i
/** `D6:` and `D 6 (mine)`: an id that is spelled as none. */
const BARE = /^D ?(\d{1,3})(?=\s*(?:[:([]|[–—-]\s))/i
const LEADING = /^[([]([^()[\]]{1,20})[)\]]\s*[:–—-]?\s*/
const TRAILING = /\s*[([]([^()[\]]{1,20})[)\]][.\s]*$/

/** Marks of emphasis around the head of a line; those in its text stay. */
function withoutBold(line: string): string {
  const end = line.startsWith('**') ? line.indexOf('**', 2) : -1
  return end < 0 ? line : line.slice(2, end) + line.slice(end + 2)
}

export function decidedIn(
  source: Source,
  range: Range,
): { readonly decisions: readonly DraftDecision[]; readonly issues: readonly Issue[] } {
  const decisions: DraftDecision[] = []
  const issues: Issue[] = []
  for (const entry of entriesIn(source, range, {})) {
    if (entry.mark === 'table') {
      issues.push(tableIssue(source, entry.start, entry.text, '"- D-01 (mine): what was decided"'))
      continue
    }
    const line = withoutBold(wholeOf(entry))
    const id = DECISION.exec(line)
    const lead = id === null ? LEADING.exec(line) : null
    const word = id?.[2] ?? lead?.[1]
    const rest = line.slice(
      word !== undefined && id === null && whoseIn(word) === null ? 0 : ((id ?? lead)?.[0].length ?? 0),
    )
    if (id !== null && rest === '') issues.push(emptyIssue(source, entry.start, line))
    const near = id === null ? BARE.exec(line)?.[1] : undefined
    if (near !== undefined) {
      issues.push(idIssue(source, entry.start, line, near.padStart(2, '0')))
      continue
    }
    if (!isSaid(rest)) continue
    if (id?.[2] !== undefined && whoseIn(id[2]) === null) {
      issues.push(whoseIssue(source, entry.start, id[2]))
      continue
    }
    const tail = word === undefined ? TRAILING.exec(rest) : null
    const behind = tail === null ? null : whoseIn(tail[1] as string)
    decisions.push({
      id: id?.[1]?.toUpperCase() ?? null,
      whose: word === undefined ? behind : whoseIn(word),
      text: behind === null || tail === null ? rest : rest.slice(0, tail.index),
    })
  }
  return { decisions, issues }
}

const whoseIssue = (source: Source, start: number, word: string): Issue =>
  lineIssue(source, start, 'DECISION_WHOSE', {
    expected: 'whose decision it is: (asked), (mine) or (left to me)',
    received: `(${word})`,
    fix: 'Write it as "- D-01 (mine): what was decided".',
  })

const emptyIssue = (source: Source, start: number, line: string): Issue =>
  lineIssue(source, start, 'DECISION', {
    expected: 'what was decided, behind its id',
    received: line,
    fix: 'Write it as "- D-01 (mine): what was decided", or remove the line.',
  })

const idIssue = (source: Source, start: number, line: string, number: string): Issue =>
  lineIssue(source, start, 'DECISION', {
    expected: `D-${number}`,
    received: line,
    fix: `Write it as "- D-${number} (mine): what was decided"; without an id it gets the next free one.`,
  })

const ANSWERS = { mine: 'mine', asked: 'asked', 'left to me': 'left to me', answer: 'asked' } as const

/** `question? (mine) answer`, `question? (mine: answer)`, or the answer on a line below. */
export function openIn(
  source: Source,
  range: Range,
): readonly { readonly start: number; readonly open: OpenQuestion }[] {
  return entriesIn(source, range, ANSWERS).flatMap((entry) => {
    const line = oneLine(entry.text)
    if (!isSaid(line)) return []
    const below = entry.nested.flatMap(({ text }) => labelled(text, ANSWERS) ?? [])[0]
    const settled =
      below === undefined
        ? answerIn(line)
        : { question: line, whose: below.label as Whose, answer: oneLine(below.value) }
    return [{ start: entry.start, open: settled }]
  })
}

const ANSWER = /\s*[([](asked|user|mine|agent|assumed|left to me|you decide)\s*(?:[)\]]|[:,–—-]\s*)/gi

function answerIn(line: string): OpenQuestion {
  for (const found of line.matchAll(ANSWER)) {
    const question = line.slice(0, found.index).trim()
    const closed = /[)\]]$/.test(found[0])
    const rest = line.slice((found.index ?? 0) + found[0].length).trim()
    const answer = (closed ? rest.replace(/^[:–—-]\s*/, '') : rest.replace(/[)\]][.\s]*$/, '')).trim()
    if (question !== '' && answer !== '') return { question, whose: whoseIn(found[1] as string), answer }
  }
  return { question: line, whose: null, answer: null }
}
