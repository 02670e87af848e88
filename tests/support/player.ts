// A scripted model that plays by the served texts: it runs only commands it finds in them and fills in only what the text leaves open.
import type { ClientId } from './clients.js'
import type { Call, Reply, Turn } from './model-server.js'

export type Step<T> = Generator<Reply, T, Turn>

/** How each client's tools are called. Every call of one reply is answered in the next turn. */
const SHELL: Readonly<Record<ClientId, (command: string) => Call>> = {
  claude: (command) => ({ tool: 'Bash', input: { command, description: 'step' } }),
  codex: (command) => ({
    tool: 'exec',
    input: `const r = await tools.exec_command(${JSON.stringify({ cmd: command, max_output_tokens: 20000 })}); text(r.output);`,
  }),
}

/** The text a shell call printed, without what the client puts around it. */
const OUTPUT: Readonly<Record<ClientId, (text: string) => string>> = {
  claude: (text) => text,
  codex: (text) => text.slice(text.indexOf('Output:\n') + (text.includes('Output:\n') ? 8 : 0)),
}

export interface Errand {
  readonly agent: string
  readonly prompt: string
}

/** The client refuses a task name it has seen. */
let errandSerial = 0

/** Starts every errand at the same time and waits for all; answers what each sub-agent said last, in order. */
const SPAWN: Readonly<Record<ClientId, (errands: readonly Errand[]) => Step<readonly string[]>>> = {
  *claude(errands) {
    const turn = yield {
      calls: errands.map(({ agent, prompt }) => ({
        tool: 'Agent',
        input: { description: agent, prompt, subagent_type: agent, run_in_background: false },
      })),
    }
    return turn.results
  },
  *codex(errands) {
    const started = yield {
      calls: errands.map(({ agent, prompt }) => ({
        tool: 'collaboration.spawn_agent',
        input: { task_name: `errand_${++errandSerial}`, message: prompt, agent_type: agent, fork_turns: 'none' },
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
  },
}

export class Player {
  readonly client: ClientId
  /** Every command that was run, for assertions. */
  readonly ran: string[] = []

  constructor(client: ClientId) {
    this.client = client
  }

  *shell(command: string): Step<string> {
    this.ran.push(command)
    const turn = yield { calls: [SHELL[this.client](command)] }
    return OUTPUT[this.client](turn.results[0] ?? '')
  }

  *json<T>(command: string): Step<T> {
    const out = yield* this.shell(command)
    const [from, to] = [out.indexOf('{'), out.lastIndexOf('}')]
    if (from < 0) throw new Error(`${command} printed no JSON document: ${out}`)
    return JSON.parse(out.slice(from, to + 1)) as T
  }

  *write(path: string, text: string): Step<void> {
    yield* this.shell(`cat > '${path}' <<'END_OF_FILE'\n${text}END_OF_FILE`)
  }

  spawn(errands: readonly Errand[]): Step<readonly string[]> {
    return SPAWN[this.client](errands)
  }
}

/** The commands a text names: its backticked passages that call the CLI, in order. */
const commandsIn = (text: string): readonly string[] =>
  text.split('`').filter((part, index) => index % 2 === 1 && /^node ".*gsd-tools\.cjs"/.test(part))

/** The first command of `text` that calls `verb`, its open places filled in. A text that names no such command is a defect of the text. */
export function commandFor(text: string, verb: string, values: Readonly<Record<string, string>> = {}): string {
  const found = commandsIn(text).find((command) => command.includes(`gsd-tools.cjs" ${verb}`))
  if (found === undefined) throw new Error(`the served text names no call of "${verb}":\n${text}`)
  const filled = Object.entries(values).reduce(
    (command, [name, value]) => command.replaceAll(`<${name}>`, value),
    found,
  )
  const open = /<[a-zA-Z_' ]+>/.exec(filled)
  if (open !== null) throw new Error(`the served text leaves ${open[0]} open in: ${found}`)
  return filled
}

/** The call of the next part that a part of a workflow ends with, or null at its end. */
export const nextPart = (text: string): string | null =>
  commandsIn(text).findLast((command) => command.includes(' --step ')) ?? null
