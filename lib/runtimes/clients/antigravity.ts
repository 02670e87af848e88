// Google Antigravity: editor and command-line client.
import { client, homeIn, hookDefaults, NO_TOOL_NAMES, toolsByName, untried } from '../families/client.js'
import { agentPlain, skillPlain } from '../formats/entries.js'
import { namedHooks } from '../formats/hooks.js'
import { instructionsOffer, permissionListOffer, settingsIn } from '../offers.js'
import { everywhere, inHome, inProject, type Runtime } from '../runtime.js'

const tools = {
  ...NO_TOOL_NAMES,
  read: 'view_file',
  write: 'write_to_file',
  edit: 'replace_file_content',
  shell: 'run_command',
} as const satisfies Runtime['tools']

export const antigravity = {
  ...client,
  programs: ['agy'],
  id: 'antigravity',
  title: 'Antigravity',
  // In projects, the client's folder is the shared root itself.
  home: homeIn('.gemini/config', { local: '.agents' }),
  places: {
    command: { folder: 'skills', emit: skillPlain },
    agent: { folder: 'agents', emit: agentPlain },
  },
  entries: { global: 'own', local: 'shared' },
  listings: {
    command: [inHome('antigravity', 'skills'), inProject('agents', 'skills')],
    agent: [everywhere('antigravity', 'agents')],
  },
  alwaysOn: { own: true, shared: true, agent: true },
  // Documented names only.
  tools,
  offers: [
    permissionListOffer(settingsIn('json', ['../antigravity-cli/settings.json'], []), (cli) => `command(${cli})`, null),
    instructionsOffer(null, '../AGENTS.md'),
  ],
  configs: [{ path: 'hooks.json', format: 'json' }],
  abilities: { subagents: true, questions: false, hooks: true },
  spawn: (agent) => `start the subagent \`${agent}\` by its name; if you cannot, do its work yourself, step by step`,
  hooks: {
    ...hookDefaults,
    dialect: 'decision',
    events: {
      'session-start': ['SessionStart'],
      'pre-tool': ['PreToolUse'],
      'post-tool': ['PostToolUse'],
      'turn-end': ['Stop'],
    },
    tools: toolsByName(tools),
    ...namedHooks(settingsIn('json', ['hooks.json'], ['hooks.json'])),
  },
  ...untried('docs', {
    source: 'documentation of skills, agents and hooks; agy 1.1.25 as checked by others',
    on: '2026-11',
  }),
} as const satisfies Runtime
