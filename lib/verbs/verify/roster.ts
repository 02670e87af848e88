// Verbs: checks of text and files.
import { roster } from '../roster.js'

export const verifyRoster = roster({
  title: 'Checks of text and files',
  verbs: {
    'verify.plan-structure': async () => (await import('./verify.js')).verifyPlanStructure,
    'verify.phase-completeness': async () => (await import('./verify.js')).verifyPhaseCompleteness,
    'verify.references': async () => (await import('./verify.js')).verifyReferences,
  },
  aliases: {},
})
