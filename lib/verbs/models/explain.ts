// model explain: shows the model for a unit's session, with every rule that leads to it.
import { CLAIM_READS, gatherFacts } from '../../core/derivation/facts.js'
import { unknownPhase, unknownPlan } from '../../core/derivation/unknown.js'
import { subjectsOf } from '../../core/dispatch/unit-decisions.js'
import { subjectOf, UNIT_TYPE_IDS } from '../../core/dispatch/units/all.js'
import { MODEL_SOURCES, resolveModel, TIERS } from '../../core/project/models.js'
import { ROUTE_STEP, routeOf } from '../../core/project/routing.js'
import { readSettings, type Settings } from '../../core/project/settings.js'
import { arg, verb } from '../../core/verb.js'
import type { PackView } from '../../core/view.js'
import { refuse } from '../../errors.js'
import type { Host } from '../../ports.js'
import { CALLERS } from '../../runtimes/rows.js'
import { bool, listOf, oneOf, orNull, record, text } from '../../std/shape.js'
import { visibleLine } from '../../std/visible.js'
import { unknownShape } from '../findings.js'

const RUNTIME_IDS = Object.keys(CALLERS)

/** Returns the named client, otherwise the calling one, the project's main one, or the pack's default. */
async function hostFor(view: PackView, settings: Settings, named: string | undefined): Promise<Host> {
  const chosen = settings.get('runtime')
  const name = named ?? view.host ?? (typeof chosen === 'string' ? chosen : null)
  return name === null ? view.pack.host : view.pack.hostNamed(name)
}

export const modelExplain = verb('model.explain', {
  about: "Explain which model a unit's session gets with dynamic routing, and why",
  args: {
    unitType: arg.choice(UNIT_TYPE_IDS, 'Unit type', { positional: true, required: true }),
    unitId: arg.word('Unit id'),
    attempt: arg.int("Number of the unit's session; default: 1, the first"),
    host: arg.choice(RUNTIME_IDS, 'Client; default: the calling client, otherwise the main client of the project'),
  },
  result: record({
    unitType: oneOf(UNIT_TYPE_IDS),
    unitId: text(),
    agent: orNull(text('Role whose models apply')),
    on: bool('Routing is on (dynamic_routing.enabled)'),
    agent_model: orNull(text("Model of the unit's agent if a session starts it; null for the session's model")),
    tier: oneOf(TIERS),
    steps: listOf(ROUTE_STEP, 'Reasons for the tier'),
    model: orNull(text('Model to pass to the client; null for none')),
    source: oneOf(MODEL_SOURCES, 'The setting that decided'),
    fallbacks: listOf(orNull(text()), "Fallback models; null for the client's own choice"),
    unknown: unknownShape,
  }),
  reads: CLAIM_READS,
  needs: ['host', 'pack'],
  async run({ view }, { unitType, unitId, attempt, host: named }) {
    const settings = readSettings(view)
    const facts = gatherFacts(view)
    const host = await hostFor(view, settings, named)
    // Explains what routing would do, even while it is off.
    const ask = (key: string) => (key === 'dynamic_routing.enabled' ? true : settings.get(key))
    const { phase, plan } = subjectsOf(facts, unitType, unitId)
    const subjectKind = subjectOf(unitType)
    const isUnknown = (subjectKind === 'plan' && plan === null) || (subjectKind === 'phase' && phase === null)
    if (isUnknown && facts.roadmap !== null) {
      const plans = facts.phases.flatMap((one) => one.plans)
      refuse(subjectKind === 'plan' ? unknownPlan(plans, unitId) : unknownPhase(facts, unitId))
    }
    const subject = { type: unitType, unitId, phase, plan, attempt: attempt ?? 1 }
    const route = routeOf(subject, facts, ask, { id: host.id, models: view.caller.models })
    const { agent, tier, steps, model, source, fallbacks } = route
    const on = settings.get('dynamic_routing.enabled') === true
    const agentRoute =
      agent === null ? null : resolveModel(agent, settings.get, { id: host.id, models: view.caller.models })
    const { reason } = route
    const unknown = reason === null ? [] : [{ path: 'model', code: 'NO_MODEL_CHOICE', reason }]
    const agent_model = on ? model : (agentRoute?.model ?? null)
    const result = { unitType, unitId, agent, on, agent_model, tier, steps, model, source, fallbacks, unknown }
    return settings.problem === null ? { result } : { result, error: settings.problem }
  },
  pretty: ({ unitType, unitId, on, agent_model, tier, steps, model, source, fallbacks, unknown }) =>
    [
      `${unitType} ${unitId}: ${model ?? 'no model'} (${tier}${unknown[0] === undefined ? '' : `: ${unknown[0].reason}`})`,
      ...steps.map(({ rule, tier: to, reason }) => `  ${rule.padEnd(8)}${to.padEnd(10)}${reason}`),
      `  decided by ${source}`,
      fallbacks.length === 0 ? '' : `  fallbacks: ${fallbacks.map((one) => one ?? 'choice of the client').join(', ')}`,
      on
        ? ''
        : `  dynamic_routing.enabled is off, so this does not apply yet: the agent now gets ${agent_model ?? "the session's model"}`,
    ]
      .filter((line) => line !== '')
      .map(visibleLine)
      .join('\n'),
})
