// The summary: progress, running work, open questions, problems, cost.
import type { ComponentChildren, VNode } from 'preact'
import type { BoardPhase, Question, WholeBoard } from '../core/board/shown.js'
import { counted } from '../std/text.js'
import { Answering } from './answering.js'
import { Few, type Frame } from './bits.js'
import { costText, inAgent, isOver, spanText, toneOf, troublesOf, unitText, workerFacts, workText } from './words.js'

interface Given extends Frame {
  readonly board: WholeBoard
}

export const Glance = (given: Given): VNode => (
  <section class="glance" aria-label="At a glance">
    <Far {...given.board} />
    <dl>
      <Now {...given} />
      <Yours {...given} />
      <Wrong {...given} />
      <Cost {...given} />
    </dl>
  </section>
)

const Row = ({ title, tone, children }: { title: string; tone: string; children: ComponentChildren }) => (
  <div class={`row is-${tone}`}>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)

function Far({ progress: { percent, says }, phases }: WholeBoard): VNode | null {
  if (percent === null) {
    const finished = phases.filter(isOver).length
    return <p class="far faint">{finished === 0 ? 'No plans yet.' : `${counted(finished, 'phase')} done.`}</p>
  }
  return (
    <div class="far">
      <p>
        <strong>{`${percent}%`}</strong> <span>{says}</span>
      </p>
      <Bar phases={phases.filter(({ closed }) => !closed)} />
    </div>
  )
}

/** One segment per phase; if there are many, equal neighbours merge. */
function Bar({ phases }: { readonly phases: readonly BoardPhase[] }): VNode {
  const share = 1000 / Math.max(1, phases.length)
  const gap = phases.length > 60 ? 0 : 4
  return (
    <svg class="bar" viewBox="0 0 1000 12" preserveAspectRatio="none" aria-hidden="true">
      {phases.map((phase, at) => (
        <rect
          key={phase.id}
          class={`${toneOf(phase)}${phase.ready ? ' ready' : ''}`}
          x={at * share}
          width={Math.max(0.5, share - gap)}
          height="12"
        />
      ))}
    </svg>
  )
}

/** Enough for a glance; the rest is folded. */
const GLANCE = { most: 5, rest: (count: number) => `and ${count} more` } as const

/** Long text is not set large. */
const sizeOf = (text: string): string => (text.length > 160 ? 'long' : 'big')

function Now({ board: { workers, next, reason, phases, lane }, now, whole }: Given): VNode {
  const merged = lane.find(({ is }) => is === 'merged')
  const isAllDone = phases.length > 0 && phases.every(({ done }) => done)
  return (
    <Row title="Now" tone={workers.length === 0 ? 'calm' : 'going'}>
      {workers.length === 0 ? (
        <p class="big">{`${isAllDone ? 'All phases are done. ' : ''}No agent is working.`}</p>
      ) : null}
      <Few
        {...GLANCE}
        items={workers}
        whole={whole}
        of={(worker) => (
          <div key={worker.unit} class="worker">
            <p class="big">{workText(worker, phases)}</p>
            <p class="faint">{workerFacts(worker, now)}</p>
            {worker.lines.length === 0 ? null : <pre>{worker.lines.join('\n')}</pre>}
          </div>
        )}
      />
      {workers.length > 0 ? null : (
        <p>
          Next: <strong>{next}</strong>
          <span class="faint">{`, because ${reason}`}</span>
        </p>
      )}
      {merged === undefined ? null : (
        <p class="faint">{`Last merged: ${unitText(merged.unit)}, ${spanText((now - Date.parse(merged.at)) / 60_000)} ago`}</p>
      )}
    </Row>
  )
}

const START = /^gsd-tools begin(?: next|$)/

/** If no agent is at work and nothing blocks the next step, that waits for the user too. */
function waitingFor({ waiting, workers, blockers, next }: WholeBoard): WholeBoard['waiting'] {
  const canStart = workers.length === 0 && blockers.length === 0 && !waiting.some(({ fix }) => START.test(fix))
  return canStart ? [{ text: `Start the next step: ${next}`, fix: 'gsd-tools begin' }, ...waiting] : waiting
}

function Yours({ board, whole, act }: Given): VNode {
  const { questions } = board
  const waiting = waitingFor(board)
  const asked = new Map(questions.filter(({ open }) => open).map((question) => [question.question, question]))
  return (
    <Row title="For you" tone={waiting.length === 0 ? 'calm' : 'weak'}>
      {waiting.length === 0 ? <p class="big">Nothing needs you.</p> : null}
      <Few
        {...GLANCE}
        items={waiting}
        whole={whole}
        of={({ text, fix }) => {
          const question = asked.get(text)
          return (
            <div key={question?.id ?? text}>
              <p class={sizeOf(text)}>{text}</p>
              {question === undefined ? (
                <p class="faint">{inAgent(fix)}</p>
              ) : (
                <QuestionForm question={question} fix={fix} act={act} />
              )}
            </div>
          )
        }}
      />
    </Row>
  )
}

const QuestionForm = ({ question, fix, act }: { question: Question; fix: string; act: Frame['act'] }): VNode =>
  act === null ? (
    <>
      {question.options.length === 0 ? null : <p>{question.options.join(' · ')}</p>}
      <p class="faint">{fix}</p>
    </>
  ) : (
    <Answering question={question} act={act} />
  )

function Wrong({ board, whole }: Given): VNode | null {
  const found = troublesOf(board)
  if (found.length === 0) return null
  const hrefOf = (number: string) => `#phase-${board.phases.find((phase) => phase.number === number)?.id}`
  return (
    <Row title="Problems" tone="bad">
      <Few
        {...GLANCE}
        items={found}
        whole={whole}
        of={({ text, fix, phase }) => (
          <div key={text}>
            <p class={sizeOf(text)}>{phase === null ? text : <a href={hrefOf(phase)}>{text}</a>}</p>
            {fix === null ? null : <p class="faint">{fix}</p>}
          </div>
        )}
      />
    </Row>
  )
}

function Cost({ board: { spent } }: Given): VNode | null {
  const units = spent.reduce((all, day) => all + day.units, 0)
  return costText(spent) === '' ? null : (
    <Row title="Cost" tone="calm">
      <p class="big">{costText(spent)}</p>
      <p class="faint">{`in ${counted(units, 'piece')} of work over ${counted(spent.length, 'day')}`}</p>
    </Row>
  )
}
