// Kimi Code.

import { agentListed } from './formats/agents.js'
import { tableHooks } from './formats/hooks.js'
import { skillMarkdown } from './formats/skills.js'
import { instructing, settingsIn } from './offers.js'
import { everywhere, type Runtime } from './runtime.js'

export const kimiCode = {
  id: 'kimi-code',
  title: 'Kimi Code',
  aliases: ['kimi'],
  home: {
    global: '.kimi-code',
    windows: null,
    local: '.kimi-code',
    variables: [{ variable: 'KIMI_CODE_HOME', below: '' }],
    unread: [],
  },
  invoke: { own: { prefix: '/skill:', separator: '-' }, shared: { prefix: '/skill:', separator: '-' } },
  words: '$ARGUMENTS',
  places: {
    command: { folder: 'skills', emit: skillMarkdown },
    agent: { folder: 'agents', emit: agentListed },
  },
  entries: { global: 'either', local: 'either' },
  scopesClash: false,
  listings: {
    command: [everywhere('kimi-code', 'skills'), everywhere('agents', 'skills')],
    agent: [everywhere('kimi-code', 'agents'), everywhere('agents', 'agents')],
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
    fetch: 'FetchURL',
    search: 'WebSearch',
    ask: 'AskUserQuestion',
    spawn: 'Agent',
    todo: 'TodoList',
  },
  offers: [instructing(null, '../AGENTS.md')],
  configs: [{ path: 'config.toml', format: 'toml' }],
  abilities: { subagents: true, questions: true, worktrees: false, hooks: true },
  spawn: (agent) => `start the subagent \`${agent}\` with the Agent tool (\`subagent_type: ${agent}\`)`,
  ask: 'ask with the AskUserQuestion tool; where it is not offered, ask in your reply and wait',
  instructions: 'AGENTS.md',
  models: null,
  agents: { depth: 2, background: true },
  effort: { parameter: null, levels: [] },
  // It leaves no mark of its own in the environment of a command.
  recognisedBy: [],
  conversation: null,
  programs: ['kimi'],
  limits: { name: 64, description: 1024, agent: null },
  // Its check looks at settings only; what it loads is shown in a session, which needs an account and is kept.
  oracle: [],
  hooks: {
    dialect: 'nested-message',
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
      Read: 'read',
      Write: 'write',
      Edit: 'edit',
      Bash: 'shell',
      Grep: 'grep',
      Glob: 'glob',
      FetchURL: 'fetch',
      WebSearch: 'search',
      Agent: 'spawn',
      AskUserQuestion: 'ask',
      TodoList: 'todo',
    },
    ...tableHooks(settingsIn('toml', ['config.toml'], [])),
    project: null,
    heard: [],
    // It waits for the answer of a hook before a tool and at a prompt alone, and shows its model only the latter.
    unheard: ['session-start', 'pre-tool', 'post-tool', 'subagent-start'],
    approval: null,
  },
  afterInstall: [],
  caveats: [
    'its headless prompt (-p) takes /skill:gsd-… as plain text: type commands in a session or an editor',
    'a command of its shell cannot tell that it started it: briefs speak to the client the payload was installed for',
    'of what hooks add it shows its model only what comes with a prompt: what is found at a tool waits for the next one',
    'headless it starts no hook at the end of a session, and ends before the hook of its last tool',
    'what it loads cannot be asked for without an account; what it skips is in the log of each session',
  ],
  evidence: { how: 'measured', with: 'kimi 2.1.0', on: '2026-11' },
} as const satisfies Runtime
