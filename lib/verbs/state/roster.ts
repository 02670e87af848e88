// Verbs: STATE.md.
import { roster } from '../roster.js'

export const stateRoster = roster({
  title: 'STATE.md',
  verbs: {
    'state.load': async () => (await import('./loading.js')).stateLoad,
    'state.json': async () => (await import('./reading.js')).stateJson,
    'state.get': async () => (await import('./reading.js')).stateGet,
    'state-snapshot': async () => (await import('./loading.js')).stateSnapshot,
    'state.validate': async () => (await import('./drift.js')).stateValidate,
    'state.sync': async () => (await import('./position.js')).stateSync,
    'state.rebuild': async () => (await import('./position.js')).stateRebuild,
    'state.begin-phase': async () => (await import('./position.js')).stateBeginPhase,
    'state.planned-phase': async () => (await import('./position.js')).statePlannedPhase,
    'state.advance-plan': async () => (await import('./position.js')).stateAdvancePlan,
    'state.complete-phase': async () => (await import('./position.js')).stateCompletePhase,
    'state.update-progress': async () => (await import('./position.js')).stateUpdateProgress,
    'state.milestone-switch': async () => (await import('./position.js')).stateMilestoneSwitch,
    'state.update': async () => (await import('./memory.js')).stateUpdate,
    'state.patch': async () => (await import('./memory.js')).statePatch,
    'state.add-decision': async () => (await import('./memory.js')).stateAddDecision,
    'state.add-blocker': async () => (await import('./memory.js')).stateAddBlocker,
    'state.resolve-blocker': async () => (await import('./memory.js')).stateResolveBlocker,
    'state.record-session': async () => (await import('./memory.js')).stateRecordSession,
    'state.record-metric': async () => (await import('./record.js')).stateRecordMetric,
    'state.add-roadmap-evolution': async () => (await import('./record.js')).stateAddRoadmapEvolution,
    'state.prune': async () => (await import('./record.js')).statePrune,
    'state.signal-waiting': async () => (await import('./signals.js')).stateSignalWaiting,
    'state.signal-resume': async () => (await import('./signals.js')).stateSignalResume,
  },
  aliases: { state: 'state.load', 'state.snapshot': 'state-snapshot' },
})
