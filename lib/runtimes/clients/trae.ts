// Trae.
import { client, homeIn, placed, spelled, UNNAMED_TOOLS, untried } from '../families/client.js'
import { skillPlain } from '../formats/entries.js'
import type { Runtime } from '../runtime.js'

export const trae = {
  ...client,
  programs: ['trae'],
  id: 'trae',
  title: 'Trae',
  home: homeIn('.trae'),
  // The model starts a skill; the user can only name it.
  invoke: spelled(''),
  ...placed('trae', {
    command: { folder: 'skills', emit: skillPlain },
    agent: null,
  }),
  entries: { global: 'own', local: 'own' },
  alwaysOn: { own: true, shared: true, agent: false },
  tools: UNNAMED_TOOLS,
  abilities: { subagents: false, questions: false, hooks: false },
  spawn: (agent) => `take the role \`${agent}\` yourself and do its work, in its order`,
  ...untried('peer', { source: 'a mirror of its documentation, and other packs', on: '2026-11' }),
} as const satisfies Runtime
