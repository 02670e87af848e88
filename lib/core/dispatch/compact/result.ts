// From the one sentence of an executor to a SUMMARY: commits and files are git's, requirements and tasks the plan's.
import type { ResultValue } from '../../../artifacts/compact/result.js'
import { bullets } from '../../../artifacts/parts/prose.js'
import { isRequirementId } from '../../../artifacts/requirements/requirement-id.js'
import { meantIds, nearestId } from '../../../std/ids-meant.js'
import { baseName } from '../../../std/paths.js'
import { phaseDirectoryPath } from '../../derivation/facts.js'
import { isComplete, type PlanFacts } from '../../derivation/plan-facts.js'
import { displayPhaseId } from '../../ids.js'
import { renderInto } from '../../writing/staging.js'
import { ALREADY, hashesIn } from '../finish/already.js'
import { changeSteps, changesIn } from '../finish/changes.js'
import { namedPath } from '../finish/repository.js'
import { finding } from '../unit-finding.js'
import { quickNumber } from '../units.js'
import type { Expanding, Expansion } from './expansion.js'

const TICK = /^\[[xX]\]\s+/

export const resultExpansion: Expansion<ResultValue> = {
  steps: (_value, context) => changeSteps(context),
  expand(value, context) {
    const { view, expects } = context
    const expected = expects.find(({ schema }) => schema === 'summary')
    if (expected === undefined) return { files: [], findings: [] }
    const path = expected.path.replace('{name}', quickNumber(context.claim.unitId))
    const { unknown, known } = strangers(value, context)
    if (unknown.length > 0)
      return {
        files: [],
        findings: [
          finding(
            'REQUIREMENT_UNKNOWN',
            `unmet: names ${unknown.join(', ')}, which ${unknown.length === 1 ? 'is no requirement' : 'are no requirements'} of the project`,
            context.draft.path,
            `name requirements as REQUIREMENTS.md does${meantIds(unknown, known)}, or remove it`,
          ),
        ],
      }
    const text = renderInto(view, 'summary', summaryOf(value, context), path)
    return {
      files: [{ path: path.slice(view.base.length + 1), schema: 'summary', text, line: 1, anchors: [] }],
      findings: [],
    }
  },
}

type Summary = NonNullable<PlanFacts['summary']>

function summaryOf(value: ResultValue, context: Expanding): Summary {
  const plan = planOf(context)
  const halted = value.halted.length > 0
  const before = value.already.length > 0 && !halted
  const { files, commits }: Done = before
    ? { files: { created: [], modified: [] }, commits: hashesIn(value.already) }
    : workIn(context, plan)
  const text = (items: readonly string[]) => (items.length === 0 ? null : bullets(items, ''))
  return {
    ...named(context, plan),
    subsystem: null,
    tags: [],
    requires: [],
    provides: value.works === null || halted ? [] : [value.works],
    affects: [],
    techStack: { added: [], patterns: [] },
    keyFiles: files,
    keyDecisions: value.decisions,
    patternsEstablished: [],
    requirementsCompleted: halted ? [] : met(value, context, plan),
    duration: null,
    completed: null,
    completedAt: null,
    status: halted ? 'halted' : before ? ALREADY : null,
    blockers: value.halted,
    extra: {},
    // Two asterisks end what is in bold.
    oneLiner: value.works?.replaceAll('*', '∗') ?? null,
    accomplishments: commits.length > 0 || value.works === null ? value.more : [value.works, ...value.more],
    commits,
    files: [...files.created, ...files.modified],
    taskCount: plan === null || plan.tasks.length === 0 ? null : plan.tasks.length,
    decisions: value.decisions,
    deviations: text([
      ...value.deviations,
      ...(before ? value.already.map((words) => `Nothing was changed; it was there already: ${words}`) : []),
    ]),
    issuesEncountered: null,
    knownIssues: text(value.issues),
    pendingActions: value.pending.filter((action) => !TICK.test(action)),
    tickedActions: value.pending.flatMap((action) => (TICK.test(action) ? [action.replace(TICK, '')] : [])),
    nextPhaseReadiness: null,
    // It is placed only where every check has passed.
    selfCheck: halted ? null : 'passed',
  }
}

