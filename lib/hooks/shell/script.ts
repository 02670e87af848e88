// Reads a line of shell into simple commands. Pure, linear, and never fails: what is no shell becomes words that nobody knows.
import { ESCAPE, unescaped } from './escapes.js'
import {
  type Assignment,
  assignmentIn,
  bareText,
  type Part,
  type Redirection,
  type Simple,
  textPart,
  type Word,
} from './syntax.js'

/** A function whose end was not read yet. */
interface Begun {
  readonly name: string
  /** Where its commands begin among those found. */
  readonly from: number
  /** How many compound commands were open in front of it. */
  readonly level: number
}

/** Longer lines are read to here; no shell takes much more as one argument. */
export const MOST_READ = 200_000
const DEEPEST = 24
/** As many commands that nobody ends are looked past for the one that a word ends: a line that a shell takes has few, and looking through all would not be linear. */
const FORGOTTEN = 200

/** What ends each compound command; each may be the whole body of a function. */
const ENDS: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['if', 'fi'],
  ['while', 'done'],
  ['until', 'done'],
  ['for', 'done'],
  ['select', 'done'],
  ['case', 'esac'],
])
const CLOSING: ReadonlySet<string> = new Set(ENDS.values())
/** Words that only give structure, where a command may begin. */
const STRUCTURE: ReadonlySet<string> = new Set([
  ...['{', 'if', 'while', 'until', 'then', 'elif', 'else', 'do', '!', 'coproc'],
  ...CLOSING,
])
/** Of a function. */
const NAME = /^[\w:.+-]+$/
const OPERATORS = ['&&', '||', ';;&', ';;', ';&', '|&', '|', ';', '&', '\n', '(', ')'] as const
const REDIRECTIONS = ['&>>', '&>', '<<<', '<<-', '<<', '<>', '<&', '>>', '>|', '>&', '<', '>'] as const
const BREAKS = new Set(' \t\r\n;&|()<>')

const NOTHING: Omit<Simple, 'pipeline'> = {
  assignments: [],
  words: [],
  redirections: [],
  closes: false,
  loop: null,
  defines: null,
}

export const readScript = (text: string): readonly Simple[] => new Reader(text.slice(0, MOST_READ), 0).script()

interface Pending {
  readonly end: string
  readonly tabs: boolean
  readonly literal: boolean
  readonly into: Part[]
}

class Reader {
  #at = 0
  #pipelines = 0
  readonly #documents: Pending[] = []
  readonly #begun: Begun[] = []
  /** What ends each of the compound commands that are open. */
  readonly #open: string[] = []

  readonly #text: string
  readonly #depth: number

  constructor(text: string, depth: number) {
    this.#text = text
    this.#depth = depth
  }

