// What of a failed check's output says why it failed: runners end with tallies, the test and what it expected stand above them.
import { withoutColours } from './colours.js'

/** How runners name a test that failed, what was expected and what came. */
const TELLING: readonly RegExp[] = [
  /^not ok \d+(?!.*# (?:TODO|SKIP))/,
  /^[✖×✗✕] (?!failing tests:)/,
  /^● /,
  /^FAIL(?:ED)?\s+\S/,
  /^--- FAIL/,
  /^test \S.* \.\.\. FAILED$/,
  /^thread '.*' .*panicked at/,
  /^E {2,}\S/,
  /^(?:Uncaught |Caused by: )?[\w.]*(?:Error|Exception)(?: \[[\w ]+\])?:/,
  /^error(?:\[\w+\])?:/,
  /^(?:expected|actual|received|left|right)\b.*:/i,
  /^[+-] (?:expected|received|actual)\b/i,
]

/** Behind these, the next lines say more. */
const OPENS: readonly RegExp[] = [
  /^error: [|>]-?$/,
  /^--- FAIL/,
  /^[+-] (?:expected|received|actual)\b/i,
  /^thread '.*' .*panicked at/,
  /^\w*AssertionError\b.*:$/,
]
const BEHIND = 2
/** Where such lines end: a trace, a mark of the form, the next test, a name of the next value. */
const ENDS = /^(?:at |❯|⎯|---|\.\.\.|#|(?:code|name|stack|note): |(?:ok|not ok) \d|(?:FAIL|PASS|ok)\b)/
/** A tally, or the wrong name for what failed. */
const EMPTY = /^error: '?(?:\d+ subtests? failed|test failed, to rerun)/
const TIME = /\s*\(?\b\d+(?:\.\d+)?\s?m?s\)?$/

const fits = (patterns: readonly RegExp[], line: string): boolean => patterns.some((pattern) => pattern.test(line))

/** The places of the lines that say what failed, each said once. */
function tellingPlaces(lines: readonly string[]): readonly number[] {
  const places: number[] = []
  const said = new Set<string>()
  let behind = 0
  for (const [place, text] of lines.entries()) {
    const line = text.trim()
    const isTelling = fits(TELLING, line) && !EMPTY.test(line)
    if (!isTelling && ENDS.test(line)) behind = 0
    if (!isTelling && behind === 0) continue
    behind = fits(OPENS, line) ? BEHIND : Math.max(0, behind - 1)
    const words = line.replace(TIME, '')
    if (isTelling && said.has(words) && !fits(OPENS, line)) continue
    said.add(words)
    places.push(place)
  }
  return places
}

interface Limits {
  readonly lines: number
  readonly characters: number
}

/** At most so many lines of an output, in its order: those that say what failed, then, where there is room, its last ones. */
export function tellingLines(output: string, limits: Limits): readonly string[] {
  const lines = withoutColours(output)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => (line.length > limits.characters ? line.slice(-limits.characters) : line.trimEnd()))
  const taken = new Set<number>()
  let room = limits.characters
  const last = Array.from({ length: Math.min(limits.lines, lines.length) }, (_, index) => lines.length - 1 - index)
  for (const place of [...tellingPlaces(lines), ...last]) {
    if (taken.has(place)) continue
    const length = (lines[place] ?? '').length + 1
    if (taken.size === limits.lines || length > room + 1) break
    taken.add(place)
    room -= length
  }
  return lines.filter((_, place) => taken.has(place))
}
