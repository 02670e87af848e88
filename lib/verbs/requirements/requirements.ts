// Reads of REQUIREMENTS.md: what there is with the evidence for it, and which plans carry it.
import type { Requirement, RequirementsValue, Trace } from '../../artifacts/requirements/requirements.js'
import { FACT_READS, gatherFacts, gatherPlans, isComplete, type PlanFacts } from '../../core/derivation/facts.js'
import { type Fulfilment, fulfilmentOf } from '../../core/derivation/fulfilment.js'
import { requirementStatus } from '../../core/derivation/standing.js'
import { listArchivedDirectories, listPhaseDirectories } from '../../core/layout.js'
import { locatePhase } from '../../core/phases/locate.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { bool, int, listOf, mapOf, oneOf, orNull, record, text } from '../../std/shape.js'
import { nearest } from '../../std/text.js'
import { requirementStatusShape } from '../standing.js'
import { query } from '../verb.js'

export const READS = [...new Set([...FACT_READS, 'requirements'] as const)]

export const noRequirements = (view: View): ErrorBody => ({
  code: 'FILE_NOT_FOUND',
  message: `expected ${view.at('REQUIREMENTS.md')}, it is not there`,
  fix: 'gsd-tools next says how to get one',
})

/** The first row of each id. */
const tracesOf = ({ traceability }: RequirementsValue): ReadonlyMap<string, Trace> =>
  new Map([...(traceability ?? [])].reverse().map((row) => [row.id, row]))

export const requirementsList = query({
  name: 'requirements.list',
  about: 'Requirements with their boxes and the evidence for them',
  args: {
    open: { type: 'flag', about: 'Only those that are not complete' },
    phase: { type: 'text', about: 'Only those the traceability table gives to this phase' },
  },
  result: record({
    requirements: listOf(
      record({
        id: text(),
        text: text(),
        scope: oneOf(['v1', 'v2']),
        category: orNull(text()),
        ticked: orNull(bool('The box: a projection; null where the line has none')),
        phase: orNull(text('Cell of the traceability table')),
        status: orNull(text('Cell of the traceability table')),
        complete: bool('By evidence, or by a recorded overrule'),
        standing: requirementStatusShape,
        by: orNull(oneOf(['evidence', 'adopted', 'overruled'], 'What makes it complete; null while it is open')),
        reason: text('Why it is complete, or what is still missing'),
      }),
    ),
    total: int(),
    complete: int(),
  }),
  reads: READS,
  run({ open, phase }, view) {
    const value = view.parse('requirements', view.at('REQUIREMENTS.md'))?.value
    if (value === undefined) return { result: { requirements: [], total: 0, complete: 0 }, error: noRequirements(view) }
    const facts = gatherFacts(view)
    const traces = tracesOf(value)
    const rows = value.requirements
      .map((requirement) => ({
        ...row(requirement, traces.get(requirement.id) ?? null, fulfilmentOf(facts, requirement.id)),
        standing: requirementStatus(facts, requirement),
      }))
      .filter((found) => !open || !found.complete)
      .filter((found) => phase === undefined || numberIn(found.phase) === numberIn(phase))
    return {
      result: { requirements: rows, total: rows.length, complete: rows.filter(({ complete }) => complete).length },
    }
  },
})

/** `Phase 02`, `2` and `02` are the same phase. */
const numberIn = (cell: string | null) =>
  (cell ?? '')
    .replace(/^phase\s+/i, '')
    .trim()
    .replace(/^0+(?=\d)/, '')

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

/** `A-1, A-2`, `[A-1 A-2]` and separate words are the same list. */
export const idsIn = (words: readonly string[]): readonly string[] => [
  ...new Set(words.flatMap((word) => word.split(/[\s,[\]]+/)).filter((id) => id !== '')),
]

export const requirementsExtractFromPlans = query({
  name: 'requirements.extract-from-plans',
  about: 'Requirements that the plans of a phase carry',
  args: { phase: { type: 'text', positional: true, required: true, about: 'Phase, e.g. 3 or 2.1' } },
  result: record({
    phase: text(),
    requirements: listOf(text(), 'Each once, in the order of the plans'),
    by_plan: mapOf(listOf(text()), 'By plan id'),
  }),
  reads: ['roadmap', 'plan', 'summary', 'ledger'],
  run({ phase }, view) {
    const located = locatePhase(view, phase)
    if ('error' in located) return { result: { phase, requirements: [], by_plan: {} }, error: located.error }
    const { plans } = gatherPlans(view, located.directory)
    return {
      result: {
        phase: located.directory.id,
        requirements: [...new Set(plans.flatMap(({ plan }) => plan.requirements))],
        by_plan: Object.fromEntries(plans.map(({ id, plan }) => [id, plan.requirements])),
      },
    }
  },
})

export const requirementsReadyIds = query({
  name: 'requirements.ready-ids',
  about: 'Which of these requirements no other open plan of the phase carries',
  args: {
    plan: { type: 'path', positional: true, required: true, about: 'Plan file that is finished' },
    ids: { type: 'list', positional: true, required: true, about: 'Ids, as words or comma-separated' },
  },
  result: record({ ready: listOf(text()), blocked: listOf(text(), 'Another plan still works on it'), total: int() }),
  reads: ['roadmap', 'plan', 'summary', 'ledger'],
  run({ plan: path, ids: words }, view) {
    const ids = idsIn(words)
    const directories = [...listPhaseDirectories(view), ...listArchivedDirectories(view)]
    const directory = directories.find((found) => path.startsWith(`${found.path}/`))
    const plans = directory === undefined ? [] : gatherPlans(view, directory).plans
    if (!plans.some(({ file }) => file.path === path))
      return { result: { ready: [], blocked: [], total: ids.length }, error: noPlan(path, plans) }
    const open = new Set(
      plans.filter((plan) => plan.file.path !== path && !isComplete(plan)).flatMap(({ plan }) => plan.requirements),
    )
    return {
      result: {
        ready: ids.filter((id) => !open.has(id)),
        blocked: ids.filter((id) => open.has(id)),
        total: ids.length,
      },
    }
  },
})

const noPlan = (path: string, plans: readonly PlanFacts[]): ErrorBody => {
  const near = nearest(
    path,
    plans.map(({ file }) => file.path),
  )
  return {
    code: 'PLAN_NOT_FOUND',
    message: `"${path}" is no plan of a phase`,
    fix: near === null ? 'gsd-tools phase find <phase> lists the plans' : `did you mean ${near}?`,
  }
}
