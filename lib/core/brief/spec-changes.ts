// Specs for the planner, and a phase's spec changes for checkers, executors and verifiers. Empty without specs.
import { changesOf } from '../../artifacts/specs/spec-changes.js'
import { baseName } from '../../std/paths.js'
import { ours, pathText, type SafeText, say } from '../../std/safe-text.js'
import { quickNumber } from '../ids.js'
import { capabilitiesOf, deltaOfPhase, specPath } from '../specs/places.js'
import { type Block, items, type Reading, rules } from './brief-blocks.js'
import type { AgentSubject, BriefWorld } from './brief-world.js'

export const specFiles = ({ view }: BriefWorld): readonly Reading[] =>
  capabilitiesOf(view).map((name) => ({
    path: specPath(view, name),
    about: say`present behaviour of the system; read it if the work touches it`,
  }))

/** How to hand in a spec change. */
export function deltaRules(subject: AgentSubject, { view, derivation }: BriefWorld): readonly Block[] {
  const { claim, phase } = subject
  if (capabilitiesOf(view).length === 0) return []
  const name =
    claim.unitType === 'quick'
      ? `${quickNumber(claim.unitId)}-DELTA.md`
      : phase === null
        ? null
        : baseName(deltaOfPhase(derivation.facts, phase))
  if (name === null) return []
  return rules('specs', say`Specs`, [
    say`- If you change specified behaviour, or add behaviour worth a spec, also write \`${pathText(`${claim.drafts}/${name}`)}\` (form: \`${ours(view.pack.cli)} template show spec-delta\`). The CLI merges it once the work is accepted. Without such changes: no file.`,
  ])
}

/** Each change with its text, from the phase's delta. */
export function touched({ phase }: AgentSubject, { view, derivation }: BriefWorld, title: SafeText): readonly Block[] {
  const path = phase === null ? null : deltaOfPhase(derivation.facts, phase)
  const source = path === null ? null : view.source(path)
  if (path === null || source === null) return []
  const whole = { path, about: say`spec changes of this phase` }
  return items(
    'specs',
    title,
    changesOf(source).map(({ change, capability, name, to, text }) => ({
      before: say`${change} in ${pathText(specPath(view, capability))}: `,
      text: `${name}${to === null ? '' : ` -> ${to}`}${text === '' ? '' : `: ${text}`}`,
      whole,
    })),
  )
}
