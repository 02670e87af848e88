// Progress of a milestone as counts and one percentage; null where nothing can be divided.

export interface Ratio {
  readonly done: number
  readonly total: number
}

export interface Progress {
  readonly phases: Ratio
  readonly plans: Ratio
  /** The smaller of the two shares, rounded, at most 100; null when there is nothing to count. */
  readonly percent: number | null
}

const shareOf = ({ done, total }: Ratio): number | null => (total === 0 ? null : Math.min(1, done / total))

export function progressOf(phases: Ratio, plans: Ratio): Progress {
  const shares = [shareOf(phases), shareOf(plans)].filter((share) => share !== null)
  return { phases, plans, percent: shares.length === 0 ? null : Math.round(100 * Math.min(...shares)) }
}

/** Ten cells and the number, as STATE.md shows it: `[████░░░░░░] 40%`. */
export function progressBar(percent: number): string {
  const filled = Math.floor(percent / 10)
  return `[${'█'.repeat(filled)}${'░'.repeat(10 - filled)}] ${percent}%`
}
