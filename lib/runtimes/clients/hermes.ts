// Hermes Agent. Its subagents have no names, so each is given its role when it is started.
import { client, folderVariable, homeIn, placesAndListings, untried } from '../families/client.js'
import { skillVersioned } from '../formats/entries.js'
import { instructionsOffer } from '../offers.js'
import { everywhere, inProject, type Runtime } from '../runtime.js'

export const hermes = {
  ...client,
  programs: ['hermes'],
  id: 'hermes',
  title: 'Hermes Agent',
  home: homeIn('.hermes', {
    windows: { variable: 'LOCALAPPDATA', below: 'hermes' },
    variables: folderVariable('HERMES_HOME'),
  }),
  ...placesAndListings('hermes', {
    // In a category of our own, as Hermes has them for its bundled skills.
    command: {
      folder: 'skills/gsd',
      emit: skillVersioned,
      also: [everywhere('hermes', 'skills'), inProject('agents', 'skills')],
    },
    agent: null,
  }),
  // Hermes reads the shared folder in projects only.
  entries: { global: 'own', local: 'either' },
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
  offers: [instructionsOffer(null, '../AGENTS.md')],
  configs: [{ path: 'config.yaml', format: 'yaml' }],
  abilities: { subagents: true, questions: false, hooks: true },
  spawn: (agent) =>
    `pass the work of \`${agent}\` to delegate_task, with its prompt and the whole text of its role in \`context\` (the child has nothing else), and wait for its answer`,
  afterInstall: ['in a project, run `hermes skills trust`: until then it reads none of its skills'],
  ...untried('docs', {
    source: 'documentation of skills, delegation and hooks',
    on: '2026-11',
    caveats: ['it cannot start agents by name: each call includes the role'],
  }),
} as const satisfies Runtime
