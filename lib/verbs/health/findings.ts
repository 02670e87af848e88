// What a health check finds in a planning tree: what hinders work, what may surprise, and what is only worth a note.
import { isBacklog } from '../../artifacts/parts/phase-token.js'
import { type Stuck, stuckPhases, stuckReason } from '../../core/derivation/dependences.js'
import { besides, type Derivation, derive } from '../../core/derivation/derive.js'
import { isHistory, type PhaseFacts, type ProjectFacts } from '../../core/derivation/facts.js'
import { INPUT_CODES } from '../../core/derivation/inputs.js'
import { isComplete } from '../../core/derivation/plan-facts.js'
import { lastText } from '../../core/history/last-text.js'
import { displayPhaseId, type PhaseId, parsePhaseId, phaseKey, resolvePlanRef, samePhase } from '../../core/ids.js'
import { planStructure, stageOfPlan } from '../../core/judging/plan-structure.js'
import { ledgerPath, listPhaseDirectories, type PhaseDirectory, type PhaseFiles } from '../../core/layout.js'
import { isStateDrawn } from '../../core/project/new-project.js'
import { readSettings } from '../../core/project/settings.js'
import { deltaOfPhase } from '../../core/specs/places.js'
import { deltaAt } from '../../core/specs/specs.js'
import type { View } from '../../core/view.js'
import { lineIn } from '../../core/writing/unmerged.js'
import type { Issue } from '../../errors.js'
import { type Finding, findingOf, where } from '../findings.js'
import { isBlank, isRoadmapLost, notices } from './notices.js'

export const STATUSES = ['healthy', 'degraded', 'broken'] as const

/** Everything that is wrong or odd. What hinders work is an error, what may surprise a warning, all else a note. */
export function healthOf(view: View, derivation: Derivation = derive(view)) {
  const { facts, done } = derivation
  const inputs = problemsIn(facts)
  const phases = inPhases(facts)
  const issues = [
    ...topLevelIssues(view),
    ...readSettings(view).issues,
    ...phases.flatMap((phase) => phase.issues),
  ].map(
    (issue): Issue => (isNoText(issue) && derivation.isAside(issue.path) ? { ...issue, severity: 'notice' } : issue),
  )
  const asFinding = (issue: Issue): Finding => (isLost(issue) ? withKept(view, issue) : findingOf(issue))
  const unread = new Set(derivation.unread)
  const told = new Set(issues.map(({ code, path }) => `${code} ${path}`))
  const problems = [...inputs.filter((one) => !unread.has(one)), ...facts.inputs.unmerged(besides(facts))]
  const errors = unique([
    ...missingFiles(view, facts),
    ...issues.filter(({ severity }) => severity === 'error').map(asFinding),
    ...problems.filter(({ kind, path }) => !told.has(`${INPUT_CODES[kind]} ${path}`)).map(unreadable),
    ...ledgerFindings(facts),
    ...facts.phases.flatMap(duplicates),
    ...phases.flatMap(({ order }) => order),
    ...neverFree(facts, done),
  ])
  const warnings = unique([
    ...sharedNumbers(view, facts),
    ...orphanDirectories(view, facts),
    ...facts.phases.flatMap((phase) => tickedWithoutEvidence(facts, phase, done.has(phase.id))),
    ...facts.phases.flatMap(ambiguousFiles),
    ...facts.phases.flatMap((phase) => (done.has(phase.id) ? unmerged(facts, phase) : [])),
    ...issues.filter((issue) => issue.severity === 'notice' && isNoText(issue)).map(asFinding),
  ])
  const info = unique([
    ...issues.filter((issue) => issue.severity === 'notice' && !isNoText(issue)).map(findingOf),
    ...notices(view, derivation),
  ])
  const status: (typeof STATUSES)[number] = errors.length > 0 ? 'broken' : warnings.length > 0 ? 'degraded' : 'healthy'
  const all = [...errors, ...warnings, ...info]
  return {
    status,
    errors,
    warnings,
    info,
    repairable_count: all.filter(({ repairable }) => repairable === true).length,
  }
}

/** What is wrong with the inputs of a derivation that looks at how finished each plan is; whoever asks what a plan says asks for more of them. */
function problemsIn({ inputs, phases }: ProjectFacts): ProjectFacts['inputs']['problems'] {
  for (const phase of phases) phase.plans.find(isComplete)
  return [...inputs.problems]
}

