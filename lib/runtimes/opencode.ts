// OpenCode.

import { commandPlain } from './formats/commands.js'
import { agentPermissions } from './formats/permissions.js'
import { pluginHooks } from './formats/plugins.js'
import { instructing, permitting, settingsIn } from './offers.js'
import { debugConfig, debugSkills } from './oracles/opencode.js'
import { everywhere, type Runtime } from './runtime.js'

export const opencode = {
  id: 'opencode',
  title: 'OpenCode',
  aliases: [],
  home: {
    global: '.config/opencode',
    windows: null,
    local: '.opencode',
    variables: [
      { variable: 'OPENCODE_CONFIG_DIR', below: '' },
      { variable: 'XDG_CONFIG_HOME', below: 'opencode' },
    ],
    unread: [],
  },
  invoke: { own: { prefix: '/', separator: '-' }, shared: { prefix: '/', separator: '-' } },
  words: '$ARGUMENTS',
  places: {
    // Not `skills/`: of one name in several roots the client keeps one, now this, now that, and every skill goes to the model.
    command: { folder: 'commands', emit: commandPlain },
    agent: { folder: 'agents', emit: agentPermissions },
  },
  entries: { global: 'either', local: 'either' },
  scopesClash: false,
  listings: {
    command: [
      everywhere('opencode', 'commands'),
      everywhere('opencode', 'command'),
      everywhere('opencode', 'skills'),
      everywhere('opencode', 'skill'),
      everywhere('agents', 'skills'),
      everywhere('claude', 'skills'),
    ],
    agent: [everywhere('opencode', 'agents'), everywhere('opencode', 'agent')],
  },
  alwaysOn: { own: false, shared: true, agent: true },
  // Names of permissions; the one for edits covers files that are new.
  tools: {
    read: 'read',
    write: 'edit',
    edit: 'edit',
    shell: 'bash',
    grep: 'grep',
    glob: 'glob',
    fetch: 'webfetch',
    search: 'websearch',
    ask: 'question',
    spawn: 'task',
    todo: 'todowrite',
  },
  offers: [
    permitting(
      settingsIn('jsonc', ['opencode.json', 'opencode.jsonc'], ['../opencode.json', '../opencode.jsonc']),
      true,
    ),
    instructing('AGENTS.md', '../AGENTS.md'),
  ],
  configs: [
    { path: 'opencode.json', format: 'jsonc' },
    { path: 'opencode.jsonc', format: 'jsonc' },
  ],
  abilities: { subagents: true, questions: true, worktrees: false, hooks: true },
  spawn: (agent) => `start the subagent \`${agent}\` with the task tool (\`subagent_type: ${agent}\`)`,
  ask: 'ask with the question tool; where it is not offered, ask in your reply and wait',
  instructions: 'AGENTS.md',
  models: null,
  agents: { depth: 1, background: false },
  effort: { parameter: null, levels: [] },
  // Not OPENCODE: a client that grew out of this one sets it as well.
  recognisedBy: ['OPENCODE_PID'],
  conversation: null,
  programs: ['opencode'],
  limits: { name: 64, description: 1024, agent: null },
  oracle: [debugConfig('OPENCODE'), debugSkills('OPENCODE')],
  hooks: {
    dialect: 'plain',
    events: {
      'session-start': ['session.created'],
      'prompt-submit': ['chat.message'],
      'pre-tool': ['tool.execute.before'],
      'post-tool': ['tool.execute.after'],
      'turn-end': ['session.idle'],
    },
    tools: {
      read: 'read',
      write: 'write',
      edit: 'edit',
      multiedit: 'edit',
      apply_patch: 'edit',
      bash: 'shell',
      grep: 'grep',
      glob: 'glob',
      webfetch: 'fetch',
      websearch: 'search',
      task: 'spawn',
      todowrite: 'todo',
    },
    ...pluginHooks('plugins/gsd.js'),
    project: null,
    heard: [],
    approval: null,
  },
  afterInstall: ['start OpenCode again: it reads commands and agents when it starts'],
  caveats: ['entries from the shared folder are skills to it: it lists them to the model with every request'],
  evidence: { how: 'measured', with: 'opencode 1.18.33', on: '2026-11' },
} as const satisfies Runtime
