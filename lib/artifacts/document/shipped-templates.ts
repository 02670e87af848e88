// Which skeletons lie in the payload as files: those that prompts name. Every other one is printed by `template show` when it is needed.
import type { ArtifactValues } from '../all.js'
import type { ArtifactId } from '../paths.js'

export const SHIPPED_TEMPLATES = [
  'project',
  'requirements',
  'roadmap',
  'state',
  'context',
  'research',
  'plan',
  'summary',
  'verification',
  'uat',
  'phase-draft',
  'result',
  'proof',
  'charter',
  'continue-here',
  'debug',
  'spike',
  'sketch',
  'findings',
  'codebase',
  'patterns',
  'review',
  'review-fix',
  'validation',
  'security',
  'phase-learnings',
] as const satisfies readonly (ArtifactId & keyof ArtifactValues)[]
