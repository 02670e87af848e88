// The outcome of a task in a few words, from the sentence that says what to do.

const LIMIT = 72

/** The first clause of the first line; a longer one ends at a word. Signs between code marks or in parentheses end nothing. */
export function taskName(text: string): string {
  const line = (text.split('\n')[0] ?? '').trim()
  const first = line.slice(0, clauseEnd(line)).trim()
  // The path of a file alone is the name of every task about it.
  const clause = first.includes(' ') ? first : line.slice(0, clauseEnd(line, first.length + 1)).trim()
  if (clause.length <= LIMIT) return clause
  const cut = clause.slice(0, LIMIT)
  const words = cut.slice(0, Math.max(cut.lastIndexOf(' '), 1)).trimEnd()
  // A cut through code or a parenthesis would leave it open.
  const open = words.split('`').length % 2 === 0 ? words.lastIndexOf('`') : openedAt(words)
  return open < 0 ? words : words.slice(0, open).trimEnd() || words.replaceAll('`', '')
}

/** Where a parenthesis begins that nothing closes; -1: none does. */
const openedAt = (words: string): number =>
  words.lastIndexOf('(') > words.lastIndexOf(')') ? words.lastIndexOf('(') : -1

function clauseEnd(line: string, from = 0): number {
  let depth = 0
  let code = false
  for (let at = from; at < line.length; at++) {
    const char = line[at] as string
    if (char === '`') code = !code
    else if (code) continue
    else if (char === '(') depth++
    else if (char === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0 && '.:;'.includes(char) && (line[at + 1] ?? ' ') === ' ') return at
  }
  return line.length
}
