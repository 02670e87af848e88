// One call of `gsd`, from words to output and exit code. The only place that turns its errors into text or JSON.
import type { GsdError } from '../../errors.js'
import { errorFrom } from '../../node/system-error-fixes.js'
import { sanitized, wrapToTerminal } from '../../node/terminal.js'
import { visibleJson } from '../../std/visible.js'
import { complaintBy } from '../output.js'
import type { Action } from './action.js'
import { ACTION_NAMES, isActionName, loadActions } from './actions.js'
import { type CommandLine, readCommandLine } from './command-line.js'
import { Cancelled } from './refusals.js'
import { environmentRefusal } from './surroundings.js'
import type { GsdExit, World } from './world.js'

type Call = Extract<CommandLine, { kind: 'call' }>

/** All output of an action passes here. */
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
    return await complain(errorFrom(thrown, world.env), world)
  }
}

async function call({ action, given }: Call, { run }: Action, world: World): Promise<GsdExit> {
  const refused = environmentRefusal(world)
  if (refused !== null) throw refused
  const answer = await run(given as never, world)
  const isUnwrapped = UNWRAPPED_ACTIONS.includes(action) || given['dryRun'] === true
  const text = isUnwrapped ? answer.text : wrapToTerminal(answer.text, { isTTY: world.isTTY.out })
  world.out(given['json'] === true ? `${visibleJson(JSON.stringify(answer.result))}\n` : text)
  return answer.exit
}

/** Never wrapped to the terminal width; nor are the diffs of a dry run. */
const UNWRAPPED_ACTIONS: readonly string[] = ['completion', 'report']

/** With --json, JSON on stdout; always text on stderr. */
async function complain(error: GsdError, world: World): Promise<GsdExit> {
  const { withRunnableCommands } = await import('../launcher.js')
  const body = await withRunnableCommands(error.body, world)
  if (world.argv.includes('--json')) world.out(`${visibleJson(JSON.stringify({ error: body }))}\n`)
  const said = error instanceof Cancelled ? `gsd: ${body.message}\n` : complaintBy('gsd', body.message, body.fix)
  world.err(wrapToTerminal(said, { isTTY: world.isTTY.err }))
  return error instanceof Cancelled ? error.status : error.exit
}
