// Calls of tools of which no check could have anything to say, to keep or to do: most of a day's. The program with the checks is not loaded for them.
import { slashed } from '../std/paths.js'
import { filesRead } from './checks/files-read.js'
import { isOrdinary } from './checks/ordinary.js'
import { absolutePath } from './checks/paths.js'
import { contextLeft, WARNING } from './checks/transcript.js'
import type { ContextAt, HookContext, ToolUse } from './event.js'
import { changedByLine, holds } from './shell.js'
import { CLAIMS, type Surroundings } from './surroundings.js'

/** What a look may ask of the outside; it is lazy. */
export interface Known extends Pick<Surroundings, 'own' | 'real' | 'exists' | 'names' | 'tail'> {
  /** Folder of the project, or null. */
  readonly root: string | null
  /** What the session remembers, by check. */
  readonly memory: Readonly<Record<string, unknown>>
  /** The settings of the project and of the person, as they are written. */
  readonly settings: readonly string[]
  readonly now: () => number
}

export type Asked = ContextAt<'pre-tool'>
export type Done = ContextAt<'post-tool'>

/** One call has one kind of action, whatever files it names. */
export function isPlainCall(event: HookContext, around: Known): boolean {
  if (event.point !== 'pre-tool' && event.point !== 'post-tool') return false
  const { tools } = event
  if (tools.length === 0 || tools.some(({ action }) => action !== tools[0]?.action)) return false
  return event.point === 'pre-tool'
    ? tools.every((tool) => isPlain(tool, event, around))
    : tools.every((tool) => isPlainResult(tool, event, around)) && isUncounted(event, around)
}

/** A text was read: it is judged, and its file remembered, by what is loaded for that alone. */
export const isPlainReading = (event: HookContext, around: Known): event is Done =>
  event.point === 'post-tool' &&
  event.tools.length > 0 &&
  event.tools.every(({ action }) => action === 'read' || action === 'fetch' || action === 'search') &&
  isUncounted(event, around) &&
  !isNamed(['read_guard'], around)

/** Lines of shell that a look does not tell are read by what is loaded for that. */
export const isLine = (event: HookContext): event is Asked =>
  event.point === 'pre-tool' &&
  event.tools.length > 0 &&
  event.tools.every(({ action, path }) => action === 'shell' && path === null)

/** Whether settings may say something of these keys, which are off where nobody does; a letter may be written as an escape. */
export const isNamed = (keys: readonly string[], { settings }: Pick<Known, 'settings'>): boolean =>
  settings.some((text) => keys.some((key) => text.includes(key)) || text.includes('\\u'))

/** The message of a commit is for a check to judge, however its quotes are set. */
const COMMIT = /commit/i

function isPlain(tool: ToolUse, event: Asked, around: Known): boolean {
  const { action, command, globs } = tool
  const path = tool.path === null ? null : absolutePath(tool.path, event.cwd)
  if (path !== null && !isOrdinary(path, around)) return false
  if (action === 'write' || action === 'edit') return path !== null && !event.inAgent && isPlainChange(path, around)
  if (action !== 'shell') return action === 'read' || (action === 'grep' && globs.length === 0)
  const changed = command === null ? null : changedByLine(command, event.cwd, around)
  if (command === null || changed === null || !isPlainOutput(changed, event, around)) return false
  return !COMMIT.test(command.replace(/["']/g, '')) || !isNamed(['community'], around)
}

const isPlan = (path: string): boolean => path.toLowerCase().includes('/.planning')

/** A file of the project that is new or was read, and holds no plan, wherever its name leads. */
function isPlainChange(path: string, around: Known): boolean {
  const { root, real, exists } = around
  if (root === null) return true
  if (!path.startsWith(`${root}/`) || isPlan(path) || isPlan(real(path))) return false
  return (isRead(path, around) || !exists(path)) && !isNamed(['workflow_guard'], around)
}

/** Files that a line of shell changes: no plan, no folder that holds plans, none in a work tree of an agent. */
function isPlainOutput(paths: readonly string[], { cwd }: Asked, around: Known): boolean {
  if (paths.length === 0) return true
  const { root, real } = around
  if (paths.some((path) => isPlan(path) || isPlan(real(path)) || (root !== null && holds(path, root, around))))
    return false
  return !isLinked(cwd, around) && !isNamed(['community', 'workflow_guard'], around)
}

/** Whether the project may be a work tree of an agent, in which another tree is not to be changed: its `.git` is no folder. */
export const isLinked = (cwd: string, { root, exists }: Pick<Known, 'root' | 'exists'>): boolean =>
  root !== null && (isPlan(slashed(cwd)) || (exists(`${root}/.git`) && !exists(`${root}/.git/.`)))

const isRead = (path: string, { memory }: Known): boolean => filesRead(memory['read-guard']).includes(path)

/** Its answer is read by no check. */
function isPlainResult({ action, path }: ToolUse, { cwd }: Done, around: Known): boolean {
  if (action === 'read' || action === 'fetch' || action === 'search' || action === 'ask') return false
  if (action === 'shell') return !isNamed(['auto_update'], around)
  if (action !== 'write' && action !== 'edit') return true
  return path !== null && isRead(absolutePath(path, cwd), around) && !isNamed(['community'], around)
}

/** No task of a plan waits, and nothing is counted because much of the context is left. */
function isUncounted(event: Done, around: Known): boolean {
  const { root, memory, names, now, tail } = around
  if (root === null) return true
  if (memory['context-monitor'] != null || names(`${root}/${CLAIMS}`).length > 0) return false
  const left = contextLeft(event, memory['status-line'], now, tail)
  return left === null || (left > WARNING && !isNamed(['_threshold'], around))
}
