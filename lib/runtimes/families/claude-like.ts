// Clients that took over Claude Code's names: of tools, of settings files, of what its hooks are told.
import type { HookRow } from '../hooks.js'
import { settingsIn } from '../offers.js'
import type { Runtime } from '../runtime.js'
import { client } from './client.js'
import { hooked } from './hooked.js'
import { askWith } from './steps.js'

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

/** Settings of the person, of the person in a project, and of everybody in it. */
export const claudeSettings = settingsIn('json', ['settings.json'], ['settings.local.json'], ['settings.json'])

export const claudeLike = {
  ...client,
  words: '$ARGUMENTS',
  tools: claudeTools,
  configs: [
    { path: 'settings.json', format: 'json' },
    { path: 'settings.local.json', format: 'json' },
  ],
  abilities: { subagents: true, questions: true, hooks: true },
  ask: askWith(claudeTools.ask),
} as const satisfies Partial<Runtime>

export const claudeHooked = {
  ...hooked,
  dialect: 'nested',
  tools: {
    Read: 'read',
    Write: 'write',
    Edit: 'edit',
    MultiEdit: 'edit',
    NotebookEdit: 'edit',
    Bash: 'shell',
    // A line whose output is told as it comes, and the shell of Windows.
    Monitor: 'shell',
    PowerShell: 'shell',
    Grep: 'grep',
    Glob: 'glob',
    WebFetch: 'fetch',
    WebSearch: 'search',
    Task: 'spawn',
    Agent: 'spawn',
    AskUserQuestion: 'ask',
    TodoWrite: 'todo',
  },
} as const satisfies Partial<HookRow>
