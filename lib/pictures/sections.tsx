// The sections below the summary; a section without content is left out.
import type { ComponentChildren, VNode } from 'preact'
import { mergedTimeline } from '../core/board/moments.js'
import type { BoardPhase, BoardPlan, BoardRequirement, TimelineEntry, WholeBoard } from '../core/board/shown.js'
import { grouped } from '../std/grouped.js'
import { counted } from '../std/text.js'
import { Few, Fold, type Frame, Prose, Table, Tag } from './bits.js'
import { Chart } from './chart.js'
import { classOf, PhaseGraph } from './graph.js'
import type { Drawing } from './layout.js'
import { Receipt } from './phase.js'
import {
  clockText,
  dayOf,
  factLine,
  isOver,
  journalText,
  priceText,
  requirementTone,
  spanText,
  tokenText,
  toneOf,
  unitText,
} from './words.js'

export interface SectionProps extends Frame {
  readonly board: WholeBoard
  readonly drawing: Drawing
}

interface Section {
  readonly id: string
  readonly title: string
  content(props: SectionProps): ComponentChildren
}

const phases: Section = {
  id: 'phases',
  title: 'Phases',
  content({ board: { phases: all }, drawing, isReport }) {
    if (all.length === 0) return null
    const [over, open] = [all.filter(isOver), all.filter((phase) => !isOver(phase))]
    return (
      <>
        {all.every(({ closed }) => closed) ? null : <PhaseGraph phases={all} drawing={drawing} />}
        {open.length === 0 ? null : <PhaseList phases={open} />}
        {over.length === 0 ? null : (
          <Fold
            id="finished"
            isReport={isReport}
            open={open.length === 0 && over.length < 60}
            title={counted(over.length, 'finished phase')}
          >
            {() => <PhaseList phases={over} />}
          </Fold>
        )}
      </>
    )
  },
}

const PhaseList = ({ phases: shown }: { readonly phases: readonly BoardPhase[] }): VNode => (
  <ul class="phases">
    {shown.map((phase) => (
      <li key={phase.id} class={classOf(phase)}>
        <a href={`#phase-${phase.id}`}>{`${phase.number}. ${phase.title}`}</a>{' '}
        <Tag tone={toneOf(phase)}>{phase.says}</Tag> {phase.ready ? <Tag tone="going">ready</Tag> : null}{' '}
        <span class="faint">
          {factLine([
            phase.plans.total > 0 && `${phase.plans.done}/${phase.plans.total} plans`,
            phase.verification?.says,
            phase.atWork.length > 0 && `at work: ${phase.atWork.map(unitText).join(', ')}`,
          ])}
        </span>
        {phase.goal === null ? null : (
          <p class="faint">
            <Prose text={phase.goal} />
          </p>
        )}
      </li>
    ))}
  </ul>
)

const evidence: Section = {
  id: 'evidence',
  title: 'Evidence',
  content({ board: { requirements, phases: all }, isReport }) {
    const plans = new Map(all.flatMap(({ work }) => work.map((plan) => [plan.id, plan] as const)))
    const row = (requirement: BoardRequirement) => (
      <Requirement key={requirement.id} requirement={requirement} plans={plans} isReport={isReport} />
    )
    const [open, met] = [
      requirements.filter(({ standing }) => standing === 'open'),
      requirements.filter(({ standing }) => standing !== 'open'),
    ]
    return requirements.length === 0 ? null : (
      <>
        <ul class="requirements">{open.map(row)}</ul>
        {met.length === 0 ? null : (
          <Fold
            id="met"
            isReport={isReport}
            open={met.length <= MAX_MET}
            title={`${counted(met.length, 'requirement')} met`}
          >
            {() => <ul class="requirements">{met.map(row)}</ul>}
          </Fold>
        )}
      </>
    )
  },
}
const MAX_MET = 10

interface RequirementProps {
  readonly requirement: BoardRequirement
  readonly plans: ReadonlyMap<string, BoardPlan>
  readonly isReport: boolean
}

const Requirement = ({ requirement, plans, isReport }: RequirementProps): VNode => (
  <li id={`requirement-${requirement.id}`}>
    <strong>{requirement.id}</strong> <Prose text={requirement.text} />{' '}
    <Tag tone={requirementTone(requirement)}>{requirement.standing}</Tag>{' '}
    <span class="faint">{requirement.reason}</span>
    {requirement.plans.map((id) => {
      const proof = plans.get(id)?.proof ?? null
      return proof === null ? null : <Receipt key={id} id={id} proof={proof} isReport={isReport} />
    })}
  </li>
)

