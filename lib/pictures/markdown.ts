// The report as Markdown for a pull request. Texts of the project are escaped, so that none becomes a mention or a link.
import type { BoardPhase, WholeBoard } from '../core/board/shown.js'
import { progressBar } from '../core/derivation/statuses.js'
import { counted } from '../std/text.js'
import { visibleLine } from '../std/visible.js'
import { titleOf } from './words.js'

/** Marks a file as one of ours, which may be overwritten. */
export const MARKDOWN_MARK = '<!-- gsd-pack report -->'

/** Maximum number of rows or items in a part, because a pull request comment should stay short. */
const MAX_ROWS = 100

/** Maximum length of a reason, a blocker or what waits for the user, any of which may list every phase of a large project. */
const MAX_REASON = 600
const MAX_BLOCKERS = 10

const shortened = (text: string): string => (text.length > MAX_REASON ? `${text.slice(0, MAX_REASON)}…` : text)

/** An empty comment, which is invisible and breaks automatic mentions and links. */
const BREAK = '<!-- -->'

const escaped = (text: string): string =>
  visibleLine(text)
    .replace(/[\\`*_{}[\]()#+\-.!|~>]/g, (character) => `\\${character}`)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/@/g, `@${BREAK}`)
    .replace(/:\/\//g, `:${BREAK}//`)
    .replace(/www\\\./gi, (found) => `${found.slice(0, 3)}${BREAK}\\.`)

const table = (columns: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => [
  `| ${columns.join(' | ')} |`,
  `|${columns.map(() => ' --- |').join('')}`,
  ...rows.slice(0, MAX_ROWS).map((cells) => `| ${cells.join(' | ')} |`),
  ...(rows.length > MAX_ROWS ? ['', `and ${rows.length - MAX_ROWS} more`] : []),
]

export function reportMarkdown(board: WholeBoard): string {
  const parts = [headOf(board), phasesOf(board), chainOf(board), evidenceOf(board), questionsOf(board), healthOf(board)]
  return `${MARKDOWN_MARK}\n${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function headOf(board: WholeBoard): readonly string[] {
  const { progress, next, reason, blockers, phases } = board
  const { says, plans, percent } = progress
  const bar = percent === null ? '' : `\`${progressBar(percent)}\` ${says}; ${plans.done} of ${plans.total} plans`
  return [
    `## ${titleOf(board).map(escaped).join(': ')}`,
    '',
    bar || (phases.length === 0 ? 'No phases yet.' : 'No open phases.'),
    '',
    `**Next:** ${escaped(next)}, because ${escaped(shortened(reason))}`,
    ...(blockers.length === 0
      ? []
      : ['', ...blockers.slice(0, MAX_BLOCKERS).map((text) => `- Blocked by: ${escaped(shortened(text))}`)]),
  ]
}

const phasesOf = ({ phases }: WholeBoard): readonly string[] =>
  phases.length === 0
    ? []
    : table(
        ['Phase', 'Plans', 'Status', 'Verification'],
        phases.map((phase) => [
          `${escaped(phase.number)}. ${escaped(phase.title)}`,
          phase.plans.total === 0 ? '' : `${phase.plans.done}/${phase.plans.total}`,
          `${phase.says}${phase.atWork.length === 0 ? '' : ', at work'}`,
          phase.verification?.says ?? '',
        ]),
      )

function chainOf({ phases }: WholeBoard): readonly string[] {
  const critical = phases.filter((phase) => phase.critical)
  if (critical.length < 2) return []
  const shown = critical.slice(0, MAX_ROWS)
  const numbers = shown.map(({ number }: BoardPhase) => escaped(number)).join(' → ')
  return [`**Longest remaining chain:** ${numbers}${shown.length < critical.length ? ' → …' : ''}`]
}

function evidenceOf({ requirements, phases }: WholeBoard): readonly string[] {
  if (requirements.length === 0) return []
  const plans = new Map(phases.flatMap(({ work }) => work.map((plan) => [plan.id, plan] as const)))
  const verdictOf = (id: string): string => {
    const proof = plans.get(id)?.proof ?? null
    return `${escaped(id)} ${proof === null ? 'no receipt' : proof.weak === null ? proof.verdict : 'proves nothing'}`
  }
  return [
    '### Evidence',
    '',
    ...table(
      ['Requirement', 'Status', 'Plans and receipts'],
      requirements.map(({ id, text, standing, plans: carriers }) => [
        `**${escaped(id)}** ${escaped(text)}`,
        standing,
        carriers.map(verdictOf).join('<br>'),
      ]),
    ),
  ]
}

function questionsOf({ waiting, questions, captures }: WholeBoard): readonly string[] {
  const optionsOf = (text: string) => questions.find(({ open, question }) => open && question === text)?.options ?? []
  return [
    '### For you',
    '',
    ...(waiting.length === 0 ? ['Nothing waits for you.'] : []),
    ...waiting.slice(0, MAX_ROWS).map(({ text }) => {
      const options = optionsOf(text).map(escaped).join(', ')
      return `- ${escaped(shortened(text))}${options === '' ? '' : ` (${options})`}`
    }),
    ...(captures.length === 0 ? [] : ['', '### Noted for later', '']),
    ...captures
      .slice(0, MAX_ROWS)
      .map(({ kind, text }) => `- ${kind === null ? '' : `${escaped(kind)}: `}${escaped(text)}`),
  ]
}

const healthOf = ({ health: { status, errors, warnings } }: WholeBoard): readonly string[] => [
  `**Health:** ${status}${errors.length + warnings.length === 0 ? '' : ` (${counted(errors.length, 'error')}, ${counted(warnings.length, 'warning')})`}`,
  ...(errors.length === 0 ? [] : ['', ...errors.slice(0, 10).map(({ message }) => `- ${escaped(message)}`)]),
]
