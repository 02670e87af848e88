// Which of six tones something is shown in; the word stands beside it always, because not everybody sees colours.
import type { BoardPhase, BoardPlan, BoardRequirement } from '../core/board/shown.js'

/** `done`: finished, and nobody verified it. */
export type Tone = 'good' | 'done' | 'going' | 'weak' | 'bad' | 'idle'

const PHASES: Readonly<Record<BoardPhase['status'], Tone>> = {
  'not started': 'idle',
  planned: 'idle',
  'in progress': 'going',
  done: 'done',
  verified: 'good',
}

const REQUIREMENTS: Readonly<Record<BoardRequirement['standing'], Tone>> = {
  open: 'idle',
  done: 'done',
  overruled: 'done',
  verified: 'good',
}

const VERDICTS: Readonly<Record<string, Tone>> = { pass: 'good', fail: 'bad', inconclusive: 'weak' }

/** Nobody looks into closed milestones. */
export const toneOf = ({ status, closed, atWork }: BoardPhase): Tone =>
  atWork.length > 0 ? 'going' : closed && status === 'done' ? 'good' : PHASES[status]
export const requirementTone = ({ standing }: BoardRequirement): Tone => REQUIREMENTS[standing]
export const verdictTone = (verdict: string): Tone => VERDICTS[verdict] ?? 'weak'

const PLANS: Readonly<Record<BoardPlan['status'], Tone>> = { done: 'good', 'in progress': 'going', planned: 'idle' }
export const planTone = ({ status, halted }: BoardPlan): Tone => (halted ? 'bad' : PLANS[status])
