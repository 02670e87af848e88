// Runs a course: the verbs it names, one after another, each as if it had been typed. What one refuses, the course hears as an answer.
import { startedWith } from '../core/dispatch/asked.js'
import { GsdError } from '../errors.js'
import type { Answer, Call, Course, Done, Verb } from '../verbs/verb.js'
import { spoken } from '../verbs/verb.js'
import { type Flags, type Request, readArguments } from './arguments.js'
import { call } from './call.js'
import type { CommandName } from './command-line.js'
import { spellingFor, withLauncher } from './launcher.js'
import { loadCommand } from './load.js'
import type { World } from './world.js'

/** More calls than this are a circle: the longest course closes one phase after another. */
const MOST_CALLS = 200

/** What a write adds to its answer. */
interface Written {
  readonly changed?: boolean
  readonly changed_files?: readonly string[]
  readonly journal?: string | null
}

/** `before`: calls that were made already, which the course goes on from. */
export async function runCourse(
  course: Course,
  { args, flags }: Request,
  before: readonly Done[],
  world: World,
): Promise<Answer<unknown>> {
  const around = {
    cli: (await spellingFor(world))('gsd-tools'),
    single: startedWith(world.env).single,
  }
  const done: Done[] = [...(await withLauncher(before, world))]
  while (done.length < MOST_CALLS) {
    const step = course.step(args as never, done, around)
    if (!('verb' in step)) return withWrites(step, done, flags['dry-run'] === true)
    const verb = await verbNamed(step.verb)
    if (flags['dry-run'] === true && verb.kind !== 'query') return foretold(step, done)
    const answer = await heard(() => call(verb, request(verb, step, flags), world))
    done.push(await withLauncher({ ...step, answer }, world))
  }
  throw new GsdError({
    code: 'INTERNAL',
    message: `${spoken(course.name)} made ${MOST_CALLS} calls and has not ended`,
    fix: 'this is a bug: report it with what `gsd-tools next --explain` prints',
  })
}

/** The course of this name, behind a call that was made; its answer stands in the result of that one. */
export async function goOn(name: string, first: Done, { flags }: Request, world: World): Promise<Answer<unknown>> {
  const course = await verbNamed(name)
  if (course.kind !== 'course') throw new Error(`${name} is not a course`)
  const answer = await runCourse(course, { args: readArguments(course, []).args, flags }, [first], world)
  const { text, changed, changed_files, journal } = answer.result as Written & { readonly text?: string }
  const written = { changed, changed_files, journal }
  return {
    ...answer,
    output: 'markdown',
    result: { ...(first.answer.result as object), ...written, begun: answer.result, text },
  }
}

const verbNamed = async (name: string): Promise<Verb> => {
  const command = await loadCommand(name as CommandName)
  if (command.kind === 'builtin') throw new Error(`${name} describes the CLI; it is not part of a course`)
  return command
}

/** Flags of the call that say where and how; those that shape what is printed are the course's own. */
function request(verb: Verb, { words }: Call, flags: Flags): Request {
  const { pick: _pick, default: _default, ...rest } = flags
  return { args: readArguments(verb, words).args, flags: rest }
}

/** A refusal is an answer too: the course decides what follows from it. */
async function heard(run: () => Promise<Answer<unknown>>): Promise<Answer<unknown>> {
  try {
    return await run()
  } catch (thrown) {
    if (!(thrown instanceof GsdError)) throw thrown
    return { result: null, exit: exitOf(thrown), error: thrown.body }
  }
}

const exitOf = ({ exit }: GsdError): 1 | 3 | 4 => (exit === 3 || exit === 4 ? exit : 1)

const writesOf = ({ answer }: Done): Written => (answer.result ?? {}) as Written

function withWrites(answer: Answer<unknown>, done: readonly Done[], dryRun: boolean): Answer<unknown> {
  const files = [...new Set(done.flatMap((one) => writesOf(one).changed_files ?? []))].sort()
  return {
    ...answer,
    result: {
      ...(answer.result as object),
      changed: done.some((one) => writesOf(one).changed === true),
      changed_files: files,
      journal: done.map((one) => writesOf(one).journal ?? null).findLast((id) => id !== null) ?? null,
      ...(dryRun ? { dry_run: true } : {}),
    },
  }
}

/** Under `--dry-run` nothing is written, and what comes after the first write would rest on it. */
const foretold = (step: Call, done: readonly Done[]): Answer<unknown> => ({
  result: {
    dry_run: true,
    calls: [...done.map(spelledCall), spelledCall(step)],
    text: `It would call: gsd-tools ${spelledCall(step)}, and go on from what that answers.\n`,
  },
})

const spelledCall = ({ verb, words }: Call): string => [spoken(verb), ...words].join(' ')
