// A phase's page: goal, success criteria, plans with their evidence, changes of its commits.
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
import { joined, moment, planTone, spanText, type Tone, toneOf, unitText, verdictTone, workerFacts } from './words.js'

export interface PhaseGiven extends Frame {
  readonly board: WholeBoard
  readonly phase: BoardPhase
  /** A phase's commits; fetched again when the project changes. */
  readonly commits: (id: string) => Promise<readonly PhaseCommit[]> | readonly PhaseCommit[]
}

export function PhasePage(given: PhaseGiven): VNode {
  const { phase, board, now } = given
  const { number, title, says, goal, criteria, work, open, verification } = phase
  const workers = board.workers.filter((worker) => worker.phase === number)
  return (
    <article class="phase" aria-labelledby={`title-${phase.id}`}>
      <h2 id={`title-${phase.id}`}>{`${number}. ${title}`}</h2>
      <p>
        <Tag tone={toneOf(phase)}>{says}</Tag> {phase.ready ? <Tag tone="going">ready</Tag> : null}{' '}
        <Around phase={phase} phases={board.phases} />
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
          <Plan key={plan.id} plan={plan} whole={given.whole} />
        ))}
      </Part>
      <Commits {...given} />
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

function Around({ phase, phases }: { phase: BoardPhase; phases: readonly BoardPhase[] }): VNode {
  const before = phases.filter(({ id }) => phase.after.includes(id))
  const behind = phases.filter(({ after }) => after.includes(phase.id))
  const links = (title: string, found: readonly BoardPhase[]) =>
    found.length === 0 ? null : (
      <span class="around">
        {`${title} `}
        {found.map(({ id, number, title: name }, at) => (
          <>
            {at === 0 ? '' : ', '}
            <a key={id} href={`#phase-${id}`}>{`${number}. ${name}`}</a>
          </>
        ))}
      </span>
    )
  return (
    <>
      {links('Needs', before)} {links('Needed by', behind)}
    </>
  )
}

function requirementsOf({ requirements }: BoardPhase, board: WholeBoard): VNode | null {
  const own = board.requirements.filter(({ id }) => requirements.includes(id))
  return listOf(own.map(({ id, text, standing }) => `${id}: ${text} (${standing})`))
}

function Plan({ plan, whole }: { plan: BoardPlan; whole: boolean }): VNode {
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
        <Fold whole={whole} title={counted(tasks.length, 'task')}>
          {() => listOf(tasks)}
        </Fold>
      )}
      {proof === null ? null : <Receipt id={id} proof={proof} whole={whole} />}
    </section>
  )
}

const proofTone = ({ weak, verdict }: Proof): Tone => (weak === null ? verdictTone(verdict) : 'weak')

export const Receipt = ({ id, proof, whole }: { id: string; proof: Proof; whole: boolean }): VNode => (
  <Fold
    id={`receipt-${id}`}
    whole={whole}
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
          {joined([moment(proof.at), short('commit', proof.commit), short('tree', proof.tree), proof.path])}
        </p>
      </>
    )}
  </Fold>
)

const short = (what: string, hash: string | null): string => (hash === null ? '' : `${what} ${hash.slice(0, 12)}`)

function Check({
  check: { name, command, outcome, exit, passed, failed, skipped, ms, reason },
}: {
  check: ShownCheck
}) {
  const facts = joined([
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

function Commits({ phase, commits, whole, board: { at } }: PhaseGiven): VNode | null {
  const given = whole ? (commits(phase.id) as readonly PhaseCommit[]) : []
  const [found, find] = useState(given)
  useEffect(() => {
    let isOver = false
    Promise.resolve(commits(phase.id)).then(
      (all) => isOver || find(all),
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [phase.id, at])
  return found.length === 0 ? null : (
    <>
      <h3>Commits</h3>
      {found.map((commit) => (
        <Commit key={commit.id} commit={commit} whole={whole} />
      ))}
    </>
  )
}

function Commit({ commit: { id, at, who, subject, files }, whole }: { commit: PhaseCommit; whole: boolean }): VNode {
  const title = (
    <>
      <code>{id}</code> {subject} <span class="faint">{`${who}, ${moment(at)}`}</span>
    </>
  )
  // A commit of planning files only has nothing to unfold.
  if (files.length === 0) return <p>{title}</p>
  return (
    <Fold whole={whole} title={title}>
      {() => files.map((file) => <File key={file.path} file={file} whole={whole} />)}
    </Fold>
  )
}

const KINDS: Readonly<Record<string, string>> = { '+': 'plus', '-': 'minus', '@': 'at' }

function File({ file: { path, added, removed, patch }, whole }: { file: ChangedFile; whole: boolean }): VNode {
  const title = (
    <>
      <code>{path}</code> <span class="good">{`+${added}`}</span> <span class="bad">{`−${removed}`}</span>
    </>
  )
  if (patch === null) return <p class="file">{title}</p>
  return (
    <Fold class="file" whole={whole} title={title}>
      {() => (
        <pre class="diff">
          {patch.split('\n').map((line, at) => (
            <span key={at} class={KINDS[line[0] ?? '']}>{`${line}\n`}</span>
          ))}
        </pre>
      )}
    </Fold>
  )
}
