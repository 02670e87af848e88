// Codex CLI.
import { CALLERS } from './callers.js'
import { client, homeIn, movedBy, placed, spelled } from './families/client.js'
import { hooked, sessionEvents, subagentEvents } from './families/hooked.js'
import { asLine, groupedHooks, inSeconds } from './formats/hooks.js'
import { agentToml } from './formats/toml.js'
import { codexAgents, codexSkills } from './listing-commands/codex.js'
import { instructionsOffer, mcpOffer, serversIn, settingsIn } from './offers.js'
import { everywhere, type Runtime } from './runtime.js'

const servers = serversIn(settingsIn('toml', ['config.toml'], ['config.toml']), ['mcp_servers'])

export const codex = {
  ...client,
  ...CALLERS.codex,
  id: 'codex',
  title: 'Codex CLI',
  home: homeIn('.codex', { variables: movedBy('CODEX_HOME') }),
  invoke: spelled('$'),
  ...placed('codex', {
    command: { also: [everywhere('agents', 'skills'), everywhere('codex', 'skills')] },
    agent: { folder: 'agents', emit: agentToml },
  }),
  // Codex still loads its own `skills/`, but expands no name that is in both roots.
  entries: { global: 'shared', local: 'shared' },
  // The skill's sidecar hides it from the model.
  alwaysOn: { own: false, shared: false, agent: true },
  tools: {
    read: 'exec_command',
    write: 'apply_patch',
    edit: 'apply_patch',
    shell: 'exec_command',
    grep: 'exec_command',
    glob: 'exec_command',
    fetch: 'web_search',
    search: 'web_search',
    ask: 'request_user_input',
    spawn: 'spawn_agent',
    todo: 'update_plan',
  },
  offers: [instructionsOffer('AGENTS.md', '../AGENTS.md'), mcpOffer(servers)],
  servers,
  configs: [
    { path: 'hooks.json', format: 'json' },
    { path: 'config.toml', format: 'toml' },
  ],
  abilities: { subagents: true, questions: false, hooks: true },
  spawn: (agent) =>
    `start the subagent \`${agent}\` with spawn_agent (\`agent_type: ${agent}\`; find it with tool_search if it is not listed) and wait with wait_agent`,
  // The provider is a separate setting: models of other vendors do not work.
  agentModel: (name) => /^(?!opus|sonnet|haiku|claude)[a-z][\w.:-]*$/i.test(name),
  headless: {
    words: ['exec', '--json', '--skip-git-repo-check', '{prompt}'],
    model: ['-m', '{model}'],
    grants: { edits: ['--sandbox', 'workspace-write'], all: ['--dangerously-bypass-approvals-and-sandbox'] },
    hooks: true,
  },
  acp: {
    adapter: { program: 'codex-acp', package: '@agentclientprotocol/codex-acp', variable: 'CODEX_PATH' },
    words: [],
    model: 'told',
    modes: { edits: null, all: 'agent-full-access' },
    shown: { permission: true, cancel: true, usage: [], resume: true, subagents: true, hooks: true },
  },
  listingCommands: [codexSkills, codexAgents],
  hooks: {
    ...hooked,
    dialect: 'nested',
    events: { ...sessionEvents, ...subagentEvents },
    tools: {
      Bash: 'shell',
      shell: 'shell',
      exec_command: 'shell',
      apply_patch: 'edit',
      Edit: 'edit',
      Write: 'write',
      web_search: 'search',
      spawn_agent: 'spawn',
      update_plan: 'todo',
    },
    ...groupedHooks(settingsIn('json', ['hooks.json'], ['hooks.json']), 'names', inSeconds(asLine)),
    approval: 'open Codex and run /hooks once: it starts only reviewed hooks',
  },
  caveats: [
    'it silently skips hooks that were not reviewed',
    'it looks for project hooks below the folder where the session starts: start it in the project folder',
  ],
  evidence: { how: 'measured', with: 'codex 0.169', on: '2026-11' },
} as const satisfies Runtime
