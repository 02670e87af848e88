// Optional gates: a phase with screens needs a UI-SPEC before planning, and a phase with severe open threats cannot close.
import { partRows } from '../../artifacts/parts/prose.js'
import { counted } from '../../std/text.js'
import type { PhaseFacts, ProjectFacts } from './facts.js'
import { isOn, settingOf } from './facts.js'
import { blocked, fires, passes, stops, type Verdict } from './steps.js'

/** The roadmap's label for whether a phase has screens; case-insensitive. */
const HINT = 'ui hint'

const namesScreens = ({ section }: PhaseFacts): boolean =>
  Object.entries(section.fields).some(([label, text]) => label.toLowerCase() === HINT && /^(?:yes|true)\b/i.test(text))

export function screensVerdict(facts: ProjectFacts, phase: PhaseFacts): Verdict {
  if (phase.plans.length > 0) return passes('the phase is already planned')
  if (!namesScreens(phase)) return passes('the roadmap names no screens')
  if (!isOn(facts, 'workflow.ui_safety_gate')) return passes('workflow.ui_safety_gate is off')
  const path = phase.files?.uiSpec
  if (path != null) return passes(`${path} exists`)
  const reason = 'the roadmap names screens, but there is no UI-SPEC'
  return fires(reason, blocked('UI_CONTRACT', `phase ${phase.id}: ${reason}`, phase.id))
}

const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const
const rankOf = (word: string): number => SEVERITIES.indexOf(word as (typeof SEVERITIES)[number])

/** Ranks the highest severity that an open row names. A row without a severity ranks above all of them. */
const severityRank = (status: string): number => {
  const worst = Math.max(-1, ...(status.toLowerCase().match(/[a-z]+/g) ?? []).map(rankOf))
  return worst < 0 ? SEVERITIES.length : worst
}

export function threatsVerdict(facts: ProjectFacts, phase: PhaseFacts): Verdict {
  const path = phase.files?.security
  if (path == null) return passes('no threat model')
  if (!isOn(facts, 'workflow.security_enforcement')) return passes('workflow.security_enforcement is off')
  const threshold = String(settingOf(facts, 'workflow.security_block_on'))
  const source = facts.inputs.checkedSource(path)
  const threats = source === null ? [] : partRows(source, 'Threat Register', 'Threats')
  const open = threats.filter(({ cell }) => {
    const status = cell('status') ?? ''
    return /^open\b/i.test(status) && severityRank(status) >= rankOf(threshold)
  })
  if (open.length === 0) return passes(`${path} leaves nothing open at ${threshold} or above`)
  const reason = `${path} leaves ${counted(open.length, 'threat')} open: ${open.map(({ cell }) => cell('threat id', 'id') ?? '(no id)').join(', ')}`
  return stops('OPEN_THREATS', reason, path)
}
