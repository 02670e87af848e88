// Six tones of a status; its word is always shown too, for readers who do not see colours.
import type { BoardPhase, BoardPlan, BoardRequirement } from '../core/board/shown.js'

/** `done`: finished but not verified. */
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

export const isOver = ({ done, closed }: BoardPhase): boolean => done || closed

/** Closed milestones are not judged. */
export const toneOf = ({ status, closed, atWork }: BoardPhase): Tone =>
  atWork.length > 0 ? 'going' : closed && status === 'done' ? 'good' : PHASES[status]
export const requirementTone = ({ standing }: BoardRequirement): Tone => REQUIREMENTS[standing]
export const verdictTone = (verdict: string): Tone => VERDICTS[verdict] ?? 'weak'

const PLANS: Readonly<Record<BoardPlan['status'], Tone>> = { done: 'good', 'in progress': 'going', planned: 'idle' }
export const planTone = ({ status, halted }: BoardPlan): Tone => (halted ? 'bad' : PLANS[status])
