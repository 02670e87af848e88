// Hermes Agent. It has subagents without names: each is told its role in the call.
import { skillVersioned } from './formats/skills.js'
import { instructing } from './offers.js'
import { everywhere, inProject, type Runtime } from './runtime.js'

export const hermes = {
  id: 'hermes',
  title: 'Hermes Agent',
  aliases: ['hermes-agent'],
  home: {
    global: '.hermes',
    windows: { variable: 'LOCALAPPDATA', below: 'hermes' },
    local: '.hermes',
    variables: [{ variable: 'HERMES_HOME', below: '' }],
    unread: [],
  },
  invoke: { own: { prefix: '/', separator: '-' }, shared: { prefix: '/', separator: '-' } },
  words: "<the user's words>",
  places: {
    // Below a category of our own, as its bundled skills lie.
    command: { folder: 'skills/gsd', emit: skillVersioned },
    agent: null,
  },
  // Only of a project does it read the shared folder.
  entries: { global: 'own', local: 'either' },
  scopesClash: false,
  listings: {
    command: [everywhere('hermes', 'skills/gsd'), everywhere('hermes', 'skills'), inProject('agents', 'skills')],
    agent: [],
  },
  alwaysOn: { own: true, shared: true, agent: false },
  tools: {
    read: 'read_file',
    write: 'write_file',
    edit: 'patch',
    shell: 'terminal',
    grep: 'search_files',
    glob: 'search_files',
    fetch: 'web_extract',
    search: 'web_search',
    ask: null,
    spawn: 'delegate_task',
    todo: null,
  },
  offers: [instructing(null, '../AGENTS.md')],
  configs: [{ path: 'config.yaml', format: 'yaml' }],
  abilities: { subagents: true, questions: false, worktrees: false, hooks: true },
  spawn: (agent) =>
    `hand the work of \`${agent}\` to delegate_task, its prompt and the whole text of its role in \`context\` (the child knows nothing else), and wait for its answer`,
  ask: 'ask in your reply, options as a numbered list, and wait for the answer',
  instructions: 'AGENTS.md',
  models: null,
  agents: { depth: 1, background: true },
  effort: { parameter: null, levels: [] },
  recognisedBy: [],
  conversation: null,
  programs: ['hermes'],
  limits: { name: 64, description: 1024, agent: null },
  oracle: [],
  hooks: null,
  afterInstall: ['in a project, run `hermes skills trust`: before that it reads none of its skills'],
  caveats: [
    'nobody has tried it with the client yet: its files follow the documentation',
    'it starts no agent by name: each is told its role in the call',
  ],
  evidence: { how: 'docs', with: 'documentation of skills, delegation and hooks', on: '2026-11' },
} as const satisfies Runtime
