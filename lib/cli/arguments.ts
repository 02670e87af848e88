// From the words behind a verb to its typed arguments and the flags every verb takes. Anything unknown or malformed is refused before the verb is run.
import { GsdError } from '../errors.js'
import { flagsMeant, nearest } from '../std/text.js'
import type { Arg, Args } from '../verbs/verb.js'
import { spoken } from '../verbs/verb.js'
import { GLOBAL_FLAGS, type GlobalFlag } from './flags.js'
import { type Token, tokensOf } from './tokens.js'

export type Value = string | number | boolean | readonly string[] | Readonly<Record<string, string>>

export interface Request {
  readonly args: Readonly<Record<string, Value>>
  readonly flags: Flags
}

/** The flags of every verb as they were given. */
export type Flags = {
  readonly [F in GlobalFlag]?: (typeof GLOBAL_FLAGS)[F]['takesValue'] extends true ? string : true
}

/** What of a verb or builtin the command line needs to know. */
export interface Callable {
  readonly name: string
  readonly args: Args
}

/** How an argument is spelled as a flag. */
export const flagOf = (name: string): string => name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)

/** The call in one line: `config get <key> [--default <default>]`. */
export function usageOf({ name, args }: Callable): string {
  const parts = Object.entries(args).map(([key, arg]) => {
    const word = usageWord(key, arg)
    return arg.required === true ? word : `[${word}]`
  })
  return [spoken(name), ...parts].join(' ')
}

function usageWord(key: string, arg: Arg): string {
  if (arg.type === 'flag') return `--${flagOf(key)}`
  if (arg.type === 'pairs') return '--<Name> <value> …'
  if (arg.type === 'rest') return `<${flagOf(key)}…>`
  const value = arg.type === 'choice' && arg.values.length <= 6 ? arg.values.join('|') : `<${flagOf(key)}>`
  if (arg.positional === true) return arg.type === 'list' ? `${value}…` : value
  return `--${flagOf(key)} ${value}${arg.type === 'list' ? ' …' : ''}`
}

const usageError = (callable: Callable, message: string, fix = `gsd-tools ${usageOf(callable)}`) =>
  new GsdError({ code: 'USAGE', message: `${spoken(callable.name)}: ${message}`, fix })

export function readArguments(callable: Callable, words: readonly string[]): Request {
  return new Reader(callable, words).read()
}

/** One pass over the tokens; what has been read so far is its state. */
class Reader {
  readonly #callable: Callable
  readonly #words: readonly string[]
  readonly #byFlag = new Map<string, string>()
  readonly #free: string[]
  readonly #lists = new Map<string, string[]>()
  readonly #values = new Map<string, Value>()
  readonly #pairs: Record<string, string> = {}
  readonly #flags: { -readonly [F in GlobalFlag]?: string | true } = {}
  readonly #pairsKey: string | undefined
  readonly #restKey: string | undefined
  /** Who takes the next bare word: a greedy list or a pair that still lacks its value. */
  #wants: { readonly list: string } | { readonly pair: string } | null = null

  constructor(callable: Callable, words: readonly string[]) {
    this.#callable = callable
    this.#words = words
    const entries = Object.entries(callable.args)
    for (const [key] of entries) this.#byFlag.set(flagOf(key), key)
    this.#free = entries.filter(([, arg]) => arg.positional === true).map(([key]) => key)
    this.#pairsKey = entries.find(([, arg]) => arg.type === 'pairs')?.[0]
    this.#restKey = entries.find(([, arg]) => arg.type === 'rest')?.[0]
  }

