// Qwen Code.
import { countAt, isFields } from '../../std/json.js'
import {
  acp,
  client,
  folderVariable,
  homeIn,
  hookDefaults,
  placesAndListings,
  sessionEvents,
  sessionListing,
  startPhrase,
  subagentEvents,
  toolsByName,
} from '../families/client.js'
import { agentColoured, skillMarkdown } from '../formats/entries.js'
import { asLine, groupedHooks, inMilliseconds } from '../formats/hooks.js'
import { instructionsOffer, settingsIn } from '../offers.js'
import { documentsIn, fieldsAt, inputAt, type Records, textAt, timeAt, timedIn } from '../records.js'
import { everywhere, type Runtime } from '../runtime.js'

// The session answers a built-in command, so no model is reached.
const qwenSession = sessionListing(
  [
    ...['/status', '-o', 'stream-json', '--chat-recording', 'false'],
    ...['--auth-type', 'openai', '--openai-api-key', 'none', '--openai-base-url', 'http://127.0.0.1:9', '-m', 'none'],
  ],
  { QWEN_CODE_NO_RELAUNCH: '1', QWEN_CODE_SUPPRESS_YOLO_WARNING: '1', NO_COLOR: '1' },
)

// Each finished session has one line, with a sum for each model.
const QWEN_RECORDS: Records = {
  folder: '',
  suffix: 'usage_record.jsonl',
  companionOf: null,
  read: (text) =>
    timedIn(documentsIn(text), 'timestamp').flatMap(({ line, at: to }) => {
      const session = textAt(line, 'sessionId') ?? ''
      return Object.entries(fieldsAt(line, 'models')).flatMap(([model, sum]) => {
        if (!isFields(sum)) return []
        return {
          id: `${session}:${to}:${model}`,
          from: timeAt(line, 'startTime') ?? to,
          to,
          session,
          folder: textAt(line, 'project'),
          model,
          requests: countAt(sum, 'requests'),
          ...inputAt(sum, 'inputTokens', 'cachedTokens'),
          output: countAt(sum, 'outputTokens') + countAt(sum, 'thoughtsTokens'),
          cost: null,
        }
      })
    }),
  readTyped: null,
}

const tools = {
  read: 'read_file',
  write: 'write_file',
  edit: 'edit',
  shell: 'run_shell_command',
  grep: 'grep_search',
  glob: 'glob',
  fetch: 'web_fetch',
  search: 'web_search',
  ask: 'ask_user_question',
  spawn: 'agent',
  todo: 'todo_write',
} as const satisfies Runtime['tools']

export const qwen = {
  ...client,
  programs: ['qwen'],
  recognisedBy: ['QWEN_CODE'],
  sessionVariable: 'QWEN_CODE_SESSION_ID',
  id: 'qwen',
  title: 'Qwen Code',
  home: homeIn('.qwen', { variables: folderVariable('QWEN_HOME') }),
  ...placesAndListings('qwen', {
    command: {
      folder: 'skills',
      emit: skillMarkdown,
      also: [everywhere('qwen', 'commands'), everywhere('agents', 'skills')],
    },
    agent: { folder: 'agents', emit: agentColoured },
  }),
  alwaysOn: { own: false, shared: false, agent: true },
  tools,
  // Qwen's headless sessions refuse even allowed commands, so no rule is offered.
  offers: [instructionsOffer('QWEN.md', '../QWEN.md')],
  configs: [{ path: 'settings.json', format: 'jsonc' }],
  abilities: { subagents: true, questions: true, hooks: true },
  spawn: startPhrase('the agent tool', 'subagent_type', 'run_in_background: false'),
  headless: {
    args: ['{prompt}', '-o', 'stream-json'],
    model: ['-m', '{model}'],
    grants: { edits: ['--approval-mode', 'auto-edit'], all: ['--approval-mode', 'yolo'] },
    hooks: true,
  },
  acp: { ...acp, args: ['--acp'], model: ['-m', '{model}'], modes: { edits: 'auto-edit', all: 'yolo' } },
  listingCommands: [qwenSession],
  hooks: {
    ...hookDefaults,
    dialect: 'nested',
    events: { ...sessionEvents, ...subagentEvents },
    tools: {
      ...toolsByName(tools),
      Read: 'read',
      Write: 'write',
      Edit: 'edit',
      Bash: 'shell',
      Grep: 'grep',
      Glob: 'glob',
      WebFetch: 'fetch',
      WebSearch: 'search',
      Agent: 'spawn',
      Task: 'spawn',
    },
    ...groupedHooks(settingsIn('jsonc', ['settings.json'], ['settings.json']), 'anchored', inMilliseconds(asLine)),
    projectVariable: '$QWEN_PROJECT_DIR',
    ignoredAt: ['pre-tool'],
  },
  caveats: [
    'an agent runs in the background unless told to wait',
    'it runs the prompt hook again after every tool result; in headless mode it runs none at the end of a session',
    "it ignores the text that a hook adds before a tool call, so that text is added to the tool's result instead",
  ],
  records: QWEN_RECORDS,
  evidence: { how: 'measured', with: 'qwen 0.24.4', on: '2026-11' },
} as const satisfies Runtime
