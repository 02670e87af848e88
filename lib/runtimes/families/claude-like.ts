// Clients with Claude Code's names: tools, settings files, hook input.
import type { HookRow } from '../hooks.js'
import { settingsIn } from '../offers.js'
import type { Runtime } from '../runtime.js'
import { client, hooked, toolsByName } from './client.js'

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

/** The user's settings, and the user's in a project. */
export const claudeSettings = settingsIn('json', ['settings.json'], ['settings.local.json'])

export const claudeLike = {
  ...client,
  words: '$ARGUMENTS',
  tools: claudeTools,
  configs: [
    { path: 'settings.json', format: 'json' },
    { path: 'settings.local.json', format: 'json' },
  ],
  abilities: { subagents: true, questions: true, hooks: true },
} as const satisfies Partial<Runtime>

export const claudeHooked = {
  ...hooked,
  dialect: 'nested',
  tools: {
    ...toolsByName(claudeTools),
    MultiEdit: 'edit',
    NotebookEdit: 'edit',
    // A command with streamed output, and the Windows shell.
    Monitor: 'shell',
    PowerShell: 'shell',
    Agent: 'spawn',
  },
} as const satisfies Partial<HookRow>
