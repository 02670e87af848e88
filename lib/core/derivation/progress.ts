// Progress of a milestone as counts and one percentage; null where nothing can be divided.

export interface Ratio {
  readonly done: number
  readonly total: number
}

/** One percentage with what it counts. */
export interface Share extends Ratio {
  readonly percent: number | null
  readonly counts: (typeof COUNTS)[number]
}

/** What a share can be of. */
export const COUNTS = ['plans with evidence', 'phases that are done'] as const

export interface Progress {
  readonly phases: Ratio
  readonly plans: Ratio
  /** The smaller of the two shares, rounded, at most 100; null when there is nothing to count. */
  readonly percent: number | null
  /** The smaller one itself: of the plans where both are equal. */
  readonly share: Share
}

const shareOf = ({ done, total }: Ratio): number | null => (total === 0 ? null : Math.min(1, done / total))

export function progressOf(phases: Ratio, plans: Ratio): Progress {
  const shares = [shareOf(phases), shareOf(plans)].filter((share) => share !== null)
  const percent = shares.length === 0 ? null : Math.round(100 * Math.min(...shares))
  const byPhases = (shareOf(phases) ?? 1) < (shareOf(plans) ?? 1) || (plans.total === 0 && phases.total > 0)
  const share = byPhases ? { percent, ...phases, counts: COUNTS[1] } : { percent, ...plans, counts: COUNTS[0] }
  return { phases, plans, percent, share }
}

/** Of a milestone that is not there. */
export const NO_SHARE: Share = { percent: null, done: 0, total: 0, counts: COUNTS[0] }

/** Ten cells and the number, as STATE.md shows it: `[████░░░░░░] 40%`. */
export function progressBar(percent: number): string {
  const filled = Math.floor(percent / 10)
  return `[${'█'.repeat(filled)}${'░'.repeat(10 - filled)}] ${percent}%`
}
