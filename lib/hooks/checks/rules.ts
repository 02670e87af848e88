// Rules of the project or user: each is shown at its first match, and again after the conversation is compacted.
import type { Rule } from '../../core/own-rules.js'
import { isFields } from '../../std/json.js'
import { baseName } from '../../std/paths.js'
import { ours, say } from '../../std/safe-text.js'
import { type Acting, BEFORE_CALLS, type CheckAt, type Surroundings, type ToolUse } from '../check.js'
import { commandsIn } from '../shell.js'
import { absolutePath, filesOf } from './files.js'

const MAX_TEXT = 1200

/** `*` matches anything but a slash, `**` anything. */
function patternOf(glob: string, star: string): string {
  const parts = glob.split(/(\*\*\/?|[*?])/)
  const words: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': star, '?': '.' }
  return parts.map((part) => words[part] ?? part.replace(/[.+^${}()|[\]\\]/g, '\\$&')).join('')
}

/** A pattern without a slash is matched against the file name. */
const isPath = (glob: string, path: string): boolean =>
  new RegExp(`^${patternOf(glob, '[^/]*')}$`).test(glob.includes('/') ? path : baseName(path))

/** A prefix of whole words. */
const isCommand = (glob: string, line: string): boolean =>
  new RegExp(`^${patternOf(glob, '.*')}(?:\\s|$)`, 's').test(line)

function isMeant({ tools, paths, commands }: Rule, tool: ToolUse, path: string | null): boolean {
  if (tools.length > 0 && !tools.some((name) => name === tool.action || name === tool.name)) return false
  if (paths.length + commands.length === 0) return true
  const lines = tool.command === null ? [] : commandsIn(tool.command)
  return (
    (path !== null && paths.some((glob) => isPath(glob, path))) ||
    lines.some(({ program, words }) => commands.some((glob) => isCommand(glob, [program, ...words].join(' '))))
  )
}

function pathOf(event: Acting, tool: ToolUse, around: Surroundings): string | null {
  if (tool.path === null) return null
  const [file] = filesOf({ ...event, tools: [tool] }, around)
  return file?.below ?? absolutePath(tool.path, event.cwd)
}

const FORGOTTEN = 'rules-forgotten'

export const ownRules: CheckAt<'pre-tool'> = {
  id: 'rules',
  ...BEFORE_CALLS,
  actions: ['read', 'write', 'edit', 'shell', 'fetch', 'search'],
  setting: 'hooks.rules',
  run: (event, around, { value, recalled, now, keep }) => {
    const rules = around.rules()
    if (rules.length === 0) return []
    const since = Number(recalled(FORGOTTEN) ?? 0)
    // When each was shown, in milliseconds since the epoch.
    const told = isFields(value) ? value : {}
    const isOpen = ({ name }: Rule) => !(Number(told[name] ?? 0) > since)
    const due = rules.filter(
      (rule) => isOpen(rule) && event.tools.some((tool) => isMeant(rule, tool, pathOf(event, tool, around))),
    )
    if (due.length === 0) return []
    keep({ ...told, ...Object.fromEntries(due.map(({ name }) => [name, now()])) })
    return due.map(({ name, text }) => ({
      kind: 'advice',
      text: say`The user's rule for this, ${ours(name)}:\n${ours(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)}`,
    }))
  },
}

/** Compaction may drop rules shown earlier. */
export const rulesForgotten: CheckAt<'pre-compact'> = {
  id: FORGOTTEN,
  points: ['pre-compact'],
  actions: null,
  setting: 'hooks.rules',
  needsProject: true,
  run: (_, around, { now, keep }) => {
    if (around.rules().length > 0) keep(now())
    return []
  },
}
