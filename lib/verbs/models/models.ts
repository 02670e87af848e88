// Verbs over agents: which model and effort one runs on, which agent a word means, and which granularity its work has.

import { classifyFailure, FAILURE_IDS, wantsStronger } from '../../core/dispatch/failures.js'
import { effortFor } from '../../core/project/effort.js'
import {
  AGENT_MODELS,
  type AgentModels,
  type Attempt,
  MODEL_SOURCES,
  type ModelChoice,
  resolveModel,
  roleOf,
} from '../../core/project/models.js'
import { readSettings, type Settings } from '../../core/project/settings.js'
import type { PackView } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import type { Host } from '../../ports.js'
import { bool, int, listOf, maybe, oneOf, orNull, record, text } from '../../std/shape.js'
import { nearest } from '../../std/text.js'
import { unknownShape } from '../findings.js'
import { query } from '../verb.js'

const AGENT = { type: 'text', positional: true, required: true, about: 'Agent, with or without gsd-' } as const

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

/** The answer, and that the settings it rests on cannot be read. */
export const underSettings = <R>(result: R, { problem }: Settings) =>
  problem === null ? { result } : { result, error: problem }

export const noModel = ({ reason }: Pick<ModelChoice, 'reason'>) =>
  reason === null ? [] : [{ path: 'model', code: 'NO_MODEL_CHOICE', reason }]

export const candidateShape = record({
  source: oneOf(MODEL_SOURCES),
  key: text('Setting it looks at'),
  model: orNull(text('null: it says nothing')),
  won: bool(),
  reason: text(),
})

export const resolveModelVerb = query({
  name: 'resolve-model',
  about: 'Which model an agent runs on here',
  args: { agent: AGENT, explain: { type: 'flag', about: 'List every rule with what it would answer' } },
  result: record({
    model: orNull(text('What to pass to the client; null: nothing')),
    profile: text(),
    effort: orNull(text()),
    tier: text(),
    source: oneOf(MODEL_SOURCES, 'Which setting decided'),
    candidates: maybe(listOf(candidateShape, 'Every rule in order; the first that says something wins')),
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
    const choice = resolveModel(agent, settings.get, { id: host.id, names: host.models })
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

export const resolveExecution = query({
  name: 'resolve-execution',
  about: 'Model, effort and tier of one attempt of an agent',
  args: {
    agent: AGENT,
    effort: { type: 'text', about: 'Effort to ask for, whatever the settings say' },
    'fast-mode': { type: 'flag', about: 'Ask for the fast mode of the client' },
    attempt: { type: 'int', about: 'Which attempt this is; 1 is the first' },
    'failure-class': { type: 'choice', values: FAILURE_IDS, about: 'Why the last attempt failed' },
    host: { type: 'text', names: 'client', about: 'Client to answer for; the calling one if left out' },
  },
  result: record({
    model: orNull(text()),
    profile: text(),
    tier: text(),
    escalated: bool('A stronger tier than the first attempt had'),
    effort: orNull(text('As the settings say')),
    effort_rendered: orNull(text('As the client is told')),
    effort_param: orNull(text("The client's word for it")),
    effort_propagation: oneOf(['spawn', 'none'], 'How it reaches the agent'),
    effort_requested: orNull(text()),
    effort_clamped: bool('The client has no such word; the next weaker one is used'),
    effort_clamp_reason: orNull(text()),
    effort_effective: orNull(text()),
    effort_effective_source: text(),
    fast_mode: bool(),
    fast_mode_supported: bool(),
    unknown: unknownShape,
  }),
  reads: ['config'],
  needsProject: false,
  needs: ['host', 'pack'],
  run(args, view) {
    const settings = readSettings(view)
    if (settings.problem !== null) return { result: NO_EXECUTION, error: settings.problem }
    const host = callingHost(view, settings, args.host)
    const failure = args['failure-class'] ?? 'unknown'
    const attempt: Attempt = { number: args.attempt ?? 1, isWorthIt: wantsStronger(failure) }
    const choice = resolveModel(args.agent, settings.get, { id: host.id, names: host.models }, attempt)
    if (choice === null) return { result: NO_EXECUTION, error: unknownAgent(args.agent) }
    const requested = args.effort ?? choice.effort
    const { effective, clamped, reason } = effortFor(requested, host)
    const first = (AGENT_MODELS[roleOf(args.agent)] as AgentModels).tier
    return {
      result: {
        model: choice.model,
        profile: choice.profile,
        tier: choice.tier,
        escalated: choice.tier !== first,
        effort: choice.effort,
        effort_rendered: effective,
        effort_param: host.effort.parameter,
        effort_propagation: effective === null ? ('none' as const) : ('spawn' as const),
        effort_requested: requested,
        effort_clamped: clamped,
        effort_clamp_reason: clamped ? reason : null,
        effort_effective: effective,
        effort_effective_source: args.effort === undefined ? 'settings' : '--effort',
        fast_mode: false,
        fast_mode_supported: false,
        unknown: [
          ...noModel(choice),
          ...(effective === null ? [{ path: 'effort_effective', code: 'NO_EFFORT', reason: reason ?? '' }] : []),
        ],
      },
    }
  },
})

const NO_EXECUTION = {
  model: null,
  profile: '',
  tier: '',
  escalated: false,
  effort: null,
  effort_rendered: null,
  effort_param: null,
  effort_propagation: 'none' as const,
  effort_requested: null,
  effort_clamped: false,
  effort_clamp_reason: null,
  effort_effective: null,
  effort_effective_source: '',
  fast_mode: false,
  fast_mode_supported: false,
  unknown: [],
}

export const classifyFailureVerb = query({
  name: 'agent.classify-failure',
  about: 'Why an agent failed, told from what it said',
  args: { words: { type: 'rest', about: 'What it said' } },
  result: record({
    class: oneOf(FAILURE_IDS),
    sentinel: orNull(text('The words that told')),
    retryAfterSeconds: orNull(int('null: the text names no time')),
  }),
  reads: [],
  needsProject: false,
  run({ words }) {
    const failure = classifyFailure(words.join(' '))
    if (words.length === 0)
      return {
        result: failure,
        error: {
          code: 'USAGE',
          message: 'expected what the agent said, received nothing',
          fix: 'gsd-tools agent classify-failure -- "<text>"',
        },
      }
    return { result: failure }
  },
})
