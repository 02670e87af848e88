// What a line of shell does, for the checks that must know it. The code behind it is loaded where a line could matter.
import type { Acting } from './event.js'

/** Stands for a quoted text; a quote that is left over closes nothing, and is read. */
const TEXT = '^'
/** Signs that need no reading. */
const PLAIN = /^[\w\s./:@,+&;|^-]*$/
const SILENCED = /\s[12]?>\s?\/dev\/null|\s2>&1/g
/** Text in which a shell replaces nothing. */
const QUOTED = /"[^"$`\\!\n]*"|'[^'\n]*'/g
const WORD = /^[\w./:@,+-]+$/
/** Commands that show and change nothing of what the guards keep, whatever their words are. */
const QUIET =
  /^(?:(?:cd|echo|ls|pwd|date|which|mkdir|true|sleep|(?:npm|npx|pnpm|yarn|bun)(?![^;&|]*\s(?:exec|x|dlx|rimraf|del|del-cli|trash|shx)\s)|node|tsc|make|cargo|go|pytest|vitest|jest|eslint|biome|prettier)(?:\s|$)|git\s+(?:status|add(?![^;&|]*\s--p)|push|pull|fetch|branch|switch|rev-parse)(?:\s|$)|(?:head|tail|wc|sort)(?:\s+-\w+)*$|$)/
/** Of these, what is quoted is a message or a name, never an order. */
const SAYS =
  /^(?:(?:cd|echo|mkdir)\s|git\s+(?:add(?![^;&|]*\s--p)\s|commit(?:\s+(?:-(?:a|m|am|q|qm|s|sm|v)|--(?:message|all|amend|no-edit|quiet|signoff|allow-empty)|[\w./:@,+^][^\s]*))*$))/

/** A quoted word is what it is without quotes, a quoted text one sign of its own. */
const unquoted = (line: string): string =>
  line.replace(QUOTED, (quoted) => (WORD.test(quoted.slice(1, -1)) ? quoted.slice(1, -1) : TEXT))

/** Whether a line has to be read: most lines of a day's work are plain calls. */
export function needsReading(command: string): boolean {
  if (command.length > 500) return true
  const line = unquoted(command.replace(SILENCED, ' '))
  if (!PLAIN.test(line)) return true
  // What is said into a pipe may be an order for whoever reads it.
  const isPiped = line.includes(TEXT) && /[^|]\|[^|]/.test(line)
  return isPiped || !line.split(/&&|\|\||[;|&\n]/).every((part) => isQuiet(part.trim()))
}

const isQuiet = (part: string): boolean => SAYS.test(part) || (QUIET.test(part) && !part.includes(TEXT))

export const hasShell = ({ tools }: Pick<Acting, 'tools'>): boolean =>
  tools.some(({ command }) => command !== null && needsReading(command))
