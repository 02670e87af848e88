// The neutral root that many clients read. Nothing below it may name a client, its tools or its folders.
import { neutralSkill } from './formats.js'
import type { Runtime } from './runtime.js'

export const agents = {
  id: 'agents',
  title: 'Shared agents folder',
  aliases: ['shared'],
  home: { global: '.agents', local: '.agents', env: null },
  invoke: { prefix: '', separator: '-' },
  words: "<the user's words>",
  places: { command: { folder: 'skills', emit: neutralSkill }, agent: null },
  entriesFrom: 'agents',
  listings: { command: [{ root: 'agents', folder: 'skills' }], agent: [] },
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
  limits: { name: 64, description: 1024 },
  checked: 'ten clients that read it, by their skill contracts',
} as const satisfies Runtime
