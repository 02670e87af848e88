// Claude Code.
import { countAt } from '../../std/json.js'
import { claudeHookDefaults, claudeLike, claudeSettings } from '../families/claude-like.js'
import {
  acp,
  folderVariable,
  homeIn,
  placesAndListings,
  sessionEvents,
  sessionListing,
  startPhrase,
  subagentEvents,
} from '../families/client.js'
import { agentColoured, commandAllowing } from '../formats/entries.js'
import { asArgsOrLine, groupedHooks, inSeconds } from '../formats/hooks.js'
import { instructionsOffer, mcpOffer, permissionListOffer, serversIn, settingsIn } from '../offers.js'
import { documentsIn, fieldsAt, messageText, type Records, requestAt, textAt, timedIn } from '../records.js'
import { everywhere, type Runtime } from '../runtime.js'

// The session reaches no model.
const claudeSession = sessionListing(
  ['-p', 'x', '--output-format', 'stream-json', '--verbose', '--no-session-persistence'],
  {
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL: '1',
    DISABLE_AUTOUPDATER: '1',
  },
)

// Each part of an answer is a line with the usage of the whole request.
const CLAUDE_RECORDS: Records = {
  folder: 'projects',
  suffix: '.jsonl',
  companionOf: null,
  read: (text) =>
    timedIn(documentsIn(text), 'timestamp').flatMap(({ line, at }) => {
      const message = fieldsAt(line, 'message')
      const usage = fieldsAt(message, 'usage')
      if (line['type'] !== 'assistant' || Object.keys(usage).length === 0) return []
      return requestAt(at, {
        id: textAt(message, 'id'),
        session: textAt(line, 'sessionId') ?? '',
        folder: textAt(line, 'cwd'),
        model: textAt(message, 'model'),
        input: countAt(usage, 'input_tokens') + countAt(usage, 'cache_creation_input_tokens'),
        cached: countAt(usage, 'cache_read_input_tokens'),
        output: countAt(usage, 'output_tokens'),
      })
    }),
  // Messages the client or a parent agent sends in the user's place are marked.
  readTyped: (text) =>
    timedIn(documentsIn(text), 'timestamp').flatMap(({ line, at }) => {
      if (line['type'] !== 'user' || line['isMeta'] === true || line['isSidechain'] === true) return []
      return [{ at, folder: textAt(line, 'cwd'), text: messageText(fieldsAt(line, 'message')['content']) }]
    }),
}

// The second global path is for a folder that a variable has moved.
const servers = serversIn(settingsIn('json', ['../.claude.json', '.claude.json'], ['../.mcp.json']), ['mcpServers'])

export const claude = {
  ...claudeLike,
  programs: ['claude'],
  recognisedBy: ['CLAUDECODE'],
  sessionVariable: 'CLAUDE_CODE_SESSION_ID',
  id: 'claude',
  title: 'Claude Code',
  home: homeIn('.claude', { variables: folderVariable('CLAUDE_CONFIG_DIR') }),
  ...placesAndListings('claude', {
    // Not `skills/`: several other clients read that folder too.
    command: { folder: 'commands', emit: commandAllowing, also: [everywhere('claude', 'skills')] },
    agent: { folder: 'agents', emit: agentColoured },
  }),
  entries: { global: 'own', local: 'own' },
  // `disable-model-invocation` hides an entry from the model.
  alwaysOn: { own: false, shared: false, agent: true },
  offers: [
    permissionListOffer(claudeSettings, (cli) => `Bash(${cli}:*)`, 'Edit(.planning/**)'),
    instructionsOffer('CLAUDE.md', '../CLAUDE.md'),
    mcpOffer(servers),
  ],
  servers,
  spawn: startPhrase('the Agent tool', 'subagent_type'),
  callModels: ['opus', 'sonnet', 'haiku'],
  agentModel: (name) => /^(?:opus|sonnet|haiku|claude-[\w.:@-]+)$/.test(name),
  headless: {
    args: ['-p', '{prompt}', '--output-format', 'stream-json', '--verbose'],
    model: ['--model', '{model}'],
    grants: { edits: ['--permission-mode', 'acceptEdits'], all: ['--permission-mode', 'bypassPermissions'] },
    hooks: true,
  },
  acp: {
    ...acp,
    adapter: {
      program: 'claude-agent-acp',
      package: '@agentclientprotocol/claude-agent-acp',
      variable: 'CLAUDE_CODE_EXECUTABLE',
    },
    args: [],
    model: 'protocol',
    abilities: { ...acp.abilities, usage: ['cost'] },
  },
  listingCommands: [claudeSession],
  hooks: {
    ...claudeHookDefaults,
    events: { ...sessionEvents, ...subagentEvents, 'status-line': ['status-line'] },
    ...groupedHooks(claudeSettings, 'names', inSeconds(asArgsOrLine)),
    projectVariable: '$CLAUDE_PROJECT_DIR',
    guests: { COPILOT_PROJECT_DIR: 'nested-doubled' },
  },
  records: CLAUDE_RECORDS,
  evidence: { how: 'measured', with: 'claude 2.1.197', on: '2026-11' },
} as const satisfies Runtime
