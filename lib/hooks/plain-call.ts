// Calls of tools of which no check could have anything to say, to keep or to do: most of a day's. The program with the checks is not loaded for them.
import { filesRead } from './checks/files-read.js'
import { absolutePath } from './checks/paths.js'
import { lookAfter, WATCH, watchedIn } from './checks/planning-watch.js'
import { isSecret, secretPrintedBy } from './checks/secrets.js'
import { contextLeft, WARNING } from './checks/transcript.js'
import type { ContextAt, HookContext, ToolUse } from './event.js'
import { CLAIMS, type Surroundings } from './surroundings.js'

/** What a look may ask of the outside; it is lazy. */
export interface Known extends Pick<Surroundings, 'home' | 'own' | 'real' | 'exists' | 'names' | 'tail'> {
  /** When an absolute folder got or lost an entry last; null: it is not there. */
  readonly changedAt: (folder: string) => number | null
  /** Folder of the project, or null. */
  readonly root: string | null
  /** What the session remembers, by check. */
  readonly memory: Readonly<Record<string, unknown>>
  /** The settings of the project and of the person, as they are written. */
  readonly settings: readonly string[]
  readonly now: () => number
}

type Asked = ContextAt<'pre-tool'>
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

/** Whether settings may say something of these keys, which are off where nobody does; a letter may be written as an escape. */
const isNamed = (keys: readonly string[], { settings }: Pick<Known, 'settings'>): boolean =>
  settings.some((text) => keys.some((key) => text.includes(key)) || text.includes('\\u'))

/** The message of a commit is for a check to judge, however its quotes are set. */
const COMMIT = /commit/i

function isPlain({ action, command, globs, path: given }: ToolUse, event: Asked, around: Known): boolean {
  if (action === 'shell') {
    if (command === null || secretPrintedBy(command, event.cwd, around) !== null) return false
    return !COMMIT.test(command.replace(/["']/g, '')) || !isNamed(['community'], around)
  }
  const path = given === null ? null : absolutePath(given, event.cwd)
  if (path !== null && (isSecret(path, event.cwd, around) || isOwn(path, around))) return false
  if (action === 'write' || action === 'edit') return path !== null && !event.inAgent && isPlainChange(path, around)
  return action === 'read' || (action === 'grep' && globs.length === 0)
}

/** In the person's own folder, or another of that name. */
const isOwn = (path: string, { own, real }: Known): boolean =>
  [path, real(path)].some((one) => one.toLowerCase().includes('/.gsd') || one.startsWith(real(own)))

const isPlan = (path: string): boolean => path.toLowerCase().includes('/.planning')

/** A file of the project that is new or was read, and holds no plan, wherever its name leads. */
function isPlainChange(path: string, around: Known): boolean {
  const { root, real, exists } = around
  if (root === null) return true
  if (!path.startsWith(`${root}/`) || isPlan(path) || isPlan(real(path))) return false
  return (isRead(path, around) || !exists(path)) && !isNamed(['workflow_guard'], around)
}

const isRead = (path: string, { memory }: Known): boolean => filesRead(memory['read-guard']).includes(path)

/** Its answer is read by no check. */
function isPlainResult({ action, path }: ToolUse, event: Done, around: Known): boolean {
  const { cwd } = event
  if (action === 'read' || action === 'fetch' || action === 'search' || action === 'ask') return false
  if (action === 'shell') return isUntouched(event, around) && !isNamed(['auto_update'], around)
  if (action !== 'write' && action !== 'edit') return true
  return path !== null && isRead(absolutePath(path, cwd), around) && !isNamed(['community'], around)
}

/** No planning file may have changed. */
function isUntouched(event: Done, { root, names, changedAt, memory }: Known): boolean {
  if (root === null) return true
  const at = (folder: string) => `${root}/${folder}`
  const folders = { list: (folder: string) => names(at(folder)), changedAt: (folder: string) => changedAt(at(folder)) }
  return lookAfter(event, folders, watchedIn(memory[WATCH])) === null
}

/** No task of a plan waits, and nothing is counted because much of the context is left. */
function isUncounted(event: Done, around: Known): boolean {
  const { root, memory, names, now, tail } = around
  if (root === null) return true
  if (memory['context-monitor'] != null || names(`${root}/${CLAIMS}`).length > 0) return false
  const left = contextLeft(event, memory['status-line'], now, tail)
  return left === null || (left > WARNING && !isNamed(['_threshold'], around))
}
