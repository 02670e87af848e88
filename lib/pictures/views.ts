// A project in the terminal: seven views, each as lines that fit the terminal's width.
import { mergedTimeline } from '../core/board/moments.js'
import type { BoardPhase, WholeBoard, Worker } from '../core/board/shown.js'
import { progressBar } from '../core/derivation/statuses.js'
import { fitted } from '../std/fitted.js'
import { counted } from '../std/text.js'
import { visibleLine } from '../std/visible.js'
import {
  costText,
  factLine,
  journalText,
  planTone,
  priceText,
  problemsOf,
  requirementTone,
  spanText,
  type Tone,
  timeText,
  titleOf,
  tokenText,
  toneOf,
  verdictTone,
  workerFacts,
  workText,
} from './words.js'

interface Screen {
  readonly columns: number
  /** Returns a line with the colour or weight of its tone. */
  paint(tone: Tone | 'bold' | 'faint', text: string): string
}

interface Line {
  readonly text: string
  readonly tone?: Tone | 'bold' | 'faint'
}

interface View {
  readonly title: string
  lines(board: WholeBoard): readonly Line[]
}

const MARKS: Readonly<Record<Tone, string>> = { good: '✓', done: '○', going: '▶', weak: '!', bad: '✗', idle: '·' }
const MEANINGS: Readonly<Record<Tone, string>> = {
  good: 'verified',
  done: 'done, not verified',
  going: 'in progress',
  weak: 'weak',
  bad: 'failed',
  idle: 'open',
}

const markedLine = (tone: Tone, text: string): Line => ({ tone, text: `  ${MARKS[tone]} ${text}` })
const plainLine = (text: string): Line => ({ text: `  ${text}` })
const faintLine = (text: string): Line => ({ tone: 'faint', text: `    ${text}` })
const withTitle = (title: string, lines: readonly Line[]): readonly Line[] =>
  lines.length === 0 ? [] : [{ text: '' }, { tone: 'bold', text: title }, ...lines]
const waitingLines = ({ waiting }: WholeBoard): readonly Line[] =>
  withTitle(
    'For you',
    waiting.length === 0
      ? [plainLine('Nothing waits for you.')]
      : waiting.flatMap(({ text, fix }) => [{ tone: 'weak', text: `  ? ${text}` } as const, faintLine(fix)]),
  )

const workerLines = (board: WholeBoard): readonly Line[] =>
  withTitle(
    'At work',
    board.workers.flatMap((worker: Worker) => [
      { tone: 'going', text: `  ▶ ${workText(worker, board.phases)}` } as const,
      faintLine(workerFacts(worker, Date.parse(board.at))),
      ...worker.lines.slice(-1).map((line) => faintLine(`› ${line}`)),
    ]),
  )

const problemLines = (board: WholeBoard): readonly Line[] =>
  withTitle(
    'Problems',
    problemsOf(board).flatMap(({ text, fix }) => [markedLine('bad', text), ...(fix === null ? [] : [faintLine(fix)])]),
  )

const phaseLine = (phase: BoardPhase): Line =>
  markedLine(
    toneOf(phase),
    `${phase.number}. ${phase.title} · ${factLine([
      phase.says,
      phase.plans.total === 0 ? '' : `${phase.plans.done}/${phase.plans.total}`,
      phase.ready ? 'ready' : '',
      phase.atWork.length > 0 && 'at work',
    ])}${phase.critical ? ' *' : ''}`,
  )

function legendOf(phases: readonly BoardPhase[]): readonly Line[] {
  const tones = (Object.keys(MARKS) as Tone[]).filter((tone) => phases.some((phase) => toneOf(phase) === tone))
  const marks = tones.map((tone) => `${MARKS[tone]} ${MEANINGS[tone]}`)
  const chain = phases.some(({ critical }) => critical) ? ['* longest chain left'] : []
  return marks.length === 0 ? [] : [{ tone: 'faint', text: `  ${[...marks, ...chain].join('   ')}` }]
}

const costLines = ({ spent }: WholeBoard): readonly Line[] =>
  costText(spent) === '' ? [] : withTitle('Cost', [plainLine(costText(spent))])

const progress: View = {
  title: 'Progress',
  lines(board) {
    const { percent, says, plans } = board.progress
    const top: readonly Line[] = [
      ...(percent === null ? [] : [{ text: `${progressBar(percent)}  ${says}; ${plans.done}/${plans.total} plans` }]),
      { text: `next: ${board.next}, because ${board.reason}` },
    ]
    const summary = [...workerLines(board), ...waitingLines(board), ...problemLines(board), ...costLines(board)]
    return [...top, ...summary, ...withTitle('Phases', [...legendOf(board.phases), ...board.phases.map(phaseLine)])]
  },
}

