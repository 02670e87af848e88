// Gemini CLI.
import { CALLERS } from './callers.js'
import { client, homeIn, placed, spelled } from './families/client.js'
import { hooked } from './families/hooked.js'
import { askWith, orYourself, startedWith } from './families/steps.js'
import { agentListed } from './formats/agents.js'
import { asLine, groupedHooks, inMilliseconds } from './formats/hooks.js'
import { commandToml } from './formats/toml.js'
import { geminiAgents } from './listing-commands/gemini.js'
import { instructionsOffer, mcpOffer, permissionListOffer, serversIn, settingsIn } from './offers.js'
import { everywhere, type Runtime } from './runtime.js'

const servers = serversIn(settingsIn('jsonc', ['settings.json'], ['settings.json']), ['mcpServers'])

export const gemini = {
  ...client,
  ...CALLERS.gemini,
  id: 'gemini',
  title: 'Gemini CLI',
  home: homeIn('.gemini', {
    variables: [{ variable: 'GEMINI_CLI_HOME', below: '.gemini' }],
  }),
  invoke: spelled('/', ':'),
  words: '{{args}}',
  ...placed('gemini', {
    // Not `skills/`: its skills are not commands, and all go to the model in full.
    command: {
      folder: 'commands',
      emit: commandToml,
      also: [everywhere('gemini', 'skills'), everywhere('agents', 'skills')],
    },
    agent: { folder: 'agents', emit: agentListed },
  }),
  entries: { global: 'own', local: 'own' },
  // If both scopes have a command, Gemini renames both, so the plain name starts neither.
  scopesClash: true,
  alwaysOn: { own: false, shared: false, agent: true },
  // One unknown name makes the client drop the agent.
  tools: {
    read: 'read_file',
    write: 'write_file',
    edit: 'replace',
    shell: 'run_shell_command',
    grep: 'grep_search',
    glob: 'glob',
    fetch: 'web_fetch',
    search: 'google_web_search',
    ask: 'ask_user',
    spawn: 'invoke_agent',
    todo: 'write_todos',
  },
  offers: [
    permissionListOffer(
      settingsIn('jsonc', ['settings.json'], ['settings.json']),
      (cli) => `run_shell_command(${cli})`,
      null,
      ['tools', 'allowed'],
    ),
    instructionsOffer('GEMINI.md', '../GEMINI.md'),
    mcpOffer(servers),
  ],
  servers,
  configs: [{ path: 'settings.json', format: 'jsonc' }],
  abilities: { subagents: true, questions: true, hooks: true },
  spawn: orYourself(startedWith('invoke_agent', 'agent_name')),
  ask: askWith('ask_user'),
  instructions: 'GEMINI.md',
  headless: {
    words: ['-p', '{prompt}', '-o', 'stream-json', '--skip-trust'],
    model: ['-m', '{model}'],
    grants: { edits: ['--approval-mode', 'auto_edit'], all: ['--approval-mode', 'yolo'] },
    hooks: true,
  },
  acp: {
    adapter: null,
    words: ['--acp', '--skip-trust'],
    model: ['-m', '{model}'],
    modes: { edits: 'autoEdit', all: 'yolo' },
    shown: { permission: true, cancel: true, usage: [], resume: true, subagents: true, hooks: true },
  },
  listingCommands: [geminiAgents],
  hooks: {
    ...hooked,
    dialect: 'nested-deciding',
    events: {
      'session-start': ['SessionStart'],
      'session-end': ['SessionEnd'],
      'prompt-submit': ['BeforeAgent'],
      'pre-tool': ['BeforeTool'],
      'post-tool': ['AfterTool'],
      'turn-end': ['AfterAgent'],
      // Not PreCompress: it fires before every request, even without compression.
      notification: ['Notification'],
    },
    tools: {
      read_file: 'read',
      read_many_files: 'read',
      write_file: 'write',
      replace: 'edit',
      run_shell_command: 'shell',
      grep_search: 'grep',
      search_file_content: 'grep',
      glob: 'glob',
      web_fetch: 'fetch',
      google_web_search: 'search',
      invoke_agent: 'spawn',
      write_todos: 'todo',
    },
    ...groupedHooks(settingsIn('jsonc', ['settings.json'], ['settings.json']), 'anchored', inMilliseconds(asLine)),
    project: '$GEMINI_PROJECT_DIR',
    unheard: ['pre-tool'],
  },
  afterInstall: [
    'in a project, trust the folder and accept the agents it shows at its next start: until then it offers none',
  ],
  caveats: [
    'if installed globally and in a project, it renames both to `/user.gsd:next` and `/workspace.gsd:next`; `/gsd:next` does not exist then',
    'its shell runs git without the hooks of the repository, and refuses command substitution',
    "it drops hook additions before a tool: they come with the tool's answer",
    'it offers project agents only once accepted by the user; until then the session does their work',
  ],
  evidence: { how: 'measured', with: 'gemini 0.61.0', on: '2026-11' },
} as const satisfies Runtime
