// ZCode.
import { agentMarkdown } from './formats/agents.js'
import { skillPlain } from './formats/skills.js'
import { everywhere, type Runtime } from './runtime.js'

export const zcode = {
  id: 'zcode',
  title: 'ZCode',
  aliases: [],
  home: { global: '.zcode', windows: null, local: '.zcode', variables: [], unread: ['ZCODE_CONFIG_DIR'] },
  invoke: { own: { prefix: '/', separator: '-' }, shared: { prefix: '/', separator: '-' } },
  words: "<the user's words>",
  places: {
    command: { folder: 'skills', emit: skillPlain },
    agent: { folder: 'agents', emit: agentMarkdown },
  },
  entries: { global: 'own', local: 'own' },
  scopesClash: false,
  listings: {
    command: [everywhere('zcode', 'skills'), everywhere('zcode', 'commands')],
    agent: [everywhere('zcode', 'agents')],
  },
  alwaysOn: { own: true, shared: true, agent: true },
  tools: {
    read: 'Read',
    write: 'Write',
    edit: 'Edit',
    shell: 'Bash',
    grep: 'Grep',
    glob: 'Glob',
    fetch: 'WebFetch',
    search: 'WebSearch',
    ask: null,
    spawn: 'Task',
    todo: 'TodoWrite',
  },
  offers: [],
  configs: [],
  abilities: { subagents: true, questions: false, worktrees: false, hooks: false },
  spawn: (agent) => `start the subagent \`${agent}\`; where you cannot start it, do its work yourself, in its order`,
  ask: 'ask in your reply, options as a numbered list, and wait for the answer',
  instructions: 'AGENTS.md',
  models: null,
  agents: { depth: 1, background: false },
  effort: { parameter: null, levels: [] },
  recognisedBy: [],
  programs: ['zcode'],
  limits: { name: 64, description: 1024, agent: null },
  oracle: [],
  hooks: null,
  afterInstall: [],
  caveats: ['nobody has tried it with the client yet: best effort, after what other packs write'],
  evidence: { how: 'peer', with: 'what three other packs write', on: '2026-11' },
} as const satisfies Runtime
