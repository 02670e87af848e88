// Verbs about agreement and room: roadmap against directories, and how full a model's context is.
import { derive } from '../../core/derivation/derive.js'
import { FACT_READS, isHistory, type ProjectFacts } from '../../core/derivation/facts.js'
import {
  displayPhaseId,
  isNumericPhase,
  isSentinelPhase,
  majorOf,
  type PhaseId,
  parsePhaseId,
  phaseKey,
} from '../../core/ids.js'
import { listPhaseDirectories, listPhaseFiles } from '../../core/layout.js'
import type { View } from '../../core/view.js'
import { bool, int, number, oneOf, record, text } from '../../std/shape.js'
import { type Finding, findingsShape, verdict } from '../findings.js'
import { arg, query } from '../verb.js'

export const validateConsistency = query('validate.consistency', {
  about: 'Whether roadmap, directories and plans agree',
  result: record({ passed: bool(), errors: findingsShape, warnings: findingsShape, warning_count: int() }),
  reads: FACT_READS,
  run(_args, view) {
    const { facts } = derive(view)
    const errors: readonly Finding[] =
      facts.roadmap === null && facts.scope !== 'between_milestones' && view.list('.planning/milestones').length === 0
        ? [
            {
              code: 'E003',
              path: view.at('ROADMAP.md'),
              message: 'there is no ROADMAP.md',
              fix: 'gsd-tools next says how to get one',
            },
          ]
        : []
    const warnings = [...numberGaps(facts), ...orphans(view, facts), ...plansOf(view, facts)]
    const passed = errors.length === 0 && warnings.length === 0
    return verdict('passed', { passed, errors, warnings, warning_count: warnings.length })
  },
})

/** Whole numbers that are missing between the phases of the active milestone; inserted ones leave no gap. */
function numberGaps({ phases }: ProjectFacts): readonly Finding[] {
  const numbers = phases.flatMap(({ id }) => (isNumericPhase(id) ? [majorOf(id) ?? 0] : []))
  const there = new Set(numbers)
  const missing: number[] = []
  for (let n = Math.min(...numbers) + 1; n < Math.max(...numbers); n++) if (!there.has(n)) missing.push(n)
  return missing.map((n) => ({
    code: 'NUMBER_GAP',
    message: `there is no phase ${n} between the phases of the milestone`,
    fix: 'nothing to do: numbers need not be consecutive',
    repairable: false,
  }))
}

/** Directories that neither the roadmap nor history names. */
function orphans(view: View, facts: ProjectFacts): readonly Finding[] {
  if (facts.roadmap === null || facts.scope === 'between_milestones') return []
  const named = new Set(facts.roadmap.phases.flatMap(({ id }) => parsePhaseId(id) ?? []).map(phaseKey))
  return listPhaseDirectories(view)
    .filter(({ id }) => !isSentinelPhase(id) && !named.has(phaseKey(id)) && !isHistory(facts, id))
    .map(({ id, path }) => ({
      code: 'W007',
      path,
      message: `${path} belongs to no phase of ROADMAP.md`,
      fix: `add a section "### Phase ${displayPhaseId(id)}: <title>", or move the directory away`,
      repairable: false,
    }))
}

/** Plans whose numbers leave a hole, and summaries without a plan, in phases that are open. */
function plansOf(view: View, facts: ProjectFacts): readonly Finding[] {
  return facts.phases.flatMap(({ id, directory }) => {
    if (directory === null) return []
    const { plans, orphanSummaries } = listPhaseFiles(view, directory)
    const numbers = plans.flatMap(({ id: plan }) => numberIn(plan, id))
    const there = new Set(numbers)
    const holes: number[] = []
    for (let n = 1; n < Math.max(0, ...numbers); n++) if (!there.has(n)) holes.push(n)
    return [
      ...(holes.length === 0
        ? []
        : [
            {
              code: 'PLAN_GAP',
              path: directory.path,
              message: `phase ${id} has no plan ${holes.join(', ')} among its ${plans.length}`,
              fix: 'nothing to do if a plan was taken out on purpose',
              repairable: false,
            },
          ]),
      ...orphanSummaries.map(({ path }) => ({
        code: 'ORPHAN_SUMMARY',
        path,
        message: `${path} belongs to no plan`,
        fix: 'rename it after its plan, or remove it',
        repairable: false,
      })),
    ]
  })
}

function numberIn(plan: string, phase: PhaseId): readonly number[] {
  const rest = plan.startsWith(`${phase}-`) ? plan.slice(phase.length + 1) : ''
  return /^\d+$/.test(rest) ? [Number(rest)] : []
}

const WARN_AT = 60
const CRITICAL_AT = 70

export const validateContext = query('validate.context', {
  about: 'How full the context of a model is, and what to do about it',
  args: {
    'tokens-used': arg.int('Tokens in use', { required: true }),
    'context-window': arg.int('Tokens there is room for', { required: true }),
  },
  result: record({
    percent: number('Rounded to one place'),
    state: oneOf(['healthy', 'warning', 'critical']),
    recommendation: text(),
  }),
  reads: [],
  needsProject: false,
  run({ 'tokens-used': used, 'context-window': window }, _view) {
    const none = { percent: 0, state: 'critical' as const, recommendation: '' }
    if (used < 0 || window <= 0)
      return {
        result: none,
        error: {
          code: 'USAGE',
          message: `expected tokens ≥ 0 and a window > 0, received ${used} and ${window}`,
          fix: 'validate context --tokens-used 120000 --context-window 200000',
        },
      }
    const percent = Math.round((1000 * used) / window) / 10
    const state =
      percent >= CRITICAL_AT ? ('critical' as const) : percent >= WARN_AT ? ('warning' as const) : ('healthy' as const)
    return {
      result: {
        percent,
        state,
        recommendation: {
          healthy: 'go on',
          warning: 'finish the step at hand, then begin a fresh context',
          critical: 'write down where you are and begin a fresh context now',
        }[state],
      },
    }
  },
})
