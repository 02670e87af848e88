// Verbs: requirements.
import { roster } from '../roster.js'

export const requirementsRoster = roster({
  title: 'Requirements',
  verbs: {
    'requirements.list': async () => (await import('./requirements.js')).requirementsList,
    'requirements.mark-complete': async () => (await import('./marks.js')).requirementsMarkComplete,
    'requirements.revert-phase': async () => (await import('./marks.js')).requirementsRevertPhase,
  },
  aliases: {},
})
