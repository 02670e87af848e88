// Qwen Code.

import { agentMarkdown } from './formats/agents.js'
import { asLine, groupedHooks, inMilliseconds } from './formats/hooks.js'
import { skillMarkdown } from './formats/skills.js'
import { instructing, settingsIn } from './offers.js'
import { qwenSession } from './oracles/qwen.js'
import { everywhere, type Runtime } from './runtime.js'

export const qwen = {
  id: 'qwen',
  title: 'Qwen Code',
  aliases: ['qwen-code'],
  home: {
    global: '.qwen',
    windows: null,
    local: '.qwen',
    variables: [{ variable: 'QWEN_HOME', below: '' }],
    unread: ['QWEN_CONFIG_DIR'],
  },
  invoke: { own: { prefix: '/', separator: '-' }, shared: { prefix: '/', separator: '-' } },
  // The client replaces nothing in a skill and gives the words after its text.
  words: "<the user's words>",
  places: {
    command: { folder: 'skills', emit: skillMarkdown },
    agent: { folder: 'agents', emit: agentMarkdown },
  },
  entries: { global: 'either', local: 'either' },
  scopesClash: false,
  listings: {
    command: [everywhere('qwen', 'skills'), everywhere('qwen', 'commands'), everywhere('agents', 'skills')],
    agent: [everywhere('qwen', 'agents')],
  },
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
  // Its headless sessions refuse a command that a rule allows, so no rule is offered.
  offers: [instructing('QWEN.md', '../QWEN.md')],
  configs: [{ path: 'settings.json', format: 'jsonc' }],
  abilities: { subagents: true, questions: true, worktrees: true, hooks: true },
  spawn: (agent) =>
    `start the subagent \`${agent}\` with the agent tool (\`subagent_type: ${agent}\`, \`run_in_background: false\`)`,
  ask: 'ask with the ask_user_question tool; where it is not offered, ask in your reply and wait',
  instructions: 'QWEN.md',
  models: null,
  agents: { depth: 1, background: true },
  effort: { parameter: null, levels: [] },
  recognisedBy: ['QWEN_CODE'],
  conversation: 'QWEN_CODE_SESSION_ID',
  programs: ['qwen'],
  limits: { name: 64, description: 1024, agent: null },
  oracle: [qwenSession],
  hooks: {
    dialect: 'nested',
    events: {
      'session-start': ['SessionStart'],
      'session-end': ['SessionEnd'],
      'prompt-submit': ['UserPromptSubmit'],
      'pre-tool': ['PreToolUse'],
      'post-tool': ['PostToolUse'],
      'turn-end': ['Stop'],
      'subagent-start': ['SubagentStart'],
      'subagent-stop': ['SubagentStop'],
      'pre-compact': ['PreCompact'],
    },
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
    ...groupedHooks({
      files: settingsIn('jsonc', ['settings.json'], ['settings.json']),
      matcher: 'anchored',
      handler: inMilliseconds(asLine),
    }),
    project: '$QWEN_PROJECT_DIR',
    heard: [],
    unheard: ['pre-tool'],
    approval: null,
  },
  afterInstall: [],
  caveats: [
    'an agent runs in the background unless it is told to be waited for',
    'it starts the hook of a prompt again with every answer of a tool, and headless none at the end of a session',
    'what a hook adds before a tool it shows to nobody: it is said with the answer of the tool',
  ],
  evidence: { how: 'measured', with: 'qwen 0.24.4', on: '2026-11' },
} as const satisfies Runtime
