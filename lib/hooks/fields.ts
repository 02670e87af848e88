// Reading a payload that may be anything.
import { type HookFacts, POINTS, type Point } from '../runtimes/hooks.js'
import type { HookEvent } from './event.js'
import { toolUses } from './tool-use.js'

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

/** What a client said, in one form. `hint`: the event as the registration names it, for clients that do not say it. */
export function readEvent(facts: HookFacts, payload: unknown, hint: string | null): HookEvent | null {
  const told = text(payload, 'hook_event_name', 'hookEventName', 'hookName', 'agent_action_name', 'event')
  // A client may call an event otherwise than its registration.
  const name = hint !== null && pointOf(facts, hint) !== null ? hint : told
  const point = name === null ? null : pointOf(facts, name)
  if (name === null || point === null) return null
  const call = callIn(payload)
  const tool =
    text(call, 'tool_name', 'toolName', 'tool') ??
    (call === payload ? null : text(call, 'name')) ??
    (facts.tools[name] === undefined ? null : name)
  const input = field(call, 'tool_input', 'toolInput', 'toolArgs', 'parameters', 'args', 'input') ?? call
  const response = field(
    call,
    'tool_response',
    'toolResponse',
    'tool_result',
    'toolResult',
    'tool_output',
    'result',
    'output',
  )
  const window = field(payload, 'context_window', 'contextWindow')
  const remaining = number(window, 'remaining_percentage', 'remainingPercentage')
  const model = field(payload, 'model')
  return {
    point,
    name,
    session: text(payload, 'session_id', 'sessionId', 'conversation_id', 'taskId', 'trajectory_id', 'sessionID'),
    cwd:
      text(payload, 'cwd', 'workspace_root', 'workspaceRoot', 'directory') ??
      firstText(field(payload, 'workspace_roots', 'workspaceRoots')) ??
      text(field(payload, 'workspace'), 'current_dir') ??
      '.',
    source: text(payload, 'source', 'reason', 'trigger'),
    prompt: text(payload, 'prompt', 'user_prompt', 'userPrompt') ?? text(field(payload, 'userPromptSubmit'), 'prompt'),
    tools: tool === null ? [] : toolUses(tool, parsed(input), response, facts.tools),
    context:
      remaining === null
        ? null
        : { remaining, tokens: number(window, 'total_input_tokens', 'total_tokens', 'totalTokens') },
    inAgent: isInAgent(payload),
    transcript: text(payload, 'transcript_path', 'transcriptPath'),
    model: typeof model === 'string' ? model : text(model, 'display_name', 'displayName', 'id'),
    isRepeated: field(payload, 'stop_hook_active', 'stopHookActive') === true,
  }
}

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
