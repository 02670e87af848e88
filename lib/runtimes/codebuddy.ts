// CodeBuddy Code.

import { agentMarkdown } from './formats/agents.js'
import { asLine, groupedHooks, inSeconds } from './formats/hooks.js'
import { skillMarkdown } from './formats/skills.js'
import { instructing, settingsIn } from './offers.js'
import { everywhere, type Runtime } from './runtime.js'

export const codebuddy = {
  id: 'codebuddy',
  title: 'CodeBuddy',
  aliases: ['codebuddy-code'],
  home: {
    global: '.codebuddy',
    windows: null,
    local: '.codebuddy',
    variables: [{ variable: 'CODEBUDDY_CONFIG_DIR', below: '' }],
    unread: [],
  },
  invoke: { own: { prefix: '/', separator: '-' }, shared: { prefix: '/', separator: '-' } },
  words: '$ARGUMENTS',
  places: {
    // Not `commands/` as well: a command and a skill of one name show twice.
    command: { folder: 'skills', emit: skillMarkdown },
    agent: { folder: 'agents', emit: agentMarkdown },
  },
  entries: { global: 'own', local: 'own' },
  scopesClash: false,
  listings: {
    command: [everywhere('codebuddy', 'skills'), everywhere('codebuddy', 'commands')],
    agent: [everywhere('codebuddy', 'agents')],
  },
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
    spawn: 'Agent',
    todo: 'TodoWrite',
  },
  offers: [instructing('CODEBUDDY.md', '../CODEBUDDY.md')],
  configs: [
    { path: 'settings.json', format: 'json' },
    { path: 'settings.local.json', format: 'json' },
  ],
  abilities: { subagents: true, questions: true, worktrees: true, hooks: true },
  spawn: (agent) =>
    `start the subagent \`${agent}\` with the Agent tool (\`subagent_type: ${agent}\`); where it is not offered, do its work yourself, in its order`,
  ask: 'ask with the AskUserQuestion tool; where it is not offered, ask in your reply and wait',
  instructions: 'CODEBUDDY.md',
  models: null,
  agents: { depth: 1, background: true },
  effort: { parameter: null, levels: [] },
  recognisedBy: [],
  conversation: null,
  programs: ['codebuddy'],
  limits: { name: 64, description: 1024, agent: null },
  oracle: [],
  hooks: {
    dialect: 'nested',
    events: {
      'session-start': ['SessionStart'],
      'session-end': ['SessionEnd'],
      'prompt-submit': ['UserPromptSubmit'],
      'pre-tool': ['PreToolUse'],
      'post-tool': ['PostToolUse'],
      'turn-end': ['Stop'],
      'subagent-stop': ['SubagentStop'],
      'pre-compact': ['PreCompact'],
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
      handler: inSeconds(asLine),
    }),
    project: '$CODEBUDDY_PROJECT_DIR',
    heard: [],
    approval: 'accept the change in its /hooks panel: until then no hook runs',
  },
  afterInstall: [],
  caveats: ['nobody has tried it with the client yet: its files follow the documentation'],
  evidence: { how: 'docs', with: 'documentation of skills, subagents and hooks', on: '2026-11' },
} as const satisfies Runtime
