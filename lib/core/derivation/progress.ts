// Progress of a milestone: counts and one percentage, null if there is nothing to count.

export interface Ratio {
  readonly done: number
  readonly total: number
}

export interface PhaseProgress extends Ratio {
  readonly percent: number | null
  readonly verified: number
}

export interface Progress {
  readonly phases: Ratio
  readonly plans: Ratio
  readonly percent: number | null
  readonly share: PhaseProgress
}

export function progressOf({ done, total, verified }: Ratio & { readonly verified: number }, plans: Ratio): Progress {
  const percent = total === 0 ? null : Math.round((100 * done) / total)
  return { phases: { done, total }, plans, percent, share: { percent, done, total, verified } }
}

/** The counts behind the percentage: `3 of 5 phases done, 2 verified`. */
export const phaseProgressText = ({ done, total, verified }: Omit<PhaseProgress, 'percent'>): string =>
  `${done} of ${total} phases done, ${verified} verified`

/** Ten cells and the number, as in STATE.md: `[████░░░░░░] 40%`. */
export function progressBar(percent: number): string {
  const filled = Math.floor(percent / 10)
  return `[${'█'.repeat(filled)}${'░'.repeat(10 - filled)}] ${percent}%`
}
