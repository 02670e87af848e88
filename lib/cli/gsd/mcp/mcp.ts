// `gsd mcp`: the engine as an MCP server on stdio.

import { GsdError } from '../../../errors.js'
import { VERSION } from '../../../node/pack.js'
import { packedProgram } from '../../../node/packed.js'
import { inTurn } from '../../../std/in-turn.js'
import { loadVerb } from '../../../verbs/registry.js'
import type { Served, serve } from '../../mcp-server.js'
import { plainAction } from '../action.js'
import { callTools } from '../of-verb.js'
import { openAssets } from '../supply.js'
import type { Answer, World } from '../world.js'
import { answerIn, TOOL_VERBS, toCommandLine, toolName, toolOf } from './tools.js'

/** Ends when the client closes the connection. */
export async function mcp(_: unknown, world: World): Promise<Answer> {
  if (world.isInteractive) process.stderr.write(WAITING)
  await protocolIn(world.bin)(await servedFor(world))
  return { exit: 0, result: { action: 'mcp' }, text: '' }
}

const WAITING =
  'Waiting for an MCP client. To register this server in one: gsd install --claude --mcp. Ctrl-C ends it.\n'

async function servedFor(world: World): Promise<Served> {
  const { env, cwd, bin } = world
  const verbs = new Map(
    await Promise.all(TOOL_VERBS.map(async (name) => [toolName(name), await loadVerb(name)] as const)),
  )
  const commands = openAssets(bin).commands
  // Two calls of one process would hold one lock.
  const run = inTurn((argv: readonly string[]) => callTools({ env, cwd, bin }, ...argv))
  return {
    version: VERSION,
    tools: [...verbs.values()].map(toolOf),
    prompts: [...commands.values()].map(({ name, about }) => ({ name, about })),
    async call(name, given) {
      const verb = verbs.get(name)
      if (verb === undefined) throw new Error(`there is no tool "${name}"`)
      try {
        const { stdout, stderr, exit } = await run(toCommandLine(verb, given))
        return answerIn(stdout, stderr, exit)
      } catch (error) {
        if (!(error instanceof GsdError)) throw error
        return { text: JSON.stringify({ error: error.body }), refused: true }
      }
    },
    async prompt(name, words) {
      const command = commands.get(name)
      if (command === undefined) throw new Error(`there is no command "${name}"`)
      const { stdout } = await run(['brief', command.workflow, '--', ...words.split(/\s+/).filter(Boolean)])
      return stdout
    },
  }
}

/** The protocol and its library are a program of their own, loaded only here. */
const protocolIn = (bin: string): typeof serve => packedProgram<{ serve: typeof serve }>(bin, 'gsd-protocols').serve

export const action = plainAction({
  about: 'Serve the engine to MCP clients; they start it once registered: gsd install --claude --mcp',
  args: {},
  run: mcp,
})
