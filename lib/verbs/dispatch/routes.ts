// The next step in the forms other tools of the family ask for it. Each is a view of what `next` answers; none decides anything.

import { type Derivation, derive } from '../../core/derivation/derive.js'
import { CLAIM_READS, isSummarised, type PhaseFacts } from '../../core/derivation/facts.js'
import { debtOf } from '../../core/derivation/phase-debt.js'
import { statusOf } from '../../core/derivation/state-word.js'
import { commandOf, decideNext, dispatchInput, type NextDecision } from '../../core/dispatch/dispatch.js'
import { unitType } from '../../core/dispatch/units.js'
import type { Ledger } from '../../core/history/ledger.js'
import { readLedger } from '../../core/history/ledger.js'
import type { ClaimLine, OutcomeLine } from '../../core/history/ledger-lines.js'
import { displayPhaseId } from '../../core/ids.js'
import type { PackView, View } from '../../core/view.js'
import { bool, int, listOf, orNull, record, text, textOrNull } from '../../std/shape.js'
import { unknownShape } from '../findings.js'
import { look, out, type Results, worked } from '../git/steps.js'
import { shareShape } from '../standing.js'
import { query, task } from '../verb.js'
import { nextAnswer, nextText } from './next.js'

const READS = [...new Set([...CLAIM_READS, 'order', 'state'] as const)]

const decided = (derivation: Derivation, view: View): NextDecision => decideNext(dispatchInput(view, derivation))

export const routeNextAction = query({
  name: 'route.next-action',
  about: 'The command that comes next, with what stands in its way',
  args: {},
  result: record({
    command: textOrNull('As the calling client spells it; null while a person must decide'),
    args: text(),
    reason: text(),
    hold: textOrNull('What lets the work go on, while it is on hold'),
    current_phase: textOrNull(),
    phase_name: textOrNull(),
    gates: record({
      continue_here: bool('Somebody left notes to go on from'),
      error_state: bool('The last unit failed'),
      unresolved_verification: bool('Gaps, or tests that a person must do'),
      consecutive_calls: int('How often the last unit was begun in a row'),
    }),
    context: record({
      has_context: bool(),
      has_research: bool(),
      has_plans: bool(),
      plan_count: int(),
      summary_count: int(),
      has_verification: bool(),
      paused_at: textOrNull(),
      uat_gaps: int(),
    }),
  }),
  reads: READS,
  needsProject: false,
  needs: ['host', 'pack'],
  run(_args, view) {
    const derivation = derive(view)
    const { active, facts } = derivation
    const decision = decided(derivation, view)
    const command = decision.kind === 'dispatch' ? commandOf(decision.unit) : null
    const debt = active === null ? null : debtOf(facts, active)
    const ledger = readLedger(view)
    return {
      result: {
        command: command === null ? null : view.pack.host(view.host).command(command.name),
        args: command?.args.join(' ') ?? '',
        reason: decision.kind === 'hold' ? decision.hold.reason : derivation.reason,
        hold: decision.kind === 'hold' ? decision.hold.resume : null,
        current_phase: active === null ? null : displayPhaseId(active.id),
        phase_name: active?.title ?? null,
        gates: {
          continue_here: hasNotes(view, active),
          error_state: lastFailed(ledger),
          unresolved_verification: debt !== null && (debt.verificationFailures > 0 || debt.humanNeeded),
          consecutive_calls: consecutive(ledger),
        },
        context: {
          has_context: active?.files?.context != null,
          has_research: active?.files?.research != null,
          has_plans: (active?.plans.length ?? 0) > 0,
          plan_count: active?.plans.length ?? 0,
          summary_count: active?.plans.filter(isSummarised).length ?? 0,
          has_verification: active?.files?.verification != null,
          paused_at: view.parse('state', view.at('STATE.md'))?.value.front.pausedAt ?? null,
          uat_gaps: debt?.uatGaps ?? 0,
        },
      },
    }
  },
})

/** Notes of a session that stopped: beside the project, in the planning base, in the phase. */
function hasNotes(view: View, active: PhaseFacts | null): boolean {
  const folders = [view.base, ...(active?.directory == null ? [] : [active.directory.path])]
  return (
    view.source('.continue-here.md') !== null ||
    folders.some((folder) =>
      view.list(folder).some(({ name }) => name.startsWith('.continue-here') && name.endsWith('.md')),
    )
  )
}

const claimsIn = ({ lines }: Ledger) => lines.filter((line): line is ClaimLine => line.kind === 'claim')

function consecutive(ledger: Ledger): number {
  const claims = claimsIn(ledger)
  const last = claims.at(-1)
  if (last === undefined) return 0
  const before = claims.findLastIndex(({ unitType: type, unitId }) => type !== last.unitType || unitId !== last.unitId)
  return claims.length - 1 - before
}

function lastFailed({ lines }: Ledger): boolean {
  const last = lines.findLast((line): line is OutcomeLine => line.kind === 'outcome')
  return last !== undefined && (last.status === 'failed' || last.status === 'timed-out')
}

/** Days without activity after which a session should look around first. */
const STALE_DAYS = 14
const DAY_MS = 86_400_000

/** Commands worth offering beside the next step. */
const BESIDE = ['progress', 'quick', 'settings', 'help'] as const
const LABELS: Readonly<Record<(typeof BESIDE)[number], string>> = {
  progress: 'See where the project stands',
  quick: 'Do one small task outside the phases',
  settings: 'Change settings',
  help: 'List the commands',
}

