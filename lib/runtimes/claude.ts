// Claude Code.
import { CALLERS } from './callers.js'
import { claudeHooked, claudeLike, claudeSettings } from './families/claude-like.js'
import { homeIn, movedBy, placed } from './families/client.js'
import { sessionEvents, subagentEvents } from './families/hooked.js'
import { startedWith } from './families/steps.js'
import { agentColoured } from './formats/agents.js'
import { commandAllowing } from './formats/commands.js'
import { asWordsOrLine, groupedHooks, inSeconds } from './formats/hooks.js'
import { claudeSession } from './listing-commands/claude.js'
import { instructionsOffer, mcpOffer, permissionListOffer, serversIn, settingsIn } from './offers.js'
import { everywhere, type Runtime } from './runtime.js'

// In the usual folder, or in one moved by a variable.
const servers = serversIn(settingsIn('json', ['../.claude.json', '.claude.json'], ['../.mcp.json']), ['mcpServers'])

export const claude = {
  ...claudeLike,
  ...CALLERS.claude,
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
  instructions: 'CLAUDE.md',
  callModels: ['opus', 'sonnet', 'haiku'],
  agentModel: (name) => /^(?:opus|sonnet|haiku|claude-[\w.:@-]+)$/.test(name),
  headless: {
    words: ['-p', '{prompt}', '--output-format', 'stream-json', '--verbose'],
    model: ['--model', '{model}'],
    grants: { edits: ['--permission-mode', 'acceptEdits'], all: ['--permission-mode', 'bypassPermissions'] },
    hooks: true,
  },
  acp: {
    adapter: {
      program: 'claude-agent-acp',
      package: '@agentclientprotocol/claude-agent-acp',
      variable: 'CLAUDE_CODE_EXECUTABLE',
    },
    words: [],
    model: 'told',
    modes: { edits: null, all: null },
    shown: { permission: true, cancel: true, usage: ['cost'], resume: true, subagents: true, hooks: true },
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
  evidence: { how: 'measured', with: 'claude 2.1.197', on: '2026-11' },
} as const satisfies Runtime
