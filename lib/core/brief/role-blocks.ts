// What planner, plan checker, executor and verifier are told of the work at hand: its mode, what asks for it, what an earlier one left, what will be run.
import { foldedWords } from '../../std/text.js'
import { ours, pathText, quoted, say, type Told, wordsText, wordText } from '../../std/told.js'
import type { PhaseFacts } from '../derivation/facts.js'
import { isHandledBy } from '../derivation/leftovers.js'
import { type CheckRecord, derivePhase, parseCheckRecord } from '../derivation/phase-rules.js'
import { isComplete, type PlanFacts } from '../derivation/plan-facts.js'
import { looseIds } from '../derivation/requirement-trace.js'
import {
  askedActions,
  openTriggers,
  type PendingAction,
  pendingActions,
  type Trigger,
  takenUpBy,
} from '../derivation/triggers.js'
import { filesBelow } from '../dispatch/drafts.js'
import { promiseKey } from '../dispatch/promise-key.js'
import { quickNumber } from '../dispatch/units.js'
import { parsePlanId } from '../ids.js'
import { projectChecks } from '../judging/checks.js'
import { type Block, type Item, items, type Reading, rules } from './brief-blocks.js'
import { type AgentSubject, draftsOf } from './brief-subject.js'
import { type BriefWorld, conditionWorld } from './brief-world.js'

/** How the planner works, as the claim, or else the derivation, says. */
export function modeOf({ claim, phase }: AgentSubject, { derivation }: BriefWorld): Told {
  const mode = claim?.mode ?? (phase === null ? null : derivePhase(derivation.facts, phase).outcome.mode)
  return wordText(mode ?? 'full') ?? say`full`
}

/** What the open plans are for. */
export function checkedFor({ phase }: AgentSubject): 'full' | 'gaps' | 'replan' {
  const open = phase?.plans.filter((plan) => !isComplete(plan)) ?? []
  if (open.some(({ plan }) => plan.gapClosure)) return 'gaps'
  return phase?.files?.replan == null ? 'full' : 'replan'
}

const CHECK_MODES = {
  full: say`full: the plans as a whole must reach the goal`,
  gaps: say`gaps: the open plans must close every gap of the reports below; what is carried out is not judged again`,
  replan: say`replan: the open plans were changed after some had run; what is carried out is not judged again`,
} as const

/** How a role goes about it this time; null where there is one way only. */
export function modeLine(subject: AgentSubject, world: BriefWorld): Told | null {
  if (subject.agent === 'planner') return modeOf(subject, world)
  return subject.agent === 'plan-checker' ? CHECK_MODES[checkedFor(subject)] : null
}

/** What the plan check found, where it came to this verdict; of one plan alone where one is named. */
export function checkIssues(
  { phase, plan }: AgentSubject,
  { view }: BriefWorld,
  verdict: CheckRecord['verdict'] = 'issues',
): readonly Item[] {
  const path = phase?.files?.check ?? null
  const text = path === null ? null : view.source(path)?.text
  const record = text == null ? null : parseCheckRecord(text)
  if (path === null || record?.verdict !== verdict) return []
  const isMeant = (issue: unknown) => {
    const about = (issue as { readonly plan?: unknown } | null)?.plan
    return plan === null || typeof about !== 'string' || parsePlanId(about) === plan.id
  }
  return record.issues.filter(isMeant).map((issue) => ({
    text: typeof issue === 'string' ? issue : JSON.stringify(issue),
    whole: { path, about: say`all issues of the plan check` },
  }))
}

const summaryOf = (plan: PlanFacts | undefined): Reading | null =>
  plan === undefined || plan.file.summary === null
    ? null
    : { path: plan.file.summary, about: say`what ${pathText(plan.id)} left to do` }

const actionItems = (phase: PhaseFacts | null, actions: readonly PendingAction[]): readonly Item[] =>
  actions.map(({ index, text, planId }) => ({
    text,
    before: say`${pathText(planId)}#${index + 1} `,
    whole: summaryOf(phase?.plans.find(({ id }) => id === planId)),
  }))

const triggerItems = (phase: PhaseFacts, { key, source, texts }: Trigger): readonly Item[] =>
  texts.map((text) => ({
    text,
    behind: say` (${wordText(key) ?? pathText(key)})`,
    whole: summaryOf(phase.plans.find(({ id }) => id === source)),
  }))

export function plannerBlocks(subject: AgentSubject, world: BriefWorld): readonly Block[] {
  const { phase } = subject
  if (phase === null) return []
  const { facts } = world.derivation
  const done = phase.plans.filter(isComplete).flatMap(({ plan }) => plan.handles)
  const taken = (phase.files?.plans ?? []).map(({ id }) => Number.parseInt(id.slice(id.lastIndexOf('-') + 1), 10) || 0)
  const number = Math.max(0, ...taken) + 1
  const next = number < 10 ? say`0${number}` : say`${number}`
  const kept = ours(
    phase.plans.length === 0
      ? ''
      : ' Plans that you do not write stay. To change an open one, write its file again, whole, under its own number.',
  )
  return [
    ...items(
      'asked',
      say`What asks for other plans: every one is taken up by a task`,
      openTriggers(facts, phase)
        .filter(({ kind }) => kind !== 'pending')
        .flatMap((trigger) => triggerItems(phase, trigger)),
    ),
    ...items(
      'actions',
      say`Pending actions: each stands in the front matter of the plan whose task does it (\`handles: ["01-02#1"]\`), or is given up there with the reason (\`handles: ["01-02#1 dropped: why"]\`)`,
      actionItems(
        phase,
        askedActions(facts, phase).filter(({ ref }) => !isHandledBy(ref, done)),
      ),
    ),
    ...items(
      'issues',
      say`Issues of the plan check`,
      modeOf(subject, world) === 'revise' ? checkIssues(subject, world) : [],
    ),
    ...rules('numbering', say`Names`, [
      ...(phase.section.mode === 'mvp' || world.setting('workflow.mvp_mode') === true
        ? [say`- Slices: each plan goes through all layers and is of use when it is done.`]
        : []),
      say`- Files: \`${pathText(phase.id)}-NN-PLAN.md\`; the first free number is ${next}.${kept}`,
      commandsLine(world),
      ...looseLines(world),
    ]),
  ]
}

