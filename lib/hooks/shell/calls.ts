// The programs that a line of shell starts, each with what is known of its words: also those within substitutions, wrappers and texts for other shells.
import { wordTable } from '../../std/text.js'
import { type Call, named } from './call.js'
import { Budget, expand, type Field, fieldOf, literal, type Scope, shown, UNKNOWN, valuesOf } from './expand.js'
import { formatted, printedBy } from './printed.js'
import { MOST_READ, readScript } from './script.js'
import {
  argumentsIn,
  filledIn,
  foldersOf,
  foundNames,
  LINES,
  LINES_BEHIND,
  placed,
  STARTED_BY,
  STARTS,
  soughtBy,
  startedByGit,
} from './starts.js'
import type { Simple } from './syntax.js'
import { commandWithin, SEARCHED, SHELLS, shellCode, WRAPPERS, type Wrapper } from './wrappers.js'

export interface ShellAround {
  readonly env: (name: string) => string | null
  readonly home: string
}

/** Programs that make words of what they are handed. */
const TAKERS: ReadonlySet<string> = new Set(['xargs', 'parallel'])
/** Programs whose words are no names of what they print. */
const FILTERS: ReadonlySet<string> = new Set(
  wordTable('grep egrep fgrep rg sed awk gawk cut tr sort uniq head tail wc'),
)

/** Wrappers that may run a program elsewhere. */
const MOVING: ReadonlySet<string> = new Set(['env', 'sudo'])

/** Where a call of ours looks for what the person agreed to; found in names of others too, which then say nothing. */
const HOME = /HOME|USERPROFILE/

/** Programs that set variables by what they are handed. */
const READERS: ReadonlySet<string> = new Set(['read', 'mapfile', 'readarray'])
/** Programs that set variables by their words. */
const SETTERS: ReadonlySet<string> = new Set(['export', 'declare', 'local', 'readonly', 'typeset'])

const DEEPEST = 12
/** Programs that are judged, and commands that are followed, from the beginning of a line. */
const MOST_CALLS = 2000
const MOST_COMMANDS = 10_000
const MOST_HINTS = 200
const MOST_PARAMETERS = 9

export interface Calls {
  readonly calls: readonly Call[]
  /** They are all that the line starts; false: it was too much to follow to its end. */
  readonly whole: boolean
}

/** `known`: programs that are looked for among the words of those that run others. Never throws: what was found stands. */
export function callsIn(command: string, around: ShellAround, known: (program: string) => boolean): Calls {
  const run = new Run(around, known)
  try {
    run.script(readScript(command), 0, null, [])
  } catch {
    run.whole = false
  }
  return { calls: run.calls, whole: run.whole && !run.budget.wasShort && command.length <= MOST_READ }
}

interface Upstream {
  readonly text: string | null
  readonly hints: readonly Field[]
}

class Run {
  readonly calls: Call[] = []
  whole = true
  readonly budget = new Budget()
  #commands = 0
  readonly #variables = new Map<string, readonly Field[]>()
  readonly #functions = new Map<string, readonly Simple[]>()
  #folder: string | null = ''

  readonly #around: ShellAround
  readonly #known: (program: string) => boolean

  constructor(around: ShellAround, known: (program: string) => boolean) {
    this.#around = around
    this.#known = known
  }

  script(commands: readonly Simple[], depth: number, stdin: string | null, hints: readonly Field[]): void {
    const begin: Upstream = { text: stdin, hints }
    let upstream = begin
    let pipeline = -1
    for (const simple of commands) {
      this.#commands += 1
      if (this.#commands > MOST_COMMANDS) {
        this.whole = false
        return
      }
      if (simple.pipeline !== pipeline) upstream = begin
      pipeline = simple.pipeline
      upstream = this.#simple(simple, upstream, depth)
    }
  }

