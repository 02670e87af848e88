// The page of a phase: its goal, success criteria, plans with their evidence, and the changes of its commits.
import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type {
  BoardPhase,
  BoardPlan,
  ChangedFile,
  PhaseCommit,
  Proof,
  ShownCheck,
  WholeBoard,
} from '../core/board/shown.js'
import { counted } from '../std/text.js'
import { Fold, type Frame, Prose, Tag } from './bits.js'
import {
  factLine,
  planTone,
  spanText,
  type Tone,
  timeText,
  toneOf,
  unitText,
  verdictTone,
  workerFacts,
} from './words.js'

export interface PhaseProps extends Frame {
  readonly board: WholeBoard
  readonly phase: BoardPhase
  /** Returns a phase's commits; called again when the project changes. */
  readonly commits: (id: string) => Promise<readonly PhaseCommit[]> | readonly PhaseCommit[]
}

export function PhasePage(props: PhaseProps): VNode {
  const { phase, board, now } = props
  const { number, title, says, goal, criteria, work, open, verification } = phase
  const workers = board.workers.filter((worker) => worker.phase === number)
  return (
    <article class="phase" aria-labelledby={`title-${phase.id}`}>
      <h2 id={`title-${phase.id}`}>{`${number}. ${title}`}</h2>
      <p>
        <Tag tone={toneOf(phase)}>{says}</Tag> {phase.ready ? <Tag tone="going">ready</Tag> : null}{' '}
        <PhaseLinks phase={phase} phases={board.phases} />
      </p>
      {workers.map((worker) => (
        <p key={worker.unit} class="going">
          {`${unitText(worker.unit)}: ${workerFacts(worker, now)}`}
        </p>
      ))}
      <Part title="Goal">
        {goal === null ? null : (
          <p>
            <Prose text={goal} />
          </p>
        )}
      </Part>
      <Part title="Success criteria">{listOf(criteria)}</Part>
      <Part title="Verification">
        {verification === null || verification.says === '' ? null : (
          <p>{`${verification.says}: ${verification.reason}`}</p>
        )}
        {listOf(open)}
      </Part>
      <Part title="Requirements">{requirementsOf(phase, board)}</Part>
      <Part title="Plans">
        {work.map((plan) => (
          <Plan key={plan.id} plan={plan} isReport={props.isReport} />
        ))}
      </Part>
      <Commits {...props} />
    </article>
  )
}

const isNothing = (part: ComponentChildren): boolean => part === null || (Array.isArray(part) && part.every(isNothing))

const Part = ({ title, children }: { title: string; children: ComponentChildren }): VNode | null =>
  isNothing(children) ? null : (
    <>
      <h3>{title}</h3>
      {children}
    </>
  )

const listOf = (items: readonly string[]): VNode | null =>
  items.length === 0 ? null : (
    <ul>
      {items.map((item) => (
        <li key={item}>
          <Prose text={item} />
        </li>
      ))}
    </ul>
  )

function PhaseLinks({ phase, phases }: { phase: BoardPhase; phases: readonly BoardPhase[] }): VNode {
  const prerequisites = phases.filter(({ id }) => phase.after.includes(id))
  const dependents = phases.filter(({ after }) => after.includes(phase.id))
  const links = (title: string, shown: readonly BoardPhase[]) =>
    shown.length === 0 ? null : (
      <span class="around">
        {`${title} `}
        {shown.map(({ id, number, title: name }, at) => (
          <>
            {at === 0 ? '' : ', '}
            <a key={id} href={`#phase-${id}`}>{`${number}. ${name}`}</a>
          </>
        ))}
      </span>
    )
  return (
    <>
      {links('Needs', prerequisites)} {links('Needed by', dependents)}
    </>
  )
}

function requirementsOf({ requirements }: BoardPhase, board: WholeBoard): VNode | null {
  const found = board.requirements.filter(({ id }) => requirements.includes(id))
  return listOf(found.map(({ id, text, standing }) => `${id}: ${text} (${standing})`))
}

