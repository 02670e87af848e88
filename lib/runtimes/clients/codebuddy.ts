// CodeBuddy Code.
import { claudeHookDefaults, claudeLike, claudeSettings } from '../families/claude-like.js'
import {
  folderVariable,
  homeIn,
  placesAndListings,
  sessionEvents,
  startPhrase,
  subagentEvents,
  untried,
  withSelfFallback,
} from '../families/client.js'
import { agentMarkdown, skillMarkdown } from '../formats/entries.js'
import { asLine, groupedHooks, inSeconds } from '../formats/hooks.js'
import { instructionsOffer } from '../offers.js'
import { everywhere, type Runtime } from '../runtime.js'

export const codebuddy = {
  ...claudeLike,
  programs: ['codebuddy'],
  id: 'codebuddy',
  title: 'CodeBuddy',
  home: homeIn('.codebuddy', { variables: folderVariable('CODEBUDDY_CONFIG_DIR') }),
  ...placesAndListings('codebuddy', {
    // Not `commands/` as well: a command and a skill with the same name would be listed twice.
    command: { folder: 'skills', emit: skillMarkdown, also: [everywhere('codebuddy', 'commands')] },
    agent: { folder: 'agents', emit: agentMarkdown },
  }),
  entries: { global: 'own', local: 'own' },
  alwaysOn: { own: false, shared: false, agent: true },
  tools: { ...claudeLike.tools, spawn: 'Agent' },
  offers: [instructionsOffer('CODEBUDDY.md', '../CODEBUDDY.md')],
  spawn: withSelfFallback(startPhrase('the Agent tool', 'subagent_type')),
  hooks: {
    ...claudeHookDefaults,
    events: { ...sessionEvents, ...subagentEvents },
    ...groupedHooks(claudeSettings, 'names', inSeconds(asLine)),
    projectVariable: '$CODEBUDDY_PROJECT_DIR',
    approval: 'accept the change in its /hooks panel: until then no hooks run',
  },
  ...untried('docs', { source: 'documentation of skills, subagents and hooks', on: '2026-11' }),
} as const satisfies Runtime
