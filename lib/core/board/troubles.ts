// Unresolved problems of a project.
import { counted } from '../../std/text.js'
import type { BoardPhase, BoardPlan, Trouble } from './shown.js'

export const troublesIn = (phases: readonly BoardPhase[]): readonly Trouble[] => [
  ...circleIn(phases),
  ...phases.filter(({ closed }) => !closed).flatMap((phase) => [...planTroubles(phase), ...verdictTrouble(phase)]),
]

function circleIn(phases: readonly BoardPhase[]): readonly Trouble[] {
  const circle = phases.filter(({ done, closed, wave }) => !done && !closed && wave === null)
  const numbers = circle.map(({ number }) => number).join(', ')
  return circle.length === 0
    ? []
    : [{ text: `Phases ${numbers} are in or behind a circular dependency`, fix: null, phase: null }]
}

const planTroubles = ({ number: phase, work }: BoardPhase): readonly Trouble[] =>
  work.flatMap((plan) => {
    const text = wrongWith(plan)
    return text === null ? [] : [{ text, fix: null, phase }]
  })

function wrongWith({ id, halted, done, proof }: BoardPlan): string | null {
  const failed = proof?.verdict === 'fail' ? proof.checks.filter(({ outcome }) => outcome === 'fail') : []
  if (failed.length > 0) return `Plan ${id}: ${counted(failed.length, 'check')} failed (${failed[0]?.command})`
  if (halted) return `Plan ${id} was halted`
  return done && proof !== null && proof.weak !== null ? `Plan ${id}: its receipt proves nothing: ${proof.weak}` : null
}

const WRONG = new Set(['gaps_found', 'outdated', 'unreadable'])

const verdictTrouble = ({ number: phase, verification }: BoardPhase): readonly Trouble[] =>
  verification === null || !WRONG.has(verification.word)
    ? []
    : [{ text: `Phase ${phase}: ${verification.reason}`, fix: null, phase }]
