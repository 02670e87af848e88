// Moments of a session under the names that most clients took over from the first, and what a client's hooks are unless its row says otherwise.
import type { HookFacts, HookRow } from '../hooks.js'

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
  'subagent-start': ['SubagentStart'],
  'subagent-stop': ['SubagentStop'],
  'pre-compact': ['PreCompact'],
} as const satisfies Events

/** The same moments as another family spells them. */
export const camelEvents = {
  'session-start': ['sessionStart'],
  'session-end': ['sessionEnd'],
  'pre-tool': ['preToolUse'],
  'post-tool': ['postToolUse'],
  'subagent-start': ['subagentStart'],
  'subagent-stop': ['subagentStop'],
  'pre-compact': ['preCompact'],
} as const satisfies Events

/** Commands run in the project's folder, its own registrations are all it runs, and nobody must agree to them first. */
export const hooked = { project: null, heard: [], approval: null } as const satisfies Partial<HookRow>
