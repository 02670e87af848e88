// requirements list and mark: requirements with their evidence, and what the user decides against it.
import type { Edit } from '../../artifacts/codec.js'
import { phaseRefsIn } from '../../artifacts/parts/phase-token.js'
import {
  mark,
  marksOf,
  type Requirement,
  type RequirementsValue,
  type Trace,
} from '../../artifacts/requirements/requirements.js'
import { decide, isRefused, YES } from '../../core/consent.js'
import { FACT_READS, gatherFacts, type ProjectFacts } from '../../core/derivation/facts.js'
import { type Fulfilment, fulfilmentOf, requirementStatus } from '../../core/derivation/statuses.js'
import { overrulesIn } from '../../core/history/ledger.js'
import { parsePhaseId, phaseKey } from '../../core/ids.js'
import { ledgerPath } from '../../core/layout.js'
import { arg, type Given, verb } from '../../core/verb.js'
import { Staging } from '../../core/writing/staging.js'
import { type ErrorBody, refuse, usageError } from '../../errors.js'
import { nearestId } from '../../std/ids-meant.js'
import { bool, int, listOf, oneOf, orNull, record, text } from '../../std/shape.js'
import { requireRequirements } from '../findings.js'
import { requirementStatusShape } from '../status-shapes.js'

const READS = [...new Set([...FACT_READS, 'requirements'] as const)]

/** Only the first row of each id. */
const tracesOf = ({ traceability }: RequirementsValue): ReadonlyMap<string, Trace> =>
  new Map([...(traceability ?? [])].reverse().map((row) => [row.id, row]))

export const requirementsList = verb('requirements.list', {
  about: 'Requirements with box and evidence',
  args: {
    open: arg.flag('Only incomplete ones'),
    phase: arg.text('Only those of this phase in the traceability table'),
  },
  result: record({
    requirements: listOf(
      record({
        id: text(),
        text: text(),
        scope: oneOf(['v1', 'v2']),
        category: orNull(text()),
        ticked: orNull(bool('The box, a projection; null if the line has none')),
        phase: orNull(text('Cell of the traceability table')),
        status: orNull(text('Cell of the traceability table')),
        complete: bool('By evidence, or by a recorded overrule'),
        standing: requirementStatusShape,
        by: orNull(oneOf(['evidence', 'done', 'overruled'], 'Its proof; null while open')),
        reason: text('Why it is complete, or the missing proof'),
      }),
    ),
    total: int(),
    complete: int(),
  }),
  reads: READS,
  run({ view }, { open, phase }) {
    const value = requireRequirements(view)
    const facts = gatherFacts(view)
    const traces = tracesOf(value)
    const rows = value.requirements
      .map((requirement) => ({
        ...row(requirement, traces.get(requirement.id) ?? null, fulfilmentOf(facts, requirement.id)),
        standing: requirementStatus(facts, requirement),
      }))
      .filter((found) => !open || !found.complete)
      .filter((found) => phase === undefined || keysIn(found.phase ?? '').some((key) => keysIn(phase).includes(key)))
    return {
      result: { requirements: rows, total: rows.length, complete: rows.filter(({ complete }) => complete).length },
    }
  },
})

/** The phases in a cell: `Phase 02, 3` means 2 and 3. */
const keysIn = (cell: string): readonly string[] =>
  phaseRefsIn(cell)
    .flatMap((ref) => parsePhaseId(ref) ?? [])
    .map(phaseKey)

const row = (
  { id, text: words, scope, category, done }: Requirement,
  trace: Trace | null,
  { complete, by, reason }: Fulfilment,
) => ({
  id,
  text: words,
  scope,
  category,
  ticked: done,
  phase: trace?.phase ?? null,
  status: trace?.status ?? null,
  complete,
  by,
  reason,
})

const MARKING = {
  ids: arg.list('Ids, as words or comma-separated', { positional: true, required: true }),
  open: arg.flag('Reopen them; needs --by'),
  by: arg.text('Who decides against the evidence; needs --reason'),
  reason: arg.text('Why'),
  yes: YES,
} as const
type Marking = Given<typeof MARKING>

export const requirementsMark = verb('requirements.mark', {
  about: 'Tick proven requirements; the user may overrule',
  args: MARKING,
  result: record({
    marked: listOf(text(), 'Ids with a changed box or row'),
    overruled: listOf(text(), 'Ids overruled by the user'),
  }),
  reads: READS,
  writes: ['requirements', 'ledger'],
  run({ view }, given) {
    const { by, open } = given
    const ids = [...new Set(given.ids.flatMap((word) => word.split(/[\s,[\]]+/)).filter((id) => id !== ''))]
    if ((by === undefined) !== (given.reason === undefined) || (open && by === undefined))
      refuse(usageError('overruling needs both --by and --reason', 'add --by "<name>" --reason "<why>"'))
    const before = requireRequirements(view)
    const known = before.requirements.map(({ id }) => id)
    const absent = ids.filter((id) => !known.includes(id))
    if (absent.length > 0) refuse(notFound(absent, known))
    const facts = gatherFacts(view)
    const unproven = ids.map((id) => fulfilmentOf(facts, id)).filter(({ complete }) => !complete)
    if (by === undefined && unproven.length > 0) refuse(notProven(unproven))
    const lines = overruling(facts, given, ids)
    const marked = ids.filter((id) => marksOf(before, id)[open ? 'set' : 'open'] > 0)
    const staging = new Staging(view)
    staging.edit('requirements', view.at('REQUIREMENTS.md'), (doc) => mark(doc, marked, !open))
    return {
      result: { marked, overruled: by === undefined ? [] : ids },
      edits: [...staging.edits(), ...lines],
    }
  },
})

const notFound = (absent: readonly string[], known: readonly string[]): ErrorBody => {
  const near = nearestId(absent[0] as string, known)
  return {
    code: 'NOT_FOUND',
    message: `REQUIREMENTS.md has no ${absent.join(', ')}; nothing was marked`,
    fix: near === null ? 'gsd-tools requirements list' : `did you mean ${near}?`,
  }
}

const notProven = (rows: readonly Fulfilment[]): ErrorBody => ({
  code: 'NOT_PROVEN',
  message: `no evidence yet: ${rows.map(({ id, reason }) => `${id} (${reason})`).join('; ')}; nothing was marked`,
  fix: 'finish and verify the phases named; the user may overrule with --by "<name>" --reason "<why>"',
})

/** Lines that override the evidence; none without an override or a new decision. */
function overruling(
  { view, inputs }: ProjectFacts,
  { open, by, reason, yes }: Marking,
  ids: readonly string[],
): readonly Edit[] {
  if (by === undefined || reason === undefined) return []
  const known = overrulesIn(inputs.ledger())
  const news = ids.filter((id) => {
    const last = known.get(id)
    return last === undefined || last.complete === open || last.who !== by || last.why !== reason
  })
  if (news.length === 0) return []
  const question = `Mark ${ids.join(', ')} ${open ? 'open' : 'complete'} against the evidence? ${by}: ${reason}`
  const call = `gsd-tools requirements mark ${ids.join(' ')}${open ? ' --open' : ''} --by ${JSON.stringify(by)} --reason ${JSON.stringify(reason)}`
  const decider = decide(view, { question, call }, yes)
  if (isRefused(decider)) return refuse(decider)
  const at = new Date(view.clock.now()).toISOString()
  return news.map((requirement) => ({
    kind: 'line',
    path: ledgerPath(view),
    payload: { kind: 'overrule', at, requirement, complete: !open, who: by, why: reason, by: decider },
  }))
}
