// GitHub Copilot: its CLI, and the project folders shared with its other products.
import { countAt, parsedJson } from '../../std/json.js'
import {
  acp,
  camelEvents,
  client,
  folderVariable,
  homeIn,
  hookDefaults,
  listing,
  placesAndListings,
  startPhrase,
} from '../families/client.js'
import { agentDotted, skillMarkdown } from '../formats/entries.js'
import { ownHookFile } from '../formats/hooks.js'
import { instructionsOffer } from '../offers.js'
import { documentsIn, fieldsAt, inputAt, messageText, type Records, requestAt, textAt, timedIn } from '../records.js'
import { everywhere, inProject, type Runtime } from '../runtime.js'

// `copilot skill list` needs no account or network. It reports rejected files on stderr, and lists no agents.
const namesIn = (stdout: string): readonly string[] | null => {
  const skills = parsedJson(stdout)
  return Array.isArray(skills) ? skills.map((skill: { readonly name: string }) => skill.name) : null
}

const copilotSkills = listing({
  args: ['skill', 'list', '--json'],
  env: { COPILOT_OFFLINE: 'true', COPILOT_AUTO_UPDATE: 'false' },
  read: ({ stdout, stderr }) => ({
    commands: namesIn(stdout),
    agents: null,
    // One rejected file per line, prefixed with •.
    warnings: stderr
      .split('\n')
      .filter((line) => line.trimStart().startsWith('•'))
      .map((line) => line.trim().slice(1).trim()),
  }),
})

const startIn = (lines: ReturnType<typeof documentsIn>) =>
  fieldsAt(lines.find(({ type }) => type === 'session.start') ?? {}, 'data')

// Each request has an event. Its "cost" is not money.
const COPILOT_RECORDS: Records = {
  folder: 'session-state',
  suffix: 'events.jsonl',
  companionOf: null,
  read(text) {
    const lines = documentsIn(text)
    const start = startIn(lines)
    return timedIn(lines, 'timestamp').flatMap(({ line, at }) => {
      const usage = fieldsAt(fieldsAt(line, 'data'), 'usage')
      if (line['type'] !== 'session.usage_record') return []
      return requestAt(at, {
        id: textAt(fieldsAt(usage, 'accounting'), 'usageId') ?? textAt(line, 'id'),
        session: textAt(start, 'sessionId') ?? '',
        folder: textAt(fieldsAt(start, 'context'), 'cwd'),
        model: textAt(usage, 'model'),
        ...inputAt(usage, 'inputTokens', 'cacheReadTokens'),
        output: countAt(usage, 'outputTokens'),
      })
    })
  },
  readTyped(text) {
    const lines = documentsIn(text)
    const folder = textAt(fieldsAt(startIn(lines), 'context'), 'cwd')
    return timedIn(lines, 'timestamp').flatMap(({ line, at }) => {
      if (line['type'] !== 'user.message') return []
      return [{ at, folder, text: messageText(fieldsAt(line, 'data')['content']) }]
    })
  },
}

export const copilot = {
  ...client,
  programs: ['copilot'],
  recognisedBy: ['COPILOT_CLI'],
  sessionVariable: 'COPILOT_AGENT_SESSION_ID',
  id: 'copilot',
  title: 'GitHub Copilot',
  home: homeIn('.copilot', { local: '.github', variables: folderVariable('COPILOT_HOME') }),
  argumentsPlaceholder: '$ARGUMENTS',
  ...placesAndListings('copilot', {
    command: {
      folder: 'skills',
      emit: skillMarkdown,
      also: [everywhere('agents', 'skills'), inProject('claude', 'commands'), inProject('claude', 'skills')],
    },
    agent: { folder: 'agents', emit: agentDotted, also: [inProject('claude', 'agents')] },
  }),
  // `disable-model-invocation` hides a skill or another client's command from the model.
  alwaysOn: { own: false, shared: false, agent: true },
  // Documented tool groups, known to all its products; the CLI resolves each to its own tools.
  tools: {
    read: 'read',
    write: 'edit',
    edit: 'edit',
    shell: 'execute',
    grep: 'search',
    glob: 'search',
    fetch: 'web',
    search: 'web',
    ask: 'ask_user',
    spawn: 'task',
    todo: 'todo',
  },
  offers: [instructionsOffer('copilot-instructions.md', '../AGENTS.md')],
  configs: [{ path: 'settings.json', format: 'jsonc' }],
  abilities: { subagents: true, questions: true, hooks: true },
  spawn: startPhrase('the task tool', 'agent_type', 'mode: sync'),
  headless: {
    args: ['-p', '{prompt}', '--output-format', 'json', '--no-color'],
    model: ['--model', '{model}'],
    grants: { edits: ['--allow-tool', 'write'], all: ['--allow-all-tools', '--allow-all-paths'] },
    hooks: true,
  },
  acp: { ...acp, args: ['--acp'], model: ['--model', '{model}'], abilities: { ...acp.abilities, usage: ['tokens'] } },
  listingCommands: [copilotSkills],
  hooks: {
    ...hookDefaults,
    dialect: 'camel',
    events: { ...camelEvents, 'prompt-submit': ['userPromptSubmitted'], 'turn-end': ['agentStop'] },
    tools: {
      view: 'read',
      create: 'write',
      edit: 'edit',
      bash: 'shell',
      grep: 'grep',
      glob: 'glob',
      task: 'spawn',
      web_fetch: 'fetch',
    },
    ...ownHookFile('hooks/gsd.json'),
    inheritedFrom: [inProject('claude', '')],
  },
  afterInstall: ['in a project, let Copilot trust the folder: until then it reads none of its files'],
  caveats: [
    'its headless prompt (-p) treats /gsd-… as plain text: type commands in a session or an editor',
    "in a project it also runs Claude Code's hooks: it needs none of its own there, and with global ones both run",
    'it lists its agents only in a session',
  ],
  records: COPILOT_RECORDS,
  evidence: { how: 'measured', with: 'copilot 1.0.102', on: '2026-11' },
} as const satisfies Runtime
