// Windsurf, now Devin Desktop: two agents in one editor, and both read the shared root.

import { agentFolder } from './formats/agents.js'
import { asLine, groupedHooks, inSeconds } from './formats/hooks.js'
import { instructing, settingsIn } from './offers.js'
import { everywhere, type Runtime } from './runtime.js'

export const windsurf = {
  id: 'windsurf',
  title: 'Windsurf / Devin Desktop',
  aliases: ['devin', 'devin-desktop'],
  // The folder of the newer of the two; the older one has no agents.
  home: {
    global: '.config/devin',
    windows: { variable: 'APPDATA', below: 'devin' },
    local: '.devin',
    variables: [{ variable: 'XDG_CONFIG_HOME', below: 'devin' }],
    unread: ['WINDSURF_CONFIG_DIR'],
  },
  // The two spell a skill differently.
  invoke: { own: { prefix: '', separator: '-' }, shared: { prefix: '', separator: '-' } },
  words: "<the user's words>",
  places: { command: null, agent: { folder: 'agents', emit: agentFolder } },
  // One root that both read instead of the same skills in two homes.
  entries: { global: 'shared', local: 'shared' },
  scopesClash: false,
  listings: {
    command: [everywhere('agents', 'skills'), everywhere('windsurf', 'skills')],
    agent: [everywhere('windsurf', 'agents')],
  },
  alwaysOn: { own: true, shared: true, agent: true },
  tools: {
    read: 'read',
    write: 'edit',
    edit: 'edit',
    shell: 'exec',
    grep: 'grep',
    glob: 'glob',
    fetch: 'fetch',
    search: null,
    ask: null,
    spawn: 'run_subagent',
    todo: null,
  },
  offers: [instructing(null, '../AGENTS.md')],
  configs: [{ path: 'config.json', format: 'jsonc' }],
  abilities: { subagents: true, questions: false, worktrees: false, hooks: true },
  spawn: (agent) =>
    `start the subagent \`${agent}\` with run_subagent (\`profile: ${agent}\`); where it is not offered, do its work yourself, in its order`,
  ask: 'ask in your reply, options as a numbered list, and wait for the answer',
  instructions: 'AGENTS.md',
  models: null,
  agents: { depth: 1, background: false },
  effort: { parameter: null, levels: [] },
  recognisedBy: [],
  conversation: null,
  programs: ['windsurf', 'devin'],
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
    },
    tools: {
      read: 'read',
      edit: 'edit',
      exec: 'shell',
      grep: 'grep',
      glob: 'glob',
      fetch: 'fetch',
      run_subagent: 'spawn',
    },
    ...groupedHooks({ files: settingsIn('json', ['config.json'], []), matcher: 'names', handler: inSeconds(asLine) }),
    project: null,
    heard: [],
    approval: null,
  },
  afterInstall: [],
  caveats: [
    'nobody has tried it with the client yet: its files follow the documentation',
    'a command is `@gsd-next` to Cascade and `/gsd-next` to Devin Local; Cascade has no subagents',
  ],
  evidence: { how: 'docs', with: 'documentation of skills, agents and hooks after the renaming', on: '2026-11' },
} as const satisfies Runtime
