// Gemini CLI.
import { countAt } from '../../std/json.js'
import {
  acp,
  client,
  homeIn,
  hooked,
  listing,
  orYourself,
  placed,
  spelled,
  startedWith,
  toolsByName,
} from '../families/client.js'
import { agentListed, commandToml } from '../formats/entries.js'
import { asLine, groupedHooks, inMilliseconds } from '../formats/hooks.js'
import { instructionsOffer, mcpOffer, permissionListOffer, serversIn, settingsIn } from '../offers.js'
import { documentsIn, fieldsAt, inputAt, type Records, requestAt, textAt, timedIn, wordsIn } from '../records.js'
import { everywhere, type Runtime } from '../runtime.js'

/** Agents of an untrusted folder would be skipped. */
const TRUST = { GEMINI_CLI_TRUST_WORKSPACE: 'true', GEMINI_CLI_NO_RELAUNCH: 'true' }

// Listing skills starts like a session: agent errors are printed below their files.
const FAULT = /^Agent loading error: /

const geminiAgents = listing({
  args: ['skills', 'list', '--all'],
  env: TRUST,
  read: ({ stderr }) => {
    const lines = stderr.split('\n')
    return {
      commands: null,
      agents: null,
      complaints: lines.flatMap((line, at) =>
        FAULT.test(line) ? [`${line.replace(FAULT, '')} ${lines[at + 1] ?? ''}`.trim()] : [],
      ),
    }
  },
})

// Gemini CLI: an answer is rewritten after its tools have run. A file above the chats names the project.
const GEMINI_RECORDS: Records = {
  folder: 'tmp',
  suffix: '.jsonl',
  beside: (path) => `${path.split('/').slice(0, 2).join('/')}/.project_root`,
  read(text, beside) {
    const lines = documentsIn(text)
    const session = lines.map((line) => textAt(line, 'sessionId')).find((id) => id !== null) ?? ''
    return timedIn(lines, 'timestamp').flatMap(({ line, at }) => {
      const tokens = fieldsAt(line, 'tokens')
      if (line['type'] !== 'gemini' || Object.keys(tokens).length === 0) return []
      const { input, cached } = inputAt(tokens, 'input', 'cached')
      return requestAt(at, {
        id: textAt(line, 'id'),
        session,
        folder: beside?.trim() || null,
        model: textAt(line, 'model'),
        input: input + countAt(tokens, 'tool'),
        cached,
        output: countAt(tokens, 'output') + countAt(tokens, 'thoughts'),
      })
    })
  },
  typed: (text, beside) =>
    timedIn(documentsIn(text), 'timestamp').flatMap(({ line, at }) => {
      if (line['type'] !== 'user') return []
      return [{ at, folder: beside?.trim() || null, text: wordsIn(line['content']) }]
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
  spawn: orYourself(startedWith('invoke_agent', 'agent_name')),
  headless: {
    words: ['-p', '{prompt}', '-o', 'stream-json', '--skip-trust'],
    model: ['-m', '{model}'],
    grants: { edits: ['--approval-mode', 'auto_edit'], all: ['--approval-mode', 'yolo'] },
    hooks: true,
  },
  acp: {
    ...acp,
    words: ['--acp', '--skip-trust'],
    model: ['-m', '{model}'],
    modes: { edits: 'autoEdit', all: 'yolo' },
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
    },
    tools: { ...toolsByName(tools), read_many_files: 'read', search_file_content: 'grep' },
    ...groupedHooks(settings, 'anchored', inMilliseconds(asLine)),
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
  records: GEMINI_RECORDS,
  evidence: { how: 'measured', with: 'gemini 0.61.0', on: '2026-11' },
} as const satisfies Runtime
