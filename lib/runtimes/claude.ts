// Claude Code.
import { agentMarkdown, commandMarkdown } from './formats.js'
import type { Runtime } from './runtime.js'

export const claude = {
  id: 'claude',
  title: 'Claude Code',
  aliases: ['claude-code'],
  home: { global: '.claude', local: '.claude', env: 'CLAUDE_CONFIG_DIR' },
  invoke: { prefix: '/', separator: '-' },
  words: '$ARGUMENTS',
  places: {
    // Not `skills/`: several other clients read that folder too.
    command: { folder: 'commands', emit: commandMarkdown },
    agent: { folder: 'agents', emit: agentMarkdown },
  },
  entriesFrom: 'claude',
  listings: {
    command: [
      { root: 'claude', folder: 'commands' },
      { root: 'claude', folder: 'skills' },
    ],
    agent: [{ root: 'claude', folder: 'agents' }],
  },
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
  programs: ['claude'],
  limits: { name: 64, description: 1024 },
  checked: 'claude 2.1.197',
} as const satisfies Runtime
