// Verbs: what a workflow starts from.
import { roster } from '../roster.js'

export const initRoster = roster({
  title: 'What a workflow starts from',
  verbs: {
    'init.new-project': async () => (await import('./project.js')).initNewProject,
    'init.new-milestone': async () => (await import('./milestone.js')).initNewMilestone,
    'init.plan-phase': async () => (await import('./phase.js')).initPlanPhase,
    'init.execute-phase': async () => (await import('./phase.js')).initExecutePhase,
    'init.verify-work': async () => (await import('./phase.js')).initVerifyWork,
    'init.phase-op': async () => (await import('./phase.js')).initPhaseOp,
    'init.quick': async () => (await import('./work.js')).initQuick,
    'init.resume': async () => (await import('./work.js')).initResume,
    'init.todos': async () => (await import('./work.js')).initTodos,
    'init.milestone-op': async () => (await import('./milestone.js')).initMilestoneOp,
    'init.map-codebase': async () => (await import('./work.js')).initMapCodebase,
    'init.progress': async () => (await import('./milestone.js')).initProgress,
    'init.manager': async () => (await import('./milestone.js')).initManager,
    'init.ingest-docs': async () => (await import('./project.js')).initIngestDocs,
    'init.new-workspace': async () => (await import('./project.js')).initNewWorkspace,
    'init.list-workspaces': async () => (await import('./project.js')).initListWorkspaces,
    'init.remove-workspace': async () => (await import('./workspace.js')).initRemoveWorkspace,
    'init.onboard': async () => (await import('./project.js')).initOnboard,
    'init.review': async () => (await import('./phase.js')).initReview,
  },
  aliases: {},
})
