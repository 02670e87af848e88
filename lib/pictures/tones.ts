// Which of five tones something is shown in; the word stands beside it always, because not everybody sees colours.
import type { BoardPhase, BoardRequirement } from '../core/board/shown.js'

export type Tone = 'good' | 'going' | 'weak' | 'bad' | 'idle'

const PHASES: Readonly<Record<BoardPhase['status'], Tone>> = {
  'Not started': 'idle',
  Planned: 'idle',
  'In Progress': 'going',
  Executed: 'going',
  'Needs Review': 'weak',
  Claimed: 'weak',
  Adopted: 'good',
  Complete: 'good',
  Shipped: 'good',
}

const REQUIREMENTS: Readonly<Record<BoardRequirement['standing'], Tone>> = {
  open: 'idle',
  claimed: 'weak',
  overruled: 'weak',
  adopted: 'good',
  complete: 'good',
}

const VERDICTS: Readonly<Record<string, Tone>> = { pass: 'good', fail: 'bad', inconclusive: 'weak' }
const HEALTH: Readonly<Record<string, Tone>> = { healthy: 'good', degraded: 'weak', broken: 'bad' }

export const toneOf = ({ status }: BoardPhase): Tone => PHASES[status]
export const requirementTone = ({ standing }: BoardRequirement): Tone => REQUIREMENTS[standing]
export const verdictTone = (verdict: string): Tone => VERDICTS[verdict] ?? 'weak'
export const healthTone = (status: string): Tone => HEALTH[status] ?? 'weak'
