// Kimi Code.
import { countAt } from '../../std/json.js'
import { claudeTools } from '../families/claude-like.js'
import {
  acp,
  client,
  folderVariable,
  homeIn,
  hookDefaults,
  placesAndListings,
  sessionEvents,
  spelledAs,
  startPhrase,
  subagentEvents,
  toolsByName,
} from '../families/client.js'
import { agentListed, skillMarkdown } from '../formats/entries.js'
import { tableHooks } from '../formats/hooks.js'
import { instructionsOffer, settingsIn } from '../offers.js'
import { documentIn, documentsIn, fieldsAt, type Records, requestAt, textAt, timedIn } from '../records.js'
import { everywhere, type Runtime } from '../runtime.js'

// Each agent of a session has a file; `state.json` names the session's folder.
const KIMI_RECORDS: Records = {
  folder: 'sessions',
  suffix: 'wire.jsonl',
  companionOf: (path) => `${path.split('/').slice(0, 3).join('/')}/state.json`,
  read(text, companion) {
    const session = documentIn(companion ?? '')
    return timedIn(documentsIn(text), 'time').flatMap(({ line, at }) => {
      const usage = fieldsAt(line, 'usage')
      if (line['type'] !== 'usage.record') return []
      return requestAt(at, {
        id: null,
        session: textAt(session, 'id') ?? '',
        folder: textAt(session, 'cwd'),
        model: textAt(line, 'model'),
        input: countAt(usage, 'inputOther') + countAt(usage, 'inputCacheCreation'),
        cached: countAt(usage, 'inputCacheRead'),
        output: countAt(usage, 'output'),
      })
    })
  },
  readTyped: null,
}

const tools = {
  ...claudeTools,
  fetch: 'FetchURL',
  spawn: 'Agent',
  todo: 'TodoList',
} as const satisfies Runtime['tools']

export const kimiCode = {
  ...client,
  // Not `recognisedBy`: Kimi sets no environment variable of its own.
  programs: ['kimi'],
  id: 'kimi-code',
  title: 'Kimi Code',
  home: homeIn('.kimi-code', { variables: folderVariable('KIMI_CODE_HOME') }),
  invoke: spelledAs('/skill:'),
  argumentsPlaceholder: '$ARGUMENTS',
  ...placesAndListings('kimi-code', {
    command: { folder: 'skills', emit: skillMarkdown, also: [everywhere('agents', 'skills')] },
    agent: { folder: 'agents', emit: agentListed, also: [everywhere('agents', 'agents')] },
  }),
  // `disable-model-invocation` hides an entry from the model.
  alwaysOn: { own: false, shared: false, agent: true },
  tools,
  offers: [instructionsOffer(null, '../AGENTS.md')],
  configs: [{ path: 'config.toml', format: 'toml' }],
  abilities: { subagents: true, questions: true, hooks: true },
  spawn: startPhrase('the Agent tool', 'subagent_type'),
  headless: {
    args: ['--output-format', 'stream-json', '-p', '{prompt}'],
    model: ['-m', '{model}'],
    // A prompt on its command line needs no permission, and has no flag for it.
    grants: { edits: null, all: [] },
    hooks: true,
  },
  acp: { ...acp, args: ['acp'], model: 'protocol' },
  hooks: {
    ...hookDefaults,
    dialect: 'nested-message',
    events: { ...sessionEvents, ...subagentEvents },
    tools: toolsByName(tools),
    ...tableHooks(settingsIn('toml', ['config.toml'], [])),
    // Kimi waits for a hook's answer only before a tool and at a prompt; the model sees only the answer at a prompt.
    ignoredAt: ['session-start', 'pre-tool', 'post-tool'],
  },
  caveats: [
    'its headless prompt (-p) treats /skill:gsd-… as plain text: type commands in a session or an editor',
    'its shell commands cannot detect it: briefs address it only if no other such client is installed',
    'it shows its model only hook additions to prompts: findings at a tool wait for the next prompt',
    'in headless mode it runs no hooks at the end of a session, and ends before the hook of its last tool',
    'it lists what it loads only with an account; skipped files are in the log of each session',
  ],
  records: KIMI_RECORDS,
  evidence: { how: 'measured', with: 'kimi 2.1.0', on: '2026-11' },
} as const satisfies Runtime
