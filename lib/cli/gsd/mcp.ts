// `gsd mcp`: serves verbs and commands to an MCP client on stdio. A tool's parameters come from its verb.
import type { Arg, Args, Verb } from '../../core/verb.js'
import { GsdError, gsdError } from '../../errors.js'
import { VERSION } from '../../node/pack.js'
import { packedProgram } from '../../node/packed.js'
import { inTurn } from '../../std/in-turn.js'
import { isFields } from '../../std/json.js'
import type { Shape } from '../../std/shape.js'
import { TYPED } from '../../verbs/arguments.js'
import { loadVerb, type VerbName } from '../../verbs/registry.js'
import { argumentsOf, flagOf } from '../arguments.js'
import type { ServerContent, serve, ToolAnswer } from '../mcp-server.js'
import { plainAction } from './action.js'
import { callTools } from './call-tools.js'
import { openAssets } from './supply.js'
import type { Answer, World } from './world.js'

export async function mcp(_: unknown, world: World): Promise<Answer> {
  if (world.isInteractive) process.stderr.write(WAITING)
  // The protocol and its library are in a separate program, loaded only when needed.
  await packedProgram<{ serve: typeof serve }>(world.bin, 'gsd-protocols').serve(await serverContent(world))
  return { exit: 0, result: { action: 'mcp' }, text: '' }
}

const WAITING =
  'Waiting for an MCP client. To register this server in a client: gsd install --claude --mcp. Ctrl-C ends the server.\n'

async function serverContent(world: World): Promise<ServerContent> {
  const { env, cwd, bin } = world
  const verbs = new Map(
    await Promise.all(TOOL_VERBS.map(async (name) => [toolName(name), await loadVerb(name)] as const)),
  )
  const commands = openAssets(bin).commands
  // Calls run one at a time: two in one process would hold the same lock.
  const run = inTurn((argv: readonly string[]) => callTools({ env, cwd, bin }, ...argv))
  return {
    version: VERSION,
    tools: [...verbs.values()].map(toolOf),
    prompts: [...commands.values()].map(({ name, about }) => ({ name, about })),
    async call(name, given) {
      const verb = verbs.get(name) as Verb
      try {
        const { stdout, stderr, exit } = await run(toCommandLine(verb, given))
        return toolAnswer(stdout, stderr, exit)
      } catch (error) {
        if (!(error instanceof GsdError)) throw error
        return { text: JSON.stringify({ error: error.body }), isError: true }
      }
    },
    async prompt(name, words) {
      const argv = ['brief', String(commands.get(name)?.workflow), '--', ...words.split(/\s+/).filter(Boolean)]
      return (await run(argv)).stdout
    },
  }
}

export const action = plainAction(
  'Serve the engine to MCP clients; they start it once registered: gsd install --claude --mcp',
  {},
  mcp,
)

/** The verbs that are tools: all that a session needs from "where are we?" to "it is done". */
export const TOOL_VERBS = [
  'next',
  'begin',
  'unit.finish',
  'check.run',
  'progress',
  'phase.plan-index',
  'requirements.list',
  'pending.list',
  'note.add',
  'decision.add',
  'decision.list',
  'decision.answer',
  'log',
  'health',
] as const satisfies readonly VerbName[]

/** Returns a verb's name as a tool: clients allow letters, digits, `_` and `-`. */
export const toolName = (verb: string): string => verb.replace('.', '_')

/** Returns a verb's arguments, except those that name files: a caller without a shell must not reach files through us. */
const servedArgs = (verb: Verb): Args =>
  Object.fromEntries(
    argumentsOf(verb).filter(
      ([, arg]) => arg.type !== 'path' && !(arg.type === 'list' && arg.of === 'path') && arg !== TYPED,
    ),
  )

const toolOf = (verb: Verb): ServerContent['tools'][number] => ({
  name: toolName(verb.name),
  about: verb.about,
  input: argumentsShape(servedArgs(verb)),
  isReadOnly: verb.writes === undefined,
})

const ARG_SHAPES: Readonly<Record<Arg['type'], Shape>> = {
  text: { type: 'string' },
  int: { type: 'integer' },
  flag: { type: 'boolean' },
  choice: { type: 'string' },
  path: { type: 'string' },
  list: { type: 'array', items: { type: 'string' } },
  rest: { type: 'array', items: { type: 'string' } },
}

const shapeOfArg = (arg: Arg): Shape => ({
  ...ARG_SHAPES[arg.type],
  ...(arg.type === 'choice' ? { enum: arg.values } : {}),
  description: arg.about,
})

export function argumentsShape(args: Args): Shape {
  const entries = Object.entries(args)
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([key, arg]) => [flagOf(key), shapeOfArg(arg)])),
    required: entries.filter(([, arg]) => arg.required === true).map(([key]) => flagOf(key)),
    additionalProperties: false,
  }
}

/** Returns the command line, with arguments as `--name=value`, so that no value can pass for a flag. */
function toCommandLine(verb: Verb, given: Readonly<Record<string, unknown>>): readonly string[] {
  const args = new Map(Object.entries(servedArgs(verb)).map(([key, arg]) => [flagOf(key), arg]))
  const argv = Object.entries(given).flatMap(([name, value]): readonly string[] => {
    const arg = args.get(name)
    if (arg === undefined) throw usageErrorOf(verb, `has no argument "${name}"`)
    if (arg.type === 'flag') return value === true ? [`--${name}`] : []
    const values = Array.isArray(value) ? value : isFields(value) ? [] : [value]
    if (values.length === 0 || !values.every((one) => typeof one === 'string' || typeof one === 'number'))
      throw usageErrorOf(verb, `needs text as "${name}"`)
    return values.map((one) => `--${name}=${one}`)
  })
  return [...verb.name.split('.'), ...argv]
}

const usageErrorOf = (verb: Verb, what: string): GsdError =>
  gsdError(
    'USAGE',
    `${toolName(verb.name)} ${what}`,
    `use its arguments: ${Object.keys(servedArgs(verb)).map(flagOf).join(', ')}`,
  )

/** An answer with an error is an error, unless it also has a result and asks the user (exit code 4). */
function toolAnswer(stdout: string, stderr: string, exit: number): ToolAnswer {
  if (!stdout.startsWith('{')) return { text: stdout, isError: exit !== 0 && exit !== 4 && stderr !== '' }
  const document: unknown = JSON.parse(stdout)
  const isError = isFields(document) && 'error' in document && (exit !== 4 || Object.keys(document).length === 1)
  return { text: stdout, isError }
}
