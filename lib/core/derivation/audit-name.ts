// Where the audit of the open milestone lies.
import type { ProjectFacts } from './facts.js'

/** Below the planning base. */
export const auditName = ({ milestone }: Pick<ProjectFacts, 'milestone'>): string =>
  `${milestone?.id ?? 'milestone'}-MILESTONE-AUDIT.md`
