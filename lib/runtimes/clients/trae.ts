// Trae.
import { client, homeIn, NO_TOOL_NAMES, placesAndListings, spelledAs, untried } from '../families/client.js'
import { skillPlain } from '../formats/entries.js'
import type { Runtime } from '../runtime.js'

export const trae = {
  ...client,
  programs: ['trae'],
  id: 'trae',
  title: 'Trae',
  home: homeIn('.trae'),
  // Only the model can start a skill; the user asks for it by name.
  invoke: spelledAs(''),
  ...placesAndListings('trae', {
    command: { folder: 'skills', emit: skillPlain },
    agent: null,
  }),
  entries: { global: 'own', local: 'own' },
  alwaysOn: { own: true, shared: true, agent: false },
  tools: NO_TOOL_NAMES,
  abilities: { subagents: false, questions: false, hooks: false },
  spawn: (agent) => `take the role \`${agent}\` yourself and do its work, step by step`,
  ...untried('peer', { source: 'a mirror of its documentation, and other packs', on: '2026-11' }),
} as const satisfies Runtime
