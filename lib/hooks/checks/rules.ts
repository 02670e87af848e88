// Shows each rule of the project or user at its first match in a session, and at the first match after a compaction.
import type { Rule } from '../../core/own-rules.js'
import { isFields } from '../../std/json.js'
import { baseName } from '../../std/paths.js'
import { ours, say } from '../../std/safe-text.js'
import { BEFORE_CALLS, type CheckAt, type Surroundings, type ToolEvent, type ToolUse } from '../check.js'
import { commandsIn } from '../shell.js'
import { absolutePath, filesOf } from './files.js'

const MAX_TEXT = 1200

/** Translates a glob, in which `**` matches anything, `?` any character, and `*` what the pattern `star` matches. */
function patternOf(glob: string, star: string): string {
  const parts = glob.split(/(\*\*\/?|[*?])/)
  const words: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': star, '?': '.' }
  return parts.map((part) => words[part] ?? part.replace(/[.+^${}()|[\]\\]/g, '\\$&')).join('')
}

/** Whether the glob matches the path, or only the file name if the glob has no slash. */
const matchesPath = (glob: string, path: string): boolean =>
  new RegExp(`^${patternOf(glob, '[^/]*')}$`).test(glob.includes('/') ? path : baseName(path))

/** Whether the glob matches the beginning of the line, up to the end of a word. */
const matchesCommand = (glob: string, line: string): boolean =>
  new RegExp(`^${patternOf(glob, '.*')}(?:\\s|$)`, 's').test(line)

function isMatch({ tools, paths, commands }: Rule, tool: ToolUse, path: string | null): boolean {
  if (tools.length > 0 && !tools.some((name) => name === tool.action || name === tool.name)) return false
  if (paths.length + commands.length === 0) return true
  const lines = tool.command === null ? [] : commandsIn(tool.command)
  return (
    (path !== null && paths.some((glob) => matchesPath(glob, path))) ||
    lines.some(({ program, args }) => commands.some((glob) => matchesCommand(glob, [program, ...args].join(' '))))
  )
}

function pathOf(event: ToolEvent, tool: ToolUse, around: Surroundings): string | null {
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
  run: (event, around, { ownValue, storedValue, now, store }) => {
    const rules = around.rules()
    if (rules.length === 0) return []
    const since = Number(storedValue(FORGOTTEN) ?? 0)
    // When each rule was shown, in milliseconds since the epoch.
    const shownAt = isFields(ownValue) ? ownValue : {}
    const isUnshown = ({ name }: Rule) => !(Number(shownAt[name] ?? 0) > since)
    const due = rules.filter(
      (rule) => isUnshown(rule) && event.tools.some((tool) => isMatch(rule, tool, pathOf(event, tool, around))),
    )
    if (due.length === 0) return []
    store({ ...shownAt, ...Object.fromEntries(due.map(({ name }) => [name, now()])) })
    return due.map(({ name, text }) => ({
      kind: 'advice',
      text: say`The user's rule for this, ${ours(name)}:\n${ours(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)}`,
    }))
  },
}

/** Lets rules be shown again, because compaction may have dropped them. */
export const rulesForgotten: CheckAt<'pre-compact'> = {
  id: FORGOTTEN,
  points: ['pre-compact'],
  actions: null,
  setting: 'hooks.rules',
  needsProject: true,
  run: (_, around, { now, store }) => {
    if (around.rules().length > 0) store(now())
    return []
  },
}
