// Hook moments under the names most clients share, and defaults of their hooks.
import type { HookFacts, HookRow } from '../hooks.js'
import type { Runtime } from '../runtime.js'
import { ACTIONS, type Action } from '../terms.js'

type Events = HookFacts['events']

export const sessionEvents = {
  'session-start': ['SessionStart'],
  'session-end': ['SessionEnd'],
  'prompt-submit': ['UserPromptSubmit'],
  'pre-tool': ['PreToolUse'],
  'post-tool': ['PostToolUse'],
  'turn-end': ['Stop'],
} as const satisfies Events

export const subagentEvents = {
  'subagent-stop': ['SubagentStop'],
  'pre-compact': ['PreCompact'],
} as const satisfies Events

export const camelEvents = {
  'session-start': ['sessionStart'],
  'session-end': ['sessionEnd'],
  'pre-tool': ['preToolUse'],
  'post-tool': ['postToolUse'],
  'subagent-stop': ['subagentStop'],
  'pre-compact': ['preCompact'],
} as const satisfies Events

/** Actions by the client's names of tools, where hooks use the names that models use. */
export function toolsByName(tools: Runtime['tools']): HookFacts['tools'] {
  const byName: Record<string, Action> = {}
  for (const action of ACTIONS) byName[tools[action] ?? ''] ??= action
  const { '': _, ...named } = byName
  return named
}

/** Commands run in the project's folder, only its own registrations run, and no approval is needed. */
export const hooked = { project: null, heard: [], approval: null } as const satisfies Partial<HookRow>
