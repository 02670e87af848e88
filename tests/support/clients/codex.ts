// Codex, headless. Its model runs tools from inside JavaScript, and waits for sub-agents with a call of their own.
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

/** The client refuses a task name it has seen. */
let errandSerial = 0

function* spawn(errands: readonly Errand[]): Step<readonly string[]> {
  const started = yield {
    calls: errands.map(({ agent, prompt: message }) => ({
      tool: 'collaboration.spawn_agent',
      input: { task_name: `errand_${++errandSerial}`, message, agent_type: agent, fork_turns: 'none' },
    })),
  }
  const refused = started.results.find((result) => !result.includes('task_name'))
  if (refused !== undefined) throw new Error(`a sub-agent was not started: ${refused}`)
  const answers = new Map<string, string>()
  for (let waits = 0; answers.size < errands.length && waits < 60; waits++) {
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
  before: () => [],
  prompt,
  entry: (place, name, words) => prompt(place, `$${name} ${words}`),
  shell: (command) => ({
    tool: 'exec',
    input: `const r = await tools.exec_command(${JSON.stringify({ cmd: command, max_output_tokens: 20000 })}); text(r.output);`,
  }),
  output: (text) => text.slice(text.indexOf('Output:\n') + (text.includes('Output:\n') ? 8 : 0)),
  spawn,
}
