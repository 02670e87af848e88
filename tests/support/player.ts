// A scripted model, and the functions with which its scripts follow printed texts: they find a command in a text and fill in its placeholders.
import { CLIENTS, type ClientId } from './clients/all.js'
import type { Client, Errand } from './clients/client.js'
import type { Step } from './model/turn.js'

export class Player {
  readonly client: Client
  /** Every command that this player ran, for assertions. */
  readonly ran: string[] = []

  constructor(client: ClientId) {
    this.client = CLIENTS[client]
  }

  *shell(command: string): Step<string> {
    this.ran.push(command)
    const turn = yield { calls: [this.client.shell(command)] }
    return this.client.output(turn.results[0] ?? '')
  }

  *json<T>(command: string): Step<T> {
    const out = yield* this.shell(command)
    const [from, to] = [out.indexOf('{'), out.lastIndexOf('}')]
    if (from < 0) throw new Error(`${command} printed no JSON document: ${out}`)
    return JSON.parse(out.slice(from, to + 1)) as T
  }

  write(path: string, text: string): Step<string> {
    return this.shell(writeLines({ [path]: text }))
  }

  spawn(errands: readonly Errand[]): Step<readonly string[]> {
    if (this.client.spawn === null) throw new Error('this client has no sub-agents')
    return this.client.spawn(errands)
  }
}

/** Shell lines that write files. A script combines them with other commands, because each call costs a turn of the client. */
export const writeLines = (files: Readonly<Record<string, string>>): string =>
  Object.entries(files)
    .map(([path, text]) => {
      // One client rejects `$` and backticks as an attack, even where the shell would not expand them.
      const coded = /[`$]/.test(text) ? Buffer.from(text).toString('base64') : null
      return coded === null
        ? `cat > '${path}' <<'END_OF_FILE'\n${text}END_OF_FILE`
        : `printf %s ${coded} | base64 -d > '${path}'`
    })
    .join('\n')

/** Lists the commands that a text names: its passages in backticks that call the CLI. */
const commandsIn = (text: string): readonly string[] =>
  text.split('`').filter((part, index) => index % 2 === 1 && /^node ".*gsd-tools\.cjs"/.test(part))

/** Returns a command of `text` that calls `verb`, with its placeholders filled in; throws if there is none or a placeholder is left. */
export function commandFor(text: string, verb: string, values: Readonly<Record<string, string>> = {}): string {
  const [calls, call] = [commandsIn(text), `gsd-tools.cjs" ${verb}`]
  // A call of exactly the verb is preferred: `begin` to `begin quick`.
  const found = calls.find((command) => command.endsWith(call)) ?? calls.find((command) => command.includes(call))
  if (found === undefined) throw new Error(`the served text names no call of "${verb}":\n${text}`)
  const filled = Object.entries(values).reduce(
    (command, [name, value]) => command.replaceAll(`<${name}>`, value),
    found,
  )
  const unfilled = /<[a-zA-Z_' ]+>/.exec(filled)
  if (unfilled !== null) throw new Error(`no value for ${unfilled[0]} in: ${found}`)
  return filled
}

/** Returns the call of a workflow's next part, with which each part but the last ends; null after the last. */
export const nextPart = (text: string): string | null =>
  commandsIn(text).findLast((command) => command.includes(' --step ')) ?? null
