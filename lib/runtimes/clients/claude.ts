// Claude Code.
import { countAt } from '../../std/json.js'
import { claudeHooked, claudeLike, claudeSettings } from '../families/claude-like.js'
import {
  acp,
  homeIn,
  movedBy,
  placed,
  sessionEvents,
  sessionListing,
  startedWith,
  subagentEvents,
} from '../families/client.js'
import { agentColoured, commandAllowing } from '../formats/entries.js'
import { asWordsOrLine, groupedHooks, inSeconds } from '../formats/hooks.js'
import { instructionsOffer, mcpOffer, permissionListOffer, serversIn, settingsIn } from '../offers.js'
import { documentsIn, fieldsAt, type Records, requestAt, textAt, timedIn, wordsIn } from '../records.js'
import { everywhere, type Runtime } from '../runtime.js'

// No model is reached.
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

// Claude Code: a line per part of an answer, each with the usage of the whole request.
const CLAUDE_RECORDS: Records = {
  folder: 'projects',
  suffix: '.jsonl',
  beside: null,
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
  typed: (text) =>
    timedIn(documentsIn(text), 'timestamp').flatMap(({ line, at }) => {
      if (line['type'] !== 'user' || line['isMeta'] === true || line['isSidechain'] === true) return []
      return [{ at, folder: textAt(line, 'cwd'), text: wordsIn(fieldsAt(line, 'message')['content']) }]
    }),
}

// In the usual folder, or in one moved by a variable.
const servers = serversIn(settingsIn('json', ['../.claude.json', '.claude.json'], ['../.mcp.json']), ['mcpServers'])

export const claude = {
  ...claudeLike,
  programs: ['claude'],
  recognisedBy: ['CLAUDECODE'],
  conversation: 'CLAUDE_CODE_SESSION_ID',
  id: 'claude',
  title: 'Claude Code',
  home: homeIn('.claude', { variables: movedBy('CLAUDE_CONFIG_DIR') }),
  ...placed('claude', {
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
  spawn: startedWith('the Agent tool', 'subagent_type'),
  callModels: ['opus', 'sonnet', 'haiku'],
  agentModel: (name) => /^(?:opus|sonnet|haiku|claude-[\w.:@-]+)$/.test(name),
  headless: {
    words: ['-p', '{prompt}', '--output-format', 'stream-json', '--verbose'],
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
    words: [],
    model: 'told',
    shown: { ...acp.shown, usage: ['cost'] },
  },
  listingCommands: [claudeSession],
  hooks: {
    ...claudeHooked,
    events: {
      ...sessionEvents,
      ...subagentEvents,
      'status-line': ['status-line'],
    },
    ...groupedHooks(claudeSettings, 'names', inSeconds(asWordsOrLine)),
    project: '$CLAUDE_PROJECT_DIR',
    guests: { COPILOT_PROJECT_DIR: 'nested-doubled' },
  },
  records: CLAUDE_RECORDS,
  evidence: { how: 'measured', with: 'claude 2.1.197', on: '2026-11' },
} as const satisfies Runtime
