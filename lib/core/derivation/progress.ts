// Progress of a milestone: counts and one percentage, null if there is nothing to count.

export interface Ratio {
  readonly done: number
  readonly total: number
}

/** The percentage of finished phases, and how many of them are verified. */
export interface Share extends Ratio {
  readonly percent: number | null
  readonly verified: number
}

export interface Progress {
  readonly phases: Ratio
  readonly plans: Ratio
  readonly percent: number | null
  readonly share: Share
}

export function progressOf({ done, total, verified }: Ratio & { readonly verified: number }, plans: Ratio): Progress {
  const percent = total === 0 ? null : Math.round((100 * done) / total)
  return { phases: { done, total }, plans, percent, share: { percent, done, total, verified } }
}

/** The counts behind the percentage: `3 of 5 phases done, 2 verified`. */
export const shareText = ({ done, total, verified }: Omit<Share, 'percent'>): string =>
  `${done} of ${total} phases done, ${verified} verified`

/** Ten cells and the number, as in STATE.md: `[████░░░░░░] 40%`. */
export function progressBar(percent: number): string {
  const filled = Math.floor(percent / 10)
  return `[${'█'.repeat(filled)}${'░'.repeat(10 - filled)}] ${percent}%`
}
