// The outcome of a task in a few words, from the sentence that says what to do.

const LIMIT = 72

/** The first clause of the first line; a longer one ends at a word. Signs between code marks or in parentheses end nothing. */
export function taskName(text: string): string {
  const line = (text.split('\n')[0] ?? '').trim()
  const clause = line.slice(0, clauseEnd(line)).trim()
  if (clause.length <= LIMIT) return clause
  const cut = clause.slice(0, LIMIT)
  const words = cut.slice(0, Math.max(cut.lastIndexOf(' '), 1)).trimEnd()
  // A cut through code would leave its mark open.
  return words.split('`').length % 2 === 0
    ? words.slice(0, words.lastIndexOf('`')).trimEnd() || words.replaceAll('`', '')
    : words
}

function clauseEnd(line: string): number {
  let depth = 0
  let code = false
  for (let at = 0; at < line.length; at++) {
    const char = line[at] as string
    if (char === '`') code = !code
    else if (code) continue
    else if (char === '(') depth++
    else if (char === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0 && '.:;'.includes(char) && (line[at + 1] ?? ' ') === ' ') return at
  }
  return line.length
}
