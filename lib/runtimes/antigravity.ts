// Google Antigravity: its editor and its command-line client.

import { agentPlain } from './formats/agents.js'
import { namedHooks } from './formats/hooks.js'
import { skillPlain } from './formats/skills.js'
import { allowing, instructing, settingsIn } from './offers.js'
import { everywhere, inHome, inProject, type Runtime } from './runtime.js'

export const antigravity = {
  id: 'antigravity',
  title: 'Antigravity',
  aliases: ['agy'],
  // In a project its folder is the shared root itself.
  home: {
    global: '.gemini/config',
    windows: null,
    local: '.agents',
    variables: [],
    unread: ['ANTIGRAVITY_CONFIG_DIR'],
  },
  invoke: { own: { prefix: '/', separator: '-' }, shared: { prefix: '/', separator: '-' } },
  words: "<the user's words>",
  places: {
    command: { folder: 'skills', emit: skillPlain },
    agent: { folder: 'agents', emit: agentPlain },
  },
  entries: { global: 'own', local: 'shared' },
  scopesClash: false,
  listings: {
    command: [inHome('antigravity', 'skills'), inProject('agents', 'skills')],
    agent: [everywhere('antigravity', 'agents')],
  },
  alwaysOn: { own: true, shared: true, agent: true },
  // Only names its documentation gives.
  tools: {
    read: 'view_file',
    write: 'write_to_file',
    edit: 'replace_file_content',
    shell: 'run_command',
    grep: null,
    glob: null,
    fetch: null,
    search: null,
    ask: null,
    spawn: null,
    todo: null,
  },
  offers: [
    allowing(settingsIn('json', ['../antigravity-cli/settings.json'], []), (cli) => `command(${cli})`, null),
    instructing(null, '../AGENTS.md'),
  ],
  configs: [{ path: 'hooks.json', format: 'json' }],
  abilities: { subagents: true, questions: false, worktrees: false, hooks: true },
  spawn: (agent) => `start the subagent \`${agent}\` by its name; where you cannot, do its work yourself, in its order`,
  ask: 'ask in your reply, options as a numbered list, and wait for the answer',
  instructions: 'AGENTS.md',
  models: null,
  agents: { depth: 1, background: false },
  effort: { parameter: null, levels: [] },
  recognisedBy: [],
  conversation: null,
  programs: ['agy'],
  limits: { name: 64, description: 1024, agent: null },
  oracle: [],
  hooks: {
    dialect: 'decision',
    events: {
      'session-start': ['SessionStart'],
      'pre-tool': ['PreToolUse'],
      'post-tool': ['PostToolUse'],
      'turn-end': ['Stop'],
    },
    tools: { run_command: 'shell', view_file: 'read', write_to_file: 'write', replace_file_content: 'edit' },
    ...namedHooks(settingsIn('json', ['hooks.json'], ['hooks.json'])),
    project: null,
    heard: [],
    approval: null,
  },
  afterInstall: [],
  caveats: ['nobody has tried it with the client yet: its files follow the documentation'],
  evidence: {
    how: 'docs',
    with: 'documentation of skills, agents and hooks; agy 1.1.25 as linted by others',
    on: '2026-11',
  },
} as const satisfies Runtime
