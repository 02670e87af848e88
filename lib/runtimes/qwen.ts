// Qwen Code.
import { CALLERS } from './callers.js'
import { client, homeIn, movedBy, placed } from './families/client.js'
import { hooked, sessionEvents, subagentEvents } from './families/hooked.js'
import { askWith, startedWith } from './families/steps.js'
import { agentColoured } from './formats/agents.js'
import { asLine, groupedHooks, inMilliseconds } from './formats/hooks.js'
import { skillMarkdown } from './formats/skills.js'
import { qwenSession } from './listing-commands/qwen.js'
import { instructionsOffer, settingsIn } from './offers.js'
import { everywhere, type Runtime } from './runtime.js'

export const qwen = {
  ...client,
  ...CALLERS.qwen,
  id: 'qwen',
  title: 'Qwen Code',
  home: homeIn('.qwen', { variables: movedBy('QWEN_HOME') }),
  // The client substitutes nothing in a skill and appends the user's words.
  words: "<the user's words>",
  ...placed('qwen', {
    command: {
      folder: 'skills',
      emit: skillMarkdown,
      also: [everywhere('qwen', 'commands'), everywhere('agents', 'skills')],
    },
    agent: { folder: 'agents', emit: agentColoured },
  }),
  alwaysOn: { own: false, shared: false, agent: true },
  tools: {
    read: 'read_file',
    write: 'write_file',
    edit: 'edit',
    shell: 'run_shell_command',
    grep: 'grep_search',
    glob: 'glob',
    fetch: 'web_fetch',
    search: 'web_search',
    ask: 'ask_user_question',
    spawn: 'agent',
    todo: 'todo_write',
  },
  // Qwen's headless sessions refuse even allowed commands, so no rule is offered.
  offers: [instructionsOffer('QWEN.md', '../QWEN.md')],
  configs: [{ path: 'settings.json', format: 'jsonc' }],
  abilities: { subagents: true, questions: true, hooks: true },
  spawn: startedWith('the agent tool', 'subagent_type', 'run_in_background: false'),
  ask: askWith('ask_user_question'),
  instructions: 'QWEN.md',
  headless: {
    words: ['{prompt}', '-o', 'stream-json'],
    model: ['-m', '{model}'],
    grants: { edits: ['--approval-mode', 'auto-edit'], all: ['--approval-mode', 'yolo'] },
    hooks: true,
  },
  acp: {
    adapter: null,
    words: ['--acp'],
    model: ['-m', '{model}'],
    modes: { edits: 'auto-edit', all: 'yolo' },
    shown: { permission: true, cancel: true, usage: [], resume: true, subagents: true, hooks: true },
  },
  listingCommands: [qwenSession],
  hooks: {
    ...hooked,
    dialect: 'nested',
    events: { ...sessionEvents, ...subagentEvents },
    tools: {
      read_file: 'read',
      Read: 'read',
      write_file: 'write',
      Write: 'write',
      edit: 'edit',
      Edit: 'edit',
      run_shell_command: 'shell',
      Bash: 'shell',
      grep_search: 'grep',
      Grep: 'grep',
      glob: 'glob',
      Glob: 'glob',
      web_fetch: 'fetch',
      WebFetch: 'fetch',
      web_search: 'search',
      WebSearch: 'search',
      agent: 'spawn',
      Agent: 'spawn',
      Task: 'spawn',
      todo_write: 'todo',
    },
    ...groupedHooks(settingsIn('jsonc', ['settings.json'], ['settings.json']), 'anchored', inMilliseconds(asLine)),
    project: '$QWEN_PROJECT_DIR',
    unheard: ['pre-tool'],
  },
  caveats: [
    'an agent runs in the background unless told to wait',
    'it starts the prompt hook again at every tool answer, and headless none at the end of a session',
    "it drops hook additions before a tool: they come with the tool's answer",
  ],
  evidence: { how: 'measured', with: 'qwen 0.24.4', on: '2026-11' },
} as const satisfies Runtime
