// The neutral root that many clients read. Nothing below it may name a client, its tools or its folders.
import { neutralSkill } from './formats/skills.js'
import { instructing } from './offers.js'
import { everywhere, type Runtime } from './runtime.js'

export const agents = {
  id: 'agents',
  title: 'Shared agents folder',
  aliases: ['shared'],
  home: { global: '.agents', windows: null, local: '.agents', variables: [], unread: [] },
  invoke: { own: { prefix: '', separator: '-' }, shared: { prefix: '', separator: '-' } },
  words: "<the user's words>",
  places: { command: { folder: 'skills', emit: neutralSkill }, agent: null },
  entries: { global: 'own', local: 'own' },
  scopesClash: false,
  listings: { command: [everywhere('agents', 'skills')], agent: [] },
  alwaysOn: { own: true, shared: true, agent: false },
  tools: {
    read: null,
    write: null,
    edit: null,
    shell: null,
    grep: null,
    glob: null,
    fetch: null,
    search: null,
    ask: null,
    spawn: null,
    todo: null,
  },
  offers: [instructing(null, '../AGENTS.md')],
  configs: [],
  abilities: { subagents: true, questions: false, worktrees: false, hooks: false },
  spawn: (agent) =>
    `start the subagent \`${agent}\` if you can start subagents; otherwise do its work yourself, in its order`,
  ask: 'ask in your reply, options as a numbered list, and wait for the answer',
  instructions: 'AGENTS.md',
  models: null,
  agents: { depth: 1, background: false },
  effort: { parameter: null, levels: [] },
  recognisedBy: [],
  programs: [],
  limits: { name: 64, description: 1024, agent: null },
  oracle: [],
  hooks: null,
  afterInstall: [],
  caveats: ['its texts name no client, so they say "your shell" where another would name a tool'],
  evidence: { how: 'measured', with: 'the clients that read it', on: '2026-11' },
} as const satisfies Runtime