  #scope(depth: number, nested: Field[]): Scope {
    return {
      budget: this.budget,
      variables: this.#variables,
      env: this.#around.env,
      home: this.#around.home,
      inner: (commands) => {
        const from = this.calls.length
        if (depth < DEEPEST) this.script(commands, depth + 1, null, [])
        const started = this.calls.slice(from)
        const [only] = started
        const printed = started.length === 1 && only !== undefined ? (printedBy(only) ?? this.#placeBy(only)) : null
        const hints =
          printed === null
            ? started.flatMap(({ program, words, hints: more }) =>
                FILTERS.has(program) ? more : [...words, ...foundNames(words), ...more],
              )
            : []
        nested.push(...hints)
        return { printed, hints }
      },
    }
  }

  /** The folder that a command names as the one it runs in; null: none, or not known. That of the repository mostly is the one a client works in. */
  #placeBy({ program, words, folder }: Call): string | null {
    const asks = program === 'pwd' || (program === 'git' && words.map(shown).join(' ') === 'rev-parse --show-toplevel')
    if (!asks || folder === null) return null
    const here = this.#around.env('PWD')
    return folder.startsWith('/') ? folder : here === null ? null : folder === '' ? here : `${here}/${folder}`
  }

  /** What the next member of the pipeline is handed. */
  #simple(
    { assignments, words, redirections, loop, closes, defines }: Simple,
    upstream: Upstream,
    depth: number,
  ): Upstream {
    if (defines !== null) {
      this.#functions.set(defines.name, defines.commands)
      return upstream
    }
    const hints: Field[] = []
    const scope = this.#scope(depth, hints)
    const values = assignments.map(({ name, value, list }) => ({
      name,
      values:
        list === null ? valuesOf(value, scope).fields : list.flatMap((word) => expand(word, scope).fields).slice(0, 64),
    }))
    const fields = words.flatMap((word) => expand(word, scope).fields)
    if (loop !== null) {
      const may = hints.length > 0 && fields.includes(UNKNOWN) ? [...fields, ...hints] : fields
      this.#variables.set(loop, may.length === 0 ? [UNKNOWN] : may.slice(0, 64))
      return { text: null, hints: [...upstream.hints, ...fields].slice(0, MOST_HINTS) }
    }
    if (words.length === 0) for (const { name, values: found } of values) this.#variables.set(name, found)
    const inputs: Field[] = []
    const outputs: { path: Field; appends: boolean }[] = []
    let { text } = upstream
    for (const { op, word } of redirections) {
      if (op === '<<' || op === '<<<') {
        const [one = '', ...others] = valuesOf(word, scope).fields
        text = others.length > 0 ? null : withFeed(literal(one), op === '<<<')
        continue
      }
      for (const path of expand(word, scope).fields) {
        if ((op === '>&' || op === '<&') && /^(?:\d+-?|-)$/.test(path)) continue
        if (op.startsWith('<') && op !== '<&') {
          inputs.push(path)
          text = null
        }
        // `<>` opens for both, and what is written there stands over the old text.
        if (op.includes('>')) outputs.push({ path, appends: op.endsWith('>>') })
      }
    }
    const sets = values.map(({ name }) => name)
    const [path = '', ...rest] = fields
    const own = named(path)
    const takes = fields.some((field) => TAKERS.has(named(field).program))
    const call: Call = {
      ...own,
      words: rest,
      hints: takes ? [...hints, ...upstream.hints, ...wordsOf(text)] : hints,
      inputs,
      stdin: text,
      outputs: [],
      sets,
      folder: this.#folder,
    }
    // A home that is set holds for what comes behind.
    if (path === '' && HOME.test(sets.join())) this.#push(call)
    if (READERS.has(own.program))
      for (const name of rest)
        if (/^[A-Za-z_]\w*$/.test(name))
          this.#variables.set(name, [UNKNOWN, ...upstream.hints, ...wordsOf(text)].slice(0, 64))
    // What a program is told to start by a variable.
    if (words.length > 0)
      for (const { name, values: found } of values)
        if (STARTED_BY.has(name)) this.#code(shown(found[0] ?? ''), { ...call, stdin: null }, depth + 1)
    const from = this.calls.length
    this.#started(call, depth)
    this.#written(from, outputs, call, closes)
    const given = redirections.length > 0 && outputs.length > 0 ? null : printedBy(call)
    return {
      text: given,
      hints: FILTERS.has(own.program)
        ? upstream.hints
        : [...upstream.hints, ...hints, ...rest, ...foundNames(rest)].slice(0, MOST_HINTS),
    }
  }

  /** Gives the outputs of a line to the program that writes them. */
  #written(from: number, outputs: readonly { path: Field; appends: boolean }[], call: Call, closes: boolean): void {
    if (outputs.length === 0) return
    const started = this.calls.slice(from)
    const content = closes || started.length > 1 ? null : printedBy(started[0] ?? call)
    const all = outputs.map((output) => ({ ...output, content }))
    const last = this.calls.length - 1
    if (last < from) this.calls.push({ ...call, outputs: all })
    else this.calls[last] = { ...(this.calls[last] as Call), outputs: all }
  }

  #push(call: Call): void {
    if (this.calls.length < MOST_CALLS) this.calls.push(call)
    else this.whole = false
  }

  #started(call: Call, depth: number): void {
    const { program, words } = call
    if (call.path === '' && words.length === 0 && call.inputs.length === 0) return
    const wrapper = Object.hasOwn(WRAPPERS, program) ? WRAPPERS[program] : undefined
    if (depth >= DEEPEST) this.#push(call)
    else if (SHELLS.has(program)) this.#shell(call, depth)
    else if (program === 'eval') this.#code(words.map(shown).join(' '), call, depth)
    else if (wrapper !== undefined) this.#wrapped(call, wrapper, depth)
    // A variable in front, which may be empty or hold a wrapper.
    else if (program === '' && words.length > 0 && this.#known(named(words[0] as Field).program))
      this.#started({ ...call, ...named(words[0] as Field), words: words.slice(1) }, depth + 1)
    else {
      this.#called(call, depth)
      this.#beside(call, depth)
      const placed = program === 'git' ? this.#movedBy(['-C'], call, words) : call
      this.#push(SETTERS.has(program) ? { ...placed, sets: [...placed.sets, ...this.#exported(words)] } : placed)
    }
  }

  /** A call whose program is told the folder to run in. */
  #movedBy(options: readonly string[], call: Call, words: readonly Field[]): Call {
    let { folder } = call
    for (const [at, to] of words.entries())
      if (options.includes(words[at - 1] ?? '')) folder = movedTo(folder, [to], this.#around.home)
    return { ...call, folder }
  }

  /** A function of the line, with its words. One that is at work is not begun again: what it does is known by then. */
  #called(call: Call, depth: number): void {
    const commands = this.#functions.get(call.path)
    if (commands === undefined) return
    this.#functions.delete(call.path)
    this.#within({ ...call, words: [call.path, ...call.words] }, 0, () =>
      this.script(commands, depth + 1, call.stdin, call.hints),
    )
    this.#functions.set(call.path, commands)
  }

  #shift(): void {
    for (let at = 1; at <= MOST_PARAMETERS; at++)
      this.#variables.set(String(at), this.#variables.get(String(at + 1)) ?? [UNKNOWN])
  }

  /** `set -- a b` */
  #given(words: readonly Field[]): void {
    const end = words.indexOf('--')
    const first = words.findIndex((word) => !/^[-+]/.test(word))
    const from = end >= 0 ? end + 1 : first
    if (from < 0 || (end < 0 && words[first - 1] === '-o')) return
    const given = words.slice(from, from + MOST_PARAMETERS)
    for (const [at, word] of given.entries()) this.#variables.set(String(at + 1), [word])
    for (const name of ['@', '*']) this.#variables.set(name, given.length === 0 ? [''] : given)
  }

  /** `printf -v name …` */
  #printed(words: readonly Field[]): void {
    const [, name = '', ...rest] = words
    const texts = rest.map(literal)
    const known = texts.every((text) => text !== null) ? formatted(texts as readonly string[]) : null
    if (/^[A-Za-z_]\w*$/.test(name)) this.#variables.set(name, [known === null ? UNKNOWN : fieldOf(known)])
  }

  /** What a program starts, or changes for those behind it, beside what it does itself. */
  #beside(call: Call, depth: number): void {
    const { program, words } = call
    if (program === 'cd' || program === 'pushd') this.#folder = movedTo(this.#folder, words, this.#around.home)
    else if (program === 'shift') this.#shift()
    else if (program === 'set') this.#given(words)
    else if (program === 'printf' && words[0] === '-v') this.#printed(words)
    else if (program === 'trap') this.#code(shown(words[0] ?? ''), call, depth)
    else if (program === 'alias') for (const word of words) this.#code(shown(word).replace(/^[^=]*=/, ''), call, depth)
    else if (SEARCHED.has(program)) this.#searched(call, depth)
    if (Object.hasOwn(LINES_BEHIND, program)) this.#codeBehind(LINES_BEHIND[program] as readonly string[], call, depth)
    if (program === 'git') this.#aliases(call, depth)
  }

  #wrapped(call: Call, wrapper: Wrapper, depth: number): void {
    const { program, words } = call
    const { at, assigned } = commandWithin(words, wrapper)
    const sets = [...call.sets, ...assigned.map((word) => word.slice(0, word.indexOf('=')))]
    if (program === 'env') this.#splitString(call, depth)
    if (program === 'flock') this.#codeBehind(['-c', '--command'], call, depth)
    const [path, ...rest] = placed(program, words.slice(0, at), words.slice(at))
    const list = program === 'xargs' ? argumentsIn(words.slice(0, at)) : []
    const inputs = [...call.inputs, ...list]
    if (inputs.length > 0 && program === 'xargs') this.#push({ ...call, program: '', path: '', words: [], inputs })
    const moved = MOVING.has(program) ? this.#movedBy(['-C', '-D', '--chdir'], call, words.slice(0, at)) : call
    const noted =
      program === 'time' ? words.filter((_, one) => one < at && /^(?:-o|--output)$/.test(words[one - 1] ?? '')) : []
    if (noted.length > 0)
      this.#push({ ...call, outputs: noted.map((one) => ({ path: one, appends: false, content: null })) })
    if (path === undefined) this.#push({ ...call, sets })
    // A program that runs others with a whole line as one word.
    else if (program === 'watch' && rest.length === 0) this.#code(shown(path), call, depth)
    else this.#started({ ...moved, ...named(path), words: rest, sets }, depth + 1)
  }

  #exported(words: readonly Field[]): readonly string[] {
    return words.flatMap((word) => {
      const found = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(word)
      if (found === null) return []
      this.#variables.set(found[1] as string, [found[2] as string])
      return [found[1] as string]
    })
  }

  #shell(call: Call, depth: number): void {
    const { code, file, from } = shellCode(call.words)
    // A file of commands is read; what it makes of its words is its own.
    if (code === null) this.#push(file === null ? call : { ...call, program: 'source', words: [file] })
    if (code !== null)
      this.#within(call, from, () => {
        // Of these all that follows is the text.
        const whole = call.program.startsWith('p') ? call.words.slice(from - 1) : [code]
        for (const text of filledIn(whole.map(shown).join(' '), call.hints)) this.#code(text, call, depth)
      })
    else if (file === null && call.stdin !== null) this.#code(call.stdin, { ...call, stdin: null }, depth)
  }

  /** Runs what takes the words from there on as `$0`, `$1`, …; what it is handed beside them (`xargs`, `find -exec`) stands behind them, or for `{}`. */
  #within({ words, hints }: Call, from: number, run: () => void): void {
    const before = new Map(this.#variables)
    const given = words.slice(from).filter((word) => !/^[;+]$/.test(word))
    const values = given.map((word) => (word.includes('{}') ? [UNKNOWN, ...hints] : [word]))
    const behind = hints.length === 0 ? [] : [UNKNOWN, ...hints]
    for (let at = 0; at <= MOST_PARAMETERS; at++) {
      const value = values[at] ?? behind
      if (value.length > 0) this.#variables.set(String(at), value.slice(0, 64))
      else this.#variables.delete(String(at))
    }
    const all = [...values.slice(1).flat(), ...behind].slice(0, 64)
    for (const name of ['@', '*']) this.#variables.set(name, all.length === 0 ? [''] : all)
    run()
    for (const name of ['@', '*', ...Array.from({ length: MOST_PARAMETERS + 1 }, (_, at) => String(at))]) {
      const old = before.get(name)
      if (old === undefined) this.#variables.delete(name)
      else this.#variables.set(name, old)
    }
  }

  /** A text that is run as a line of its own. */
  #code(text: string, { stdin, hints }: Call, depth: number): void {
    if (depth >= DEEPEST || text === '') return
    if (this.budget.takes(text.length)) this.script(readScript(text), depth + 1, stdin, hints)
  }

  /** `git -c alias.x='!…'`, `git -c core.pager='…'` */
  #aliases(call: Call, depth: number): void {
    for (const [at, word] of call.words.entries()) {
      const line = startedByGit(shown(word.includes('=') ? word : `${word}=${call.words[at + 1] ?? ''}`))
      if (line !== null) this.#code(line, call, depth)
    }
  }

  #splitString(call: Call, depth: number): void {
    const at = call.words.findIndex((word) => /^(?:-[a-zA-Z]*S|--split-string)/.test(word))
    if (at < 0) return
    const word = shown(call.words[at] as Field)
    const own = word.replace(/^(?:-[a-zA-Z]*S|--split-string=?)/, '')
    this.#code([own, ...call.words.slice(at + 1).map(shown)].join(' '), call, depth)
  }

  /** A line that stands as one word behind an option, or in the same word. */
  #codeBehind(options: readonly string[], call: Call, depth: number): void {
    for (const [at, word] of call.words.entries()) {
      const [name = '', text] = /^(--[^=]+)=([\s\S]*)$/.exec(word)?.slice(1) ?? [word, call.words[at + 1]]
      if (text !== undefined && options.includes(name)) this.#code(shown(text), call, depth)
    }
  }

  /** The command among the words of a program that has many options in front of it; also one that is a single word. */
  #searched(call: Call, depth: number): void {
    const { words, program } = call
    const code = words.findIndex(
      (word) => (word.endsWith('c') && /^-[a-z]*c$/.test(word)) || word === '/c' || word === '/C',
    )
    if (code >= 0 && words[code + 1] !== undefined)
      this.#code(
        words
          .slice(code + 1)
          .map(shown)
          .join(' '),
        call,
        depth,
      )
    // What these start stands behind an option.
    const from = Object.hasOwn(STARTS, program) ? words.findIndex((word) => STARTS[program]?.includes(word)) : -1
    if (from < 0 && Object.hasOwn(STARTS, program)) return
    for (const [at, word] of words.entries()) {
      if (at <= from) continue
      const text = shown(word)
      if (LINES.has(program) && /\s/.test(text)) this.#code(text, call, depth)
      const { program: found } = named(word)
      if (!/\w/.test(text) || !(this.#known(found) || SHELLS.has(found))) continue
      const rest = words.slice(at + 1)
      const names = [...foundNames(words), ...foldersOf(program, words), ...soughtBy(program, words.slice(0, at))]
      this.#started({ ...call, ...named(word), words: rest, hints: [...call.hints, ...names] }, depth + 1)
      return
    }
  }
}

/** Words of a text that is handed in. */
const wordsOf = (text: string | null): readonly Field[] =>
  text === null || text.length > 10_000
    ? []
    : text
        .split(/[\s\0]+/)
        .filter((word) => word !== '')
        .map(fieldOf)

const withFeed = (text: string | null, feeds: boolean): string | null =>
  text === null ? null : feeds ? `${text}\n` : text

function movedTo(folder: string | null, words: readonly Field[], home: string): string | null {
  if (words.length === 0) return home
  const to = words.find((word) => !word.startsWith('-'))
  const text = to === undefined ? null : literal(to)
  if (text === null) return null
  return text.startsWith('/') || folder === '' ? text : folder === null ? null : `${folder}/${text}`
}
