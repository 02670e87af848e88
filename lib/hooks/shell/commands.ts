// The programs that a call of the shell tool starts, read once for all checks of an event.
import type { Acting, ToolUse } from '../event.js'
import type { LineAround } from '../surroundings.js'
import type { Call } from './call.js'
import { type Calls, callsIn } from './calls.js'
import { changesFiles } from './changes.js'
import { isKnownProgram } from './programs.js'

const READ = new WeakMap<ToolUse, Calls>()

const isKnown = (program: string): boolean => isKnownProgram(program) || changesFiles(program)

const NO_CALLS: Calls = { calls: [], whole: true }

function callsOf(tool: ToolUse, { env, home }: LineAround): Calls {
  if (tool.command === null) return NO_CALLS
  const known = READ.get(tool) ?? callsIn(tool.command, { env, home }, isKnown)
  READ.set(tool, known)
  return known
}

/** What the event's calls of a shell start, in order. */
export const startedBy = ({ tools }: Acting, around: LineAround): readonly Call[] =>
  tools.flatMap((tool) => callsOf(tool, around).calls)

/** Whether that is all they start. */
export const isWhole = ({ tools }: Acting, around: LineAround): boolean =>
  tools.every((tool) => callsOf(tool, around).whole)
