// The path of the open milestone's audit.
import type { ProjectFacts } from './facts.js'

/** Relative to the planning base. */
export const auditName = ({ milestone }: Pick<ProjectFacts, 'milestone'>): string =>
  [...(milestone?.id == null ? [] : [milestone.id]), 'MILESTONE-AUDIT.md'].join('-')
