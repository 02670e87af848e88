// Codex CLI.
import { countAt } from '../../std/json.js'
import {
  acp,
  client,
  folderVariable,
  homeIn,
  hookDefaults,
  listing,
  placesAndListings,
  sessionEvents,
  spelledAs,
  subagentEvents,
  warningsIn,
} from '../families/client.js'
import { agentToml } from '../formats/entries.js'
import { asLine, groupedHooks, inSeconds } from '../formats/hooks.js'
import { instructionsOffer, mcpOffer, serversIn, settingsIn } from '../offers.js'
import {
  documentsIn,
  fieldsAt,
  inputAt,
  messageText,
  type Records,
  requestAt,
  textAt,
  timeAt,
  type UsageRecord,
} from '../records.js'
import { everywhere, type Runtime } from '../runtime.js'

// Skills are listed by the app server; agents are in the prompt that Codex would send to a model.
interface SkillsAnswer {
  readonly data: readonly {
    readonly skills: readonly { readonly name: string }[]
    readonly errors?: readonly { readonly path?: string; readonly message?: string }[]
  }[]
}

const calls = [
  { id: 1, method: 'initialize', params: { clientInfo: { name: 'gsd', version: '1' } } },
  { method: 'initialized' },
  { id: 2, method: 'skills/list', params: {} },
]

const answerTo = (stdout: string) =>
  documentsIn(stdout).find(({ id }) => id === 2)?.['result'] as SkillsAnswer | undefined

const codexSkills = listing({
  args: ['app-server'],
  input: calls.map((call) => `${JSON.stringify(call)}\n`).join(''),
  isEnough: (stdout) => answerTo(stdout) !== undefined,
  read: ({ stdout, stderr }) => {
    const data = answerTo(stdout)?.data ?? null
    return {
      commands: data === null ? null : data.flatMap(({ skills }) => skills.map(({ name }) => name)),
      agents: null,
      warnings: [
        ...(data ?? []).flatMap(({ errors }) =>
          (errors ?? []).map(({ path, message }) => `${path ?? ''}: ${message ?? 'rejected'}`),
        ),
        ...warningsIn(stderr),
      ],
    }
  },
})

