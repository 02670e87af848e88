// Derives a task's short name from its instruction.

const LIMIT = 72

/** The first clause of the first line, cut at a word. Punctuation in code marks or parentheses does not end it. */
export function taskName(text: string): string {
  const line = (text.split('\n')[0] ?? '').trim()
  const first = line.slice(0, clauseEnd(line)).trim()
  // A path alone would name every task about that file.
  const clause = first.includes(' ') ? first : line.slice(0, clauseEnd(line, first.length + 1)).trim()
  if (clause.length <= LIMIT) return clause
  const cut = clause.slice(0, LIMIT)
  const words = cut.slice(0, Math.max(cut.lastIndexOf(' '), 1)).trimEnd()
  // Do not cut inside code marks or parentheses.
  const open = words.split('`').length % 2 === 0 ? words.lastIndexOf('`') : openedAt(words)
  return open < 0 ? words : words.slice(0, open).trimEnd() || words.replaceAll('`', '')
}

/** Offset of an unclosed parenthesis; -1 if none. */
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
