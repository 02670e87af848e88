// Verbs: running checks, and whether work may go on.
import { roster } from '../roster.js'

export const checkRoster = roster({
  title: 'Checks and gates',
  verbs: {
    'check.run': async () => (await import('./check.js')).checkRun,
    'check.accept-fewer': async () => (await import('./accept-fewer.js')).checkAcceptFewer,
    'check.replay': async () => (await import('./replay.js')).checkReplay,
    'check.export': async () => (await import('./export.js')).checkExport,
    'check.auto-mode': async () => (await import('./modes.js')).checkAutoMode,
    'check.config-gates': async () => (await import('./modes.js')).checkConfigGates,
    'check.phase-ready': async () => (await import('./readiness.js')).checkPhaseReady,
    'check.completion': async () => (await import('./completion.js')).checkCompletion,
    'check.gates': async () => (await import('./workflow-gates.js')).checkGates,
    'check.verification-status': async () => (await import('./completion.js')).checkVerificationStatus,
    'check.ship-ready': async () => (await import('./ship-ready.js')).checkShipReady,
    'check.decision-coverage-plan': async () => (await import('./coverage.js')).checkDecisionCoveragePlan,
    'check.decision-coverage-verify': async () => (await import('./coverage.js')).checkDecisionCoverageVerify,
    'check.ambiguity': async () => (await import('./ambiguity.js')).checkAmbiguity,
    'check.predicate': async () => (await import('./detect.js')).checkPredicate,
    'check.tdd-red-evidence': async () => (await import('./plans.js')).checkTddRedEvidence,
    'check.ui-plan-gate': async () => (await import('./plans.js')).checkUiPlanGate,
    'check.verify-command-paths': async () => (await import('./plans.js')).checkVerifyCommandPaths,
    'check.verify-failure-directions': async () => (await import('./plans.js')).checkVerifyFailureDirections,
    'detect.phase-type': async () => (await import('./detect.js')).detectPhaseType,
  },
  aliases: { 'verify.run': 'check.run' },
})
