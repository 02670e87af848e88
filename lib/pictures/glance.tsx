// The summary of a project: progress, running work, what waits for the user, problems and cost.
import type { ComponentChildren, VNode } from 'preact'
import type { BoardPhase, Question, WholeBoard } from '../core/board/shown.js'
import { counted } from '../std/text.js'
import { AnswerForm } from './answering.js'
import { Few, type Frame } from './bits.js'
import { agentText, costText, isOver, problemsOf, spanText, toneOf, unitText, workerFacts, workText } from './words.js'

interface GlanceProps extends Frame {
  readonly board: WholeBoard
}

export const Glance = (props: GlanceProps): VNode => (
  <section class="glance" aria-label="At a glance">
    <Progress {...props.board} />
    <dl>
      <Now {...props} />
      <ForYou {...props} />
      <Problems {...props} />
      <Cost {...props} />
    </dl>
  </section>
)

const Row = ({ title, tone, children }: { title: string; tone: string; children: ComponentChildren }) => (
  <div class={`row is-${tone}`}>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)

function Progress({ progress: { percent, says }, phases }: WholeBoard): VNode | null {
  if (percent === null) {
    const finished = phases.filter(isOver).length
    return <p class="far faint">{finished === 0 ? 'No phases yet.' : `${counted(finished, 'phase')} done.`}</p>
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

/** Shows a bar with one segment per phase; the segments touch if there are more than 60. */
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

/** How many items a row of the summary shows before it folds the others. */
const GLANCE = { max: 5, restTitle: (count: number) => `and ${count} more` } as const

/** Returns the CSS class for a text's size: long text is not set large. */
const sizeOf = (text: string): string => (text.length > 160 ? 'long' : 'big')

function Now({ board: { workers, next, reason, phases, lane }, now, isReport }: GlanceProps): VNode {
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
        isReport={isReport}
        renderItem={(worker) => (
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

/** Returns what waits for the user. The next step comes first if no agent is at work, nothing blocks it, and no other entry starts it. */
function waitingFor({ waiting, workers, blockers, next }: WholeBoard): WholeBoard['waiting'] {
  const canStart = workers.length === 0 && blockers.length === 0 && !waiting.some(({ fix }) => START.test(fix))
  return canStart ? [{ text: `Start the next step: ${next}`, fix: 'gsd-tools begin' }, ...waiting] : waiting
}

function ForYou({ board, isReport, send }: GlanceProps): VNode {
  const { questions } = board
  const waiting = waitingFor(board)
  const openQuestions = new Map(questions.filter(({ open }) => open).map((question) => [question.question, question]))
  return (
    <Row title="For you" tone={waiting.length === 0 ? 'calm' : 'weak'}>
      {waiting.length === 0 ? <p class="big">Nothing waits for you.</p> : null}
      <Few
        {...GLANCE}
        items={waiting}
        isReport={isReport}
        renderItem={({ text, fix }) => {
          const question = openQuestions.get(text)
          return (
            <div key={question?.id ?? text}>
              <p class={sizeOf(text)}>{text}</p>
              {question === undefined ? (
                <p class="faint">{agentText(fix)}</p>
              ) : (
                <QuestionForm question={question} fix={fix} send={send} />
              )}
            </div>
          )
        }}
      />
    </Row>
  )
}

const QuestionForm = ({ question, fix, send }: { question: Question; fix: string; send: Frame['send'] }): VNode =>
  send === null ? (
    <>
      {question.options.length === 0 ? null : <p>{question.options.join(' · ')}</p>}
      <p class="faint">{fix}</p>
    </>
  ) : (
    <AnswerForm question={question} send={send} />
  )

function Problems({ board, isReport }: GlanceProps): VNode | null {
  const problems = problemsOf(board)
  if (problems.length === 0) return null
  const hrefOf = (number: string) => `#phase-${board.phases.find((phase) => phase.number === number)?.id}`
  return (
    <Row title="Problems" tone="bad">
      <Few
        {...GLANCE}
        items={problems}
        isReport={isReport}
        renderItem={({ text, fix, phase }) => (
          <div key={text}>
            <p class={sizeOf(text)}>{phase === null ? text : <a href={hrefOf(phase)}>{text}</a>}</p>
            {fix === null ? null : <p class="faint">{fix}</p>}
          </div>
        )}
      />
    </Row>
  )
}

function Cost({ board: { spent } }: GlanceProps): VNode | null {
  const units = spent.reduce((all, day) => all + day.units, 0)
  return costText(spent) === '' ? null : (
    <Row title="Cost" tone="calm">
      <p class="big">{costText(spent)}</p>
      <p class="faint">{`in ${counted(units, 'piece')} of work over ${counted(spent.length, 'day')}`}</p>
    </Row>
  )
}