const isNoText = ({ code }: Issue): boolean => code === 'NOT_UTF8'
/** Nothing can be read in the file any more: its text of before is worth more than the one that is there. */
const isLost = (issue: Issue): boolean => isNoText(issue) || issue.code === 'CONFIG_PARSE_FAILED'

/** With the way back, where there is one. */
function withKept(view: View, issue: Issue): Finding {
  const kept = lastText(view, issue.path)
  const finding = findingOf(issue)
  return kept === null
    ? { ...finding, fix: isNoText(issue) ? `save ${issue.path} as UTF-8, or restore it from git` : finding.fix }
    : {
        ...finding,
        message: `${issue.message}; the journal keeps its text of ${kept.at}`,
        fix: `gsd-tools health --repair ${issue.code} brings that back`,
        repairable: true,
      }
}

/** `not a key: a` and `not a key: b` are `not a key: a, b`. */
function joinedMessages(messages: readonly string[]): string {
  const heads = new Set(messages.map((message) => message.slice(0, message.indexOf(': ') + 2)))
  const [head = ''] = heads
  return heads.size === 1
    ? `${head}${messages.map((message) => message.slice(head.length)).join(', ')}`
    : messages.join('; ')
}

/** What one file has several times, mended in one way, is one finding: at the first place, with the others in its message. */
function unique(findings: readonly Finding[]): Finding[] {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const { code, path, fix } = finding
    const key = JSON.stringify(path === undefined ? finding : [code, path, fix])
    groups.set(key, [...(groups.get(key) ?? []), finding])
  }
  return [...groups.values()].map((same) => {
    const [first, ...more] = same as [Finding, ...Finding[]]
    const messages = new Set(same.map(({ message }) => message))
    const lines = new Set(more.flatMap(({ line }) => (line === undefined || line === first.line ? [] : [line])))
    if (messages.size > 1) return { ...first, message: joinedMessages([...messages]) }
    return lines.size === 0 ? first : { ...first, message: `${first.message}; also in line ${[...lines].join(', ')}` }
  })
}

const NEEDED: readonly {
  readonly name: string
  readonly code: string
  readonly fix: string
  readonly repairable?: true
}[] = [
  { name: 'PROJECT.md', code: 'E002', fix: 'write it; its form: gsd-tools template show project' },
  { name: 'ROADMAP.md', code: 'E003', fix: 'gsd-tools next says how to get one' },
  {
    name: 'STATE.md',
    code: 'E004',
    fix: 'gsd-tools health --repair E004, or restore it from git',
    repairable: true,
  },
]

function missingFiles(view: View, facts: ProjectFacts): readonly Finding[] {
  return NEEDED.filter(({ name }) => (name === 'ROADMAP.md' ? isRoadmapLost(view) : isBlank(view, view.at(name))))
    .filter(({ name }) => name !== 'PROJECT.md' || !facts.hasProject)
    .filter(({ name }) => name !== 'STATE.md' || view.source(view.at(name)) !== null || !isStateDrawn(view))
    .map(({ name, ...rest }) => {
      const path = view.at(name)
      const present = view.source(path)?.text ?? null
      const message = `${name} ${present === null ? 'is missing' : present.trim() === '' ? 'is empty' : 'holds no phase, and STATE.md is in one'}`
      const kept = rest.repairable === true ? null : lastText(view, path)
      return kept === null || kept.text === present
        ? { path, message, ...rest }
        : {
            path,
            message: `${message}; the journal keeps its text of ${kept.at}`,
            ...rest,
            fix: `gsd-tools health --repair ${rest.code} brings that back`,
            repairable: true,
          }
    })
}

const TOP = [
  { artifact: 'project', name: 'PROJECT.md' },
  { artifact: 'requirements', name: 'REQUIREMENTS.md' },
  { artifact: 'roadmap', name: 'ROADMAP.md' },
  { artifact: 'state', name: 'STATE.md' },
] as const

const IN_PHASES = ['plan', 'summary', 'context', 'research', 'verification', 'uat'] as const

/** What is asked of its codec whether it is text. */
export const READ_AS_TEXT = [...TOP.map(({ artifact }) => artifact), ...IN_PHASES]

const topLevelIssues = (view: View): readonly Issue[] =>
  TOP.flatMap(({ artifact, name }) => {
    // What a merge left in STATE.md goes with the next write.
    const isMarked = artifact === 'state' && lineIn(view.source(view.at(name))) !== null
    return isMarked ? [] : (view.parse(artifact, view.at(name))?.issues ?? [])
  })

