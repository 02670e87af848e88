// Pi. It has no subagents: every role's work is done in the session.

import { commandHinted } from './formats/commands.js'
import { extensionHooks } from './formats/plugins.js'
import { instructing } from './offers.js'
import { piCommands } from './oracles/pi.js'
import { everywhere, type Runtime } from './runtime.js'

export const pi = {
  id: 'pi',
  title: 'Pi',
  aliases: ['pi-coding-agent'],
  home: {
    global: '.pi/agent',
    windows: null,
    local: '.pi',
    variables: [{ variable: 'PI_CODING_AGENT_DIR', below: '' }],
    unread: [],
  },
  invoke: { own: { prefix: '/', separator: '-' }, shared: { prefix: '/skill:', separator: '-' } },
  words: '$ARGUMENTS',
  places: {
    // Not `skills/`: those are typed with a prefix, and their text does not take the words in.
    command: { folder: 'prompts', emit: commandHinted },
    agent: null,
  },
  entries: { global: 'either', local: 'either' },
  scopesClash: false,
  listings: {
    command: [everywhere('pi', 'prompts'), everywhere('pi', 'skills'), everywhere('agents', 'skills')],
    agent: [],
  },
  alwaysOn: { own: false, shared: false, agent: false },
  tools: {
    read: 'read',
    write: 'write',
    edit: 'edit',
    shell: 'bash',
    grep: 'grep',
    glob: 'find',
    fetch: null,
    search: null,
    ask: null,
    spawn: null,
    todo: null,
  },
  offers: [instructing('AGENTS.md', '../AGENTS.md')],
  configs: [{ path: 'settings.json', format: 'json' }],
  abilities: { subagents: false, questions: false, worktrees: false, hooks: true },
  spawn: (agent) => `do the work of \`${agent}\` yourself, in its order: there are no subagents here`,
  ask: 'ask in your reply, options as a numbered list, and wait for the answer',
  instructions: 'AGENTS.md',
  models: null,
  agents: { depth: 0, background: false },
  effort: { parameter: null, levels: [] },
  recognisedBy: ['PI_CODING_AGENT'],
  conversation: null,
  programs: ['pi'],
  limits: { name: 64, description: 1024, agent: null },
  oracle: [piCommands],
  hooks: {
    dialect: 'plain',
    events: {
      'session-start': ['session_start'],
      'session-end': ['session_shutdown'],
      'prompt-submit': ['before_agent_start'],
      'pre-tool': ['tool_call'],
      'post-tool': ['tool_result'],
      'turn-end': ['agent_end'],
      'pre-compact': ['session_before_compact'],
    },
    tools: { read: 'read', write: 'write', edit: 'edit', bash: 'shell', grep: 'grep', find: 'glob' },
    ...extensionHooks('extensions/gsd.js'),
    project: null,
    heard: [],
    approval: null,
  },
  afterInstall: [],
  caveats: ['it has no subagents: the work of every role is done in the session, which fills its context sooner'],
  evidence: { how: 'measured', with: 'pi 0.73.1', on: '2026-11' },
} as const satisfies Runtime
