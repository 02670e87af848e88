// A project in the terminal: seven views, each as lines that fit.
import { mergedTimeline } from '../core/board/moments.js'
import type { BoardPhase, WholeBoard, Worker } from '../core/board/shown.js'
import { progressBar } from '../core/derivation/statuses.js'
import { fitted } from '../std/fitted.js'
import { counted } from '../std/text.js'
import { visibleLine } from '../std/visible.js'
import {
  costText,
  joined,
  planTone,
  priceText,
  requirementTone,
  spanText,
  type Tone,
  titleOf,
  tokenText,
  toneOf,
  troublesOf,
  verdictTone,
  workerFacts,
  workText,
  writtenText,
} from './words.js'

export interface Screen {
  readonly columns: number
  /** Colours a single line. */
  paint(tone: Tone | 'bold' | 'faint', text: string): string
}

interface Line {
  readonly text: string
  readonly tone?: Tone | 'bold' | 'faint'
}

interface View {
  readonly title: string
  of(board: WholeBoard): readonly Line[]
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

const marked = (tone: Tone, text: string): Line => ({ tone, text: `  ${MARKS[tone]} ${text}` })
const plain = (text: string): Line => ({ text: `  ${text}` })
const faint = (text: string): Line => ({ tone: 'faint', text: `    ${text}` })
const part = (title: string, lines: readonly Line[]): readonly Line[] =>
  lines.length === 0 ? [] : [{ text: '' }, { tone: 'bold', text: title }, ...lines]
const waitingIn = ({ waiting }: WholeBoard): readonly Line[] =>
  part(
    'For you',
    waiting.length === 0
      ? [plain('Nothing waits for you.')]
      : waiting.flatMap(({ text, fix }) => [{ tone: 'weak', text: `  ? ${text}` } as const, faint(fix)]),
  )

const workersIn = (board: WholeBoard): readonly Line[] =>
  part(
    'At work',
    board.workers.flatMap((worker: Worker) => [
      { tone: 'going', text: `  ▶ ${workText(worker, board.phases)}` } as const,
      faint(workerFacts(worker, Date.parse(board.at))),
      ...worker.lines.slice(-1).map((line) => faint(`› ${line}`)),
    ]),
  )

const wrongIn = (board: WholeBoard): readonly Line[] =>
  part(
    'Problems',
    troublesOf(board).flatMap(({ text, fix }) => [marked('bad', text), ...(fix === null ? [] : [faint(fix)])]),
  )

const phaseLine = (phase: BoardPhase): Line =>
  marked(
    toneOf(phase),
    `${phase.number}. ${phase.title} · ${joined([
      phase.says,
      phase.plans.total === 0 ? '' : `${phase.plans.done}/${phase.plans.total}`,
      phase.ready ? 'ready' : '',
      phase.atWork.length > 0 && 'at work',
    ])}${phase.critical ? ' *' : ''}`,
  )

function legendOf(phases: readonly BoardPhase[]): readonly Line[] {
  const tones = (Object.keys(MARKS) as Tone[]).filter((tone) => phases.some((phase) => toneOf(phase) === tone))
  const marks = tones.map((tone) => `${MARKS[tone]} ${MEANINGS[tone]}`)
  const way = phases.some(({ critical }) => critical) ? ['* longest chain left'] : []
  return marks.length === 0 ? [] : [{ tone: 'faint', text: `  ${[...marks, ...way].join('   ')}` }]
}

const costIn = ({ spent }: WholeBoard): readonly Line[] =>
  costText(spent) === '' ? [] : part('Cost', [plain(costText(spent))])

const progress: View = {
  title: 'Progress',
  of(board) {
    const { percent, says, plans } = board.progress
    const top: readonly Line[] = [
      ...(percent === null ? [] : [{ text: `${progressBar(percent)}  ${says}; ${plans.done}/${plans.total} plans` }]),
      { text: `next: ${board.next}, because ${board.reason}` },
    ]
    const beside = [...workersIn(board), ...waitingIn(board), ...wrongIn(board), ...costIn(board)]
    return [...top, ...beside, ...part('Phases', [...legendOf(board.phases), ...board.phases.map(phaseLine)])]
  },
}

const dependencies: View = {
  title: 'Dependencies',
  of({ phases }) {
    const numbers = new Map(phases.map(({ id, number }) => [id, number]))
    const open = phases.filter(({ done, closed }) => !done && !closed)
    const begun = open.filter(({ ready, wave }) => !ready && wave === 1)
    const needs = ({ after }: BoardPhase) =>
      after.length === 0 ? [] : [faint(`needs ${after.map((id) => numbers.get(id) ?? id).join(', ')}`)]
    const lines = (some: readonly BoardPhase[]) => some.flatMap((phase) => [phaseLine(phase), ...needs(phase)])
    const critical = phases.filter((phase) => phase.critical)
    return [
      ...(open.length === 0 ? part('Every phase is done, in this order', lines(phases)) : []),
      ...part('Ready to start', lines(open.filter(({ ready }) => ready))),
      ...part('Begun', lines(begun)),
      ...part('Waiting for others', lines(open.filter((phase) => !phase.ready && !begun.includes(phase)))),
      ...part(
        'Longest remaining chain',
        critical.length < 2 ? [] : [plain(critical.map(({ number }) => number).join(' → '))],
      ),
      ...open
        .filter(({ work }) => work.length > 0)
        .flatMap(({ number, work }) =>
          part(
            `Plans of phase ${number}`,
            work.map((plan) =>
              marked(
                planTone(plan),
                `${plan.id}  ${joined([plan.status, plan.after.length === 0 ? '' : `after ${plan.after.join(', ')}`])}`,
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
  of({ requirements, phases }) {
    const proofs = phases.flatMap(({ work }) => work).filter(({ proof }) => proof !== null)
    return [
      ...part(
        'Requirements',
        requirements.map((one) => marked(requirementTone(one), `${one.id} ${one.text} · ${one.standing}`)),
      ),
      ...part(
        'Receipts',
        proofs.flatMap(({ id, proof }) => [
          marked(proof?.weak === null ? verdictTone(proof.verdict) : 'weak', `${id}  ${proof?.weak ?? proof?.verdict}`),
          ...(proof?.checks ?? []).map(({ command, exit, passed }) =>
            faint(
              joined([`$ ${command}`, exit === null ? '' : `exit ${exit}`, passed === null ? '' : `${passed} passed`]),
            ),
          ),
        ]),
      ),
    ]
  },
}

const timeline: View = {
  title: 'Timeline',
  of({ timeline: written, commits }) {
    const { moments } = mergedTimeline(written, commits)
    let day = ''
    return moments.flatMap((moment) => {
      const text =
        moment.kind === 'commit'
          ? `commit ${moment.subject} (${moment.who})`
          : `${writtenText(moment)}${moment.undone ? ' (undone)' : ''}`
      const line = plain(`${moment.at.slice(11, 16)}  ${text}`)
      if (moment.at.slice(0, 10) === day) return [line]
      day = moment.at.slice(0, 10)
      return [...part(day, [line])]
    })
  },
}

const cost: View = {
  title: 'Cost',
  of(board) {
    const rows = board.costs
      .filter(({ key }) => key !== 'unknown')
      .map(({ key, units, minutes, tokens, cost: price }) =>
        plain(
          `${key.padEnd(24)}  ${joined([
            counted(units, 'piece'),
            minutes === null ? '' : spanText(minutes),
            tokens === null ? '' : tokenText(tokens),
            priceText(price),
          ])}`,
        ),
      )
    return [...costIn(board), ...part('By phase', rows)]
  },
}

const questions: View = {
  title: 'Questions',
  of: (board) => [
    ...waitingIn(board),
    ...part(
      'Answered',
      board.questions
        .filter(({ open }) => !open)
        .flatMap(({ question, choice }) => [plain(question), faint(choice ?? '')]),
    ),
    ...part('Noted for later', [...board.captures.map(({ text }) => text), ...board.leftovers].map(plain)),
  ],
}

const health: View = {
  title: 'Health',
  of: ({ health: { errors, warnings, info } }) =>
    (
      [
        ['bad', errors],
        ['weak', warnings],
        ['idle', info],
      ] as const
    ).flatMap(([tone, found]) => found.flatMap(({ message, fix }) => [marked(tone, message), faint(fix)])),
}

export const VIEWS: readonly View[] = [progress, dependencies, evidence, timeline, cost, questions, health]

/** Returns a view's lines below the project's title. A command to copy is one line, which the terminal wraps. */
export function viewLines(board: WholeBoard, at: number, { columns, paint }: Screen): readonly string[] {
  const { title, of } = VIEWS[at] as View
  const lines = of(board)
  const shown = lines.length === 0 ? [plain(`${title}: nothing to show.`)] : lines
  return [{ tone: 'bold', text: titleOf(board).join(': ') } as Line, ...shown].flatMap(({ text, tone }) =>
    fitted(visibleLine(text), columns)
      .split('\n')
      .map((line) => (tone === undefined ? line : paint(tone, line))),
  )
}
