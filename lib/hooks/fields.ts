// Reads an event from a client's payload; clients name its fields differently.
import { type HookFacts, POINTS, type Point } from '../runtimes/hooks.js'
import { objectIn } from '../std/json.js'
import type { Contexts, HookContext, ToolUse } from './check.js'
import { toolResults, toolUses } from './tool-use.js'

function field(payload: unknown, ...names: readonly string[]): unknown {
  if (typeof payload !== 'object' || payload === null) return undefined
  for (const name of names) if (Object.hasOwn(payload, name)) return (payload as Record<string, unknown>)[name]
  return undefined
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Returns the text of the first named field that has one. */
const text = (payload: unknown, ...names: readonly string[]): string | null =>
  names.map((name) => field(payload, name)).find(isText) ?? null

const pointOf = ({ events }: HookFacts, name: string): Point | null =>
  POINTS.find((point) => (events[point] ?? []).includes(name)) ?? null

/** Fields in which clients put a tool call; the most complete come first. */
const CALLS = ['tool_call', 'tool_result', 'preToolUse', 'postToolUse', 'tool_info', 'toolInfo'] as const

/** Some clients use the first two names for the tool's response, not for the call; only a call has an `input`. */
function callIn(payload: unknown): unknown {
  const calls = CALLS.map((name) => field(payload, name))
  return calls.find((one, at) => (at > 1 ? one !== undefined : field(one, 'input') !== undefined)) ?? payload
}

interface HookInput {
  readonly facts: HookFacts
  readonly name: string
  readonly payload: unknown
}

const RESPONSES = [
  'tool_response',
  'toolResponse',
  'tool_result',
  'toolResult',
  'tool_output',
  'result',
  'output',
] as const

/** Returns the uses of the tool, and its response if the tool has finished. */
function callsIn({ facts, name, payload }: HookInput): {
  readonly uses: readonly ToolUse[]
  readonly response: unknown
} {
  const call = callIn(payload)
  const tool =
    text(call, 'tool_name', 'toolName', 'tool') ??
    (call === payload ? null : text(call, 'name')) ??
    (facts.tools[name] === undefined ? null : name)
  const input = parsed(field(call, 'tool_input', 'toolInput', 'toolArgs', 'parameters', 'args', 'input') ?? call)
  return { uses: tool === null ? [] : toolUses(tool, input, facts.tools), response: field(call, ...RESPONSES) }
}

const transcriptOf = ({ payload }: HookInput) => ({ transcript: text(payload, 'transcript_path', 'transcriptPath') })

const agentOf = ({ payload }: HookInput) => ({ inAgent: isInAgent(payload) })

function contextOf({ payload }: HookInput) {
  const window = field(payload, 'context_window', 'contextWindow')
  const remaining = field(window, 'remaining_percentage', 'remainingPercentage')
  const model = field(payload, 'model')
  return {
    model: typeof model === 'string' ? model : text(model, 'display_name', 'displayName', 'id'),
    context: typeof remaining === 'number' ? { remaining } : null,
  }
}

const noData = () => ({})
const transcriptAndContext = (input: HookInput) => ({ ...transcriptOf(input), ...contextOf(input) })

const DATA_AT: { readonly [P in Point]: (input: HookInput) => Contexts[P] } = {
  'session-start': noData,
  'session-end': transcriptOf,
  'prompt-submit': (input) => ({
    ...agentOf(input),
    prompt:
      text(input.payload, 'prompt', 'user_prompt', 'userPrompt') ??
      text(field(input.payload, 'userPromptSubmit'), 'prompt') ??
      '',
  }),
  'pre-tool': (input) => ({ ...agentOf(input), tools: callsIn(input).uses }),
  'post-tool': (input) => {
    const { uses, response } = callsIn(input)
    return { ...agentOf(input), ...transcriptAndContext(input), tools: toolResults(uses, response) }
  },
  'turn-end': transcriptAndContext,
  'subagent-stop': transcriptAndContext,
  'pre-compact': transcriptAndContext,
  'status-line': contextOf,
}

/** Returns the event; null if it is unknown. `hint`: its name in the registration; if known, it overrides the payload. */
export function readEvent(facts: HookFacts, payload: unknown, hint: string | null): HookContext | null {
  const sentName = text(payload, 'hook_event_name', 'hookEventName', 'hookName', 'agent_action_name', 'event')
  // A client may name an event differently than its registration.
  const name = hint !== null && pointOf(facts, hint) !== null ? hint : sentName
  const point = name === null ? null : pointOf(facts, name)
  if (name === null || point === null) return null
  const about = {
    name,
    session: text(payload, 'session_id', 'sessionId', 'conversation_id', 'taskId', 'trajectory_id', 'sessionID'),
    cwd:
      text(payload, 'cwd', 'workspace_root', 'workspaceRoot', 'directory') ??
      text(field(payload, 'workspace_roots', 'workspaceRoots'), '0') ??
      text(field(payload, 'workspace'), 'current_dir') ??
      '.',
  }
  return { point, ...about, ...DATA_AT[point]({ facts, name, payload }) } as HookContext
}

/** Whether a subagent acts: subagents have a parent or, if the client sends no `parent_agent_id`, an id. */
const isInAgent = (payload: unknown): boolean =>
  field(payload, 'parent_agent_id') === undefined
    ? text(payload, 'agent_id', 'agentId') !== null
    : text(payload, 'parent_agent_id') !== null

/** Some clients send a tool's fields as JSON text. */
const parsed = (input: unknown): unknown => (typeof input === 'string' ? (objectIn(input) ?? input) : input)