export const smartEntry = task({
  name: 'smart-entry',
  about: 'Where the project stands and what to do about it, as a menu',
  args: {},
  result: record({
    situation: text('The derived step'),
    recommended: text('Id of the recommended action'),
    summary: text(),
    signals: record({
      current_phase: textOrNull(),
      total_phases: int(),
      status: text(),
      progress: orNull(int()),
      share: shareShape,
      has_planning: bool(),
      has_roadmap: bool(),
      git_dirty: orNull(bool()),
      git_unpushed: orNull(bool()),
      paused: bool(),
      blockers: listOf(text()),
      has_git: bool(),
      verify_failed: bool(),
      stale_activity: orNull(bool(`Nothing happened for ${STALE_DAYS} days`)),
      roadmap_total_phases: orNull(int()),
      roadmap_completed_phases: orNull(int()),
      state_commits_behind: orNull(int()),
      state_commit_stale: orNull(bool()),
    }),
    actions: listOf(record({ id: text(), label: text(), command: text(), recommended: bool() })),
    unknown: unknownShape,
  }),
  reads: READS,
  writes: [],
  needsProject: false,
  needs: ['host', 'pack'],
  plan: (_args, view) =>
    view.hasGit
      ? [look('status', ['status', '--porcelain']), look('ahead', ['rev-list', '--count', '@{upstream}..HEAD'])]
      : [],
  finish(_args, view, results) {
    const derivation = derive(view)
    const { state, facts, active } = derivation
    const answer = nextAnswer(derivation, view).result
    const actions = actionsOf(view, answer)
    const { phases, percent } = state.progress
    const repository = repositoryOf(view, results)
    const stale = staleActivity(view)
    const hasRoadmap = facts.roadmap !== null
    return {
      result: {
        situation: state.step,
        recommended: actions[0]?.id ?? 'next',
        summary: nextText(answer),
        signals: {
          current_phase: active === null ? null : displayPhaseId(active.id),
          total_phases: phases.total,
          status: statusOf(derivation),
          progress: percent,
          share: state.progress.share,
          has_planning: facts.hasProject,
          has_roadmap: hasRoadmap,
          ...repository,
          paused: state.step === 'paused',
          blockers: state.blockers.map(({ text: words }) => words),
          has_git: view.hasGit,
          verify_failed: active !== null && debtOf(facts, active).verificationFailures > 0,
          stale_activity: stale,
          roadmap_total_phases: hasRoadmap ? phases.total : null,
          roadmap_completed_phases: hasRoadmap ? phases.done : null,
          state_commits_behind: null,
          state_commit_stale: null,
        },
        actions,
        unknown: [
          ...(percent === null
            ? [{ path: 'signals.progress', code: 'NOTHING_TO_COUNT', reason: 'no milestone with phases is open' }]
            : []),
          ...(hasRoadmap
            ? []
            : ['roadmap_total_phases', 'roadmap_completed_phases'].map((name) =>
                unknownSignal(name, 'NO_ROADMAP', 'there is no ROADMAP.md'),
              )),
          ...(repository.git_dirty === null ? [unknownSignal('git_dirty', 'NO_GIT', 'git gave no answer here')] : []),
          ...(repository.git_unpushed === null
            ? [unknownSignal('git_unpushed', 'NO_UPSTREAM', 'the branch has no upstream to compare with')]
            : []),
          ...(stale === null ? [unknownSignal('stale_activity', 'NOT_STATED', 'STATE.md names no day')] : []),
          ...['state_commits_behind', 'state_commit_stale'].map((name) =>
            unknownSignal(name, 'NOT_KEPT', 'STATE.md keeps no commit: its position is derived'),
          ),
        ],
      },
      edits: [],
    }
  },
  pretty: ({ summary, actions }) =>
    [summary, '', ...actions.map(({ label, command }) => `${command}  ${label}`)].join('\n'),
})

const unknownSignal = (name: string, code: string, reason: string) => ({ path: `signals.${name}`, code, reason })

function repositoryOf(view: View, results: Results) {
  if (!view.hasGit) return { git_dirty: null, git_unpushed: null }
  const ahead = worked(results, 'ahead') ? Number(out(results, 'ahead')) : Number.NaN
  return {
    git_dirty: worked(results, 'status') ? out(results, 'status') !== '' : null,
    git_unpushed: Number.isInteger(ahead) ? ahead > 0 : null,
  }
}

function staleActivity(view: View): boolean | null {
  const day = view.parse('state', view.at('STATE.md'))?.value.front.lastActivity?.slice(0, 10)
  const at = day === undefined ? Number.NaN : Date.parse(day)
  return Number.isNaN(at) ? null : (Date.parse(view.clock.today()) - at) / DAY_MS > STALE_DAYS
}

type NextResult = ReturnType<typeof nextAnswer>['result']

/** The next step first; then what this pack lists. */
function actionsOf(view: PackView, answer: NextResult) {
  const host = view.pack.host(view.host)
  const first =
    answer.kind === 'hold'
      ? { id: 'resolve', label: answer.hold.resume, command: host.command('next'), recommended: true }
      : {
          id: answer.unit.unitType,
          label: unitType(answer.unit.unitType).about,
          command: answer.command ?? host.command('next'),
          recommended: true,
        }
  const others = BESIDE.filter((name) => view.pack.listed.includes(name)).map((name) => ({
    id: name,
    label: LABELS[name],
    command: host.command(name),
    recommended: false,
  }))
  return [first, ...others]
}
