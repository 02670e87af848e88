// Windsurf, now Devin Desktop: two agents in one editor, both reading the shared root.
import {
  client,
  homeIn,
  hookDefaults,
  NO_TOOL_NAMES,
  placesAndListings,
  sessionEvents,
  spelledAs,
  startPhrase,
  toolsByName,
  untried,
  withSelfFallback,
} from '../families/client.js'
import { agentFolder } from '../formats/entries.js'
import { asLine, groupedHooks, inSeconds } from '../formats/hooks.js'
import { instructionsOffer, settingsIn } from '../offers.js'
import { everywhere, type Runtime } from '../runtime.js'

const tools = {
  ...NO_TOOL_NAMES,
  read: 'read',
  write: 'edit',
  edit: 'edit',
  shell: 'exec',
  grep: 'grep',
  glob: 'glob',
  fetch: 'fetch',
  spawn: 'run_subagent',
} as const satisfies Runtime['tools']

export const windsurf = {
  ...client,
  programs: ['windsurf', 'devin'],
  id: 'windsurf',
  title: 'Windsurf / Devin Desktop',
  // The folder of Devin Local; Cascade, the older of the two, has no agents.
  home: homeIn('.config/devin', {
    windows: { variable: 'APPDATA', below: 'devin' },
    local: '.devin',
    variables: [{ variable: 'XDG_CONFIG_HOME', below: 'devin' }],
  }),
  // Cascade and Devin Local spell a skill differently.
  invoke: spelledAs(''),
  ...placesAndListings('windsurf', {
    command: { also: [everywhere('agents', 'skills'), everywhere('windsurf', 'skills')] },
    agent: { folder: 'agents', emit: agentFolder },
  }),
  // Entries are only in the shared root, so that no skill is in two roots.
  entries: { global: 'shared', local: 'shared' },
  alwaysOn: { own: true, shared: true, agent: true },
  tools,
  offers: [instructionsOffer(null, '../AGENTS.md')],
  configs: [{ path: 'config.json', format: 'jsonc' }],
  abilities: { subagents: true, questions: false, hooks: true },
  spawn: withSelfFallback(startPhrase('run_subagent', 'profile')),
  hooks: {
    ...hookDefaults,
    dialect: 'nested',
    events: sessionEvents,
    tools: { ...toolsByName(tools), edit: 'edit' },
    ...groupedHooks(settingsIn('json', ['config.json'], []), 'names', inSeconds(asLine)),
  },
  ...untried('docs', {
    source: 'documentation of skills, agents and hooks since the renaming',
    on: '2026-11',
    caveats: ['a command is `@gsd-next` to Cascade and `/gsd-next` to Devin Local; Cascade has no subagents'],
  }),
} as const satisfies Runtime