  read(): Request {
    for (const token of tokensOf(this.#words, (name) => this.#takesValue(name))) this.#take(token)
    if (this.#wants !== null && 'pair' in this.#wants) throw this.#lacksValue(`--${this.#wants.pair}`)
    return { args: this.#complete(), flags: this.#flags as Flags }
  }

  /** A verb's own flag hides one of all verbs. */
  #takesValue(name: string): boolean {
    const key = this.#byFlag.get(name)
    const type = key === undefined ? undefined : this.#arg(key).type
    if (type !== undefined && type !== 'pairs' && type !== 'rest') return type !== 'flag'
    return Object.hasOwn(GLOBAL_FLAGS, name) && GLOBAL_FLAGS[name as GlobalFlag].takesValue
  }

  #arg(key: string): Arg {
    return this.#callable.args[key] as Arg
  }

  #take(token: Token): void {
    if (token.kind === 'end') this.#wants = null
    else if (token.kind === 'word') this.#word(token.value)
    else this.#option(token.name, token.rawName, token.value, token.inline, token.index)
  }

  #word(word: string): void {
    if (this.#wants !== null && 'pair' in this.#wants) {
      this.#pairs[this.#wants.pair] = word
      this.#wants = null
    } else if (this.#wants !== null) this.#append(this.#wants.list, word)
    else if (this.#free[0] !== undefined) this.#position(this.#free[0], word)
    else if (this.#restKey !== undefined) this.#append(this.#restKey, word)
    else throw usageError(this.#callable, `"${word}" is one argument too many`)
  }

  #position(key: string, word: string): void {
    if (this.#arg(key).type === 'list') this.#append(key, word)
    else {
      this.#free.shift()
      this.#set(key, word)
    }
  }

  #option(name: string, rawName: string, value: string | undefined, inline: boolean, index: number): void {
    const key = this.#byFlag.get(name)
    const arg = key === undefined ? undefined : this.#arg(key)
    const declared = key !== undefined && arg !== undefined && arg.type !== 'pairs' && arg.type !== 'rest'
    const isGlobal = rawName.startsWith('--') && Object.hasOwn(GLOBAL_FLAGS, name)
    if (!declared && !isGlobal) {
      this.#unknown(name, rawName, value, inline, index)
      return
    }
    if (this.#wants !== null && 'pair' in this.#wants) throw this.#lacksValue(`--${this.#wants.pair}`)
    this.#wants = null
    if (isGlobal) this.#global(name as GlobalFlag, value, inline)
    if (!declared) return
    if (arg.type === 'flag') this.#set(key, this.#flagValue(rawName, value))
    else {
      const given = this.#needed(rawName, value, inline)
      if (arg.type !== 'list') this.#set(key, given)
      else {
        this.#append(key, given)
        if (arg.greedy === true && !inline) this.#wants = { list: key }
      }
      this.#free.splice(0, this.#free.length, ...this.#free.filter((other) => other !== key || arg.type === 'list'))
    }
  }

  #unknown(name: string, rawName: string, value: string | undefined, inline: boolean, index: number): void {
    if (this.#restKey !== undefined) {
      this.#verbatim(index)
      return
    }
    if (this.#pairsKey === undefined || !rawName.startsWith('--')) throw this.#unknownFlag(rawName, index)
    if (this.#wants !== null && 'pair' in this.#wants) throw this.#lacksValue(`--${this.#wants.pair}`)
    if (inline && value !== undefined) this.#pairs[name] = value
    else this.#wants = { pair: name }
  }

  /** Rest words keep their spelling; a group of short flags gives several tokens of one word. */
  #verbatim(index: number): void {
    const word = this.#words[index] as string
    const taken = this.#lists.get(this.#restKey as string)
    if (this.#lastVerbatim === index) return
    this.#lastVerbatim = index
    if (taken === undefined) this.#lists.set(this.#restKey as string, [word])
    else taken.push(word)
  }
  #lastVerbatim = -1

  #global(flag: GlobalFlag, value: string | undefined, inline: boolean): void {
    if (GLOBAL_FLAGS[flag].takesValue) this.#flags[flag] = this.#needed(`--${flag}`, value, inline)
    else if (this.#flagValue(`--${flag}`, value)) this.#flags[flag] = true
  }

  #flagValue(rawName: string, value: string | undefined): boolean {
    if (value === undefined || value === 'true') return true
    if (value === 'false') return false
    throw usageError(this.#callable, `${rawName} takes no value, "${value}" was given`)
  }

  #needed(rawName: string, value: string | undefined, inline: boolean): string {
    if (value === undefined || (!inline && this.#isFlag(value))) throw this.#lacksValue(rawName)
    return value
  }

  /** A text may begin like a flag: a blank says that it is none, unless it stands in the value of a flag there is. */
  #isFlag(word: string): boolean {
    const name = /^--([A-Za-z][^\s=]*)(?:=|$)/.exec(word)?.[1]
    return name !== undefined && (!/\s/.test(word) || this.#byFlag.has(name) || Object.hasOwn(GLOBAL_FLAGS, name))
  }

  #lacksValue(rawName: string): GsdError {
    return usageError(
      this.#callable,
      `${rawName} needs a value`,
      `write ${rawName} <value>, or ${rawName}=<value> where the value begins with a dash`,
    )
  }

  /** One dash before a whole word is a long flag that lacks one, not a group of short ones. */
  #unknownFlag(rawName: string, index: number): GsdError {
    const word = this.#words[index] as string
    const written = /^-[A-Za-z]{2}/.test(word) ? word.replace(/=.*$/s, '') : rawName
    const near = flagsMeant(written, [...this.#byFlag.keys(), ...Object.keys(GLOBAL_FLAGS)])
    return new GsdError({
      code: 'UNKNOWN_FLAG',
      message: `${spoken(this.#callable.name)} has no flag ${written}; nothing was done`,
      fix: near.length === 0 ? `gsd-tools ${spoken(this.#callable.name)} --help` : `did you mean ${near.join(' or ')}?`,
    })
  }

  #append(key: string, word: string): void {
    const items = this.#lists.get(key)
    if (items === undefined) this.#lists.set(key, [word])
    else items.push(word)
  }

  #set(key: string, raw: string | boolean): void {
    const value = this.#typed(key, raw)
    if (this.#values.has(key) && this.#values.get(key) !== value)
      throw usageError(this.#callable, `--${flagOf(key)} is given twice with different values`)
    this.#values.set(key, value)
  }

  #typed(key: string, raw: string | boolean): Value {
    const arg = this.#arg(key)
    if (typeof raw === 'boolean') return raw
    if (arg.type === 'int') {
      if (!/^\d{1,15}$/.test(raw))
        throw usageError(this.#callable, `${flagOf(key)} takes a whole number from 0 on, got "${raw}"`)
      return Number(raw)
    }
    if (arg.type === 'choice' && !arg.values.includes(raw))
      throw usageError(
        this.#callable,
        `${flagOf(key)} is one of ${arg.values.join(', ')}; got "${raw}"`,
        `use ${nearest(raw, arg.values) ?? arg.values[0]}`,
      )
    return raw
  }

  #complete(): Record<string, Value> {
    const out: Record<string, Value> = {}
    for (const [key, arg] of Object.entries(this.#callable.args)) {
      const value = this.#valueOf(key, arg)
      if (value !== undefined) out[key] = value
      else if (arg.required === true)
        throw usageError(
          this.#callable,
          `${arg.positional === true ? `<${flagOf(key)}>` : `--${flagOf(key)}`} is missing: ${lowered(arg.about)}`,
        )
    }
    return out
  }

  #valueOf(key: string, arg: Arg): Value | undefined {
    switch (arg.type) {
      case 'flag':
        return this.#values.get(key) ?? false
      case 'list':
      case 'rest':
        return arg.required === true ? this.#lists.get(key) : (this.#lists.get(key) ?? [])
      case 'pairs':
        return this.#pairs
      default:
        return this.#values.get(key)
    }
  }
}

const lowered = (about: string) => about.slice(0, 1).toLowerCase() + about.slice(1)
