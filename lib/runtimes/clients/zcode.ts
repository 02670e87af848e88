// ZCode.
import { claudeTools } from '../families/claude-like.js'
import { client, homeIn, placesAndListings, untried } from '../families/client.js'
import { agentMarkdown, skillPlain } from '../formats/entries.js'
import { everywhere, type Runtime } from '../runtime.js'

export const zcode = {
  ...client,
  programs: ['zcode'],
  id: 'zcode',
  title: 'ZCode',
  home: homeIn('.zcode'),
  ...placesAndListings('zcode', {
    command: { folder: 'skills', emit: skillPlain, also: [everywhere('zcode', 'commands')] },
    agent: { folder: 'agents', emit: agentMarkdown },
  }),
  entries: { global: 'own', local: 'own' },
  alwaysOn: { own: true, shared: true, agent: true },
  tools: { ...claudeTools, ask: null },
  abilities: { subagents: true, questions: false, hooks: false },
  spawn: (agent) => `start the subagent \`${agent}\`; if you cannot start it, do its work yourself, step by step`,
  ...untried('peer', { source: 'three other packs', on: '2026-11' }),
} as const satisfies Runtime
