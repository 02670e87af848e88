// What a line of shell does, for the checks that must know it. The code behind it is loaded where a line could matter.
import type { Acting } from './event.js'

/** Signs that need no reading. */
const PLAIN = /^[\w\s./:@,+&;|-]*$/
const SILENCED = /\s[12]?>\s?\/dev\/null|\s2>&1/g
/** Commands that show and change nothing of what the guards keep, whatever their words are. */
const QUIET =
  /^(?:(?:cd|ls|pwd|date|which|mkdir|true|sleep|(?:npm|npx|pnpm|yarn|bun)(?![^;&|]*\s(?:exec|x|dlx|rimraf|del|del-cli|trash|shx)\s)|node|tsc|make|cargo|go|pytest|vitest|jest|eslint|biome|prettier)(?:\s|$)|git\s+(?:status|add|push|pull|fetch|branch|switch|rev-parse)(?:\s|$)|(?:head|tail|wc|sort)(?:\s+-\w+)*$|$)/

/** Whether a line has to be read: most lines of a day's work are plain calls. */
const matters = (command: string): boolean => {
  const line = command.length > 500 ? null : command.replace(SILENCED, ' ')
  return line === null || !PLAIN.test(line) || !line.split(/&&|\|\||[;|&\n]/).every((part) => QUIET.test(part.trim()))
}

export const hasShell = ({ tools }: Pick<Acting, 'tools'>): boolean =>
  tools.some(({ command }) => command !== null && matters(command))
