// The registry of verbs: names (`noun.verb`, or one word) and loaders. A verb's code is loaded when it is called.
import type { Verb } from '../core/verb.js'

/** The verbs of a folder. */
export interface VerbGroup {
  /** Heading in help and documentation. */
  readonly title: string
  readonly verbs: Readonly<Record<string, () => Promise<Verb>>>
}

const group = <const V extends VerbGroup['verbs']>(title: string, verbs: V) => ({ title, verbs })

/** Verbs by folder, in the order of help and documentation. */
export const GROUPS = {
  brief: group('Serving prompts', {
    'unit.brief': async () => (await import('./brief/unit-brief.js')).unitBrief,
    'unit.delegate': async () => (await import('./brief/unit-delegate.js')).unitDelegate,
    brief: async () => (await import('./brief/brief.js')).brief,
  }),
  dispatch: group('Next step and units of work', {
    next: async () => (await import('./dispatch/next.js')).next,
    begin: async () => (await import('./dispatch/begin.js')).begin,
    'project.create': async () => (await import('./dispatch/create.js')).projectCreate,
    order: async () => (await import('./dispatch/order.js')).order,
    'unit.claim': async () => (await import('./dispatch/unit.js')).unitClaim,
    'unit.finish': async () => (await import('./dispatch/unit.js')).unitFinish,
    'unit.reset': async () => (await import('./dispatch/unit.js')).unitReset,
    'state.derive': async () => (await import('./dispatch/derive.js')).stateDerive,
  }),
  check: group('Checks and gates', {
    'check.run': async () => (await import('./check/check.js')).checkRun,
    'check.replay': async () => (await import('./check/replay.js')).checkReplay,
  }),
  captures: group('Notes, stops and lessons', {
    'note.add': async () => (await import('./captures/notes.js')).noteAdd,
    'note.list': async () => (await import('./captures/notes.js')).noteList,
    'note.triage': async () => (await import('./captures/notes.js')).noteTriage,
    stop: async () => (await import('./captures/notes.js')).stop,
    'learn.add': async () => (await import('./captures/learn.js')).learnAdd,
  }),
  decisions: group('Decisions, leftovers and costs', {
    'decision.add': async () => (await import('./decisions/decisions.js')).decisionAdd,
    'decision.list': async () => (await import('./decisions/decisions.js')).decisionList,
    'decision.answer': async () => (await import('./decisions/decisions.js')).decisionAnswer,
    'pending.list': async () => (await import('./decisions/pending.js')).pendingList,
    'pending.accept': async () => (await import('./decisions/pending.js')).pendingAccept,
    metrics: async () => (await import('./decisions/metrics.js')).metrics,
  }),
  journal: group('History and undo', {
    log: async () => (await import('./journal/log.js')).log,
    show: async () => (await import('./journal/show.js')).show,
    undo: async () => (await import('./journal/undo.js')).undo,
    fsck: async () => (await import('./journal/fsck.js')).fsck,
  }),
  artifact: group('Files that models write', {
    lint: async () => (await import('./artifact/lint.js')).lint,
  }),
  state: group('STATE.md', {
    'state.rebuild': async () => (await import('./state/position.js')).stateRebuild,
    'state.record-session': async () => (await import('./state/memory.js')).stateRecordSession,
  }),
  phase: group('Phases and plans', {
    'phase.add': async () => (await import('./phase/edit.js')).phaseAdd,
    'phase.edit': async () => (await import('./phase/edit.js')).phaseEdit,
    'phase.remove': async () => (await import('./phase/remove.js')).phaseRemove,
    'phase.complete': async () => (await import('./phase/transition.js')).phaseComplete,
    'phase.plan-index': async () => (await import('./phase/phase.js')).phasePlanIndex,
    'phases.archive': async () => (await import('./phase/archive.js')).phasesArchive,
  }),
  requirements: group('Requirements', {
    'requirements.list': async () => (await import('./requirements/requirements.js')).requirementsList,
  }),
  specs: group('Specs', {
    'specs.merge': async () => (await import('./specs/merge.js')).specsMerge,
  }),
  milestone: group('Milestones', {
    'milestone.audit': async () => (await import('./milestone/milestone.js')).milestoneAudit,
    'milestone.complete': async () => (await import('./milestone/milestone.js')).milestoneComplete,
  }),
  config: group('Settings', {
    'config.get': async () => (await import('./config/config.js')).configGet,
    'config.set': async () => (await import('./config/set.js')).configSet,
    'config.list': async () => (await import('./config/config.js')).configList,
  }),
  trust: group('Trust', {
    trust: async () => (await import('./trust/trust.js')).trust,
  }),
  ext: group('Extensions', {
    'ext.list': async () => (await import('./ext/ext.js')).extList,
    'ext.trust': async () => (await import('./ext/ext.js')).extTrust,
  }),
  models: group('Models and agents', {
    'model.explain': async () => (await import('./models/explain.js')).modelExplain,
  }),
  template: group('Templates', {
    'template.show': async () => (await import('./template/select.js')).templateShow,
  }),
  verify: group('Verification', {
    'verification.status': async () => (await import('./verify/verification.js')).verificationStatus,
  }),
  health: group('Health of the planning tree', {
    health: async () => (await import('./health/health.js')).health,
  }),
  git: group('Commits', {
    commit: async () => (await import('./git/commit.js')).commit,
  }),
  workstreams: group('Workstreams', {
    'workstream.create': async () => (await import('./workstreams/workstreams.js')).workstreamCreate,
    'workstream.list': async () => (await import('./workstreams/workstreams.js')).workstreamList,
    'workstream.set': async () => (await import('./workstreams/workstreams.js')).workstreamSet,
    'workstream.complete': async () => (await import('./workstreams/workstreams.js')).workstreamComplete,
  }),
  open: group('Open items', {
    open: async () => (await import('./open/open.js')).open,
  }),
  reports: group('Progress', {
    progress: async () => (await import('./reports/progress.js')).progress,
  }),
} as const
