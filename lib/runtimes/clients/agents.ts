// The shared root, which many clients read. Its files name no client, tools or folders.
import { client, homeIn, NO_TOOL_NAMES, placesAndListings, spelledAs } from '../families/client.js'
import { neutralSkill } from '../formats/entries.js'
import { instructionsOffer } from '../offers.js'
import type { Runtime } from '../runtime.js'

export const agents = {
  ...client,
  programs: [],
  id: 'agents',
  title: 'Shared agents folder',
  home: homeIn('.agents'),
  invoke: spelledAs(''),
  ...placesAndListings('agents', {
    command: { folder: 'skills', emit: neutralSkill },
    agent: null,
  }),
  entries: { global: 'own', local: 'own' },
  alwaysOn: { own: true, shared: true, agent: false },
  tools: NO_TOOL_NAMES,
  offers: [instructionsOffer(null, '../AGENTS.md')],
  abilities: { subagents: true, questions: false, hooks: false },
  spawn: (agent) =>
    `start the subagent \`${agent}\` if you can start subagents; otherwise do its work yourself, step by step`,
  caveats: ['its texts name no client, so they say "your shell" instead of a tool'],
  records: 'is a folder shared by several clients',
  evidence: { how: 'measured', with: 'the clients that read it', on: '2026-11' },
} as const satisfies Runtime