  /** To the end, or to the parenthesis that closes what was opened before. */
  script(closing = false): readonly Simple[] {
    const found: Simple[] = []
    let pipeline = this.#pipelines++
    while (this.#at < this.#text.length) {
      this.#blank()
      const op = this.#operator()
      if (op === '(') {
        if (this.#text[this.#at] === '(') found.push(this.#counted(this.#arithmetic(), pipeline))
        else this.#open.push(')')
      } else if (op === ')') {
        // Of a pattern, where a `case` is the innermost.
        if (this.#open.at(-1) !== 'esac' && !this.#close(')') && closing) return found
        // What a group is given or gives is a member of the pipeline that it is in.
        this.#simple(found, pipeline, true)
      } else if (op !== null) {
        if (op === '\n') this.#bodies()
        if (op !== '|' && op !== '|&') pipeline = this.#pipelines++
      } else {
        const before = this.#at
        this.#simple(found, pipeline)
        // A sign that begins nothing here.
        if (this.#at === before) this.#at += 1
      }
      if (op === ')' || op === null) this.#ended(found, pipeline)
    }
    this.#bodies()
    return found
  }

  /** Says what the function does whose body was just closed. */
  #ended(found: Simple[], pipeline: number): void {
    const last = this.#begun.at(-1)
    if (last === undefined || this.#open.length > last.level || found.length === last.from) return
    this.#begun.pop()
    const defines = { name: last.name, commands: found.slice(last.from) }
    found.push({ ...NOTHING, pipeline, defines })
  }

  /** Ends the innermost compound command that ends so, with what was left open in it; false: there is none. */
  #close(end: string): boolean {
    const near = this.#open.slice(-FORGOTTEN)
    const at = near.lastIndexOf(end)
    if (at >= 0) this.#open.length -= near.length - at
    return at >= 0
  }

  /** The word just read is a pattern of the `case` that is the innermost, whatever it means elsewhere. */
  #isPattern(word: string): boolean {
    return this.#open.at(-1) === 'esac' && word !== 'esac' && /^[ \t]*[)|]/.test(this.#ahead())
  }

  #simple(found: Simple[], pipeline: number, closes = false): void {
    const assignments: Assignment[] = []
    const words: Word[] = []
    const redirections: Redirection[] = []
    let loop: string | null = null
    let closing = closes
    for (;;) {
      this.#blank()
      const redirection = this.#redirection()
      if (redirection !== null) {
        redirections.push(redirection)
        continue
      }
      const start = this.#at
      if (this.#at >= this.#text.length || this.#operator(false) !== null) break
      const word = this.#word()
      if (this.#at === start) break
      const bare = bareText(word)
      const isFunction = words.length === 0 && bare === 'function'
      const name = isFunction ? this.#functionName() : bare
      const mayBegin = words.length === 0 && (isFunction || this.#ahead().includes('('))
      if (mayBegin && name !== null && NAME.test(name) && (this.#parentheses() || isFunction)) {
        this.#begun.push({ name, from: found.length, level: this.#open.length })
        continue
      }
      if (words.length === 0 && !(bare !== null && this.#isPattern(bare))) {
        const end = ENDS.get(bare ?? '')
        if (end !== undefined) this.#open.push(end)
        if (bare !== null && CLOSING.has(bare)) this.#close(bare)
        if (bare !== null && STRUCTURE.has(bare)) {
          if (CLOSING.has(bare)) closing = true
          continue
        }
        if (bare === 'for' || bare === 'select') {
          this.#blank()
          loop = bareText(this.#word()) ?? ''
          this.#blank()
          if (this.#text.startsWith('in', this.#at) && BREAKS.has(this.#text[this.#at + 2] ?? ' ')) this.#at += 2
          else return
          words.push([])
          continue
        }
        const assigned = assignmentIn(word)
        if (assigned !== null) {
          // A list: its words are values too.
          if (this.#text[this.#at] === '(' && assigned.value.length === 0) {
            this.#at += 1
            assignments.push({ name: assigned.name, value: [], list: this.#list() })
          } else assignments.push(assigned)
          continue
        }
      }
      words.push(word)
    }
    if (words.length + assignments.length + redirections.length > 0)
      found.push({
        assignments,
        words: loop === null ? words : words.slice(1),
        redirections,
        pipeline,
        loop,
        closes: closing,
        defines: null,
      })
  }

  #functionName(): string {
    this.#blank()
    return bareText(this.#word()) ?? ''
  }

  /** A piece of what is not read yet: looking at all of it would not be linear. */
  #ahead(): string {
    return this.#text.slice(this.#at, this.#at + 80)
  }

  /** Takes `()` and what is blank behind it. */
  #parentheses(): boolean {
    const length = /^[ \t]*\([ \t]*\)\s*/.exec(this.#ahead())?.[0].length ?? 0
    this.#at += length
    return length > 0
  }

  #list(): readonly Word[] {
    const words: Word[] = []
    while (this.#at < this.#text.length && this.#text[this.#at] !== ')') {
      const start = this.#at
      const word = /\s/.test(this.#text[start] as string) ? [] : this.#word()
      if (word.length > 0) words.push(word)
      if (this.#at === start) this.#at += 1
    }
    this.#at += 1
    return words
  }

  #blank(): void {
    for (;;) {
      const char = this.#text[this.#at]
      if (char === ' ' || char === '\t' || char === '\r') this.#at += 1
      else if (char === '\\' && this.#text[this.#at + 1] === '\n') this.#at += 2
      else if (char === '#') while (this.#at < this.#text.length && this.#text[this.#at] !== '\n') this.#at += 1
      else return
    }
  }

  #operator(takes = true): string | null {
    const [text, at] = [this.#text, this.#at]
    // Only where a file is handed over, the sign belongs to a redirection.
    if (text[at] === '&' && text[at + 1] === '>') return null
    const op = OPERATORS.find((one) => text.startsWith(one, at)) ?? null
    if (op !== null && takes) this.#at += op.length
    return op
  }

  #redirection(): Redirection | null {
    const first = this.#text[this.#at] ?? ''
    const isNumbered = first === '{' || (first >= '0' && first <= '9')
    const digits = isNumbered
      ? (/^(?:\d{1,3}|\{\w+\})(?=[<>])/.exec(this.#text.slice(this.#at, this.#at + 40))?.[0].length ?? 0)
      : 0
    const start = this.#at + digits
    const op = REDIRECTIONS.find((one) => this.#text.startsWith(one, start))
    if (op === undefined) return null
    // `<(…)` is a word.
    if (op.length === 1 && this.#text[start + 1] === '(') return null
    this.#at = start + op.length
    this.#blank()
    const word = this.#word()
    if (op !== '<<' && op !== '<<-') return { op, word }
    const into: Part[] = []
    const literal = word.some((part) => part.kind === 'text' && part.quoted)
    const end = word.map((part) => (part.kind === 'text' ? part.text : '')).join('')
    this.#documents.push({ end, tabs: op === '<<-', literal, into })
    return { op: '<<', word: into }
  }

  /** The texts that were announced in the line before. */
  #bodies(): void {
    for (const { end, tabs, literal, into } of this.#documents.splice(0)) {
      const lines: string[] = []
      while (this.#at < this.#text.length) {
        const stop = this.#text.indexOf('\n', this.#at)
        const raw = this.#text.slice(this.#at, stop < 0 ? this.#text.length : stop)
        this.#at = stop < 0 ? this.#text.length : stop + 1
        const line = tabs ? raw.replace(/^\t+/, '') : raw
        if (line === end) break
        lines.push(line)
      }
      const body = lines.map((line) => `${line}\n`).join('')
      into.push(
        ...(literal || this.#depth >= DEEPEST ? [textPart(body)] : new Reader(body, this.#depth + 1).quoted('')),
      )
    }
  }

  #word(): Word {
    const parts: Part[] = []
    let plain = ''
    const flush = () => {
      if (plain !== '') parts.push(textPart(plain, false))
      plain = ''
    }
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at] as string
      if ((char === '<' || char === '>') && this.#text[this.#at + 1] === '(' && plain === '') {
        parts.push(this.#substitution(false))
      } else if (BREAKS.has(char)) break
      else if (char === '\\') {
        if (this.#text[this.#at + 1] !== '\n') {
          flush()
          parts.push(textPart(this.#text[this.#at + 1] ?? ''))
        }
        this.#at += 2
      } else if (char === "'") {
        flush()
        parts.push(textPart(this.#upTo("'")))
      } else if (char === '"') {
        flush()
        this.#at += 1
        parts.push(textPart(''), ...this.quoted('"'))
      } else if (char === '`') {
        flush()
        parts.push(this.#backticks(false))
      } else if (char === '$') {
        flush()
        parts.push(...this.#dollar(false))
      } else {
        plain += char
        this.#at += 1
      }
    }
    flush()
    return parts
  }

  /** The text to the sign that was opened here. */
  #upTo(end: string): string {
    const start = this.#at + 1
    const stop = this.#text.indexOf(end, start)
    this.#at = stop < 0 ? this.#text.length : stop + 1
    return this.#text.slice(start, stop < 0 ? this.#text.length : stop)
  }

  /** To the quote, or to the end where there is none. */
  quoted(end: string): Part[] {
    const parts: Part[] = []
    let plain = ''
    const flush = () => {
      if (plain !== '') parts.push(textPart(plain))
      plain = ''
    }
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at] as string
      if (char === end) {
        this.#at += 1
        break
      }
      const next = this.#text[this.#at + 1] ?? ''
      if (char === '\\' && ('$`\\\n'.includes(next) || (next === '"' && end === '"')) && next !== '') {
        plain += next === '\n' ? '' : next
        this.#at += 2
      } else if (char === '$' || char === '`') {
        flush()
        parts.push(...(char === '$' ? this.#dollar(true) : [this.#backticks(true)]))
      } else {
        plain += char
        this.#at += 1
      }
    }
    flush()
    return parts
  }

  #backticks(quoted: boolean): Part {
    let inner = ''
    this.#at += 1
    while (this.#at < this.#text.length && this.#text[this.#at] !== '`') {
      if (this.#text[this.#at] === '\\' && '`\\$'.includes(this.#text[this.#at + 1] ?? ' ')) this.#at += 1
      inner += this.#text[this.#at] ?? ''
      this.#at += 1
    }
    this.#at += 1
    return this.#inner(inner, quoted)
  }

  #inner(text: string, quoted: boolean): Part {
    if (this.#depth >= DEEPEST) return { kind: 'unknown' }
    return { kind: 'commands', commands: new Reader(text, this.#depth + 1).script(), quoted }
  }

  #dollar(quoted: boolean): Part[] {
    const next = this.#text[this.#at + 1] ?? ''
    if (next === '(' && this.#text[this.#at + 2] === '(') {
      this.#at += 2
      return [...this.#arithmetic(), { kind: 'unknown' }]
    }
    if (next === '(') return [this.#substitution(quoted)]
    if (next === '{') return [this.#braced(quoted)]
    if (next === "'" && !quoted) {
      this.#at += 1
      return [textPart(this.#ansi())]
    }
    if (next === '"' && !quoted) {
      this.#at += 2
      return this.quoted('"')
    }
    const name = /^(?:[A-Za-z_]\w*|[0-9@*#?$!-])/.exec(this.#text.slice(this.#at + 1, this.#at + 80))?.[0]
    this.#at += 1 + (name?.length ?? 0)
    return name === undefined ? [textPart('$')] : [{ kind: 'variable', name, instead: null, quoted }]
  }

  #substitution(quoted: boolean): Part {
    this.#at += 2
    if (this.#depth >= DEEPEST) {
      this.#at = this.#text.length
      return { kind: 'unknown' }
    }
    const nested = new Reader(this.#text, this.#depth + 1)
    nested.#at = this.#at
    const commands = nested.script(true)
    this.#at = nested.#at
    return { kind: 'commands', commands, quoted }
  }

  /** Behind the first of two opening parentheses. What it counts nobody follows; what it runs for that is told. */
  #arithmetic(): readonly Part[] {
    let open = 1
    const start = this.#at + 1
    for (this.#at += 1; this.#at < this.#text.length && open >= 0; this.#at += 1)
      open += this.#text[this.#at] === '(' ? 1 : this.#text[this.#at] === ')' ? -1 : 0
    const inner = this.#text.slice(start, this.#at)
    if (this.#depth >= DEEPEST || !/\$\(|`/.test(inner)) return []
    return new Reader(inner, this.#depth + 1).quoted('').filter(({ kind }) => kind === 'commands')
  }

  #counted(word: Word, pipeline: number): Simple {
    const words = [[textPart(':')], word]
    return { ...NOTHING, words, pipeline }
  }

  #braced(quoted: boolean): Part {
    const start = this.#at + 2
    let open = 1
    let at = start
    for (; at < this.#text.length && open > 0; at++) {
      const char = this.#text[at]
      if (char === '\\') at += 1
      else if (char === "'" && !quoted) at = Math.max(at, this.#text.indexOf("'", at + 1))
      else if (char === '{') open += 1
      else if (char === '}') open -= 1
    }
    const inner = this.#text.slice(start, open > 0 ? at : at - 1)
    this.#at = at
    const found = /^([A-Za-z_]\w*|[0-9@*])(?:\[[^\]]*\])?(?::?([-=+])([\s\S]*))?$/.exec(inner)
    if (found === null || this.#depth >= DEEPEST) {
      // What is not followed may still run something.
      const within = this.#depth >= DEEPEST ? [] : new Reader(inner, this.#depth + 1).quoted('')
      const commands = within.find((part) => part.kind === 'commands')
      const changed = CHANGED.exec(inner)
      if (commands !== undefined || changed === null) return commands ?? { kind: 'unknown' }
      const [, indirect, name = '', change = ''] = changed
      return { kind: 'changed', name, change, indirect: indirect !== undefined, quoted }
    }
    const [, name = '', , instead] = found
    const word = instead === undefined ? null : new Reader(instead, this.#depth + 1).#wholeWord()
    return { kind: 'variable', name, instead: word, quoted }
  }

  #wholeWord(): Word {
    const parts: Part[] = []
    while (this.#at < this.#text.length) {
      const start = this.#at
      parts.push(...this.#word())
      if (this.#at === start) {
        parts.push(textPart(this.#text[this.#at] as string, false))
        this.#at += 1
      }
    }
    return parts
  }

  /** `$'…'`: the only quotes in which a backslash spells signs by number. */
  #ansi(): string {
    let out = ''
    this.#at += 1
    while (this.#at < this.#text.length && this.#text[this.#at] !== "'") {
      const found = this.#text[this.#at] === '\\' ? ESCAPE.exec(this.#text.slice(this.#at, this.#at + 10)) : null
      out += found === null ? (this.#text[this.#at] as string) : unescaped(found)
      this.#at += found?.[0].length ?? 1
    }
    this.#at += 1
    return out
  }
}

/** A variable whose value is changed, or named by that of another one. */
const CHANGED = /^(!)?([A-Za-z_]\w*|[0-9])(?:\[[^\]]*\])?([#%/:^,][\s\S]*)?$/
