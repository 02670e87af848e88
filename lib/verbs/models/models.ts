// The `resolve-model` verb: which model an agent of the pack runs on in the calling client.
import { AGENT_MODELS, MODEL_SOURCES, resolveModel, roleOf } from '../../core/models.js'
import { readSettings } from '../../core/settings.js'
import type { ErrorBody } from '../../errors.js'
import { oneOf, orNull, record, text } from '../../std/shape.js'
import { nearest } from '../../std/text.js'
import { unknownShape } from '../findings.js'
import { query } from '../verb.js'

export const resolveModelVerb = query({
  name: 'resolve-model',
  about: 'Which model an agent runs on here',
  aliases: ['model.resolve'],
  args: { agent: { type: 'text', positional: true, required: true, about: 'Agent, with or without gsd-' } },
  result: record({
    model: orNull(text('What to pass to the client; null: nothing')),
    profile: text(),
    effort: orNull(text()),
    tier: text(),
    source: oneOf(MODEL_SOURCES, 'Which setting decided'),
    unknown: unknownShape,
  }),
  reads: ['config'],
  needsProject: false,
  asksHost: true,
  asksPack: true,
  run({ agent }, view) {
    const settings = readSettings(view)
    const nothing = { model: null, profile: '', effort: null, tier: '', source: 'runtime' as const, unknown: [] }
    if (settings.problem !== null) return { result: nothing, error: settings.problem }
    const named = settings.get('runtime')
    const host = view.pack.host(view.host ?? (typeof named === 'string' ? named : null))
    const choice = resolveModel(agent, settings.value, { id: host.id, names: host.models })
    if (choice === null) return { result: nothing, error: unknownAgent(agent) }
    const { model, profile, effort, tier, source, reason } = choice
    const unknown = reason === null ? [] : [{ path: 'model', code: 'NO_MODEL_CHOICE', reason }]
    return { result: { model, profile, effort, tier, source, unknown } }
  },
})

const unknownAgent = (agent: string): ErrorBody => {
  const near = nearest(roleOf(agent), Object.keys(AGENT_MODELS))
  return {
    code: 'AGENT_UNKNOWN',
    message: `there is no agent "${agent}"`,
    fix: near === null ? `agents: ${Object.keys(AGENT_MODELS).join(', ')}` : `did you mean gsd-${near}?`,
  }
}
