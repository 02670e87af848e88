// The registry of verbs: names (`noun.verb`, or one word) and loaders. A verb's code is loaded when it is called.
import type { Verb } from '../core/verb.js'

/** The verbs of one folder. */
export interface Roster {
  /** Heading in help and documentation. */
  readonly title: string
  readonly verbs: Readonly<Record<string, () => Promise<Verb>>>
}

const roster = <const V extends Roster['verbs']>(title: string, verbs: V) => ({ title, verbs })

/** Verbs by folder, in the order of help and documentation. */
export const ROSTERS = {
  brief: roster('Serving prompts', {
    'unit.brief': async () => (await import('./brief/unit-brief.js')).unitBrief,
    'unit.delegate': async () => (await import('./brief/unit-delegate.js')).unitDelegate,
    brief: async () => (await import('./brief/brief.js')).brief,
  }),
  dispatch: roster('Next step and units of work', {
    next: async () => (await import('./dispatch/next.js')).next,
    begin: async () => (await import('./dispatch/begin.js')).begin,
    'project.create': async () => (await import('./dispatch/create.js')).projectCreate,
    order: async () => (await import('./dispatch/order.js')).order,
    'unit.claim': async () => (await import('./dispatch/unit.js')).unitClaim,
    'unit.finish': async () => (await import('./dispatch/unit.js')).unitFinish,
    'unit.reset': async () => (await import('./dispatch/unit.js')).unitReset,
    'state.derive': async () => (await import('./dispatch/derive.js')).stateDerive,
  }),
  check: roster('Checks and gates', {
    'check.run': async () => (await import('./check/check.js')).checkRun,
    'check.replay': async () => (await import('./check/replay.js')).checkReplay,
  }),
  captures: roster('Notes, stops and lessons', {
    'note.add': async () => (await import('./captures/notes.js')).add,
    'note.list': async () => (await import('./captures/notes.js')).list,
    'note.triage': async () => (await import('./captures/notes.js')).triage,
    stop: async () => (await import('./captures/notes.js')).stop,
    'learn.add': async () => (await import('./captures/learn.js')).learnAdd,
  }),
  decisions: roster('Decisions, leftovers and costs', {
    'decision.add': async () => (await import('./decisions/decisions.js')).decisionAdd,
    'decision.list': async () => (await import('./decisions/decisions.js')).decisionList,
    'decision.answer': async () => (await import('./decisions/decisions.js')).decisionAnswer,
    'pending.list': async () => (await import('./decisions/pending.js')).pendingList,
    'pending.accept': async () => (await import('./decisions/pending.js')).pendingAccept,
    metrics: async () => (await import('./decisions/metrics.js')).metrics,
  }),
  journal: roster('History and undo', {
    log: async () => (await import('./journal/log.js')).log,
    show: async () => (await import('./journal/show.js')).show,
    undo: async () => (await import('./journal/undo.js')).undo,
    fsck: async () => (await import('./journal/fsck.js')).fsck,
  }),
  artifact: roster('Files that models write', {
    lint: async () => (await import('./artifact/lint.js')).lint,
  }),
  state: roster('STATE.md', {
    'state.rebuild': async () => (await import('./state/position.js')).stateRebuild,
    'state.record-session': async () => (await import('./state/memory.js')).stateRecordSession,
  }),
  phase: roster('Phases and plans', {
    'phase.add': async () => (await import('./phase/edit.js')).phaseAdd,
    'phase.edit': async () => (await import('./phase/edit.js')).phaseEdit,
    'phase.remove': async () => (await import('./phase/remove.js')).phaseRemove,
    'phase.complete': async () => (await import('./phase/transition.js')).phaseComplete,
    'phase.plan-index': async () => (await import('./phase/phase.js')).phasePlanIndex,
    'phases.archive': async () => (await import('./phase/archive.js')).phasesArchive,
  }),
  requirements: roster('Requirements', {
    'requirements.list': async () => (await import('./requirements/requirements.js')).requirementsList,
  }),
  specs: roster('Specs', {
    'specs.merge': async () => (await import('./specs/merge.js')).specsMerge,
  }),
  milestone: roster('Milestones', {
    'milestone.audit': async () => (await import('./milestone/milestone.js')).milestoneAudit,
    'milestone.complete': async () => (await import('./milestone/milestone.js')).milestoneComplete,
  }),
  config: roster('Settings', {
    'config.get': async () => (await import('./config/config.js')).configGet,
    'config.set': async () => (await import('./config/set.js')).configSet,
    'config.list': async () => (await import('./config/config.js')).configList,
  }),
  trust: roster('Trust', {
    trust: async () => (await import('./trust/trust.js')).trust,
  }),
  ext: roster('Extensions', {
    'ext.list': async () => (await import('./ext/ext.js')).extList,
    'ext.trust': async () => (await import('./ext/ext.js')).extTrust,
  }),
  models: roster('Models and agents', {
    'model.explain': async () => (await import('./models/explain.js')).explainModel,
  }),
  template: roster('Templates', {
    'template.show': async () => (await import('./template/select.js')).templateShow,
  }),
  verify: roster('Verification', {
    'verification.status': async () => (await import('./verify/verification.js')).verificationStatus,
  }),
  health: roster('Health of the planning tree', {
    health: async () => (await import('./health/health.js')).health,
  }),
  git: roster('Commits', {
    commit: async () => (await import('./git/commit.js')).commit,
  }),
  workstreams: roster('Workstreams', {
    'workstream.create': async () => (await import('./workstreams/workstreams.js')).workstreamCreate,
    'workstream.list': async () => (await import('./workstreams/workstreams.js')).workstreamList,
    'workstream.set': async () => (await import('./workstreams/workstreams.js')).workstreamSet,
    'workstream.complete': async () => (await import('./workstreams/workstreams.js')).workstreamComplete,
  }),
  open: roster('Open items', {
    open: async () => (await import('./open/open.js')).open,
  }),
  reports: roster('Progress', {
    progress: async () => (await import('./reports/progress.js')).progress,
  }),
} as const
