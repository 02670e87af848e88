// Augment, and its command-line client Auggie.
import {
  acp,
  client,
  homeIn,
  hookDefaults,
  listing,
  placesAndListings,
  sessionEvents,
  toolsByName,
  warningsIn,
  withSelfFallback,
} from '../families/client.js'
import { agentListed, commandMarkdown } from '../formats/entries.js'
import { asArgs, groupedHooks, inMilliseconds } from '../formats/hooks.js'
import { instructionsOffer, settingsIn } from '../offers.js'
import { everywhere, type Runtime } from '../runtime.js'

// `auggie command list` includes skills, and needs no account or network.
const augmentCommands = listing({
  args: ['command', 'list'],
  env: { AUGMENT_DISABLE_AUTO_UPDATE: '1' },
  read: ({ stdout, stderr, status }) => ({
    commands:
      status === 0
        ? [...`${stdout}\n${stderr}`.matchAll(/^ {2}([a-z0-9:-]+) \[args\.\.\.\]/gm)].map(([, name]) => name as string)
        : null,
    agents: null,
    warnings: warningsIn(stderr),
  }),
})

const tools = {
  read: 'view',
  write: 'save-file',
  edit: 'str-replace-editor',
  shell: 'launch-process',
  grep: 'grep-search',
  glob: 'view',
  fetch: 'web-fetch',
  search: 'web-search',
  ask: null,
  spawn: null,
  todo: 'add_tasks',
} as const satisfies Runtime['tools']

export const augment = {
  ...client,
  programs: ['auggie'],
  recognisedBy: ['AUGMENT_AGENT'],
  id: 'augment',
  title: 'Augment',
  home: homeIn('.augment'),
  argumentsPlaceholder: '$ARGUMENTS',
  ...placesAndListings('augment', {
    // Not `skills/`: its skills are not commands, and cannot be hidden from the model.
    command: {
      folder: 'commands',
      emit: commandMarkdown,
      also: [
        everywhere('augment', 'skills'),
        everywhere('agents', 'skills'),
        everywhere('agents', 'commands'),
        everywhere('claude', 'commands'),
        everywhere('claude', 'skills'),
      ],
    },
    // Auggie also reads `.claude` and `.agents`, but its own folder takes precedence. From those, an agent of
    // another client would have no tools, because tool names differ.
    agent: { folder: 'agents', emit: agentListed },
  }),
  alwaysOn: { own: false, shared: true, agent: true },
  tools,
  offers: [instructionsOffer(null, '../AGENTS.md')],
  configs: [
    { path: 'settings.json', format: 'jsonc' },
    { path: 'settings.local.json', format: 'jsonc' },
  ],
  abilities: { subagents: true, questions: false, hooks: true },
  spawn: withSelfFallback((agent) => `start the subagent \`${agent}\` with the tool \`sub-agent-${agent}\``),
  // Auggie prints progress, and asks for no permission in headless mode.
  headless: {
    args: ['--print', '{prompt}'],
    model: ['--model', '{model}'],
    grants: { edits: null, all: [] },
    hooks: false,
  },
  acp: {
    ...acp,
    args: ['--acp'],
    model: ['--model', '{model}'],
    abilities: { ...acp.abilities, permission: false, hooks: false },
  },
  listingCommands: [augmentCommands],
  hooks: {
    ...hookDefaults,
    dialect: 'nested',
    events: { ...sessionEvents, 'prompt-submit': ['PromptSubmit'] },
    tools: toolsByName(tools),
    ...groupedHooks(settingsIn('json', ['settings.json'], ['settings.local.json']), 'names', inMilliseconds(asArgs)),
  },
  caveats: [
    'in headless mode (--print) it runs no hooks',
    'if the pack is installed globally and in a project, the client uses the global copy',
    'its service decides whether subagents are available; if not, the session does their work',
    'it treats entries of the shared folder as skills and lists them to the model in every request',
  ],
  records: 'does not record token usage',
  evidence: { how: 'measured', with: 'auggie 0.36.0', on: '2026-11' },
} as const satisfies Runtime
