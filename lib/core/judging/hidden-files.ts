// Files whose changes git was told not to show, and what it does not show for other reasons.
import { HIDDEN_FILES, type LookStep } from '../builtin-steps.js'
import type { Results } from './gate.js'

const HIDDEN = 'tests:hidden'

export const hiddenStep: LookStep = { name: HIDDEN, argv: [HIDDEN_FILES], looks: true }

export const hiddenIn = (results: Results): readonly string[] =>
  (results.get(HIDDEN)?.stdout ?? '').split('\0').filter((path) => path !== '')

/** Why nobody knows which they are; null where it is known, or nobody looked. */
export const hiddenUnseen = (results: Results): string | null => unseenIn(results, HIDDEN)

/** Why a look does not show all there is: a commit that is not there, settings that git does not take, more than is kept. Null: it does, or nobody looked. */
export function unseenIn(results: Results, name: string): string | null {
  const found = results.get(name)
  if (found === undefined || found.problem === 'not-found') return null
  if (found.cut === true) return 'it has too much to say'
  return found.exitCode === 0 ? null : (found.stderr.trim().split('\n')[0] ?? '')
}
