// Kimi Code.
import { countAt } from '../../std/json.js'
import { claudeTools } from '../families/claude-like.js'
import {
  acp,
  client,
  homeIn,
  hooked,
  movedBy,
  placed,
  sessionEvents,
  spelled,
  startedWith,
  subagentEvents,
  toolsByName,
} from '../families/client.js'
import { agentListed, skillMarkdown } from '../formats/entries.js'
import { tableHooks } from '../formats/hooks.js'
import { instructionsOffer, settingsIn } from '../offers.js'
import { documentIn, documentsIn, fieldsAt, type Records, requestAt, textAt, timedIn } from '../records.js'
import { everywhere, type Runtime } from '../runtime.js'

// Kimi Code: a file per agent of a session; the session's own file has its folder.
const KIMI_RECORDS: Records = {
  folder: 'sessions',
  suffix: 'wire.jsonl',
  beside: (path) => `${path.split('/').slice(0, 3).join('/')}/state.json`,
  read(text, beside) {
    const session = documentIn(beside ?? '')
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
  typed: null,
}

const tools = {
  ...claudeTools,
  fetch: 'FetchURL',
  spawn: 'Agent',
  todo: 'TodoList',
} as const satisfies Runtime['tools']

export const kimiCode = {
  ...client,
  programs: ['kimi'],
  id: 'kimi-code',
  title: 'Kimi Code',
  home: homeIn('.kimi-code', { variables: movedBy('KIMI_CODE_HOME') }),
  invoke: spelled('/skill:'),
  words: '$ARGUMENTS',
  ...placed('kimi-code', {
    command: { folder: 'skills', emit: skillMarkdown, also: [everywhere('agents', 'skills')] },
    agent: { folder: 'agents', emit: agentListed, also: [everywhere('agents', 'agents')] },
  }),
  // `disable-model-invocation` hides an entry from the model.
  alwaysOn: { own: false, shared: false, agent: true },
  tools,
  offers: [instructionsOffer(null, '../AGENTS.md')],
  configs: [{ path: 'config.toml', format: 'toml' }],
  abilities: { subagents: true, questions: true, hooks: true },
  spawn: startedWith('the Agent tool', 'subagent_type'),
  // Kimi sets no environment variable of its own.
  headless: {
    words: ['--output-format', 'stream-json', '-p', '{prompt}'],
    model: ['-m', '{model}'],
    // A prompt on its command line needs no permission, and has no flag for it.
    grants: { edits: null, all: [] },
    hooks: true,
  },
  acp: { ...acp, words: ['acp'], model: 'told' },
  hooks: {
    ...hooked,
    dialect: 'nested-message',
    events: { ...sessionEvents, ...subagentEvents },
    tools: toolsByName(tools),
    ...tableHooks(settingsIn('toml', ['config.toml'], [])),
    // Kimi waits for a hook's answer before a tool and at a prompt only, and shows the model only the latter.
    unheard: ['session-start', 'pre-tool', 'post-tool'],
  },
  caveats: [
    'its headless prompt (-p) treats /skill:gsd-… as plain text: type commands in a session or an editor',
    'its shell commands cannot detect it: briefs address it only if no other such client is installed',
    'it shows its model only hook additions to prompts: findings at a tool wait for the next prompt',
    'headless it starts no hooks at the end of a session, and ends before the hook of its last tool',
    'it lists what it loads only with an account; skipped files are in the log of each session',
  ],
  records: KIMI_RECORDS,
  evidence: { how: 'measured', with: 'kimi 2.1.0', on: '2026-11' },
} as const satisfies Runtime
