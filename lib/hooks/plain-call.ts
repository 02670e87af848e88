// Calls of tools of which no check could have anything to say, whatever is set: most of a day's. The program with the checks is not loaded for them.
import { isOrdinary } from './checks/ordinary.js'
import { absolutePath } from './checks/paths.js'
import type { HookContext, ToolUse } from './event.js'
import { needsReading } from './shell.js'
import type { Surroundings } from './surroundings.js'

type Around = Pick<Surroundings, 'own' | 'real'>

/** Before they are made: afterwards checks count. One call has one kind of action, whatever files it names. */
export const isPlainCall = (event: HookContext, around: Around): boolean =>
  event.point === 'pre-tool' &&
  event.tools.length > 0 &&
  event.tools.every(
    (tool) =>
      tool.action === event.tools[0]?.action &&
      isPlain(tool, event.cwd, around) &&
      isPlainFile(tool, event.cwd, around),
  )

/** The message of a commit is for a check to judge, however its quotes are set. */
const COMMIT = /commit/i

function isPlain({ action, command, globs }: ToolUse, cwd: string, around: Around): boolean {
  if (action !== 'shell') return action === 'read' || (action === 'grep' && globs.length === 0)
  return command !== null && !COMMIT.test(command.replace(/["']/g, '')) && !needsReading(command, cwd, around)
}

const isPlainFile = ({ path }: ToolUse, cwd: string, around: Around): boolean =>
  path === null || isOrdinary(absolutePath(path, cwd), around)
