// Gates of a phase that a setting holds shut: screens without a contract are not planned, threats that are open are not closed over.
import { partRows } from '../../artifacts/document/named-parts.js'
import { counted } from '../../std/text.js'
import type { PhaseFacts, ProjectFacts } from './facts.js'
import { isOn, settingOf } from './facts.js'
import { blocked, fires, passes, type Verdict } from './verdict.js'

/** Words of the roadmap that say whether a phase has screens, in whatever case. */
const HINT = 'ui hint'

const saysScreens = ({ section }: PhaseFacts): boolean =>
  Object.entries(section.fields).some(([label, text]) => label.toLowerCase() === HINT && /^(?:yes|true)\b/i.test(text))

export function screensVerdict(facts: ProjectFacts, phase: PhaseFacts): Verdict {
  if (phase.plans.length > 0) return passes('the phase is planned already')
  if (!saysScreens(phase)) return passes('the roadmap names no screens')
  if (!isOn(facts, 'workflow.ui_safety_gate')) return passes('workflow.ui_safety_gate is off')
  const path = phase.files?.uiSpec
  if (path != null) return passes(`${path} is there`)
  const reason = 'the roadmap says that it has screens, and there is no UI-SPEC'
  return fires(reason, blocked('UI_CONTRACT', `phase ${phase.id}: ${reason}`, phase.id))
}

/** From the least to the worst. */
const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const
const rankOf = (word: string): number => SEVERITIES.indexOf(word as (typeof SEVERITIES)[number])

/** How bad an open row is; one that does not say is as bad as any. */
const badnessOf = (status: string): number => {
  const worst = Math.max(-1, ...(status.toLowerCase().match(/[a-z]+/g) ?? []).map(rankOf))
  return worst < 0 ? SEVERITIES.length : worst
}

export function threatsVerdict(facts: ProjectFacts, phase: PhaseFacts): Verdict {
  const path = phase.files?.security
  if (path == null) return passes('nobody looked for threats')
  if (!isOn(facts, 'workflow.security_enforcement')) return passes('workflow.security_enforcement is off')
  const from = String(settingOf(facts, 'workflow.security_block_on'))
  const source = facts.inputs.meaning(path)
  const threats = source === null ? [] : partRows(source, 'Threat Register', 'Threats')
  const open = threats.filter(({ cell }) => {
    const status = cell('status') ?? ''
    return /^open\b/i.test(status) && badnessOf(status) >= rankOf(from)
  })
  if (open.length === 0) return passes(`${path} leaves nothing open from ${from} on`)
  const reason = `${path} leaves ${counted(open.length, 'threat')} open: ${open.map(({ cell }) => cell('threat id', 'id') ?? 'without an id').join(', ')}`
  return fires(reason, blocked('OPEN_THREATS', reason, path))
}
