// One line for a shell, as far as it can be read without running it: commands with quotes resolved, and what joins them.

/** A command with its words; `not`: a `!` stands before it. */
export interface Command {
  readonly words: readonly string[]
  readonly not: boolean
}

/** The commands between two `;`, `&`, line ends: pipelines (only the last command of one decides) joined by `&&` and `||`. */
export interface Chain {
  readonly first: Command
  readonly rest: readonly { readonly op: '&&' | '||'; readonly command: Command }[]
  /** It runs in the background, so nobody sees how it ends. */
  readonly background: boolean
}

/** Words after which a line is a program of its own. */
const RESERVED = new Set([
  ...['if', 'then', 'else', 'elif', 'fi', 'for', 'while', 'until', 'do', 'done', 'case', 'esac', 'select'],
  ...['function', '[[', ']]', '{', '}', 'in', 'coproc', 'trap', 'alias'],
])

type Token = { readonly op: string } | { readonly word: string }

const OPERATORS = ['&&', '||', '|&', ';;', ';', '|', '&', '\n'] as const

/** Words and operators; null where the line holds what only a shell can tell. Redirections are left out. */
function tokensOf(text: string): readonly Token[] | null {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const char = text[at] as string
    if (char === '\n' || !/\s/.test(char)) {
      const redirect = /^(?:\d*|&)[<>]{1,2}(?:&[\d-]|\s*)/.exec(text.slice(at, at + 40))
      const op = redirect === null ? OPERATORS.find((known) => text.startsWith(known, at)) : undefined
      if (char === '#') {
        const end = text.indexOf('\n', at)
        at = end < 0 ? text.length : end
      } else if (char === '(' || char === ')') return null
      else if (redirect !== null) {
        if (redirect[0].includes('<<')) return null
        at += redirect[0].length
        if (!/&[\d-]$/.test(redirect[0])) {
          const target = wordAt(text, at)
          if (target === null) return null
          at = target.end
        }
      } else if (op !== undefined) {
        if (op === ';;') return null
        tokens.push({ op })
        at += op.length
      } else {
        const found = wordAt(text, at)
        if (found === null) return null
        tokens.push({ word: found.word })
        at = found.end
      }
    } else at++
  }
  return tokens
}

/** One word with its quotes resolved; null: it is made by the shell, or a quote stays open. */
function wordAt(text: string, from: number): { readonly word: string; readonly end: number } | null {
  let word = ''
  let at = from
  let quote = ''
  for (; at < text.length; at++) {
    const char = text[at] as string
    if (char === '`' || text.startsWith('$(', at)) {
      if (quote !== "'") return null
      word += char
    } else if (quote !== '') {
      if (char === quote) quote = ''
      else if (char === '\\' && quote === '"' && /["\\$`]/.test(text[at + 1] ?? '')) word += text[++at]
      else word += char
    } else if (char === '"' || char === "'") quote = char
    else if (char === '\\') word += text[++at] ?? ''
    else if (/[\s;&|<>()]/.test(char)) break
    else word += char
  }
  return quote === '' ? { word, end: at } : null
}

/** The chains of a line, in order; null where it cannot be read without running it. */
export function readShellLine(text: string): readonly Chain[] | null {
  if (text.length > 10_000) return null
  const tokens = tokensOf(text)
  if (tokens === null) return null
  const chains: Chain[] = []
  let commands: { op: '&&' | '||' | null; command: Command }[] = []
  let words: string[] = []
  let op: '&&' | '||' | null = null
  const endCommand = (): boolean => {
    if (words.length === 0) return false
    const not = words[0] === '!'
    const command = { words: not ? words.slice(1) : words, not }
    if (command.words.length === 0 || RESERVED.has(command.words[0] as string)) return false
    commands.push({ op, command })
    words = []
    return true
  }
  const endChain = (background: boolean): void => {
    const [first, ...rest] = commands
    if (first !== undefined) chains.push({ first: first.command, rest: rest as unknown as Chain['rest'], background })
    commands = []
    op = null
  }
  for (const token of tokens) {
    if ('word' in token) words.push(token.word)
    else if (token.op === '|' || token.op === '|&') {
      // What the last command of a pipe answers is what the pipe answers.
      if (words.length === 0) return null
      words = []
    } else if (token.op === '&&' || token.op === '||') {
      if (!endCommand()) return null
      op = token.op
    } else {
      if (words.length > 0 && !endCommand()) return null
      endChain(token.op === '&')
    }
  }
  if (words.length > 0 && !endCommand()) return null
  endChain(false)
  return chains
}