const codexAgents = listing({
  args: ['debug', 'prompt-input'],
  read: ({ stdout, stderr, status }) => ({
    commands: null,
    // The agent tool's description has one entry per role.
    agents: status === 0 ? [...stdout.matchAll(/(?<=\\n)gsd-[a-z-]+(?=: \{)/g)].map(([name]) => name) : null,
    warnings: warningsIn(stderr),
  }),
})

// Each request has an event with its usage, repeated when only rate limits change; the model and folder come earlier.
const CODEX_RECORDS: Records = {
  folder: 'sessions',
  suffix: '.jsonl',
  companionOf: null,
  read(text) {
    const found: UsageRecord[] = []
    let [session, folder, model] = ['', null as string | null, null as string | null]
    for (const line of documentsIn(text)) {
      const payload = fieldsAt(line, 'payload')
      if (line['type'] === 'session_meta') session = textAt(payload, 'id') ?? session
      folder = textAt(payload, 'cwd') ?? folder
      if (line['type'] === 'turn_context') model = textAt(payload, 'model') ?? model
      const info = fieldsAt(payload, 'info')
      const used = fieldsAt(info, 'last_token_usage')
      const at = timeAt(line, 'timestamp')
      if (payload['type'] !== 'token_count' || at === null || Object.keys(used).length === 0) continue
      found.push(
        requestAt(at, {
          id: `${session}:${countAt(fieldsAt(info, 'total_token_usage'), 'total_tokens')}`,
          session,
          folder,
          model,
          ...inputAt(used, 'input_tokens', 'cached_input_tokens'),
          output: countAt(used, 'output_tokens'),
        }),
      )
    }
    return found
  },
  readTyped(text) {
    let folder: string | null = null
    const found = documentsIn(text).flatMap((line) => {
      const payload = fieldsAt(line, 'payload')
      folder = textAt(payload, 'cwd') ?? folder
      const at = timeAt(line, 'timestamp')
      const item = fieldsAt(payload, 'item')
      const isItem = payload['type'] === 'item_completed' && item['type'] === 'UserMessage'
      if (at === null || !(isItem || payload['type'] === 'user_message')) return []
      return [{ at, folder, isItem, text: isItem ? messageText(item['content']) : (textAt(payload, 'message') ?? '') }]
    })
    // Older versions wrote messages instead of items; some write both.
    const hasItems = found.some(({ isItem }) => isItem)
    return found.flatMap(({ isItem, ...typed }) => (isItem === hasItems ? [typed] : []))
  },
}

const servers = serversIn(settingsIn('toml', ['config.toml'], ['config.toml']), ['mcp_servers'])

export const codex = {
  ...client,
  programs: ['codex'],
  recognisedBy: ['CODEX_THREAD_ID', 'CODEX_CI'],
  sessionVariable: 'CODEX_SESSION_ID',
  id: 'codex',
  title: 'Codex CLI',
  home: homeIn('.codex', { variables: folderVariable('CODEX_HOME') }),
  invoke: spelledAs('$'),
  ...placesAndListings('codex', {
    command: { also: [everywhere('agents', 'skills'), everywhere('codex', 'skills')] },
    agent: { folder: 'agents', emit: agentToml },
  }),
  // Codex still loads its own `skills/`, but expands no name that is in both roots.
  entries: { global: 'shared', local: 'shared' },
  // The skill's sidecar hides it from the model.
  alwaysOn: { own: false, shared: false, agent: true },
  tools: {
    read: 'exec_command',
    write: 'apply_patch',
    edit: 'apply_patch',
    shell: 'exec_command',
    grep: 'exec_command',
    glob: 'exec_command',
    fetch: 'web_search',
    search: 'web_search',
    ask: 'request_user_input',
    spawn: 'spawn_agent',
    todo: 'update_plan',
  },
  offers: [instructionsOffer('AGENTS.md', '../AGENTS.md'), mcpOffer(servers)],
  servers,
  configs: [
    { path: 'hooks.json', format: 'json' },
    { path: 'config.toml', format: 'toml' },
  ],
  abilities: { subagents: true, questions: false, hooks: true },
  spawn: (agent) =>
    `start the subagent \`${agent}\` with spawn_agent (\`agent_type: ${agent}\`; find it with tool_search if it is not listed) and wait with wait_agent`,
  // The provider is a separate setting: models of other vendors do not work.
  agentModel: (name) => /^(?!opus|sonnet|haiku|claude)[a-z][\w.:-]*$/i.test(name),
  headless: {
    args: ['exec', '--json', '--skip-git-repo-check', '{prompt}'],
    model: ['-m', '{model}'],
    grants: { edits: ['--sandbox', 'workspace-write'], all: ['--dangerously-bypass-approvals-and-sandbox'] },
    hooks: true,
  },
  acp: {
    ...acp,
    adapter: { program: 'codex-acp', package: '@agentclientprotocol/codex-acp', variable: 'CODEX_PATH' },
    args: [],
    model: 'protocol',
    modes: { edits: null, all: 'agent-full-access' },
  },
  listingCommands: [codexSkills, codexAgents],
  hooks: {
    ...hookDefaults,
    dialect: 'nested',
    events: { ...sessionEvents, ...subagentEvents },
    tools: {
      Bash: 'shell',
      shell: 'shell',
      exec_command: 'shell',
      apply_patch: 'edit',
      Edit: 'edit',
      Write: 'write',
      web_search: 'search',
      spawn_agent: 'spawn',
      update_plan: 'todo',
    },
    ...groupedHooks(settingsIn('json', ['hooks.json'], ['hooks.json']), 'names', inSeconds(asLine)),
    approval: 'open Codex and run /hooks once: it runs only reviewed hooks',
  },
  caveats: [
    'it silently skips hooks that were not reviewed',
    'it looks for project hooks below the folder where the session starts: start it in the project folder',
  ],
  records: CODEX_RECORDS,
  evidence: { how: 'measured', with: 'codex 0.169', on: '2026-11' },
} as const satisfies Runtime
