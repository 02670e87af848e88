// A project on a terminal: how far it is, who is at what, what waits for a person, and what happened last.
import type { Board, BoardPhase } from '../core/board/shown.js'
import { progressBar, shareText } from '../core/derivation/progress.js'
import { fitted } from '../std/fitted.js'
import { visibleLine } from '../std/visible.js'
import { titleOf } from './head.js'
import { type Tone, toneOf } from './tones.js'

interface Screen {
  readonly columns: number
  readonly rows: number
  /** Colours a text; called with what is one line already. */
  paint(tone: Tone | 'bold' | 'faint', text: string): string
}

/** Lines of a part at least, however small the terminal is. */
const LEAST = 3

export function linesOf(board: Board, screen: Screen): readonly string[] {
  const { columns, rows, paint } = screen
  const one = (text: string): string => {
    const line = visibleLine(text)
    return line.length > columns ? `${line.slice(0, Math.max(0, columns - 1))}…` : line
  }
  const few = (text: string): readonly string[] =>
    fitted(visibleLine(text), columns).split('\n').slice(0, LEAST).map(one)
  const { share, plans, percent } = board.progress
  const top = [
    paint('bold', one(titleOf(board).join(': '))),
    ...(percent === null
      ? []
      : few(`${progressBar(percent)}  ${shareText(share)}; ${plans.done}/${plans.total} plans`)),
    ...few(`next: ${board.next}, because ${board.reason}`),
  ]
  const working = workersIn(board).map((text) => paint('going', one(`  ${text}`)))
  const asking = board.waiting.map(({ text }) => paint('weak', one(`  ? ${text}`)))
  const lately = board.timeline.entries
    .slice(0, LEAST + 2)
    .map(({ at, verb, unit }) =>
      paint('faint', one(`  ${at.slice(11, 19)}  ${verb}${unit === null ? '' : ` ${unit}`}`)),
    )
  const beside = [part('At work', working), part('Waits for a person', asking), part('Lately', lately)].flat()
  const room = Math.max(LEAST, rows - top.length - beside.length - 4)
  const shown = phasesIn(board.phases, room)
  const list = shown.map((phase) => phaseLine(phase, screen))
  const legend = shown.length === 0 ? [] : [paint('faint', one(`  ${legendOf(shown)}`))]
  return [...top, ...part('Phases', [...list, ...legend]), ...beside]
}

const part = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `${title}:`, ...lines]

const workersIn = ({ phases }: Board): readonly string[] =>
  phases.flatMap(({ worker, work }) =>
    [worker, ...work.map((plan) => plan.worker)].flatMap((found) =>
      found === null ? [] : [`${found.unit} since ${found.since.slice(11, 16)}`],
    ),
  )

/** Around the first open one, so that what goes on is seen. */
function phasesIn(phases: readonly BoardPhase[], room: number): readonly BoardPhase[] {
  const first = phases.findIndex(({ done, closed }) => !done && !closed)
  const start = Math.max(0, Math.min(first < 0 ? phases.length : first - 1, phases.length - room))
  return phases.slice(start, start + room)
}

const MARKS: Readonly<Record<Tone, string>> = { good: '✓', going: '▶', weak: '!', bad: '✗', idle: '·' }

const MEANINGS: Readonly<Record<Tone, string>> = {
  good: 'finished',
  going: 'in progress',
  weak: 'not verified',
  bad: 'failed',
  idle: 'open',
}

const legendOf = (phases: readonly BoardPhase[]): string => {
  const tones = (Object.keys(MARKS) as Tone[]).filter((tone) => phases.some((phase) => toneOf(phase) === tone))
  const marks = tones.map((tone) => `${MARKS[tone]} ${MEANINGS[tone]}`)
  return [...marks, ...(phases.some(({ critical }) => critical) ? ['* longest path'] : [])].join('   ')
}

/** A title gives way to what stands behind it. */
function phaseLine(phase: BoardPhase, { columns, paint }: Screen): string {
  const tone = toneOf(phase)
  const { done, total } = phase.plans
  const plans = total === 0 ? '' : ` ${done}/${total}`
  const behind = `  ${phase.status}${plans}${phase.critical ? ' *' : ''}`
  const title = visibleLine(`  ${MARKS[tone]} ${phase.number}. ${phase.title}`)
  const room = Math.max(LEAST_TITLE, columns - behind.length)
  const shown = title.length > room ? `${title.slice(0, room - 1)}…` : title
  return paint(tone, `${shown}${behind}`.slice(0, columns))
}

const LEAST_TITLE = 12
