// Gemini CLI.
import { countAt } from '../../std/json.js'
import {
  acp,
  client,
  homeIn,
  hookDefaults,
  listing,
  placesAndListings,
  spelledAs,
  startPhrase,
  toolsByName,
  withSelfFallback,
} from '../families/client.js'
import { agentListed, commandToml } from '../formats/entries.js'
import { asLine, groupedHooks, inMilliseconds } from '../formats/hooks.js'
import { instructionsOffer, mcpOffer, permissionListOffer, serversIn, settingsIn } from '../offers.js'
import { documentsIn, fieldsAt, inputAt, messageText, type Records, requestAt, textAt, timedIn } from '../records.js'
import { everywhere, type Runtime } from '../runtime.js'

/** Gemini would skip the agents of an untrusted folder. */
const TRUST = { GEMINI_CLI_TRUST_WORKSPACE: 'true', GEMINI_CLI_NO_RELAUNCH: 'true' }

// Listing skills starts like a session, and prints each agent's error below the name of its file.
const AGENT_ERROR = /^Agent loading error: /

const geminiAgents = listing({
  args: ['skills', 'list', '--all'],
  env: TRUST,
  read: ({ stderr }) => {
    const lines = stderr.split('\n')
    return {
      commands: null,
      agents: null,
      warnings: lines.flatMap((line, at) =>
        AGENT_ERROR.test(line) ? [`${line.replace(AGENT_ERROR, '')} ${lines[at + 1] ?? ''}`.trim()] : [],
      ),
    }
  },
})

// An answer is written again after its tools have run. A file above the chats names the project.
const GEMINI_RECORDS: Records = {
  folder: 'tmp',
  suffix: '.jsonl',
  companionOf: (path) => `${path.split('/').slice(0, 2).join('/')}/.project_root`,
  read(text, companion) {
    const lines = documentsIn(text)
    const session = lines.map((line) => textAt(line, 'sessionId')).find((id) => id !== null) ?? ''
    return timedIn(lines, 'timestamp').flatMap(({ line, at }) => {
      const tokens = fieldsAt(line, 'tokens')
      if (line['type'] !== 'gemini' || Object.keys(tokens).length === 0) return []
      const { input, cached } = inputAt(tokens, 'input', 'cached')
      return requestAt(at, {
        id: textAt(line, 'id'),
        session,
        folder: companion?.trim() || null,
        model: textAt(line, 'model'),
        input: input + countAt(tokens, 'tool'),
        cached,
        output: countAt(tokens, 'output') + countAt(tokens, 'thoughts'),
      })
    })
  },
  readTyped: (text, companion) =>
    timedIn(documentsIn(text), 'timestamp').flatMap(({ line, at }) => {
      if (line['type'] !== 'user') return []
      return [{ at, folder: companion?.trim() || null, text: messageText(line['content']) }]
    }),
}

const settings = settingsIn('jsonc', ['settings.json'], ['settings.json'])
const servers = serversIn(settings, ['mcpServers'])

const tools = {
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
} as const satisfies Runtime['tools']

export const gemini = {
  ...client,
  programs: ['gemini'],
  recognisedBy: ['GEMINI_CLI'],
  id: 'gemini',
  title: 'Gemini CLI',
  home: homeIn('.gemini', { variables: [{ variable: 'GEMINI_CLI_HOME', below: '.gemini' }] }),
  invoke: spelledAs('/', ':'),
  argumentsPlaceholder: '{{args}}',
  ...placesAndListings('gemini', {
    // Not `skills/`: its skills are not commands, and all go to the model in full.
    command: {
      folder: 'commands',
      emit: commandToml,
      also: [everywhere('gemini', 'skills'), everywhere('agents', 'skills')],
    },
    agent: { folder: 'agents', emit: agentListed },
  }),
  entries: { global: 'own', local: 'own' },
  alwaysOn: { own: false, shared: false, agent: true },
  // One unknown name makes the client drop the agent.
  tools,
  offers: [
    permissionListOffer(settings, (cli) => `run_shell_command(${cli})`, null, ['tools', 'allowed']),
    instructionsOffer('GEMINI.md', '../GEMINI.md'),
    mcpOffer(servers),
  ],
  servers,
  configs: [{ path: 'settings.json', format: 'jsonc' }],
  abilities: { subagents: true, questions: true, hooks: true },
  spawn: withSelfFallback(startPhrase('invoke_agent', 'agent_name')),
  headless: {
    args: ['-p', '{prompt}', '-o', 'stream-json', '--skip-trust'],
    model: ['-m', '{model}'],
    grants: { edits: ['--approval-mode', 'auto_edit'], all: ['--approval-mode', 'yolo'] },
    hooks: true,
  },
  acp: {
    ...acp,
    args: ['--acp', '--skip-trust'],
    model: ['-m', '{model}'],
    modes: { edits: 'autoEdit', all: 'yolo' },
  },
  listingCommands: [geminiAgents],
  hooks: {
    ...hookDefaults,
    dialect: 'nested-deciding',
    events: {
      'session-start': ['SessionStart'],
      'session-end': ['SessionEnd'],
      'prompt-submit': ['BeforeAgent'],
      'pre-tool': ['BeforeTool'],
      'post-tool': ['AfterTool'],
      'turn-end': ['AfterAgent'],
      // Not PreCompress: it fires before every request, even without compression.
    },
    tools: { ...toolsByName(tools), read_many_files: 'read', search_file_content: 'grep' },
    ...groupedHooks(settings, 'anchored', inMilliseconds(asLine)),
    projectVariable: '$GEMINI_PROJECT_DIR',
    ignoredAt: ['pre-tool'],
  },
  afterInstall: [
    'in a project, trust the folder, and accept the agents that the client shows when it next starts; until then it offers none',
  ],
  caveats: [
    'if the pack is installed globally and in a project, the client renames both to `/user.gsd:next` and `/workspace.gsd:next`; `/gsd:next` does not exist then',
    "its shell runs git without the repository's hooks, and refuses command substitution",
    "it ignores the text that a hook adds before a tool call, so that text is added to the tool's result instead",
    'it offers agents of a project only after the user accepted them; until then the session does their work',
  ],
  records: GEMINI_RECORDS,
  evidence: { how: 'measured', with: 'gemini 0.61.0', on: '2026-11' },
} as const satisfies Runtime
