// Trae. Its build for China differs in the person's folder only.
import { skillPlain } from './formats/skills.js'
import { everywhere, type Runtime } from './runtime.js'

export const trae = {
  id: 'trae',
  title: 'Trae',
  aliases: [],
  home: { global: '.trae', windows: null, local: '.trae', variables: [], unread: ['TRAE_CONFIG_DIR'] },
  // Its model starts a skill; a person names it.
  invoke: { own: { prefix: '', separator: '-' }, shared: { prefix: '', separator: '-' } },
  words: "<the user's words>",
  places: { command: { folder: 'skills', emit: skillPlain }, agent: null },
  entries: { global: 'own', local: 'own' },
  scopesClash: false,
  listings: { command: [everywhere('trae', 'skills')], agent: [] },
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
  offers: [],
  configs: [],
  abilities: { subagents: false, questions: false, worktrees: false, hooks: false },
  spawn: (agent) => `take the role \`${agent}\` yourself and do its work, in its order`,
  ask: 'ask in your reply, options as a numbered list, and wait for the answer',
  instructions: '.trae/rules/project_rules.md',
  models: null,
  agents: { depth: 0, background: false },
  effort: { parameter: null, levels: [] },
  recognisedBy: [],
  conversation: null,
  programs: ['trae'],
  limits: { name: 64, description: 1024, agent: null },
  oracle: [],
  hooks: null,
  afterInstall: [],
  caveats: ['nobody has tried it with the client yet: best effort, after what other packs write'],
  evidence: { how: 'peer', with: 'a mirror of its documentation, and what other packs write', on: '2026-11' },
} as const satisfies Runtime

export const traeCn = {
  ...trae,
  id: 'trae-cn',
  title: 'Trae CN',
  home: { ...trae.home, global: '.trae-cn' },
  listings: { command: [everywhere('trae-cn', 'skills')], agent: [] },
  programs: ['trae-cn'],
} as const satisfies Runtime
