// Cline: its CLI, and the editor extension as far as it shares the CLI's folders.
import { countAt, isFields } from '../../std/json.js'
import {
  acp,
  client,
  folderVariable,
  homeIn,
  hookDefaults,
  NO_TOOL_NAMES,
  placesAndListings,
} from '../families/client.js'
import { agentYaml, skillMarkdown } from '../formats/entries.js'
import { programPerMoment } from '../formats/sources.js'
import { instructionsOffer } from '../offers.js'
import { documentIn, fieldsAt, inputAt, type Records, requestAt, textAt, timeAt } from '../records.js'
import { everywhere, type Runtime } from '../runtime.js'

// A session's messages are in one document, and its metadata is in another next to it.
const CLINE_RECORDS: Records = {
  folder: 'data/sessions',
  suffix: '.messages.json',
  companionOf: (path) => path.replace(/\.messages\.json$/, '.json'),
  read(text, companion) {
    const session = documentIn(companion ?? '')
    const { messages } = documentIn(text)
    return (Array.isArray(messages) ? messages.filter(isFields) : []).flatMap((message) => {
      const metrics = fieldsAt(message, 'metrics')
      const at = timeAt(message, 'ts')
      if (at === null || Object.keys(metrics).length === 0) return []
      return requestAt(at, {
        id: textAt(message, 'id'),
        session: textAt(session, 'session_id') ?? '',
        folder: textAt(session, 'cwd'),
        model: textAt(fieldsAt(message, 'modelInfo'), 'id'),
        ...inputAt(metrics, 'inputTokens', 'cacheReadTokens'),
        output: countAt(metrics, 'outputTokens'),
      })
    })
  },
  readTyped: null,
}

export const cline = {
  ...client,
  programs: ['cline'],
  recognisedBy: ['CLINE_CONNECTOR_CLI_LAUNCH'],
  id: 'cline',
  title: 'Cline',
  home: homeIn('.cline', { variables: folderVariable('CLINE_DIR') }),
  ...placesAndListings('cline', {
    // Not `workflows/`: Cline does not list what it loads from there, and dropped them from its settings.
    command: {
      folder: 'skills',
      emit: skillMarkdown,
      also: [everywhere('cline', 'workflows'), everywhere('agents', 'skills')],
    },
    agent: { folder: 'agents', emit: agentYaml },
  }),
  // Cline ignores `disable-model-invocation`, but gives the model only bare names.
  alwaysOn: { own: true, shared: true, agent: true },
  tools: {
    ...NO_TOOL_NAMES,
    read: 'read_files',
    write: 'editor',
    edit: 'editor',
    shell: 'run_commands',
    grep: 'search_codebase',
    glob: 'search_codebase',
    fetch: 'fetch_web_content',
    ask: 'ask_question',
  },
  offers: [instructionsOffer(null, '../AGENTS.md')],
  abilities: { subagents: true, questions: true, hooks: true },
  spawn: (agent) =>
    `start the subagent \`${agent}\` with the tool \`subagent_${agent.replaceAll('-', '_')}\`; it is stopped after five minutes, so do the rest yourself, step by step`,
  headless: {
    args: ['--json', '{prompt}'],
    model: ['-m', '{model}'],
    grants: { edits: null, all: ['--auto-approve', 'true'] },
    hooks: true,
  },
  acp: { ...acp, args: ['--acp'], model: ['-m', '{model}'] },
  hooks: {
    ...hookDefaults,
    dialect: 'cancelling',
    events: {
      'session-start': ['TaskStart'],
      'session-end': ['SessionShutdown'],
      'prompt-submit': ['UserPromptSubmit'],
      'pre-tool': ['PreToolUse'],
      'post-tool': ['PostToolUse'],
      'turn-end': ['TaskComplete'],
    },
    ignoredAt: ['session-start', 'session-end', 'prompt-submit', 'turn-end'],
    tools: {
      read_files: 'read',
      editor: 'edit',
      apply_patch: 'edit',
      run_commands: 'shell',
      search_codebase: 'grep',
      fetch_web_content: 'fetch',
      web_search: 'search',
      spawn_agent: 'spawn',
    },
    ...programPerMoment('hooks'),
  },
  caveats: [
    'a subagent is stopped after five minutes; the session does the rest',
    'it passes /gsd-… on unchanged, and its model opens the entry by that name',
    'it cannot hide an entry: all names go to the model in every request, without descriptions',
    'its hooks can refuse a call only by passing invalid fields to its tool: the reason follows in a separate message',
    'it ignores hook answers at the start and end of a task: additions wait for the next tool; in headless mode, prompts run no hook',
    'it lists what it loads only with a terminal or an account',
  ],
  records: CLINE_RECORDS,
  evidence: { how: 'measured', with: 'cline 3.0.65', on: '2026-11' },
} as const satisfies Runtime
