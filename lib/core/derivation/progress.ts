// Progress of a milestone as counts and one percentage; null where nothing can be divided.

export interface Ratio {
  readonly done: number
  readonly total: number
}

/** The one percentage: phases that are finished, and how many of these are verified. */
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

/** What the percentage counts: `3 of 5 phases: 2 verified, 1 done`. */
export const shareText = ({ done, total, verified }: Omit<Share, 'percent'>): string =>
  `${done} of ${total} phases: ${verified} verified, ${done - verified} done`

/** Ten cells and the number, as STATE.md shows it: `[████░░░░░░] 40%`. */
export function progressBar(percent: number): string {
  const filled = Math.floor(percent / 10)
  return `[${'█'.repeat(filled)}${'░'.repeat(10 - filled)}] ${percent}%`
}
