// Runs one call of `gsd`, from its words to output and exit code, and prints its errors.
import type { GsdError } from '../../errors.js'
import { errorFrom } from '../../node/system-error-fixes.js'
import { sanitized, wrapToTerminal } from '../../node/terminal.js'
import { visibleJson } from '../../std/visible.js'
import { errorTextBy } from '../output.js'
import type { Action } from './action.js'
import { ACTION_NAMES, isActionName, loadActions } from './actions.js'
import { type CommandLine, readCommandLine } from './command-line.js'
import { Cancelled } from './refusals.js'
import { environmentRefusal } from './surroundings.js'
import type { GsdExit, World } from './world.js'

type Call = Extract<CommandLine, { kind: 'call' }>

/** Runs one call. Actions print through `out` and `err`, which sanitize the text. */
export async function runGsd(outer: World): Promise<GsdExit> {
  const world: World = {
    ...outer,
    out: (text) => outer.out(sanitized(text)),
    err: (text) => outer.err(sanitized(text)),
  }
  if (world.argv[0] === '__next') {
    const { completionsFor } = await import('./completion.js')
    world.out(await completionsFor(world.argv.slice(1)))
    return 0
  }
  try {
    const width = Number(world.env['COLUMNS']) || undefined
    const [first = ''] = world.argv
    const actions = await loadActions(isActionName(first) ? [first] : ACTION_NAMES)
    const line = readCommandLine(world.argv, actions, width)
    if (line.kind === 'call') return await call(line, actions[line.action] as Action, world)
    world.out(wrapToTerminal(line.text, { isTTY: world.isTTY.out, width }))
    return 0
  } catch (thrown) {
    return await reportError(errorFrom(thrown, world.env), world)
  }
}

async function call({ action, given }: Call, { run }: Action, world: World): Promise<GsdExit> {
  const refusal = environmentRefusal(world)
  if (refusal !== null) throw refusal
  const answer = await run(given as never, world)
  const isUnwrapped = UNWRAPPED_ACTIONS.includes(action) || given['dryRun'] === true
  const text = isUnwrapped ? answer.text : wrapToTerminal(answer.text, { isTTY: world.isTTY.out })
  world.out(given['json'] === true ? `${visibleJson(JSON.stringify(answer.result))}\n` : text)
  return answer.exit
}

/** Actions whose text is not wrapped to the terminal width. Dry runs are not wrapped either, because they show diffs. */
const UNWRAPPED_ACTIONS: readonly string[] = ['completion', 'report']

/** Prints an error as text on stderr and, with --json, also as JSON on stdout. */
async function reportError(error: GsdError, world: World): Promise<GsdExit> {
  const { withRunnableCommands } = await import('../launcher.js')
  const body = await withRunnableCommands(error.body, world)
  if (world.argv.includes('--json')) world.out(`${visibleJson(JSON.stringify({ error: body }))}\n`)
  const text = error instanceof Cancelled ? `gsd: ${body.message}\n` : errorTextBy('gsd', body.message, body.fix)
  world.err(wrapToTerminal(text, { isTTY: world.isTTY.err }))
  return error instanceof Cancelled ? error.status : error.exit
}
