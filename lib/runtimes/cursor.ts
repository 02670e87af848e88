// Cursor: its editor and its command-line client.

import { agentPlain } from './formats/agents.js'
import { flatHooks } from './formats/hooks.js'
import { skillMarkdown } from './formats/skills.js'
import { instructing } from './offers.js'
import { everywhere, inProject, type Runtime } from './runtime.js'

export const cursor = {
  id: 'cursor',
  title: 'Cursor',
  aliases: ['cursor-agent'],
  home: { global: '.cursor', windows: null, local: '.cursor', variables: [], unread: ['CURSOR_CONFIG_DIR'] },
  invoke: { own: { prefix: '/', separator: '-' }, shared: { prefix: '/', separator: '-' } },
  words: "<the user's words>",
  places: {
    // Not `commands/`: a command and a skill of one name show twice.
    command: { folder: 'skills', emit: skillMarkdown },
    agent: { folder: 'agents', emit: agentPlain },
  },
  entries: { global: 'either', local: 'either' },
  scopesClash: false,
  listings: {
    command: [
      everywhere('cursor', 'skills'),
      everywhere('agents', 'skills'),
      everywhere('claude', 'skills'),
      everywhere('codex', 'skills'),
      everywhere('cursor', 'commands'),
    ],
    // Agents in TOML, which another client keeps in a folder it reads, are no agents to it.
    agent: [everywhere('cursor', 'agents'), inProject('claude', 'agents')],
  },
  alwaysOn: { own: false, shared: false, agent: true },
  tools: {
    read: 'Read',
    write: 'Write',
    edit: 'StrReplace',
    shell: 'Shell',
    grep: 'Grep',
    glob: 'Glob',
    fetch: 'WebFetch',
    search: 'WebSearch',
    ask: null,
    spawn: 'Task',
    todo: 'TodoWrite',
  },
  offers: [instructing(null, '../AGENTS.md')],
  configs: [{ path: 'hooks.json', format: 'json' }],
  abilities: { subagents: true, questions: false, worktrees: false, hooks: true },
  spawn: (agent) =>
    `start the subagent \`${agent}\` with the Task tool (\`subagent_type: ${agent}\`); where it is not offered, do its work yourself, in its order`,
  ask: 'ask in your reply, options as a numbered list, and wait for the answer',
  instructions: 'AGENTS.md',
  models: null,
  agents: { depth: 2, background: true },
  effort: { parameter: null, levels: [] },
  recognisedBy: [],
  conversation: null,
  programs: ['cursor', 'cursor-agent'],
  limits: { name: 64, description: 1024, agent: null },
  oracle: [],
  hooks: {
    dialect: 'permission',
    events: {
      'session-start': ['sessionStart'],
      'session-end': ['sessionEnd'],
      'prompt-submit': ['beforeSubmitPrompt'],
      'pre-tool': ['preToolUse'],
      'post-tool': ['postToolUse'],
      'turn-end': ['stop'],
      'subagent-start': ['subagentStart'],
      'subagent-stop': ['subagentStop'],
      'pre-compact': ['preCompact'],
    },
    tools: { Read: 'read', Write: 'write', Shell: 'shell', Grep: 'grep', Task: 'spawn' },
    ...flatHooks({
      global: [{ path: 'hooks.json', format: 'json', seed: { version: 1 } }],
      local: [{ path: 'hooks.json', format: 'json', seed: { version: 1 } }],
      committed: [{ path: 'hooks.json', format: 'json', seed: { version: 1 } }],
    }),
    project: null,
    heard: [],
    approval: null,
  },
  afterInstall: [],
  caveats: ['nobody has tried it with the client yet: its files follow the documentation'],
  evidence: { how: 'docs', with: 'documentation of skills, subagents and hooks', on: '2026-11' },
} as const satisfies Runtime
