// Claude Code.

import { agentMarkdown } from './formats/agents.js'
import { commandMarkdown } from './formats/commands.js'
import { asWordsOrLine, groupedHooks, inSeconds } from './formats/hooks.js'
import { allowing, instructing, settingsIn } from './offers.js'
import { claudeSession } from './oracles/claude.js'
import { everywhere, type Runtime } from './runtime.js'

export const claude = {
  id: 'claude',
  title: 'Claude Code',
  aliases: ['claude-code'],
  home: {
    global: '.claude',
    windows: null,
    local: '.claude',
    variables: [{ variable: 'CLAUDE_CONFIG_DIR', below: '' }],
    unread: [],
  },
  invoke: { own: { prefix: '/', separator: '-' }, shared: { prefix: '/', separator: '-' } },
  words: '$ARGUMENTS',
  places: {
    // Not `skills/`: several other clients read that folder too.
    command: { folder: 'commands', emit: commandMarkdown },
    agent: { folder: 'agents', emit: agentMarkdown },
  },
  entries: { global: 'own', local: 'own' },
  scopesClash: false,
  listings: {
    command: [everywhere('claude', 'commands'), everywhere('claude', 'skills')],
    agent: [everywhere('claude', 'agents')],
  },
  // `disable-model-invocation` keeps an entry out of the list.
  alwaysOn: { own: false, shared: false, agent: true },
  tools: {
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
  },
  offers: [
    allowing(
      settingsIn('json', ['settings.json'], ['settings.local.json'], ['settings.json']),
      (cli) => `Bash(${cli}:*)`,
      'Edit(.planning/**)',
    ),
    instructing('CLAUDE.md', '../CLAUDE.md'),
  ],
  configs: [
    { path: 'settings.json', format: 'json' },
    { path: 'settings.local.json', format: 'json' },
  ],
  abilities: { subagents: true, questions: true, worktrees: true, hooks: true },
  spawn: (agent) => `start the subagent \`${agent}\` with the Agent tool (\`subagent_type: ${agent}\`)`,
  ask: 'ask with the AskUserQuestion tool; where it is not offered, ask in your reply and wait',
  instructions: 'CLAUDE.md',
  models: { opus: 'opus', sonnet: 'sonnet', haiku: 'haiku' },
  agents: { depth: 5, background: true },
  effort: { parameter: 'effort', levels: ['low', 'medium', 'high', 'max'] },
  recognisedBy: ['CLAUDECODE'],
  conversation: 'CLAUDE_CODE_SESSION_ID',
  programs: ['claude'],
  limits: { name: 64, description: 1024, agent: null },
  oracle: [claudeSession],
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
      'status-line': ['status-line'],
    },
    tools: {
      Read: 'read',
      Write: 'write',
      Edit: 'edit',
      MultiEdit: 'edit',
      NotebookEdit: 'edit',
      Bash: 'shell',
      Grep: 'grep',
      Glob: 'glob',
      WebFetch: 'fetch',
      WebSearch: 'search',
      Task: 'spawn',
      Agent: 'spawn',
      AskUserQuestion: 'ask',
      TodoWrite: 'todo',
    },
    ...groupedHooks({
      files: settingsIn('json', ['settings.json'], ['settings.local.json'], ['settings.json']),
      matcher: 'names',
      handler: inSeconds(asWordsOrLine),
    }),
    project: '$CLAUDE_PROJECT_DIR',
    guests: { COPILOT_PROJECT_DIR: 'nested-doubled' },
    heard: [],
    approval: null,
  },
  afterInstall: [],
  caveats: [],
  evidence: { how: 'measured', with: 'claude 2.1.197', on: '2026-11' },
} as const satisfies Runtime