function Plan({ plan, isReport }: { plan: BoardPlan; isReport: boolean }): VNode {
  const { id, objective, outcome, tasks, after, status, halted, proof } = plan
  return (
    <section class="plan" id={`plan-${id}`} aria-labelledby={`plan-title-${id}`}>
      <h4 id={`plan-title-${id}`}>
        {id} <Tag tone={planTone(plan)}>{halted ? 'stopped' : status}</Tag>
        {after.length === 0 ? null : <span class="faint"> after {after.join(', ')}</span>}
      </h4>
      {objective === null ? null : (
        <p>
          <Prose text={objective} />
        </p>
      )}
      {outcome === null ? null : (
        <p>
          <strong>Done:</strong> <Prose text={outcome} />
        </p>
      )}
      {tasks.length === 0 ? null : (
        <Fold isReport={isReport} title={counted(tasks.length, 'task')}>
          {() => listOf(tasks)}
        </Fold>
      )}
      {proof === null ? null : <Receipt id={id} proof={proof} isReport={isReport} />}
    </section>
  )
}

const proofTone = ({ weak, verdict }: Proof): Tone => (weak === null ? verdictTone(verdict) : 'weak')

export const Receipt = ({ id, proof, isReport }: { id: string; proof: Proof; isReport: boolean }): VNode => (
  <Fold
    id={`receipt-${id}`}
    isReport={isReport}
    title={
      <>
        Receipt {id}{' '}
        <Tag tone={proofTone(proof)}>{proof.weak === null ? proof.verdict : `${proof.verdict}, proves nothing`}</Tag>
      </>
    }
  >
    {() => (
      <>
        {proof.weak === null ? null : <p class="weak">{proof.weak}</p>}
        {proof.checks.map((check) => (
          <Check key={check.name} check={check} />
        ))}
        <p class="faint">
          {factLine([timeText(proof.at), hashText('commit', proof.commit), hashText('tree', proof.tree), proof.path])}
        </p>
      </>
    )}
  </Fold>
)

const hashText = (what: string, hash: string | null): string => (hash === null ? '' : `${what} ${hash.slice(0, 12)}`)

function Check({
  check: { name, command, outcome, exit, passed, failed, skipped, ms, reason },
}: {
  check: ShownCheck
}) {
  const facts = factLine([
    exit === null ? '' : `exit ${exit}`,
    passed === null && failed === null ? '' : `${passed ?? 0} passed, ${failed ?? 0} failed, ${skipped ?? 0} skipped`,
    ms === null ? '' : ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : spanText(ms / 60_000),
    name === command ? '' : name,
  ])
  return (
    <div class="check">
      <pre>{`$ ${command}\n${facts}`}</pre>
      <Tag tone={verdictTone(outcome)}>{outcome}</Tag> <span class="faint">{reason}</span>
    </div>
  )
}

function Commits({ phase, commits, isReport, board: { at } }: PhaseProps): VNode | null {
  const initial = isReport ? (commits(phase.id) as readonly PhaseCommit[]) : []
  const [found, setFound] = useState(initial)
  useEffect(() => {
    let isUnmounted = false
    Promise.resolve(commits(phase.id)).then(
      (all) => isUnmounted || setFound(all),
      () => {},
    )
    return () => {
      isUnmounted = true
    }
  }, [phase.id, at])
  return found.length === 0 ? null : (
    <>
      <h3>Commits</h3>
      {found.map((commit) => (
        <Commit key={commit.id} commit={commit} isReport={isReport} />
      ))}
    </>
  )
}

function Commit({ commit, isReport }: { commit: PhaseCommit; isReport: boolean }): VNode {
  const { id, at, who, subject, files } = commit
  const title = (
    <>
      <code>{id}</code> {subject} <span class="faint">{`${who}, ${timeText(at)}`}</span>
    </>
  )
  // A commit that changes only planning files has nothing to unfold.
  if (files.length === 0) return <p>{title}</p>
  return (
    <Fold isReport={isReport} title={title}>
      {() => files.map((file) => <File key={file.path} file={file} isReport={isReport} />)}
    </Fold>
  )
}

const LINE_CLASSES: Readonly<Record<string, string>> = { '+': 'plus', '-': 'minus', '@': 'at' }

function File({ file: { path, added, removed, patch }, isReport }: { file: ChangedFile; isReport: boolean }): VNode {
  const title = (
    <>
      <code>{path}</code> <span class="good">{`+${added}`}</span> <span class="bad">{`−${removed}`}</span>
    </>
  )
  if (patch === null) return <p class="file">{title}</p>
  return (
    <Fold class="file" isReport={isReport} title={title}>
      {() => (
        <pre class="diff">
          {patch.split('\n').map((line, at) => (
            <span key={at} class={LINE_CLASSES[line[0] ?? '']}>{`${line}\n`}</span>
          ))}
        </pre>
      )}
    </Fold>
  )
}