const dependencies: View = {
  title: 'Dependencies',
  lines({ phases }) {
    const numbers = new Map(phases.map(({ id, number }) => [id, number]))
    const open = phases.filter(({ done, closed }) => !done && !closed)
    const begun = open.filter(({ ready, wave }) => !ready && wave === 1)
    const needs = ({ after }: BoardPhase) =>
      after.length === 0 ? [] : [faintLine(`needs ${after.map((id) => numbers.get(id) ?? id).join(', ')}`)]
    const lines = (some: readonly BoardPhase[]) => some.flatMap((phase) => [phaseLine(phase), ...needs(phase)])
    const critical = phases.filter((phase) => phase.critical)
    return [
      ...(open.length === 0 ? withTitle('Every phase is done, in this order', lines(phases)) : []),
      ...withTitle('Ready to start', lines(open.filter(({ ready }) => ready))),
      ...withTitle('Begun', lines(begun)),
      ...withTitle('Waiting for others', lines(open.filter((phase) => !phase.ready && !begun.includes(phase)))),
      ...withTitle(
        'Longest remaining chain',
        critical.length < 2 ? [] : [plainLine(critical.map(({ number }) => number).join(' → '))],
      ),
      ...open
        .filter(({ work }) => work.length > 0)
        .flatMap(({ number, work }) =>
          withTitle(
            `Plans of phase ${number}`,
            work.map((plan) =>
              markedLine(
                planTone(plan),
                `${plan.id}  ${factLine([plan.status, plan.after.length === 0 ? '' : `after ${plan.after.join(', ')}`])}`,
              ),
            ),
          ),
        ),
      ...legendOf(open),
    ]
  },
}

const evidence: View = {
  title: 'Evidence',
  lines({ requirements, phases }) {
    const proofs = phases.flatMap(({ work }) => work).filter(({ proof }) => proof !== null)
    return [
      ...withTitle(
        'Requirements',
        requirements.map((one) => markedLine(requirementTone(one), `${one.id} ${one.text} · ${one.standing}`)),
      ),
      ...withTitle(
        'Receipts',
        proofs.flatMap(({ id, proof }) => [
          markedLine(
            proof?.weak === null ? verdictTone(proof.verdict) : 'weak',
            `${id}  ${proof?.weak ?? proof?.verdict}`,
          ),
          ...(proof?.checks ?? []).map(({ command, exit, passed }) =>
            faintLine(
              factLine([
                `$ ${command}`,
                exit === null ? '' : `exit ${exit}`,
                passed === null ? '' : `${passed} passed`,
              ]),
            ),
          ),
        ]),
      ),
    ]
  },
}

const timeline: View = {
  title: 'Timeline',
  lines({ timeline: written, commits }) {
    const { moments } = mergedTimeline(written, commits)
    let day = ''
    return moments.flatMap((moment) => {
      const text =
        moment.kind === 'commit'
          ? `commit ${moment.subject} (${moment.who})`
          : `${journalText(moment)}${moment.undone ? ' (undone)' : ''}`
      const [date = '', clock = ''] = timeText(moment.at).split(' ')
      const line = plainLine(`${clock}  ${text}`)
      if (date === day) return [line]
      day = date
      return [...withTitle(day, [line])]
    })
  },
}

const cost: View = {
  title: 'Cost',
  lines(board) {
    const rows = board.costs
      .filter(({ key }) => key !== 'unknown')
      .map(({ key, units, minutes, tokens, cost: price }) =>
        plainLine(
          `${key.padEnd(24)}  ${factLine([
            counted(units, 'piece'),
            minutes === null ? '' : spanText(minutes),
            tokens === null ? '' : tokenText(tokens),
            priceText(price),
          ])}`,
        ),
      )
    return [...costLines(board), ...withTitle('By phase', rows)]
  },
}

const questions: View = {
  title: 'Questions',
  lines: (board) => [
    ...waitingLines(board),
    ...withTitle(
      'Answered',
      board.questions
        .filter(({ open }) => !open)
        .flatMap(({ question, choice }) => [plainLine(question), faintLine(choice ?? '')]),
    ),
    ...withTitle('Noted for later', [...board.captures.map(({ text }) => text), ...board.leftovers].map(plainLine)),
  ],
}

const health: View = {
  title: 'Health',
  lines: ({ health: { errors, warnings, info } }) =>
    (
      [
        ['bad', errors],
        ['weak', warnings],
        ['idle', info],
      ] as const
    ).flatMap(([tone, found]) => found.flatMap(({ message, fix }) => [markedLine(tone, message), faintLine(fix)])),
}

export const VIEWS: readonly View[] = [progress, dependencies, evidence, timeline, cost, questions, health]

/** Returns the project's title and the lines of the view with this index in `VIEWS`. */
export function viewLines(board: WholeBoard, at: number, { columns, paint }: Screen): readonly string[] {
  const { title, lines } = VIEWS[at] as View
  const found = lines(board)
  const shown = found.length === 0 ? [plainLine(`${title}: nothing to show.`)] : found
  return [{ tone: 'bold', text: titleOf(board).join(': ') } as Line, ...shown].flatMap(({ text, tone }) =>
    fitted(visibleLine(text), columns)
      .split('\n')
      .map((line) => (tone === undefined ? line : paint(tone, line))),
  )
}
