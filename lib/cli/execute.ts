// Runs one command of `gsd-tools`, from argv to output and an exit code. Errors become documents here.

import type { Answer, Verb } from '../core/verb.js'
import { CODES, type ErrorBody, type Exit, GsdError, gsdError } from '../errors.js'
import { VERSION } from '../node/pack.js'
import { errorFrom } from '../node/system-error-fixes.js'
import { visible } from '../std/visible.js'
import { loadVerb } from '../verbs/registry.js'
import { type Flags, readArguments } from './arguments.js'
import { call } from './call.js'
import { type CommandLine, readCommandLine } from './command-line.js'
import { withRunnableCommands } from './launcher.js'
import { absentFieldError, documentOf, errorDocument, errorText, pick } from './output.js'
import type { World } from './world.js'

export interface Outcome {
  readonly exit: Exit
  readonly stdout: string
  readonly stderr: string
}

export async function execute(world: World): Promise<Outcome> {
  const notices: ErrorBody[] = []
  const outcome = await outcomeFor({ ...world, notice: (body) => notices.push(body) })
  if (notices.length === 0) return outcome
  const warnings = new Set((await withRunnableCommands(notices, world)).map(errorText))
  return { ...outcome, stderr: [...warnings, outcome.stderr].join('') }
}

async function outcomeFor(world: World): Promise<Outcome> {
  let flags: Flags = {}
  try {
    const line = readCommandLine(world.argv)
    if (line.kind !== 'call') return await answerLine(line, world)
    const command = await loadVerb(line.name)
    const request = readArguments(command, line.words)
    flags = request.flags
    const answer = await withRunnableCommands(await call(command, request, world), world)
    return await forReader(world, flags, outcomeOf(answer, flags, command), answer, command)
  } catch (thrown) {
    const error = await withRunnableFix(errorFrom(thrown, world.env), world)
    return await forReader(world, flags, failure(error, flags))
  }
}

const forReader = async (world: World, flags: Flags, outcome: Outcome, answer?: Answer<unknown>, verb?: Verb) =>
  world.columns?.() ? (await import('./terminal-output.js')).forTerminal(world, flags, outcome, answer, verb) : outcome

async function answerLine(line: Exclude<CommandLine, { kind: 'call' }>, world: World): Promise<Outcome> {
  if (line.kind === 'version') return { exit: 0, stdout: `${VERSION}\n`, stderr: '' }
  const help = await import('./help.js')
  if (line.kind === 'unknown') throw await help.unknownVerbError(line.words)
  const { fitted } = await import('../std/fitted.js')
  return { exit: 0, stdout: visible(fitted(await help.helpText(line.subject), world.columns?.() ?? 0)), stderr: '' }
}

const failure = (error: GsdError, flags: Flags): Outcome => ({
  exit: error.exit,
  stdout: documentOf(errorDocument(error.body), flags),
  stderr: errorText(error.body),
})

function outcomeOf(answer: Answer<unknown>, flags: Flags, verb: Verb): Outcome {
  const exit = answer.exit ?? (answer.error === undefined ? 0 : CODES[answer.error.code])
  if (answer.error !== undefined && (exit === 2 || exit === 70)) return failure(new GsdError(answer.error), flags)
  const stderr = answer.error === undefined ? '' : errorText(answer.error)
  if ((answer.output ?? verb.output) === 'markdown' && !flags.json) return markdownOutcome(answer, flags, exit)
  if (flags.pick !== undefined) return pickedOutcome(answer, flags.pick, flags, exit, stderr)
  // A question for the user is part of the report; for any other error, the JSON document is printed instead.
  if (flags.pretty && verb.pretty !== undefined && (answer.error === undefined || exit === 4))
    return { exit, stdout: visible(withNewline(verb.pretty(answer.result))), stderr }
  const { findings } = (answer.result ?? {}) as { readonly findings?: readonly unknown[] }
  return {
    exit,
    stdout: documentOf(withError(answer), flags),
    stderr: findings?.[0] === undefined ? stderr : codeLine(answer),
  }
}

/** Returns only the error's code, because stdout has the error already and a model may see both streams. */
const codeLine = ({ error }: Answer<unknown>): string => (error === undefined ? '' : `gsd-tools: ${error.code}\n`)

const withNewline = (text: string) => (text.endsWith('\n') ? text : `${text}\n`)

/** Returns the result with the error as a further field, or only the error if the result is not an object. */
function withError({ result, error }: Answer<unknown>): unknown {
  if (error === undefined) return result
  return typeof result === 'object' && result !== null && !Array.isArray(result)
    ? { ...result, ...errorDocument(error) }
    : errorDocument(error)
}

function markdownOutcome(answer: Answer<unknown>, flags: Flags, exit: Exit): Outcome {
  if (flags.pick !== undefined)
    throw gsdError('USAGE', '--pick needs JSON, but this verb prints Markdown', 'add --json, or omit --pick')
  const { text } = answer.result as { readonly text: string }
  return { exit, stdout: visible(withNewline(text)), stderr: codeLine(answer) }
}

function pickedOutcome(answer: Answer<unknown>, path: string, flags: Flags, exit: Exit, stderr: string): Outcome {
  const picked = pick(answer.result, path)
  if (picked.found) return { exit, stdout: documentOf(picked.value, flags), stderr }
  const body = answer.error ?? absentFieldError(path, answer.result)
  return failure(new GsdError(body, exit === 0 ? undefined : { exit }), flags)
}

const withRunnableFix = async (error: GsdError, world: World): Promise<GsdError> =>
  new GsdError(await withRunnableCommands(error.body, world), { cause: error.cause, exit: error.exit })
