// Splits a shell line into simple commands, well enough for programs and plain words. Skips the rest.
import { baseName } from '../std/paths.js'

export interface Command {
  /** File name in lower case. */
  readonly program: string
  /** Without quotes; variables are not expanded. */
  readonly words: readonly string[]
  /** Files redirected to its input. */
  readonly inputs: readonly string[]
  /** Where its output goes: shown, stored in a file or variable, or piped to the next command. */
  readonly output: 'shown' | 'kept' | 'piped'
}

/** Only the beginning of longer lines is read. */
const LONGEST = 8000

const TOKEN =
  /(?<blank>[ \t]+|\\\n)|(?<comment>#[^\n]*)|(?<from>\d*<(?![<(]))|(?<into>(?:\d*|&)>>?(?!\())(?<copied>&[\d-])?|(?<end>\|\||&&|\|&?|[;&()\n]|[<>](?=\())|(?<word>(?:'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|[^\s;&|()<>'"\\])+)/y

/** Agents pass multi-line messages as a quoted here-document. */
const MESSAGE = /"\$\(cat <<-?\s*(['"]?)(\w+)\1\n([\s\S]*?)\n\s*\2\n?\)"/g
const HERE = /<<-?\s*(['"]?)(\w+)\1([^\n]*)\n(?:[\s\S]*?\n)??[ \t]*\2(?=\s|$)/g

const unquoted = (word: string): string =>
  word.replace(/'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g, (_, plain, quoted, escaped) =>
    quoted === undefined ? (plain ?? escaped) : quoted.replace(/\\(["\\$`\n])/g, '$1'),
  )

/** Words to skip before the program. */
const BEFORE = /^(?:\w+=.*|sudo|env|time|command|builtin|nohup|exec|then|do|else|if|elif|while|until|!|\{)$/s
const SHELLS = /^(?:ba|z|da|k)?sh$/

/** The commands of a line in order, including those of `sh -c '…'`. Stops at unreadable syntax. */
export function commandsIn(line: string): readonly Command[] {
  const text = line
    .slice(0, LONGEST)
    .replace(MESSAGE, (_, _quote, _end, message: string) => `'${message.replaceAll("'", '’')}'`)
    .replace(HERE, '$3')
  const commands: Command[] = []
  /** Open parentheses: whether the shell captures the output inside. */
  const open: boolean[] = []
  let words: string[] = []
  let inputs: string[] = []
  let isKept = false
  let next: 'word' | 'input' | 'output' = 'word'
  let before = ''
  const end = (sign: string) => {
    const from = words.findIndex((word) => !BEFORE.test(word))
    const [program, ...rest] = from < 0 ? [] : words.slice(from)
    const output = sign.startsWith('|') && sign !== '||' ? 'piped' : isKept || open.includes(true) ? 'kept' : 'shown'
    if (program !== undefined) commands.push(...started(program, rest, inputs, output))
    words = []
    inputs = []
    isKept = false
    next = 'word'
    if (sign === '(') open.push(/[$<>]$/.test(before))
    if (sign === ')') open.pop()
  }
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text)
    if (found === null) break
    const { from, into, copied, end: sign, word } = found.groups as Readonly<Record<string, string | undefined>>
    if (from !== undefined) next = 'input'
    else if (into !== undefined && copied === undefined) {
      next = 'output'
      isKept ||= !into.startsWith('2')
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

function started(
  path: string,
  words: readonly string[],
  inputs: readonly string[],
  output: Command['output'],
): readonly Command[] {
  const program = baseName(path).toLowerCase()
  const at = SHELLS.test(program) ? words.findIndex((word) => /^-[a-z]*c$/.test(word)) : -1
  return at < 0 ? [{ program, words, inputs, output }] : commandsIn(words[at + 1] ?? '')
}
