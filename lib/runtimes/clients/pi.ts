// Pi has no subagents: the session does every role's work.
import { countAt } from '../../std/json.js'
import {
  acp,
  client,
  folderVariable,
  homeIn,
  hookDefaults,
  listing,
  NO_TOOL_NAMES,
  placesAndListings,
  warningsIn,
} from '../families/client.js'
import { commandHinted } from '../formats/entries.js'
import { hookFile } from '../formats/sources.js'
import { instructionsOffer } from '../offers.js'
import { documentsIn, fieldsAt, messageText, type Records, requestAt, textAt, timedIn } from '../records.js'
import { everywhere, type Runtime } from '../runtime.js'

// RPC mode lists the available commands and saves no session. Pi creates an empty auth.json on first start; so does
// this call.
interface Answer {
  readonly commands?: readonly { readonly name: string }[]
}

const answerIn = (stdout: string): Answer | null =>
  (documentsIn(stdout).find(({ command }) => command === 'get_commands')?.['data'] as Answer | undefined) ?? null

const SKILL = /^skill:/

const piCommands = listing({
  args: ['--mode', 'rpc', '--no-session', '--no-extensions', '--offline'],
  env: { PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' },
  input: '{"id":"1","type":"get_commands"}\n',
  isEnough: (stdout) => answerIn(stdout) !== null,
  read: ({ stdout, stderr }) => ({
    commands: answerIn(stdout)?.commands?.map(({ name }) => name.replace(SKILL, '')) ?? null,
    agents: null,
    warnings: warningsIn(stderr),
  }),
})

// Each message is a line; the first line has the session's folder. Pi records the cost itself.
const PI_RECORDS: Records = {
  folder: 'sessions',
  suffix: '.jsonl',
  companionOf: null,
  read(text) {
    const lines = documentsIn(text)
    const session = lines.find(({ type }) => type === 'session') ?? {}
    return timedIn(lines, 'timestamp').flatMap(({ line, at }) => {
      const message = fieldsAt(line, 'message')
      const usage = fieldsAt(message, 'usage')
      if (line['type'] !== 'message' || Object.keys(usage).length === 0) return []
      return requestAt(at, {
        id: textAt(message, 'responseId') ?? textAt(line, 'id'),
        session: textAt(session, 'id') ?? '',
        folder: textAt(session, 'cwd'),
        model: textAt(message, 'model'),
        input: countAt(usage, 'input') + countAt(usage, 'cacheWrite'),
        cached: countAt(usage, 'cacheRead'),
        output: countAt(usage, 'output'),
        cost: countAt(fieldsAt(usage, 'cost'), 'total'),
      })
    })
  },
  readTyped(text) {
    const lines = documentsIn(text)
    const folder = textAt(lines.find(({ type }) => type === 'session') ?? {}, 'cwd')
    return timedIn(lines, 'timestamp').flatMap(({ line, at }) => {
      const message = fieldsAt(line, 'message')
      if (message['role'] !== 'user') return []
      return [{ at, folder, text: messageText(message['content']) }]
    })
  },
}

export const pi = {
  ...client,
  programs: ['pi'],
  recognisedBy: ['PI_CODING_AGENT'],
  id: 'pi',
  title: 'Pi',
  home: homeIn('.pi/agent', { local: '.pi', variables: folderVariable('PI_CODING_AGENT_DIR') }),
  invoke: { own: { prefix: '/', separator: '-' }, shared: { prefix: '/skill:', separator: '-' } },
  argumentsPlaceholder: '$ARGUMENTS',
  ...placesAndListings('pi', {
    // Not `skills/`: those are typed with a prefix, and their text cannot include the user's words.
    command: {
      folder: 'prompts',
      emit: commandHinted,
      also: [everywhere('pi', 'skills'), everywhere('agents', 'skills')],
    },
    agent: null,
  }),
  alwaysOn: { own: false, shared: false, agent: false },
  tools: {
    ...NO_TOOL_NAMES,
    read: 'read',
    write: 'write',
    edit: 'edit',
    shell: 'bash',
    grep: 'grep',
    glob: 'find',
  },
  offers: [instructionsOffer('AGENTS.md', '../AGENTS.md')],
  configs: [{ path: 'settings.json', format: 'json' }],
  abilities: { subagents: false, questions: false, hooks: true },
  spawn: (agent) => `do the work of \`${agent}\` yourself, step by step: there are no subagents here`,
  // Pi never asks for permission.
  headless: {
    args: ['-p', '--mode', 'json', '{prompt}'],
    model: ['--model', '{model}'],
    grants: { edits: null, all: [] },
    hooks: true,
  },
  acp: {
    ...acp,
    adapter: { program: 'pi-acp', package: 'pi-acp', variable: null },
    args: [],
    model: null,
    abilities: { ...acp.abilities, permission: false, subagents: false },
  },
  listingCommands: [piCommands],
  hooks: {
    ...hookDefaults,
    dialect: 'plain',
    events: {
      'session-start': ['session_start'],
      'session-end': ['session_shutdown'],
      'prompt-submit': ['before_agent_start'],
      'pre-tool': ['tool_call'],
      'post-tool': ['tool_result'],
      'turn-end': ['agent_end'],
      'pre-compact': ['session_before_compact'],
    },
    tools: { read: 'read', write: 'write', edit: 'edit', bash: 'shell', grep: 'grep', find: 'glob' },
    ...hookFile('extension.js', 'extensions/gsd.js'),
  },
  caveats: ['it has no subagents: the session does the work of every role, which fills its context sooner'],
  records: PI_RECORDS,
  evidence: { how: 'measured', with: 'pi 0.73.1', on: '2026-11' },
} as const satisfies Runtime
