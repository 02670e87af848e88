// Text for a terminal of so many columns, broken between words.

/** What stands before the last column of a row, before an item, or before any other line. */
const BEFORE = /^ {2}\S.*? {2,}(?=\S)|^ *(?:[-!] )?/
/** `Why: …` and `mode = …`: what goes on is set off from the next one. */
const NAMED = /^[^\s:=][^:=]{0,30}(?:: | = )/
/** A narrower column is harder to read than a line that the terminal breaks. */
const NARROWEST = 20

/** A call that people copy stays one line; a row of a table and a usage are none. */
const CALL = /^\s*(?:(?:fix|undo|redo): )?(?:gsd|gsd-tools|node|npm|git|echo|fish_add_path) (?!.*(?: {2}|\[))/

/** What does not fit goes on below its own column. `width` 0: there is no terminal. `bare`: the text without what takes no room. */
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
  if (seen.length <= width || width - indent < NARROWEST || CALL.test(seen)) return line
  const blanks = [...line.matchAll(/ /g)].filter(({ index }) => bare(line.slice(0, index)).length > indent)
  const fits = ({ index }: RegExpExecArray): boolean => bare(line.slice(0, index)).length <= width
  // A word that is too long alone has a line of its own.
  const cut = (blanks.findLast(fits) ?? blanks[0])?.index
  return cut === undefined
    ? line
    : `${line.slice(0, cut).trimEnd()}\n${fittedLine(`${' '.repeat(indent)}${line.slice(cut).trimStart()}`, width, bare)}`
}
