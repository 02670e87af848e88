// What each unit type adds to the common path of finishing.
import { completeNewProject } from '../../project/new-project.js'
import { newProjectFindings } from '../../project/new-project-check.js'
import type { Claim } from '../claims.js'
import { stampAcceptance, vouchAnswers } from './acceptance.js'
import { inspectAside } from './asides.js'
import { captureFindings, proofNotices } from './captured-findings.js'
import { inspectSession, shelveSession } from './debugging.js'
import { checkExecution, inspectSummary } from './execution.js'
import { inspectMaps, stampMap } from './mapping.js'
import { completeClosing, completeOpening, inspectAudit, inspectClosing, inspectOpening } from './milestone.js'
import { checkNotices, inspectCheck, stampCheck } from './plan-check.js'
import { inspectPlans, recordReplan, stampPlan } from './plans.js'
import { recordQuickTask } from './quick.js'
import { inspectReplaced, placeReplaced } from './replaced-decisions.js'
import { settleCaptures } from './settled-captures.js'
import { inspectSorting } from './sorted-captures.js'
import { inspectDelta, inspectMerge, mergePhase, mergeTask, stampDelta } from './spec-changes.js'
import { stampSummary } from './summary.js'
import {
  checkTransition,
  checkVerification,
  inspectTransition,
  inspectVerification,
  stampVerification,
  vouch,
} from './verification.js'
import type { FinishRule } from './work.js'

const ASIDE: FinishRule = { inspect: inspectAside }

export const RULES: Readonly<Record<Claim['unitType'], FinishRule>> = {
  'new-project': {
    inspect: ({ view, gathered }) => newProjectFindings(view, gathered.artifacts),
    complete: ({ staging, at }) => completeNewProject(staging, at),
  },
  'new-milestone': { inspect: inspectOpening, complete: completeOpening },
  'discuss-phase': {},
  'research-phase': {},
  'plan-phase': {
    inspect: (work) => [...inspectPlans(work), ...inspectDelta(work)],
    stamp: (work, artifact) => stampDelta(work, artifact) ?? stampPlan(work, artifact),
    complete(work) {
      recordReplan(work)
      settleCaptures(work)
    },
  },
  'check-plan': { inspect: inspectCheck, stamp: stampCheck, notices: checkNotices },
  'execute-plan': {
    inspect: (work) => [...inspectSummary(work), ...inspectReplaced(work)],
    check: checkExecution,
    stamp: stampSummary,
    complete: placeReplaced,
  },
  'verify-phase': {
    inspect: inspectVerification,
    check: checkVerification,
    stamp: stampVerification,
    complete(work) {
      vouch(work)
      captureFindings(work)
    },
    notices: proofNotices,
  },
  'verify-work': { inspect: inspectPlans, stamp: stampAcceptance, complete: vouchAnswers },
  transition: {
    inspect: (work) => [...inspectTransition(work), ...inspectMerge(work)],
    check: checkTransition,
    complete: mergePhase,
    closes: true,
  },
  'audit-milestone': { inspect: inspectAudit },
  'complete-milestone': { inspect: inspectClosing, complete: completeClosing },
  quick: {
    inspect: (work) => [
      ...inspectSummary(work),
      ...inspectVerification(work),
      ...inspectReplaced(work),
      ...inspectDelta(work),
    ],
    check: checkExecution,
    stamp(work, artifact) {
      const isVerdict = artifact.expected.schema === 'verification'
      return stampDelta(work, artifact) ?? (isVerdict ? stampVerification : stampSummary)(work, artifact)
    },
    complete(work) {
      recordQuickTask(work)
      placeReplaced(work)
      mergeTask(work)
    },
  },
  'map-codebase': { inspect: inspectMaps, stamp: stampMap },
  'triage-captures': { inspect: inspectSorting },
  debug: { inspect: inspectSession, complete: shelveSession },
  extension: {},
  'map-patterns': ASIDE,
  'review-code': ASIDE,
  'fix-review': ASIDE,
  'validate-phase': ASIDE,
  'secure-phase': ASIDE,
  'design-phase': ASIDE,
  'review-interface': ASIDE,
  'design-ai': ASIDE,
  'review-evals': ASIDE,
  'extract-learnings': ASIDE,
}
