// Verbs: checks of text and files.
import { roster } from '../roster.js'

export const verifyRoster = roster({
  title: 'Checks of text and files',
  verbs: {
    'verify.codebase-drift': async () => (await import('./drift.js')).verifyCodebaseDrift,
    'verification.status': async () => (await import('./verification.js')).verificationStatus,
    'verification.override': async () => (await import('./override.js')).verificationOverride,
  },
  aliases: {},
})
