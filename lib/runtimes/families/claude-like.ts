// For clients that use Claude Code's names for tools, settings files and hook input.
import type { HookRow } from '../hooks.js'
import { settingsIn } from '../offers.js'
import type { Runtime } from '../runtime.js'
import { client, hookDefaults, toolsByName } from './client.js'

export const claudeTools = {
  read: 'Read',
  write: 'Write',
  edit: 'Edit',
  shell: 'Bash',
  grep: 'Grep',
  glob: 'Glob',
  fetch: 'WebFetch',
  search: 'WebSearch',
  ask: 'AskUserQuestion',
  spawn: 'Task',
  todo: 'TodoWrite',
} as const satisfies Runtime['tools']

/** The user's settings file, and the user's own settings file in a project. */
export const claudeSettings = settingsIn('json', ['settings.json'], ['settings.local.json'])

export const claudeLike = {
  ...client,
  argumentsPlaceholder: '$ARGUMENTS',
  tools: claudeTools,
  configs: [
    { path: 'settings.json', format: 'json' },
    { path: 'settings.local.json', format: 'json' },
  ],
  abilities: { subagents: true, questions: true, hooks: true },
} as const satisfies Partial<Runtime>

export const claudeHookDefaults = {
  ...hookDefaults,
  dialect: 'nested',
  tools: {
    ...toolsByName(claudeTools),
    MultiEdit: 'edit',
    NotebookEdit: 'edit',
    // `Monitor` runs a command with streamed output; `PowerShell` is the shell on Windows.
    Monitor: 'shell',
    PowerShell: 'shell',
    Agent: 'spawn',
  },
} as const satisfies Partial<HookRow>
