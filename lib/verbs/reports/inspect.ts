// One snapshot of the whole plan for other tools: milestone, phases with their plans, requirements, shares and what is odd about them.
import { phaseRefsIn } from '../../artifacts/parts/phase-token.js'
import type { Trace } from '../../artifacts/requirements/requirements.js'
import { type Derivation, derive, planRef } from '../../core/derivation/derive.js'
import { isComplete, type PhaseFacts, POSITION_READS, type ProjectFacts } from '../../core/derivation/facts.js'
import { fulfilmentOf } from '../../core/derivation/fulfilment.js'
import { derivePhase } from '../../core/derivation/phase-rules.js'
import { type PhaseRow, phaseTable } from '../../core/derivation/phase-table.js'
import type { Ratio } from '../../core/derivation/progress.js'
import { requirementStatus } from '../../core/derivation/standing.js'
import { statusOf } from '../../core/derivation/state-word.js'
import { verificationWord } from '../../core/derivation/verification-word.js'
import { displayPhaseId, isNumericPhase, parsePhaseId, phaseKey } from '../../core/ids.js'
import { listPhaseDirectories } from '../../core/layout.js'
import type { View } from '../../core/view.js'
import { bool, int, listOf, orNull, record, type Shape, text, textOrNull } from '../../std/shape.js'
import { phaseStatusShape, planStatusShape, requirementStatusShape, shareShape } from '../standing.js'
import { query } from '../verb.js'

const scoped = <T>(value: Shape<T>) => record({ value, scope: text() })
const RATIO = record({ completed: int(), total: int(), percent: orNull(int()), scope: text() })

const PHASE = record({
  dir: textOrNull('Directory, relative to the project root'),
  phase_id: textOrNull(),
  status: phaseStatusShape,
  complete: bool('By derivation'),
  goal: scoped(textOrNull()),
  dependencies: scoped(listOf(text())),
  verification: record({
    status: text('Word of verification status; none for closed milestones'),
    next_action: text('Step of the phase'),
  }),
  roadmap_acceptance: record({
    checkbox: bool('A projection'),
    authoritative: bool('Always false: a tick proves nothing'),
  }),
  uat: record({ unresolved: listOf(record({ number: text(), name: text(), result: text() })), scope: text() }),
  plan_count: int(),
  summary_count: int(),
  plans: listOf(
    record({
      id: text(),
      file: text(),
      wave: orNull(int()),
      complete: bool(),
      evidence: planStatusShape,
      summary: textOrNull(),
    }),
  ),
  scope: text('active or closed'),
})

export const planningInspect = query({
  name: 'planning.inspect',
  about: 'The whole plan as one snapshot for other tools',
  args: {},
  result: record({
    schema_version: int(),
    generated_from: record({ cwd: text('Project root'), planning_root: text() }),
    milestone: record({ version: textOrNull(), name: textOrNull(), scope: text() }),
    active: record({ phase: scoped(textOrNull()), plan: scoped(textOrNull()), status: scoped(text()) }),
    phases: listOf(PHASE),
    orphan_phase_dirs: listOf(text(), 'Directories that no phase of ROADMAP.md owns'),
    requirements: listOf(
      record({
        id: text(),
        text: text(),
        complete: bool('By evidence, or by a recorded overrule'),
        standing: requirementStatusShape,
        mappedPhases: listOf(text()),
        diagnostics: listOf(text()),
        scope: text(),
      }),
    ),
    progress: record({
      accepted_phases: RATIO,
      completed_plans: RATIO,
      percent: orNull(int('The smaller share')),
      share: shareShape,
    }),
    diagnostics: listOf(record({ code: text(), subject: text(), detail: text() })),
  }),
  reads: POSITION_READS,
  run(_args, view) {
    const derivation = derive(view)
    const { facts, state, active } = derivation
    const { scope } = facts
    const rows = phaseTable(derivation)
    return {
      result: {
        schema_version: 1,
        generated_from: { cwd: view.projectRoot, planning_root: view.base },
        milestone: { version: state.milestone?.id ?? null, name: state.milestone?.title ?? null, scope },
        active: {
          phase: { value: active === null ? null : displayPhaseId(active.id), scope },
          plan: { value: state.plan?.id ?? null, scope },
          status: { value: statusOf(derivation), scope },
        },
        phases: rows.map((row) => phaseOf(derivation, row)),
        orphan_phase_dirs: orphansIn(facts),
        requirements: requirementsOf(view, facts),
        progress: {
          accepted_phases: ratioOf(state.progress.phases, scope),
          completed_plans: ratioOf(state.progress.plans, scope),
          percent: state.progress.percent,
          share: state.progress.share,
        },
        diagnostics: diagnosticsOf(derivation, rows),
      },
    }
  },
})

const ratioOf = ({ done, total }: Ratio, scope: string) => ({
  completed: done,
  total,
  percent: total === 0 ? null : Math.round((100 * done) / total),
  scope,
})

