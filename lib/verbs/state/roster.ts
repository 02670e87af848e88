// Verbs: STATE.md.
import { roster } from '../roster.js'

export const stateRoster = roster({
  title: 'STATE.md',
  verbs: {
    'state.get': async () => (await import('./state.js')).stateGet,
    'state.json': async () => (await import('./state.js')).stateJson,
    'state.update': async () => (await import('./state.js')).stateUpdate,
    'state.patch': async () => (await import('./state.js')).statePatch,
    'state.add-decision': async () => (await import('./state.js')).stateAddDecision,
    'state.add-blocker': async () => (await import('./state.js')).stateAddBlocker,
    'state.record-session': async () => (await import('./state.js')).stateRecordSession,
  },
  aliases: {},
})
