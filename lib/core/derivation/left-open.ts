// What the VERIFICATION and the UAT of a finished phase leave open. It is shown, and holds the closing of the milestone alone.
import { counted } from '../../std/text.js'
import { debtInUat, isTested } from './acceptance-debt.js'
import type { PhaseFacts, ProjectFacts } from './facts.js'

export function leftOpen({ inputs }: ProjectFacts, phase: PhaseFacts): readonly string[] {
  const { files, verification } = phase
  const uat = files?.uat == null ? null : (inputs.parse('uat', files.uat)?.value ?? null)
  const tests = uat === null ? [] : debtInUat(uat)
  return [
    ...(verification?.status === 'gaps_found'
      ? [`${verification.path} found ${counted(verification.gaps, 'gap')}`]
      : []),
    ...(verification?.status === 'human_needed' && !isTested(uat)
      ? [`${verification.path} leaves tests to a person`]
      : []),
    ...(tests.length === 0 ? [] : [`${files?.uat} has ${counted(tests.length, 'open test')}`]),
  ]
}