function phaseOf({ facts }: Derivation, row: PhaseRow) {
  const phase = row.facts
  const scope = row.closed ? 'closed' : 'active'
  return {
    dir: row.files?.directory.path ?? null,
    phase_id: row.id,
    status: row.status,
    complete: row.done,
    goal: { value: row.section.goal, scope },
    dependencies: { value: phase === null ? [] : phase.dependsOn.map(displayPhaseId), scope },
    verification: {
      status: phase === null ? 'none' : verificationWord(facts, phase).status,
      next_action: phase === null || row.done ? 'none' : derivePhase(facts, phase).outcome.step,
    },
    roadmap_acceptance: { checkbox: row.ticked, authoritative: false },
    uat: { unresolved: phase === null ? [] : openTests(facts, phase), scope },
    plan_count: row.plans,
    summary_count: row.summaries,
    plans: phase === null ? closedPlans(row) : plansOf(phase),
    scope,
  }
}

const plansOf = (phase: PhaseFacts) =>
  phase.plans.map((plan) => ({
    id: plan.id,
    file: plan.file.path,
    wave: planRef(phase, plan).wave,
    complete: isComplete(plan),
    evidence: plan.evidence,
    summary: plan.file.summary,
  }))

const closedPlans = ({ files }: PhaseRow) =>
  (files?.plans ?? []).map(({ id, path, summary }) => ({
    id,
    file: path,
    wave: null,
    complete: summary !== null,
    evidence: 'closed' as const,
    summary,
  }))

function openTests(facts: ProjectFacts, phase: PhaseFacts) {
  const path = phase.files?.uat
  const uat = path == null ? null : facts.inputs.parse('uat', path)?.value
  return (uat?.tests ?? [])
    .filter(({ result }) => result === 'pending' || result === 'blocked' || result === 'issue')
    .map(({ number, name, result }) => ({ number, name, result }))
}

function orphansIn({ roadmap, view }: ProjectFacts): readonly string[] {
  const ids = (roadmap?.phases ?? []).flatMap(({ id }) => parsePhaseId(id) ?? [])
  const named = new Set(ids.map(phaseKey))
  return listPhaseDirectories(
    view,
    ids.filter((id) => !isNumericPhase(id)),
  )
    .filter(({ id }) => !named.has(phaseKey(id)))
    .map(({ path }) => path)
}

function requirementsOf(view: View, facts: ProjectFacts) {
  const value = view.parse('requirements', view.at('REQUIREMENTS.md'))?.value
  const carriers = new Map<string, string[]>()
  for (const { id, section } of facts.phases)
    for (const requirement of section.requirements)
      carriers.set(requirement, [...(carriers.get(requirement) ?? []), displayPhaseId(id)])
  const traces = new Map([...(value?.traceability ?? [])].reverse().map((row) => [row.id, row]))
  return (value?.requirements ?? []).map((requirement) => {
    const { id, text: words, scope, done } = requirement
    const { complete, reason } = fulfilmentOf(facts, id)
    const mapped = carriers.get(id) ?? []
    const notes = [
      ...(done === true && !complete ? [`the box is ticked, but ${reason}`] : []),
      ...(scope === 'v1' && mapped.length === 0 ? ['no phase of the active milestone carries it'] : []),
      ...tracedElsewhere(mapped, traces.get(id)),
    ]
    const standing = requirementStatus(facts, requirement)
    return { id, text: words, complete, standing, mappedPhases: mapped, diagnostics: notes, scope }
  })
}

/** A traceability row that names other phases than the roadmap. */
function tracedElsewhere(mapped: readonly string[], trace: Trace | undefined): readonly string[] {
  const refs = trace === undefined ? [] : phaseRefsIn(trace.phase)
  const keys = new Set(mapped.flatMap((id) => parsePhaseId(id) ?? []).map(phaseKey))
  const others = refs.filter((ref) => {
    const id = parsePhaseId(ref)
    return id === null || !keys.has(phaseKey(id))
  })
  return mapped.length === 0 || others.length === 0 ? [] : [`the traceability table says ${trace?.phase}`]
}

function diagnosticsOf({ state, facts }: Derivation, rows: readonly PhaseRow[]) {
  return [
    ...state.blockers.map(({ code, text: detail, source }) => ({ code, subject: source, detail })),
    ...rows
      .filter(({ ticked, done }) => ticked && !done)
      .map(({ number }) => ({
        code: 'TICK_WITHOUT_EVIDENCE',
        subject: `phase ${number}`,
        detail: 'ROADMAP.md ticks it, but its evidence is incomplete',
      })),
    ...facts.phases.flatMap(({ id, duplicates }) =>
      duplicates.length === 0
        ? []
        : [
            {
              code: 'PHASE_DIRECTORY_TWICE',
              subject: `phase ${displayPhaseId(id)}`,
              detail: duplicates.map(({ path }) => path).join(', '),
            },
          ],
    ),
  ]
}
