// Augment, and its command-line client Auggie.
import {
  acp,
  client,
  complaintsIn,
  homeIn,
  hooked,
  listing,
  orYourself,
  placed,
  sessionEvents,
  toolsByName,
} from '../families/client.js'
import { agentListed, commandMarkdown } from '../formats/entries.js'
import { asWords, groupedHooks, inMilliseconds } from '../formats/hooks.js'
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
    complaints: complaintsIn(stderr),
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
  words: '$ARGUMENTS',
  ...placed('augment', {
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
    // Auggie also reads `.claude` and `.agents`, but a name in its own folder wins, and an agent with other clients'
    // tools has none.
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
  spawn: orYourself((agent) => `start the subagent \`${agent}\` with the tool \`sub-agent-${agent}\``),
  // Auggie prints progress, and asks for no permission in headless mode.
  headless: {
    words: ['--print', '{prompt}'],
    model: ['--model', '{model}'],
    grants: { edits: null, all: [] },
    hooks: false,
  },
  acp: {
    ...acp,
    words: ['--acp'],
    model: ['--model', '{model}'],
    shown: { ...acp.shown, permission: false, hooks: false },
  },
  listingCommands: [augmentCommands],
  hooks: {
    ...hooked,
    dialect: 'nested',
    events: { ...sessionEvents, 'prompt-submit': ['PromptSubmit'] },
    tools: toolsByName(tools),
    ...groupedHooks(settingsIn('json', ['settings.json'], ['settings.local.json']), 'names', inMilliseconds(asWords)),
  },
  caveats: [
    'headless (--print) it starts no hooks',
    'if installed globally and in a project, it uses the global copy',
    'its service decides whether subagents are available; if not, the session does their work',
    'it treats entries of the shared folder as skills and lists them to the model in every request',
  ],
  records: 'does not record tokens',
  evidence: { how: 'measured', with: 'auggie 0.36.0', on: '2026-11' },
} as const satisfies Runtime
