// Splits a shell line into simple commands, well enough to find programs and plain arguments.
import { baseName } from '../std/paths.js'

export interface Command {
  /** File name in lower case. */
  readonly program: string
  /** Without quotes; variables are not expanded. */
  readonly args: readonly string[]
  /** Files that are redirected to the command's input. */
  readonly inputs: readonly string[]
  /** Where the output goes: shown, stored in a file, a variable or the arguments of another command, or piped. */
  readonly output: 'shown' | 'stored' | 'piped'
}

/** Only the beginning of longer lines is read. */
const MAX_LENGTH = 8000

const TOKEN =
  /(?<blank>[ \t]+|\\\n)|(?<comment>#[^\n]*)|(?<from>\d*<(?![<(]))|(?<into>(?:\d*|&)>>?(?!\())(?<copied>&[\d-])?|(?<end>\|\||&&|\|&?|[;&()\n]|[<>](?=\())|(?<word>(?:'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|[^\s;&|()<>'"\\])+)/gy

/** `"$(cat <<EOF …)"`, in which agents pass multi-line messages. */
const MESSAGE = /"\$\(cat <<-?\s*(['"]?)(\w+)\1\n([\s\S]*?)\n\s*\2\n?\)"/g
const HERE_DOCUMENT = /<<-?\s*(['"]?)(\w+)\1([^\n]*)\n(?:[\s\S]*?\n)??[ \t]*\2(?=\s|$)/g

const unquoted = (word: string): string =>
  word.replace(/'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g, (_, plain, quoted, escaped) =>
    quoted === undefined ? (plain ?? escaped) : quoted.replace(/\\(["\\$`\n])/g, '$1'),
  )

/** A word that may stand before the program and is skipped. */
const SKIPPED_WORD = /^(?:\w+=.*|sudo|env|time|command|builtin|nohup|exec|then|do|else|if|elif|while|until|!|\{)$/s
const SHELLS = /^(?:ba|z|da|k)?sh$/

/** Returns the commands of a line, with those of `sh -c '…'` in place of `sh`, up to the first unreadable syntax. */
export function commandsIn(line: string): readonly Command[] {
  const text = line
    .slice(0, MAX_LENGTH)
    .replace(MESSAGE, (_, _quote, _end, message: string) => `'${message.replaceAll("'", '’')}'`)
    .replace(HERE_DOCUMENT, '$3')
  const commands: Command[] = []
  /** For each open parenthesis: whether the shell captures the output inside. */
  const open: boolean[] = []
  let words: string[] = []
  let inputs: string[] = []
  let isStored = false
  let next: 'word' | 'input' | 'output' = 'word'
  let before = ''
  const end = (sign: string) => {
    const from = words.findIndex((word) => !SKIPPED_WORD.test(word))
    const [program, ...rest] = from < 0 ? [] : words.slice(from)
    const output =
      sign.startsWith('|') && sign !== '||' ? 'piped' : isStored || open.includes(true) ? 'stored' : 'shown'
    if (program !== undefined) commands.push(...commandsOf(program, rest, inputs, output))
    words = []
    inputs = []
    isStored = false
    next = 'word'
    if (sign === '(') open.push(/[$<>]$/.test(before))
    if (sign === ')') open.pop()
  }
  for (const found of text.matchAll(TOKEN)) {
    const { from, into, copied, end: sign, word } = found.groups as Readonly<Record<string, string | undefined>>
    if (from !== undefined) next = 'input'
    else if (into !== undefined && copied === undefined) {
      next = 'output'
      isStored ||= !into.startsWith('2')
    } else if (sign !== undefined) end(sign)
    else if (word !== undefined) {
      if (next === 'input') inputs.push(unquoted(word))
      else if (next === 'word') words.push(unquoted(word))
      next = 'word'
    }
    before = found[0]
  }
  end('')
  return commands
}

function commandsOf(
  path: string,
  args: readonly string[],
  inputs: readonly string[],
  output: Command['output'],
): readonly Command[] {
  const program = baseName(path).toLowerCase()
  const at = SHELLS.test(program) ? args.findIndex((word) => /^-[a-z]*c$/.test(word)) : -1
  if (at < 0) return [{ program, args, inputs, output }]
  return commandsIn(args[at + 1] ?? '').map((inner) => (inner.output === 'shown' ? { ...inner, output } : inner))
}
