// Which model an agent runs on.
import {
  AGENT_MODELS,
  MODEL_CANDIDATE,
  MODEL_SOURCES,
  type ModelChoice,
  resolveModel,
  roleOf,
} from '../../core/project/models.js'
import { readSettings, type Settings } from '../../core/project/settings.js'
import type { PackView } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import type { Host } from '../../ports.js'
import { listOf, maybe, oneOf, orNull, record, text } from '../../std/shape.js'
import { nearest } from '../../std/text.js'
import { unknownShape } from '../findings.js'
import { arg, query } from '../verb.js'

const AGENT = arg.word('Agent, with or without gsd-')

export const unknownAgent = (agent: string): ErrorBody => {
  const near = nearest(roleOf(agent), Object.keys(AGENT_MODELS))
  return {
    code: 'AGENT_UNKNOWN',
    message: `there is no agent "${agent}"`,
    fix: near === null ? `agents: ${Object.keys(AGENT_MODELS).join(', ')}` : `did you mean gsd-${near}?`,
  }
}

/** The client that calls; where none is recognised, the one the project is mainly worked on with. */
export function callingHost(view: PackView, settings: Settings, named?: string): Host {
  const chosen = settings.get('runtime')
  const word = named ?? view.host ?? (typeof chosen === 'string' ? chosen : null)
  return view.pack.host(word === null ? null : view.pack.hostNamed(word))
}

export const noModel = ({ reason }: Pick<ModelChoice, 'reason'>) =>
  reason === null ? [] : [{ path: 'model', code: 'NO_MODEL_CHOICE', reason }]

export const resolveModelVerb = query('resolve-model', {
  about: 'Which model an agent runs on here',
  args: { agent: AGENT, explain: arg.flag('List every rule with what it would answer') },
  result: record({
    model: orNull(text('What to pass to the client; null: nothing')),
    profile: text(),
    effort: orNull(text()),
    tier: text(),
    source: oneOf(MODEL_SOURCES, 'Which setting decided'),
    candidates: maybe(listOf(MODEL_CANDIDATE, 'Every rule in order; the first that says something wins')),
    unknown: unknownShape,
  }),
  reads: ['config'],
  needsProject: false,
  needs: ['host', 'pack'],
  run({ agent, explain }, view) {
    const settings = readSettings(view)
    const nothing = { model: null, profile: '', effort: null, tier: '', source: 'runtime' as const, unknown: [] }
    if (settings.problem !== null) return { result: nothing, error: settings.problem }
    const host = callingHost(view, settings)
    const choice = resolveModel(agent, settings.get, host)
    if (choice === null) return { result: nothing, error: unknownAgent(agent) }
    const { model, profile, effort, tier, source, candidates } = choice
    const result = { model, profile, effort, tier, source, unknown: noModel(choice) }
    return { result: explain ? { ...result, candidates } : result }
  },
  pretty: ({ model, source, candidates, unknown }) =>
    [
      `${model ?? 'no model'} (${source}${unknown[0] === undefined ? '' : `: ${unknown[0].reason}`})`,
      ...(candidates ?? []).map(
        (rule) => `${rule.won ? '>' : ' '} ${rule.source}  ${rule.key} = ${rule.model ?? '-'}  ${rule.reason}`,
      ),
    ].join('\n'),
})
