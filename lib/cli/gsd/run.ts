// One call of `gsd`, from words to output and exit code. The only place that turns its errors into text and documents.
import { resolve } from 'node:path'
import { GsdError } from '../../errors.js'
import { systemError } from '../../node/mends.js'
import { fittedTo, shown } from '../../node/terminal.js'
import { visibleJson } from '../../std/visible.js'
import { COMPLETION_CALL } from '../flags.js'
import { complaintBy } from '../output.js'
import type { Action } from './action.js'
import { ACTION_NAMES, isActionName, loadActions } from './actions.js'
import { type CommandLine, readCommandLine } from './command-line.js'
import { Ended } from './ended.js'
import { isFolder } from './folder.js'
import { refusedPlace } from './surroundings.js'
import type { GsdExit, World } from './world.js'

type Call = Extract<CommandLine, { kind: 'call' }>

/** All output of an action passes here. */
export async function runGsd(outer: World): Promise<GsdExit> {
  const world: World = {
    ...outer,
    out: (text) => outer.out(shown(text)),
    err: (text) => outer.err(shown(text)),
  }
  if (world.argv[0] === COMPLETION_CALL) {
    const { gsdWords } = await import('./completion.js')
    world.out(await gsdWords(world.argv.slice(1), world))
    return 0
  }
  try {
    const width = Number(world.env['COLUMNS']) || undefined
    const [first = ''] = world.argv
    const actions = await loadActions(isActionName(first) ? [first] : ACTION_NAMES)
    const line = readCommandLine(world.argv, actions, (word) => isFolder(resolve(world.cwd, word)), width)
    if (line.kind === 'call') return await call(line, actions[line.action] as Action, world)
    world.out(fittedTo(line.text, { isTTY: world.isTTY.out, width }))
    return 0
  } catch (thrown) {
    return await complain(errorOf(thrown, world), world)
  }
}

async function call({ action, given }: Call, { run }: Action, world: World): Promise<GsdExit> {
  const refused = refusedPlace(world)
  if (refused !== null) throw refused
  const answer = await run(given as never, world)
  const isHandedOn = HANDED_ON.includes(action) || given['dryRun'] === true
  const text = isHandedOn ? answer.text : fittedTo(answer.text, { isTTY: world.isTTY.out })
  world.out(given['json'] === true ? `${visibleJson(JSON.stringify(answer.result))}\n` : text)
  return answer.exit
}

/** Output that may be redirected to a file; so may the diffs of a dry run. */
const HANDED_ON: readonly string[] = ['completion', 'report']

/** An error is a document under `--json`, and always a line for users. */
async function complain(error: GsdError, world: World): Promise<GsdExit> {
  const { withLauncher } = await import('../launcher.js')
  const body = await withLauncher(error.body, world)
  if (world.argv.includes('--json')) world.out(`${visibleJson(JSON.stringify({ error: body }))}\n`)
  const said = error instanceof Ended ? `gsd: ${body.message}\n` : complaintBy('gsd', body.message, body.fix)
  world.err(fittedTo(said, { isTTY: world.isTTY.err }))
  return error instanceof Ended ? error.status : error.exit
}

function errorOf(thrown: unknown, world: World): GsdError {
  if (thrown instanceof GsdError) return thrown
  const failure = thrown as NodeJS.ErrnoException
  const { code, message, stack } = failure
  const detail = world.env['GSD_DEBUG'] ? `\n${stack ?? ''}` : ''
  return typeof code === 'string' && /^E[A-Z]+$/.test(code)
    ? systemError(failure, detail)
    : new GsdError({
        code: 'INTERNAL',
        message: `${message ?? String(thrown)}${detail}`,
        fix: 'this is a bug: repeat the command with GSD_DEBUG=1 and report the output',
      })
}