/** What is found in each phase. */
const inPhases = (facts: ProjectFacts) =>
  facts.phases.map((phase) => ({ issues: phaseIssues(facts, phase), order: planGraph(facts, phase) }))

/** The files of a phase that codecs judge. */
function judgedIn({ plans, context, research, verification, uat }: PhaseFiles) {
  const of = (artifact: (typeof IN_PHASES)[number], path: string | null) => (path === null ? [] : [{ artifact, path }])
  return [
    ...plans.flatMap(({ path, summary }) => [...of('plan', path), ...of('summary', summary)]),
    ...of('context', context),
    ...of('research', research),
    ...of('verification', verification),
    ...of('uat', uat),
  ]
}

/** Everything the codecs find in the files of a phase. */
const phaseIssues = (facts: ProjectFacts, { files }: PhaseFacts): readonly Issue[] =>
  files === null
    ? []
    : judgedIn(files).flatMap(({ artifact, path }) => [
        ...(facts.view.parse(artifact, path)?.issues ?? []),
        ...(artifact === 'plan' ? structureOf(facts, path) : []),
      ])

/** What an open plan lacks and its executor needs; what a finished one lacks is no news. */
function structureOf(facts: ProjectFacts, path: string): readonly Issue[] {
  const { view } = facts
  const [source, plan] = [view.source(path), view.parse('plan', path)?.value]
  if (source === null || source.text === null || plan === undefined) return []
  const commands = readSettings(view).get('verification.commands')
  return planStructure(source, plan, commands, stageOfPlan(facts, path)).filter(({ severity }) => severity === 'error')
}

const unreadable = ({ kind, path, line: at, reason }: ProjectFacts['inputs']['problems'][number]): Finding => ({
  code: INPUT_CODES[kind],
  path,
  ...(at > 0 ? { line: at } : {}),
  message: `${path} cannot be used: ${reason}`,
  fix: `correct ${path}, or restore it from git`,
})

const ledgerFindings = ({ inputs, view }: ProjectFacts): readonly Finding[] =>
  inputs.ledger().bad.map(({ line: at, reason }) => ({
    code: 'LEDGER_LINE',
    path: ledgerPath(view),
    line: at,
    message: `a line of the ledger cannot be trusted: ${reason}`,
    fix: `restore ${ledgerPath(view)} from git`,
  }))

const duplicates = ({ id, duplicates: found }: Pick<PhaseFacts, 'id' | 'duplicates'>): readonly Finding[] =>
  where(found.length > 0, {
    code: 'PHASE_AMBIGUOUS',
    message: `phase ${id} has ${found.length} directories: ${found.map(({ path }) => path).join(', ')}`,
    fix: 'rename the others; those of a closed milestone lie in .planning/milestones/<version>-phases/',
  })

/** Several directories of one number, of which the roadmap's title picks one: work goes on, a lookup of the number does not. */
function sharedNumbers(view: View, facts: ProjectFacts): readonly Finding[] {
  const groups = new Map<string, PhaseDirectory[]>()
  for (const directory of listPhaseDirectories(view)) {
    const key = phaseKey(directory.id)
    groups.set(key, [...(groups.get(key) ?? []), directory])
  }
  for (const phase of facts.phases) if (phase.duplicates.length > 0) groups.delete(phaseKey(phase.id))
  return [...groups.values()].flatMap((same) =>
    same.length < 2 ? [] : duplicates({ id: (same[0] as PhaseDirectory).id, duplicates: same }),
  )
}

/** Its file is missing, but the roadmap lists it, or its SUMMARY is there. */
const isKnownPlan = ({ id, section, files }: PhaseFacts, ref: string): boolean => {
  const plan = resolvePlanRef(id, ref)
  const stems = [...section.plans.map((line) => line.id), ...(files?.orphanSummaries ?? []).map(({ path }) => path)]
  return plan !== null && stems.some((stem) => resolvePlanRef(id, stem) === plan)
}

