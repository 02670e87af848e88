// Kilo.

import { commandPlain } from './formats/commands.js'
import { agentPermissions } from './formats/permissions.js'
import { instructing, permitting, settingsIn } from './offers.js'
import { opencode } from './opencode.js'
import { debugConfig, debugSkills } from './oracles/opencode.js'
import { everywhere, type Runtime } from './runtime.js'

export const kilo = {
  id: 'kilo',
  title: 'Kilo',
  aliases: ['kilocode'],
  home: {
    global: '.config/kilo',
    windows: null,
    local: '.kilo',
    variables: [
      { variable: 'KILO_CONFIG_DIR', below: '' },
      { variable: 'XDG_CONFIG_HOME', below: 'kilo' },
    ],
    unread: [],
  },
  invoke: { own: { prefix: '/', separator: '-' }, shared: { prefix: '/', separator: '-' } },
  words: '$ARGUMENTS',
  places: {
    // Not `skills/`: every skill goes to the model with every request.
    command: { folder: 'commands', emit: commandPlain },
    agent: { folder: 'agents', emit: agentPermissions },
  },
  entries: { global: 'either', local: 'either' },
  scopesClash: false,
  listings: {
    command: [
      everywhere('kilo', 'commands'),
      everywhere('kilo', 'command'),
      everywhere('kilo', 'skills'),
      everywhere('kilo', 'skill'),
      everywhere('agents', 'skills'),
      everywhere('claude', 'skills'),
    ],
    agent: [everywhere('kilo', 'agents'), everywhere('kilo', 'agent')],
  },
  alwaysOn: { own: false, shared: true, agent: true },
  // Names of permissions; the one for edits covers files that are new.
  tools: opencode.tools,
  offers: [
    permitting(settingsIn('jsonc', ['kilo.json', 'kilo.jsonc'], ['../kilo.json', '../kilo.jsonc']), false),
    instructing('AGENTS.md', '../AGENTS.md'),
  ],
  configs: [
    { path: 'kilo.json', format: 'jsonc' },
    { path: 'kilo.jsonc', format: 'jsonc' },
  ],
  abilities: { subagents: true, questions: true, worktrees: false, hooks: true },
  spawn: (agent) => `start the subagent \`${agent}\` with the task tool (\`subagent_type: ${agent}\`)`,
  ask: 'ask with the question tool; where it is not offered, ask in your reply and wait',
  instructions: 'AGENTS.md',
  models: null,
  agents: { depth: 1, background: false },
  effort: { parameter: null, levels: [] },
  recognisedBy: ['KILO_PID'],
  conversation: null,
  programs: ['kilo', 'kilocode'],
  limits: { name: 64, description: 1024, agent: null },
  oracle: [debugConfig('KILO'), debugSkills('KILO')],
  hooks: opencode.hooks,
  afterInstall: ['start Kilo again: it reads commands and agents when it starts'],
  caveats: ['entries from the shared folder are skills to it: it lists them to the model with every request'],
  evidence: { how: 'measured', with: 'kilo 7.7.9', on: '2026-11' },
} as const satisfies Runtime
