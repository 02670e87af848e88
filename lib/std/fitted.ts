// Wraps text to a terminal's columns.

/** Matches what comes before the second column of a row, the text of a list item, or the text of any other line. */
const BEFORE = /^ {2}\S.*? {2,}(?=\S)|^ *(?:[-!] )?/
/** Matches the start of `Why: …` and `mode = …`, whose continuation lines are indented. */
const NAMED = /^[^\s:=][^:=]{0,30}(?:: | = )/
/** The width of the narrowest column: a narrower one is less readable than the terminal's own wrapping. */
const MIN_COLUMN = 20

/** A command to copy stays on one line; a table row, a usage or a sentence does not. */
const CALL = /^\s*(?:(?:fix|To undo|redo): )?(?:run )?(?:gsd|gsd-\w+|node|npm|git|echo|fish_\w+) (?!.*(?:[ ,;] |[[(]))/

/** Wraps lines longer than `width`, unless it is 0; continuation lines are indented. `bare` strips zero-width text. */
export const fitted = (text: string, width: number, bare: (text: string) => string = String): string =>
  width === 0
    ? text
    : text
        .split('\n')
        .map((line) => fittedLine(line, width, bare))
        .join('\n')

function fittedLine(line: string, width: number, bare: (text: string) => string): string {
  const seen = bare(line)
  const indent = BEFORE.exec(seen)?.[0].length || (NAMED.test(seen) ? 2 : 0)
  if (seen.length <= width || width - indent < MIN_COLUMN || CALL.test(seen)) return line
  const blanks = [...line.matchAll(/ /g)].filter(({ index }) => bare(line.slice(0, index)).length > indent)
  const fits = ({ index }: RegExpExecArray): boolean => bare(line.slice(0, index)).length <= width
  // A word that is too long gets a line of its own.
  const cut = (blanks.findLast(fits) ?? blanks[0])?.index
  return cut === undefined
    ? line
    : `${line.slice(0, cut).trimEnd()}\n${fittedLine(`${' '.repeat(indent)}${line.slice(cut).trimStart()}`, width, bare)}`
}
