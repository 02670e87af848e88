// Verbs: STATE.md.
import { roster } from '../roster.js'

export const stateRoster = roster({
  title: 'STATE.md',
  verbs: {
    'state.load': async () => (await import('./loading.js')).stateLoad,
    'state.json': async () => (await import('./reading.js')).stateJson,
    'state.rebuild': async () => (await import('./position.js')).stateRebuild,
    'state.record-session': async () => (await import('./memory.js')).stateRecordSession,
  },
  aliases: { state: 'state.load' },
})