/** What it calls unmet although neither the plan nor the project requires it: ids, and words that are spelled like one. */
function strangers({ unmet }: ResultValue, context: Expanding) {
  const { view } = context
  const listed = view.parse('requirements', view.at('REQUIREMENTS.md'))?.value.requirements ?? []
  const known = [...new Set([...listed.map(({ id }) => id), ...(planOf(context)?.requirements ?? [])])]
  const isMeant = (id: string) => isRequirementId(id) || (/\d$/.test(id) && nearestId(id, known) !== null)
  return { known, unknown: listed.length === 0 ? [] : unmet.filter((id) => !known.includes(id) && isMeant(id)) }
}

/** Requirements of the plan that hold now: not those it names as unmet, nor those that another plan still has to build. */
function met(
  { unmet }: ResultValue,
  { phase, plan: own }: Expanding,
  plan: PlanFacts['plan'] | null,
): readonly string[] {
  const others = (phase?.plans ?? []).filter((other) => other.id !== own?.id && !isComplete(other))
  const open = new Set([...unmet, ...others.flatMap((other) => other.plan.requirements)])
  return (plan?.requirements ?? []).filter((id) => !open.has(id))
}

/** Of a quick task: the one that lies among its drafts. */
function planOf({ plan, view, claim }: Expanding): PlanFacts['plan'] | null {
  if (plan !== null) return plan.plan
  return view.parse('plan', `${claim.drafts}/${quickNumber(claim.unitId)}-PLAN.md`)?.value ?? null
}

function named({ phase, plan, claim, derivation }: Expanding, value: PlanFacts['plan'] | null) {
  if (phase === null || plan === null) {
    const number = quickNumber(claim.unitId)
    const words = claim.unitId.slice(number.length + 1).replaceAll('-', ' ')
    return { phase: 'quick', plan: value?.plan ?? '01', title: `Quick task ${number}: ${words}` }
  }
  const directory = phaseDirectoryPath(derivation.facts, phase)
  const number = plan.id.slice(plan.id.lastIndexOf('-') + 1)
  const [goal = ''] = (value?.objective ?? phase.title).split('\n')
  return {
    phase: baseName(directory),
    plan: number,
    title: `Phase ${displayPhaseId(phase.id)}, plan ${number}: ${goal}`,
  }
}

interface Done {
  readonly commits: readonly string[]
  readonly files: { readonly created: readonly string[]; readonly modified: readonly string[] }
}

const SHORT = 10

/** Commits since the work began that touch a file of the plan; all of them where none does, or the plan names no file. */
export function workIn({ results }: Pick<Expanding, 'results'>, plan: PlanFacts['plan'] | null): Done {
  const all = (changesIn(results) ?? []).filter(({ files }) => files.length > 0)
  const named = (plan?.filesModified ?? []).flatMap((entry) => namedPath(entry) ?? [])
  const own = all.filter(({ files }) => files.some(({ path }) => named.some((file) => isIn(path, file))))
  const taken = own.length > 0 ? own : all
  const last = new Map<string, { readonly isNew: boolean; readonly isThere: boolean }>()
  // Newest first: the first line about a path says whether it is there, the last one whether it is new.
  for (const { files } of taken)
    for (const { status, path } of files)
      last.set(path, { isNew: status === 'A', isThere: last.get(path)?.isThere ?? status !== 'D' })
  const there = (isNew: boolean) =>
    [...last]
      .filter(([, file]) => file.isThere && file.isNew === isNew)
      .map(([path]) => path)
      .sort()
  return {
    commits: taken.map(({ hash }) => hash.slice(0, SHORT)).reverse(),
    files: { created: there(true), modified: there(false) },
  }
}

const isIn = (path: string, file: string): boolean => path === file || path.startsWith(`${file}/`)
