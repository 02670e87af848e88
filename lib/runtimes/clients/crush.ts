// Crush, Charm's terminal client. It has no agent files: the session does every role's work.
import { client, homeIn, NO_TOOL_NAMES, placesAndListings, spelledAs, untried } from '../families/client.js'
import { skillInvocable } from '../formats/entries.js'
import { instructionsOffer, mcpOffer, serversIn, settingsIn } from '../offers.js'
import type { Runtime } from '../runtime.js'

// Crush's documentation shows comments in JSON, but does not say that Crush reads them.
const servers = serversIn(
  settingsIn('json', ['crush.json'], ['../crush.json', '../.crush.json']),
  ['mcp'],
  ([command = '', ...args]) => ({ type: 'stdio', command, args }),
)

export const crush = {
  ...client,
  programs: ['crush'],
  recognisedBy: ['CRUSH'],
  id: 'crush',
  title: 'Crush',
  home: homeIn('.config/crush', { local: '.crush', variables: [{ variable: 'XDG_CONFIG_HOME', below: 'crush' }] }),
  // Crush's palette prefixes names with `user:` or `project:`.
  invoke: spelledAs(''),
  ...placesAndListings('crush', {
    command: { folder: 'skills', emit: skillInvocable },
    agent: null,
  }),
  // Entries in the shared folder are not marked for its palette.
  entries: { global: 'own', local: 'own' },
  // Crush also reads `.agents` and `.claude`, whose names its own folder hides, and `.cursor` in projects, which hides its own.
  alwaysOn: { own: false, shared: false, agent: false },
  // Documented names only. Crush's `agent` takes no named role.
  tools: {
    ...NO_TOOL_NAMES,
    read: 'view',
    write: 'write',
    edit: 'edit',
    shell: 'bash',
    grep: 'grep',
  },
  // No permission: a rule allows a whole tool, and the shell is more than our CLI.
  offers: [mcpOffer(servers), instructionsOffer(null, '../AGENTS.md')],
  servers,
  configs: [{ path: 'crush.json', format: 'json' }],
  abilities: { subagents: false, questions: false, hooks: false },
  spawn: (agent) => `do the work of \`${agent}\` yourself, step by step: there are no subagents here`,
  afterInstall: ['restart Crush: it reads skills only when it starts'],
  ...untried('client', {
    source: 'crush, built from its source of 2026-08, and its documentation',
    on: '2026-11',
    caveats: [
      'a command is picked in its palette (ctrl+p, under User), where it is called `user:gsd-next` or, from a project, `project:gsd-next`; type your own words as the message. The prompts listed under MCP do the same',
      'if CRUSH_SKILLS_DIR is set, it reads skills only from that folder, so it finds none of ours',
      "in a project, Cursor's copy of a command hides its own and is missing from its palette",
      'the `.gitignore` it writes into `.crush` keeps an installation in a project out of git',
      'its hook before a tool is documented, but not used yet',
    ],
  }),
} as const satisfies Runtime
