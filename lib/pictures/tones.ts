// Which of five tones something is shown in; the word stands beside it always, because not everybody sees colours.
import type { BoardPhase, BoardRequirement } from '../core/board/shown.js'

export type Tone = 'good' | 'going' | 'weak' | 'bad' | 'idle'

const PHASES: Readonly<Record<BoardPhase['status'], Tone>> = {
  'not started': 'idle',
  planned: 'idle',
  'in progress': 'going',
  done: 'weak',
  verified: 'good',
}

const REQUIREMENTS: Readonly<Record<BoardRequirement['standing'], Tone>> = {
  open: 'idle',
  done: 'weak',
  overruled: 'weak',
  verified: 'good',
}

const VERDICTS: Readonly<Record<string, Tone>> = { pass: 'good', fail: 'bad', inconclusive: 'weak' }
const HEALTH: Readonly<Record<string, Tone>> = { healthy: 'good', degraded: 'weak', broken: 'bad' }

/** Nobody looks into closed milestones. */
export const toneOf = ({ status, closed }: BoardPhase): Tone => (closed && status === 'done' ? 'good' : PHASES[status])
export const requirementTone = ({ standing }: BoardRequirement): Tone => REQUIREMENTS[standing]
export const verdictTone = (verdict: string): Tone => VERDICTS[verdict] ?? 'weak'
export const healthTone = (status: string): Tone => HEALTH[status] ?? 'weak'
