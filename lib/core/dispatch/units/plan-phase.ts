import { EMPTY_TEXT, ours, pathText, quoted, type SafeText, say, wordsText, wordText } from '../../../std/safe-text.js'
import { type Block, type Item, items, rules } from '../../brief/brief-blocks.js'
import type { AgentSubject, BriefWorld } from '../../brief/brief-world.js'
import {
  basics,
  codebase,
  domainResearch,
  experiments,
  gapReports,
  phaseFiles,
  planFiles,
  reportFile,
  specFiles,
  specRules,
  summaryFiles,
} from '../../brief/readings.js'
import { actionItems, checkIssues, summaryOf } from '../../brief/role-blocks.js'
import { settleReplans } from '../../captures/keep.js'
import type { PhaseFacts } from '../../derivation/facts.js'
import { isHandledBy } from '../../derivation/leftovers.js'
import { derivePhase } from '../../derivation/phase-rules.js'
import { isComplete } from '../../derivation/plan-facts.js'
import { looseIds } from '../../derivation/requirement-trace.js'
import { bindingActions, openTriggers, type Trigger } from '../../derivation/triggers.js'
import { projectChecks } from '../../judging/check.js'
import { shownCommand } from '../../trust.js'
import { inspectPlans, recordReplan, stampPlan } from '../finish/plans.js'
import { inspectDelta, stampDelta } from '../finish/spec-changes.js'
import type { Work } from '../finish/work.js'
import type { UnitCode } from './unit.js'

function settleCaptures({ phase, claim, derivation, staging }: Work): void {
  if (phase === null || claim.mode !== 'replan') return
  const open = openTriggers(derivation.facts, phase)
  const notes = open.flatMap(({ kind, source }) => (kind === 'triage' ? [source] : []))
  if (notes.length > 0) settleReplans(staging, notes)
}

function modeOf({ claim, phase }: AgentSubject, { derivation }: BriefWorld): SafeText {
  const mode = claim.mode ?? (phase === null ? null : derivePhase(derivation.facts, phase).outcome.mode)
  return wordText(mode ?? 'full') ?? say`full`
}

const triggerItems = (phase: PhaseFacts, { key, source, texts }: Trigger): readonly Item[] =>
  texts.map((text) => ({
    text,
    after: say` (${wordText(key) ?? pathText(key)})`,
    file: summaryOf(phase.plans.find(({ id }) => id === source)),
  }))

const OTHER_PLANS_STAY = say` Plans that you do not rewrite remain as they are. To change an open plan, rewrite its whole file under the same number.`
const REPLAN_REASONS = say`Reasons to replan: for each reason, either a plan takes it up or a plan's decision says why not`
const ACTIONS = say`Pending actions: list each action in the front matter of the plan that handles it (\`handles: ["01-02#1"]\`), or drop it there with the reason (\`handles: ["01-02#1 dropped: why"]\`)`

function plannerBlocks(subject: AgentSubject, world: BriefWorld): readonly Block[] {
  const { phase } = subject
  if (phase === null) return []
  const { facts } = world.derivation
  const done = phase.plans.filter(isComplete).flatMap(({ plan }) => plan.handles)
  const used = (phase.files?.plans ?? []).map(({ id }) => Number.parseInt(id.slice(id.lastIndexOf('-') + 1), 10) || 0)
  const next = ours(String(Math.max(0, ...used) + 1).padStart(2, '0'))
  const kept = phase.plans.length === 0 ? EMPTY_TEXT : OTHER_PLANS_STAY
  const asked = openTriggers(facts, phase).filter(({ kind }) => kind !== 'pending')
  const reasons = asked.flatMap((trigger) => triggerItems(phase, trigger))
  const actions = bindingActions(facts, phase).filter(({ ref }) => !isHandledBy(ref, done))
  const issues = modeOf(subject, world) === 'revise' ? checkIssues(subject, world) : []
  return [
    ...items('asked', REPLAN_REASONS, reasons),
    ...items('actions', ACTIONS, actionItems(phase, actions)),
    ...items('issues', say`Issues of the plan check`, issues),
    ...rules('numbering', say`Rules`, [
      ...(phase.section.mode === 'mvp' || world.setting('workflow.mvp_mode') === true
        ? [say`- Slices: each plan goes through all layers and is useful on its own.`]
        : []),
      say`- Files: \`${pathText(phase.id)}-NN-PLAN.md\`; the first free number is ${next}.${kept}`,
      commandsLine(world),
      ...looseLines(world),
    ]),
  ]
}

function looseLines({ view, derivation: { facts } }: BriefWorld): readonly SafeText[] {
  const value = view.parse('requirements', view.at('REQUIREMENTS.md'))?.value
  if (value === undefined || facts.roadmap === null) return []
  const { undefined: undefinedIds, unused } = looseIds(value, facts.roadmap)
  const named = (ids: readonly string[]) => wordsText(ids, 200) ?? say`${ids.length} ids`
  return [
    ...(undefinedIds.length === 0
      ? []
      : [say`- The phases name ${named(undefinedIds)}, which REQUIREMENTS.md does not define: tell the user.`]),
    ...(unused.length === 0 ? [] : [say`- No phase covers these requirements: ${named(unused)}. Tell the user.`]),
  ]
}

function commandsLine(world: BriefWorld): SafeText {
  const { checks } = projectChecks(world.derivation.facts)
  if (checks.length === 0)
    return say`- The project has no checks: every plan needs an entry in \`verify:\` that runs tests.`
  const shown = quoted(checks.map(shownCommand).join('; '), 1000) ?? say`see verification.commands in the settings`
  return say`- The project runs its own checks: ${shown}. A plan adds only its own checks.`
}

export const planPhase: UnitCode = {
  mode: modeOf,
  reads: (subject, world) => [
    ...phaseFiles(subject, world),
    ...domainResearch(world),
    ...experiments(world),
    ...reportFile(subject, world, 'REVIEWS', say`outside reviews of the plans: follow them, or say why you do not`),
    ...reportFile(subject, world, 'PATTERNS', say`existing code for new files to follow`),
    ...basics(world),
    ...planFiles(subject),
    ...(modeOf(subject, world) === 'gaps' ? gapReports(subject, world) : []),
    ...summaryFiles(subject),
    ...specFiles(world),
    ...codebase(world),
  ],
  blocks: (subject, world) => [...plannerBlocks(subject, world), ...specRules(subject, world)],
  // The session that continues has written the plans itself.
  canSkip: (path) => path.endsWith('-PLAN.md'),
  inspect: (work) => [...inspectPlans(work), ...inspectDelta(work)],
  stamp: (work, artifact) => stampDelta(work, artifact) ?? stampPlan(work, artifact),
  complete(work) {
    recordReplan(work)
    settleCaptures(work)
  },
}
