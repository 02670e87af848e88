// Pi. It has no subagents: the session does every role's work.
import { CALLERS } from './callers.js'
import { client, homeIn, movedBy, placed, UNNAMED_TOOLS } from './families/client.js'
import { hooked } from './families/hooked.js'
import { commandHinted } from './formats/commands.js'
import { extensionHooks } from './formats/sources.js'
import { piCommands } from './listing-commands/pi.js'
import { instructionsOffer } from './offers.js'
import { everywhere, type Runtime } from './runtime.js'

export const pi = {
  ...client,
  ...CALLERS.pi,
  id: 'pi',
  title: 'Pi',
  home: homeIn('.pi/agent', { local: '.pi', variables: movedBy('PI_CODING_AGENT_DIR') }),
  invoke: { own: { prefix: '/', separator: '-' }, shared: { prefix: '/skill:', separator: '-' } },
  words: '$ARGUMENTS',
  ...placed('pi', {
    // Not `skills/`: those are typed with a prefix, and their text cannot include the user's words.
    command: {
      folder: 'prompts',
      emit: commandHinted,
      also: [everywhere('pi', 'skills'), everywhere('agents', 'skills')],
    },
    agent: null,
  }),
  alwaysOn: { own: false, shared: false, agent: false },
  tools: {
    ...UNNAMED_TOOLS,
    read: 'read',
    write: 'write',
    edit: 'edit',
    shell: 'bash',
    grep: 'grep',
    glob: 'find',
  },
  offers: [instructionsOffer('AGENTS.md', '../AGENTS.md')],
  configs: [{ path: 'settings.json', format: 'json' }],
  abilities: { subagents: false, questions: false, hooks: true },
  spawn: (agent) => `do the work of \`${agent}\` yourself, in its order: there are no subagents here`,
  // Pi never asks for permission.
  headless: {
    words: ['-p', '--mode', 'json', '{prompt}'],
    model: ['--model', '{model}'],
    grants: { edits: null, all: [] },
    hooks: true,
  },
  acp: {
    adapter: { program: 'pi-acp', package: 'pi-acp', variable: null },
    words: [],
    model: null,
    modes: { edits: null, all: null },
    shown: { permission: false, cancel: true, usage: [], resume: true, subagents: false, hooks: true },
  },
  listingCommands: [piCommands],
  hooks: {
    ...hooked,
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
  },
  caveats: ['it has no subagents: the session does the work of every role, which fills its context sooner'],
  evidence: { how: 'measured', with: 'pi 0.73.1', on: '2026-11' },
} as const satisfies Runtime
