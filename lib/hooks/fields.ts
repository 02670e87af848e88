// Reading a payload that may be anything.
import { type HookFacts, POINTS, type Point } from '../runtimes/hooks.js'
import type { ContextAt, Contexts, HookContext, ToolUse } from './event.js'
import { toolResults, toolUses } from './tool-use.js'

/** The first of the fields that is there. */
function field(payload: unknown, ...names: readonly string[]): unknown {
  if (typeof payload !== 'object' || payload === null) return undefined
  for (const name of names) if (Object.hasOwn(payload, name)) return (payload as Record<string, unknown>)[name]
  return undefined
}

/** The first of the fields that is a text with something in it. */
function text(payload: unknown, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = field(payload, name)
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

function number(payload: unknown, ...names: readonly string[]): number | null {
  for (const name of names) {
    const value = field(payload, name)
    if (typeof value === 'number' && Number.isFinite(value)) return value
  }
  return null
}

/** Which moment a client's event is. */
const pointOf = ({ events }: HookFacts, name: string): Point | null =>
  POINTS.find((point) => (events[point] ?? []).includes(name)) ?? null

/** Where clients put the fields of one call of a tool; the first of them tells most. */
const CALLS = ['tool_call', 'tool_result', 'preToolUse', 'postToolUse', 'tool_info', 'toolInfo'] as const

/** Some clients call the answer of a tool what others call the whole call: only that has fields of its own. */
function callIn(payload: unknown): unknown {
  const calls = CALLS.map((name) => field(payload, name))
  return calls.find((one, at) => (at > 1 ? one !== undefined : field(one, 'input') !== undefined)) ?? payload
}

/** What a client said, and of which event. */
interface Said {
  readonly facts: HookFacts
  readonly name: string
  readonly payload: unknown
}

/** Names clients give to what a tool answered. */
const RESPONSES = [
  'tool_response',
  'toolResponse',
  'tool_result',
  'toolResult',
  'tool_output',
  'result',
  'output',
] as const

/** Calls of the tool; `response` of one that was done. */
function callsIn({ facts, name, payload }: Said): {
  readonly input: unknown
  readonly uses: readonly ToolUse[]
  readonly response: unknown
} {
  const call = callIn(payload)
  const tool =
    text(call, 'tool_name', 'toolName', 'tool') ??
    (call === payload ? null : text(call, 'name')) ??
    (facts.tools[name] === undefined ? null : name)
  const input = parsed(field(call, 'tool_input', 'toolInput', 'toolArgs', 'parameters', 'args', 'input') ?? call)
  return { input, uses: tool === null ? [] : toolUses(tool, input, facts.tools), response: field(call, ...RESPONSES) }
}

const recorded = ({ payload }: Said) => ({ transcript: text(payload, 'transcript_path', 'transcriptPath') })

const acted = ({ payload }: Said) => ({ inAgent: isInAgent(payload) })

function metered({ payload }: Said) {
  const window = field(payload, 'context_window', 'contextWindow')
  const remaining = number(window, 'remaining_percentage', 'remainingPercentage')
  const model = field(payload, 'model')
  const tokens = number(window, 'total_input_tokens', 'total_tokens', 'totalTokens')
  return {
    model: typeof model === 'string' ? model : text(model, 'display_name', 'displayName', 'id'),
    context: remaining === null ? null : { remaining, tokens },
  }
}

const nothing = () => ({})
const full = (said: Said) => ({ ...recorded(said), ...metered(said) })

/** What is told at each moment beside what is told at all of them. */
const OWN: { readonly [P in Point]: (said: Said) => Contexts[P] } = {
  'session-start': nothing,
  'session-end': recorded,
  'prompt-submit': (said) => ({
    ...acted(said),
    prompt:
      text(said.payload, 'prompt', 'user_prompt', 'userPrompt') ??
      text(field(said.payload, 'userPromptSubmit'), 'prompt') ??
      '',
  }),
  'pre-tool': (said) => ({ ...acted(said), tools: callsIn(said).uses }),
  'post-tool': (said) => {
    const { input, uses, response } = callsIn(said)
    return { ...acted(said), ...full(said), tools: toolResults(uses, input, response) }
  },
  'turn-end': full,
  'subagent-start': nothing,
  'subagent-stop': full,
  'pre-compact': full,
  notification: nothing,
  'status-line': metered,
}

/** The event in one form; null: it is none. `hint`: its name in the registration, for clients that don't send it. */
export function readEvent(facts: HookFacts, payload: unknown, hint: string | null): HookContext | null {
  const told = text(payload, 'hook_event_name', 'hookEventName', 'hookName', 'agent_action_name', 'event')
  // A client may call an event otherwise than its registration.
  const name = hint !== null && pointOf(facts, hint) !== null ? hint : told
  const point = name === null ? null : pointOf(facts, name)
  if (name === null || point === null) return null
  return contextAt(point, { facts, name, payload })
}

const contextAt = <P extends Point>(point: P, said: Said): HookContext =>
  ({
    point,
    name: said.name,
    session: text(said.payload, 'session_id', 'sessionId', 'conversation_id', 'taskId', 'trajectory_id', 'sessionID'),
    cwd:
      text(said.payload, 'cwd', 'workspace_root', 'workspaceRoot', 'directory') ??
      firstText(field(said.payload, 'workspace_roots', 'workspaceRoots')) ??
      text(field(said.payload, 'workspace'), 'current_dir') ??
      '.',
    ...(OWN[point](said) as object),
  }) as ContextAt<P>

/** Where every agent has an id, the one below another is known by its parent. */
const isInAgent = (payload: unknown): boolean =>
  field(payload, 'parent_agent_id') === undefined
    ? text(payload, 'agent_id', 'agentId') !== null
    : text(payload, 'parent_agent_id') !== null

const firstText = (value: unknown): string | null =>
  Array.isArray(value) && typeof value[0] === 'string' ? value[0] : null

/** Some clients give the fields of a tool as a text of JSON. */
function parsed(input: unknown): unknown {
  if (typeof input !== 'string' || !input.startsWith('{')) return input
  try {
    return JSON.parse(input)
  } catch {
    return input
  }
}

/** A refusal as one text. */
export const said = ({ code, text: why }: { readonly code: string; readonly text: string }): string => `${code}: ${why}`
