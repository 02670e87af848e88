// The registry of verbs. It holds names and loaders only: a verb's code is loaded when it is called.
import type { Verb } from './verb.js'

type Loader = () => Promise<Verb>

/** Every verb by registry id (`noun.verb`, or one word), in the order of the documentation. */
export const VERBS = {
  next: async () => (await import('./next.js')).next,
  'unit.claim': async () => (await import('./unit.js')).unitClaim,
  'unit.finish': async () => (await import('./unit.js')).unitFinish,
  'unit.reset': async () => (await import('./unit.js')).unitReset,
  'check.run': async () => (await import('./check.js')).checkRun,
  adopt: async () => (await import('./adopt.js')).adopt,
  'state.derive': async () => (await import('./derive.js')).stateDerive,
  'state.get': async () => (await import('./state.js')).stateGet,
  'state.json': async () => (await import('./state.js')).stateJson,
  'state.update': async () => (await import('./state.js')).stateUpdate,
  'state.patch': async () => (await import('./state.js')).statePatch,
  'state.add-decision': async () => (await import('./state.js')).stateAddDecision,
  'state.add-blocker': async () => (await import('./state.js')).stateAddBlocker,
  'state.record-session': async () => (await import('./state.js')).stateRecordSession,
  'config.get': async () => (await import('./config.js')).configGet,
  'config.set': async () => (await import('./config.js')).configSet,
  'config.list': async () => (await import('./config.js')).configList,
  'roadmap.analyze': async () => (await import('./roadmap.js')).roadmapAnalyze,
  'roadmap.get-phase': async () => (await import('./roadmap.js')).roadmapGetPhase,
  'phase.find': async () => (await import('./phase.js')).phaseFind,
  'phase.add': async () => (await import('./phase.js')).phaseAdd,
  'phase.complete': async () => (await import('./transition.js')).phaseComplete,
  'plan.complete': async () => (await import('./plan.js')).planComplete,
  'phase.plan-index': async () => (await import('./phase.js')).phasePlanIndex,
  'requirements.list': async () => (await import('./requirements.js')).requirementsList,
  'requirements.mark-complete': async () => (await import('./requirements.js')).requirementsMarkComplete,
  'frontmatter.get': async () => (await import('./frontmatter.js')).frontmatterGet,
  'frontmatter.set': async () => (await import('./frontmatter.js')).frontmatterSet,
  'frontmatter.validate': async () => (await import('./frontmatter.js')).frontmatterValidate,
  'template.fill': async () => (await import('./template.js')).templateFill,
  'scaffold.context': async () => (await import('./template.js')).scaffoldContext,
  'scaffold.uat': async () => (await import('./template.js')).scaffoldUat,
  'scaffold.verification': async () => (await import('./template.js')).scaffoldVerification,
  'scaffold.phase-dir': async () => (await import('./template.js')).scaffoldPhaseDir,
  commit: async () => (await import('./commit.js')).commit,
  brief: async () => (await import('./brief.js')).brief,
  'resolve-model': async () => (await import('./models.js')).resolveModelVerb,
  'verify.plan-structure': async () => (await import('./verify.js')).verifyPlanStructure,
  'verify.phase-completeness': async () => (await import('./verify.js')).verifyPhaseCompleteness,
  'verify.references': async () => (await import('./verify.js')).verifyReferences,
  'validate.health': async () => (await import('./validate.js')).validateHealth,
} as const satisfies Readonly<Record<string, Loader>>

export type VerbName = keyof typeof VERBS

/** Other names people know a verb by. The hyphenated form of an id (`config-get`) needs no entry. Prompts never use these. */
export const VERB_ALIASES: Readonly<Record<string, VerbName>> = {
  'find-phase': 'phase.find',
  'verify.run': 'check.run',
  'model.resolve': 'resolve-model',
}

export const VERB_NAMES = Object.keys(VERBS) as readonly VerbName[]