function planGraph(facts: ProjectFacts, phase: PhaseFacts): readonly Finding[] {
  const { cycle, plans } = phase.waves
  const cut = phase.plans.filter((plan) => plan.cut !== null)
  const unresolved = plans.flatMap(({ id, unresolved: refs }) =>
    cut.some((plan) => plan.id === id) ? [] : refs.map((ref) => ({ id, ref })),
  )
  return [
    ...(cycle === null
      ? []
      : [
          {
            code: 'PLAN_CYCLE',
            message: `plans of phase ${phase.id} wait for each other: ${cycle.join(' → ')}`,
            fix: 'decide which of them comes first, and correct its depends_on',
          },
        ]),
    // What is no UTF-8 is told by itself, and nobody needs the plan of work that is done.
    ...cut
      .filter((plan) => !isComplete(plan) && facts.view.source(plan.file.path)?.text !== null)
      .map(({ id, file, cut: why }) => ({
        code: 'PLAN_CUT',
        path: file.path,
        message: `plan ${id} is ${why}`,
        fix: `restore ${file.path} from git, or write it again`,
      })),
    ...unresolved.map(({ id, ref }) => ({
      code: 'PLAN_REF',
      message: `plan ${id} depends on "${ref}", which is not a plan`,
      fix: isKnownPlan(phase, ref)
        ? `restore ${ref}-PLAN.md, which is missing, from git`
        : `correct depends_on of plan ${id}`,
    })),
  ]
}

/** Phases that no order of work comes to, each cause once. */
const neverFree = (facts: ProjectFacts, done: ReadonlySet<PhaseId>): readonly Finding[] =>
  stuckPhases(facts, done).map((stuck) => ({
    code: 'PHASE_DEPS',
    path: facts.view.at('ROADMAP.md'),
    message: stuckReason(stuck),
    fix: dependenceFix(stuck),
  }))

/** What the phase waits for besides stays. */
function dependenceFix({ phases, unknown }: Stuck): string {
  const edit = (phase: PhaseFacts, not: readonly PhaseId[], more: string): string => {
    const kept = phase.dependsOn.filter((id) => !not.some((other) => samePhase(id, other))).map(displayPhaseId)
    const waits = [...kept, ...(more === '' ? [] : [more])].join(', ') || 'none'
    return `gsd-tools phase edit ${displayPhaseId(phase.id)} --depends-on "${waits}"`
  }
  const [first, next = first] = phases as [PhaseFacts, PhaseFacts?]
  if (unknown.length > 0) return `say which phase is meant: ${edit(first, unknown, '<phase>')}`
  return phases.length === 1
    ? edit(first, [first.id], '')
    : `decide which of them comes first; if that is phase ${displayPhaseId(first.id)}: ${edit(first, [next.id], '')}`
}

/** Directories that no phase of the roadmap names; history and backlog are none. */
function orphanDirectories(view: View, facts: ProjectFacts): readonly Finding[] {
  const named = new Set((facts.roadmap?.phases ?? []).flatMap(({ id }) => parsePhaseId(id) ?? []).map(phaseKey))
  if (facts.roadmap === null || facts.scope === 'between_milestones') return []
  return listPhaseDirectories(view)
    .filter(({ id }) => !isBacklog(id) && !named.has(phaseKey(id)))
    .filter(({ id }) => !isHistory(facts, id))
    .map(({ id, path }) => ({
      code: 'W007',
      path,
      message: `${path} belongs to no phase of ROADMAP.md`,
      fix: `add a section "### Phase ${id}: <title>" to ROADMAP.md, or move the directory away`,
    }))
}

const tickedWithoutEvidence = (facts: ProjectFacts, phase: PhaseFacts, done: boolean): readonly Finding[] =>
  where(phase.ticked && !done, {
    code: 'TICK_WITHOUT_EVIDENCE',
    message: `ROADMAP.md ticks phase ${phase.id}, but no evidence says that it is done`,
    path: facts.view.at('ROADMAP.md'),
    fix: `gsd-tools verification status ${phase.id} says what is missing, and what comes next`,
  })

/** What the close of a phase would have merged and did not: its changes came later. */
function unmerged(facts: ProjectFacts, phase: PhaseFacts): readonly Finding[] {
  const path = deltaOfPhase(facts, phase)
  const delta = deltaAt(facts.view, path)
  if (delta === null || delta.value.merged !== null || delta.value.changes.length === 0) return []
  return [
    {
      code: 'SPECS_NOT_MERGED',
      path,
      message: `phase ${phase.id} is closed, but its changes to the specs are not merged`,
      fix: `gsd-tools specs merge ${phase.id}`,
    },
  ]
}

const ambiguousFiles = ({ files }: PhaseFacts): readonly Finding[] =>
  (files?.ambiguous ?? []).map(({ role, paths }) => ({
    code: 'FILE_AMBIGUOUS',
    message: `several files claim to be the ${role} of one phase: ${paths.join(', ')}`,
    fix: 'what counts belongs into the one whose name begins with the phase number; move the others to .planning/notes/',
  }))
