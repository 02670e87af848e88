// Verbs: checks of text and files.
import { roster } from '../roster.js'

export const verifyRoster = roster({
  title: 'Checks of text and files',
  verbs: {
    'verify.plan-structure': async () => (await import('./verify.js')).verifyPlanStructure,
    'verify.phase-completeness': async () => (await import('./verify.js')).verifyPhaseCompleteness,
    'verify.references': async () => (await import('./verify.js')).verifyReferences,
    'verify-summary': async () => (await import('./summary.js')).verifySummary,
    'verify.commits': async () => (await import('./summary.js')).verifyCommits,
    'verify-path-exists': async () => (await import('./summary.js')).verifyPathExists,
    'verify.artifacts': async () => (await import('./must-haves.js')).verifyArtifacts,
    'verify.key-links': async () => (await import('./must-haves.js')).verifyKeyLinks,
    'verify.schema-drift': async () => (await import('./drift.js')).verifySchemaDrift,
    'verify.codebase-drift': async () => (await import('./drift.js')).verifyCodebaseDrift,
    'gap-analysis': async () => (await import('./coverage.js')).gapAnalysis,
    'user-story.validate': async () => (await import('./coverage.js')).userStoryValidate,
    'verification.status': async () => (await import('./verification.js')).verificationStatus,
    'verification.override': async () => (await import('./override.js')).verificationOverride,
  },
  aliases: { 'verify.summary': 'verify-summary', 'verify.path-exists': 'verify-path-exists' },
})
