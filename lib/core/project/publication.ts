// state.json: the position as published for tools outside. Written from derivation while `state.publish` is on; never read for anything else.
import { isBacklog } from '../../artifacts/parts/phase-token.js'
import type { PhaseSection } from '../../artifacts/roadmap/roadmap.js'
import { closedPhases } from '../../artifacts/roadmap/roadmap-windows.js'
import { objectIn } from '../../std/json.js'
import type { Derivation } from '../derivation/derive.js'
import { settingOf } from '../derivation/facts.js'
import { isComplete } from '../derivation/plan-facts.js'
import { decideNext, dispatchInput } from '../dispatch/dispatch.js'
import { commandOf } from '../dispatch/unit-decisions.js'
import { unitType } from '../dispatch/units.js'
import type { Staging } from '../writing/staging.js'

const CONTRACT = '1.0.0'
const FLAVOR = 'gsd-pack'

type PublishedStatus = 'complete' | 'in_progress' | 'pending'

export function publish(staging: Staging, derivation: Derivation): void {
  if (settingOf(derivation.facts, 'state.publish') !== true) return
  const path = staging.view.at('state.json')
  const before = objectIn(staging.view.source(path)?.text ?? '')
  const body = {
    contract: CONTRACT,
    flavor: typeof before?.['flavor'] === 'string' ? before['flavor'] : FLAVOR,
    milestone: milestoneText(derivation),
    phases: phasesOf(derivation),
    next: nextOf(staging, derivation),
  }
  const { updated_at: at, ...rest } = before ?? {}
  const isNews = typeof at !== 'string' || JSON.stringify(rest) !== JSON.stringify(body)
  if (!isNews) return
  const stamp = new Date(staging.view.clock.now()).toISOString()
  staging.put(path, `${JSON.stringify({ ...body, updated_at: stamp }, null, 2)}\n`)
}

const milestoneText = ({ facts }: Derivation): string | null =>
  facts.milestone === null
    ? null
    : [facts.milestone.id, facts.milestone.title].filter((part) => part !== null).join(' — ') || null

/** Phases of all milestones in the order of the document. */
function phasesOf({ facts, done, active }: Derivation) {
  if (facts.roadmap === null) return []
  const open = new Map(facts.phases.map((phase) => [phase.section, phase]))
  const closed = new Set(closedPhases(facts.roadmap))
  const statusOf = (section: PhaseSection): PublishedStatus => {
    const phase = open.get(section)
    if (phase === undefined) return closed.has(section) ? 'complete' : 'pending'
    if (done.has(phase.id)) return 'complete'
    return phase === active || phase.plans.some(isComplete) ? 'in_progress' : 'pending'
  }
  return facts.roadmap.phases
    .filter(({ id }) => !isBacklog(id))
    .map((section) => ({ number: section.id, name: section.title, status: statusOf(section) }))
}

function nextOf({ view }: Staging, derivation: Derivation) {
  const decision = decideNext(dispatchInput(view, derivation))
  if (decision.kind === 'hold') return { command: null, label: decision.hold.code, reason: decision.hold.reason }
  const command = commandOf(decision.unit)
  return {
    command: command === null ? null : [command.name, ...command.args].join(' '),
    label: unitType(decision.unit.unitType).about,
    reason: derivation.reason,
  }
}