const decisions: Section = {
  id: 'decisions',
  title: 'Decisions',
  content({ board: { questions, captures, leftovers }, isReport }) {
    const settled = questions.filter(({ open }) => !open)
    const notes = [
      ...captures.map(
        ({ kind, phase, text }) =>
          `${kind === null ? '' : `${kind}: `}${text}${phase === '' ? '' : ` (phase ${phase})`}`,
      ),
      ...leftovers,
    ]
    return settled.length + notes.length === 0 ? null : (
      <>
        <Table
          name="Decisions"
          rows={settled}
          columns={[
            { title: 'Question', cell: ({ question }) => question },
            { title: 'Answer', cell: ({ choice }) => choice },
            { title: 'Why', cell: ({ note }) => note },
            { title: 'Who', cell: ({ who, by }) => [who, by].filter((word) => word !== null).join(', ') },
          ]}
        />
        {notes.length === 0 ? null : (
          <>
            <h3>Noted for later</h3>
            <ul>
              {notes.map((text) => (
                <li key={text}>
                  <Note text={text} isReport={isReport} />
                </li>
              ))}
            </ul>
          </>
        )}
      </>
    )
  },
}

/** A note with more characters than this is folded. */
const LONG = 240

const Note = ({ text, isReport }: { text: string; isReport: boolean }): VNode =>
  text.length <= LONG ? (
    <Prose text={text} />
  ) : (
    <Fold isReport={isReport} title={`${text.slice(0, 90).replace(/\s\S*$/, '')} …`}>
      {() => <p>{text}</p>}
    </Fold>
  )

const timeline: Section = {
  id: 'timeline',
  title: 'Timeline',
  content({ board, isReport }) {
    const { moments, more } = mergedTimeline(board.timeline, board.commits)
    const days = grouped(moments, ({ at }) => dayOf(at))
    return moments.length === 0 ? null : (
      <>
        <Few
          max={MAX_DAYS}
          items={[...days]}
          isReport={isReport}
          restTitle={(count) => `${counted(count, 'earlier day')}`}
          renderItem={([day, entries]) => (
            <Fold
              key={day}
              isReport={isReport}
              open={entries[0] === moments[0] && entries.length <= MAX_OPEN}
              title={<Day day={day} moments={entries} />}
            >
              {() => (
                <ol class="moments">
                  {entries.map((entry) => (
                    <TimelineItem key={entry.id} entry={entry} />
                  ))}
                </ol>
              )}
            </Fold>
          )}
        />
        {more ? <p class="faint">For older entries, run gsd-tools log --limit 1000, and git log.</p> : null}
      </>
    )
  },
}

/** The newest day is open if it has at most this many entries; every other day is folded. */
const MAX_OPEN = 30
const MAX_DAYS = 10

function Day({ day, moments }: { day: string; moments: readonly TimelineEntry[] }): VNode {
  const commits = moments.filter(({ kind }) => kind === 'commit').length
  const counts = [
    commits === moments.length ? '' : counted(moments.length - commits, 'change'),
    commits === 0 ? '' : counted(commits, 'commit'),
  ]
  return (
    <>
      {day} <span class="faint">{counts.filter((count) => count !== '').join(', ')}</span>
    </>
  )
}

const TimelineItem = ({ entry }: { readonly entry: TimelineEntry }): VNode => (
  <li>
    <time dateTime={entry.at}>{clockText(entry.at)}</time>
    {entry.kind === 'commit' ? (
      <span>
        {entry.subject} <span class="faint">{`${entry.who}, commit ${entry.id}`}</span>
      </span>
    ) : (
      <span>
        <span class={entry.undone ? 'undone' : ''}>{journalText(entry)}</span>
        {entry.undone ? ' (undone)' : ''}{' '}
        <span class="faint">{factLine([entry.verb !== 'unit.claim' && entry.summary, entry.id])}</span>
      </span>
    )}
  </li>
)

const costs: Section = {
  id: 'cost',
  title: 'Cost',
  content: ({ board: { costs: rows, spent } }) =>
    spent.length === 0 ? null : (
      <>
        {spent.length < 2 ? null : <Chart days={spent} />}
        <Table
          name="By phase"
          rows={rows.filter((row) => row.key !== 'unknown')}
          columns={[
            { title: 'Phase', cell: (row) => row.key.replaceAll('-', ' ') },
            { title: 'Pieces of work', number: true, cell: ({ units }) => units },
            { title: 'Time', number: true, cell: ({ minutes }) => (minutes === null ? null : spanText(minutes)) },
            { title: 'Tokens', number: true, cell: ({ tokens }) => (tokens === null ? null : tokenText(tokens)) },
            { title: 'Price', number: true, cell: ({ cost }) => priceText(cost) },
          ]}
        />
      </>
    ),
}

const health: Section = {
  id: 'health',
  title: 'Health',
  content({ board: { health: found } }) {
    const all = [...found.errors, ...found.warnings, ...found.info]
    return all.length === 0 ? null : (
      <ul>
        {all.map(({ code, message, fix, path }) => (
          <li key={`${code} ${path} ${message}`}>
            <code>{code}</code> {message}
            <p class="faint">{fix}</p>
          </li>
        ))}
      </ul>
    )
  },
}

export const SECTIONS: readonly Section[] = [phases, evidence, decisions, timeline, costs, health]
