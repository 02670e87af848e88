// Verbs: STATE.md.
import { roster } from '../roster.js'

export const stateRoster = roster({
  title: 'STATE.md',
  verbs: {
    'state.load': async () => (await import('./loading.js')).stateLoad,
    'state.json': async () => (await import('./reading.js')).stateJson,
    'state.sync': async () => (await import('./position.js')).stateSync,
    'state.rebuild': async () => (await import('./position.js')).stateRebuild,
    'state.resolve-blocker': async () => (await import('./memory.js')).stateResolveBlocker,
    'state.record-session': async () => (await import('./memory.js')).stateRecordSession,
  },
  aliases: { state: 'state.load' },
})
