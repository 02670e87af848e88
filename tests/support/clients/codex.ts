// Codex, headless. Its model calls tools from JavaScript, and waits for subagents with a separate call.
import { join } from 'node:path'
import type { Step } from '../model/turn.js'
import type { Client, Errand, Place } from './client.js'

const prompt = ({ project, url }: Place, text: string) => [
  ...['exec', '--json', '--skip-git-repo-check', '-C', project, '-m', 'gpt-6.1-sol'],
  ...['-c', 'model_provider="mock"', '-c'],
  `model_providers.mock={name="mock",base_url="${url}/v1",wire_api="responses",env_key="MOCK_API_KEY",request_max_retries=0,stream_max_retries=0}`,
  ...['-c', 'check_for_update_on_startup=false', '-c', 'analytics.enabled=false'],
  ...['--dangerously-bypass-approvals-and-sandbox', text],
]

/** Makes task names unique: the client refuses a repeated one. */
let errandSerial = 0

/** The client's refusal when too many threads run, the session's own included. */
const FULL = 'agent thread limit reached'

const spawnCall = ({ agent, prompt: message }: Errand) => ({
  tool: 'collaboration.spawn_agent',
  input: { task_name: `errand_${++errandSerial}`, message, agent_type: agent, fork_turns: 'none' },
})

/** Starts as many subagents as the client allows, and each further one when another is done. */
function* spawn(errands: readonly Errand[]): Step<readonly string[]> {
  const answers = new Map<string, string>()
  let unstarted = errands
  for (let waits = 0; answers.size < errands.length && waits < 60; waits++) {
    const { results } = unstarted.length === 0 ? { results: [] } : yield { calls: unstarted.map(spawnCall) }
    const refusal = results.find((result) => !result.includes('task_name') && !result.includes(FULL))
    if (refusal !== undefined) throw new Error(`a sub-agent was not started: ${refusal}`)
    unstarted = unstarted.filter((_, index) => results[index]?.includes(FULL))
    const turn = yield { calls: [{ tool: 'collaboration.wait_agent', input: { timeout_ms: 20_000 } }] }
    for (const said of turn.results) {
      const sender = /Sender: (\S+)/.exec(said)?.[1]
      if (sender !== undefined && said.includes('FINAL_ANSWER')) answers.set(sender, said)
    }
  }
  if (answers.size < errands.length) throw new Error(`only ${answers.size} of ${errands.length} sub-agents answered`)
  return [...answers.values()]
}

export const codex: Client = {
  program: '.bin/codex',
  env: ({ home }) => ({
    CODEX_HOME: join(home, '.codex'),
    MOCK_API_KEY: 'sk-fake-0000',
    CODEX_DISABLE_UPDATE_CHECK: '1',
    RUST_LOG: 'warn',
  }),
  // The folder that CODEX_HOME names must exist.
  files: ({ home }) => ({ [join(home, '.codex/.keep')]: '' }),
  prompt,
  entry: (place, name, words) => prompt(place, `$${name} ${words}`),
  shell: (command) => ({
    tool: 'exec',
    input: `const r = await tools.exec_command(${JSON.stringify({ cmd: command, max_output_tokens: 20000 })}); text(r.output);`,
  }),
  output: (text) => text.slice(text.indexOf('Output:\n') + (text.includes('Output:\n') ? 8 : 0)),
  spawn,
}