/** Once, where somebody plans. */
function looseLines({ view, derivation: { facts } }: BriefWorld): readonly Told[] {
  const value = view.parse('requirements', view.at('REQUIREMENTS.md'))?.value
  if (value === undefined || facts.roadmap === null) return []
  const { undefined: unsaid, unused } = looseIds(value, facts.roadmap)
  const named = (ids: readonly string[]) => wordsText(ids, 200) ?? say`many`
  return [
    ...(unsaid.length === 0
      ? []
      : [say`- REQUIREMENTS.md does not define ${named(unsaid)}, which phases name: tell the user.`]),
    ...(unused.length === 0 ? [] : [say`- No phase carries ${named(unused)}: tell the user.`]),
  ]
}

const MOST_COMMANDS = 1000

function commandsLine(world: BriefWorld): Told {
  const { checks } = projectChecks(world.derivation.facts)
  if (checks.length === 0)
    return say`- The project configures no checks: every plan needs an entry in \`verify:\` that executes tests.`
  const shown =
    quoted(checks.map(({ argv }) => argv.join(' ')).join('; '), MOST_COMMANDS) ??
    say`see verification.commands in the settings`
  return say`- The project runs its own checks: ${shown}. A plan adds what is special to it.`
}

/** A quick task has its plan among the drafts of its claim. */
export const planDrafts = (subject: AgentSubject, { view }: BriefWorld): readonly string[] => {
  const drafts = subject.claim?.unitType === 'quick' ? draftsOf(subject, view) : null
  return drafts === null
    ? []
    : filesBelow(view, drafts)
        .filter((name) => name.endsWith('-PLAN.md'))
        .map((name) => `${drafts}/${name}`)
}

export function executorBlocks(subject: AgentSubject, world: BriefWorld): readonly Block[] {
  const { phase, plan } = subject
  const inherited = phase === null ? [] : pendingActions(world.derivation.facts, phase)
  const paths = [...(plan === null ? [] : [plan.file.path]), ...planDrafts(subject, world)]
  const checks = paths.flatMap((path) =>
    (path === plan?.file.path ? plan.plan.verify : (world.view.parse('plan', path)?.value.verify ?? [])).map(
      ({ argv, expect }) => ({
        text: argv.join(' '),
        behind: say` → exit ${Number(expect)}`,
        whole: { path, about: say`your plan: the prompt you carry out` },
      }),
    ),
  )
  // A quick task often has no plan: what proves it are the checks of the project.
  const common = subject.claim?.unitType === 'quick' ? projectChecks(world.derivation.facts).checks : []
  const commonItems = common
    .map(({ argv }) => ({ text: argv.join(' '), whole: null }))
    .filter(({ text }) => !checks.some((check) => check.text === text))
  const auto = conditionWorld(world).state('auto-active')
  return [
    ...items(
      'actions',
      say`Inherited actions: state each that is still open again as pending, and tick off what is done or no longer needed (\`- [x] name: why\`)`,
      actionItems(phase, inherited),
    ),
    ...items(
      'handles',
      say`What earlier plans left and yours takes up: your summary states again what is not done in the end`,
      phase === null || plan === null ? [] : actionItems(phase, takenUpBy(world.derivation.facts, phase, plan)),
    ),
    ...items('noted', say`Noted by the plan check`, checkIssues(subject, world, 'passed')),
    ...items('checks', say`Checks that the finish runs: run them yourself only while you work`, [
      ...checks,
      ...commonItems,
    ]),
    ...rules('quick', say`Quick task`, quickRules(subject)),
    ...rules('auto', say`Checkpoints`, [
      auto
        ? say`Auto mode is on: human-verify counts as approved and a decision takes its first option. Never at \`blocking-human\`, never at a human-action.`
        : say`Auto mode is off: every checkpoint ends your run.`,
    ]),
  ]
}

function quickRules({ claim }: AgentSubject): readonly Told[] {
  if (claim?.unitType !== 'quick') return []
  const number = pathText(quickNumber(claim.unitId))
  return [say`- Scope of each commit: \`${number}\`, e.g. \`fix(${number}): …\`.`]
}

/** What a success criterion says as well needs no line of its own, in the brief as in the proof. */
export const truthsOf = ({ phase }: AgentSubject): readonly Item[] => {
  const criteria = new Set(phase?.section.successCriteria.map(foldedWords))
  return (phase?.plans ?? []).flatMap((plan) =>
    plan.plan.mustHaves.truths.flatMap((text, index) =>
      criteria.has(foldedWords(text))
        ? []
        : {
            text,
            before: say`${pathText(promiseKey(plan.id, index))}: `,
            whole: { path: plan.file.path, about: say`plan ${pathText(plan.id)}` },
          },
    ),
  )
}
