// Verbs: running checks, and whether work may go on.
import { roster } from '../roster.js'

export const checkRoster = roster({
  title: 'Checks and gates',
  verbs: {
    'check.run': async () => (await import('./check.js')).checkRun,
    'check.accept-fewer': async () => (await import('./accept-fewer.js')).checkAcceptFewer,
    'check.replay': async () => (await import('./replay.js')).checkReplay,
    'check.export': async () => (await import('./export.js')).checkExport,
    'check.ship-ready': async () => (await import('./ship-ready.js')).checkShipReady,
    'check.ambiguity': async () => (await import('./ambiguity.js')).checkAmbiguity,
  },
  aliases: { 'verify.run': 'check.run' },
})
