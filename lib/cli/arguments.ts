// Parses the words of a call, except the verb, into typed arguments and global flags; refuses unknown words.
import { parseArgs } from 'node:util'
import { type Arg, type Args, callName, type Verb } from '../core/verb.js'
import { type GsdError, gsdError } from '../errors.js'
import { flagsMeant, nearest } from '../std/text.js'

export const GLOBAL_FLAGS = {
  pretty: { takesValue: false, about: "Print the verb's text report; without one, indented JSON" },
  pick: { takesValue: true, about: 'Print one field of the result, such as `plans[-1].id`' },
  raw: { takesValue: false, about: 'Print a scalar result as bare text' },
  cwd: { takesValue: true, about: 'Folder to work in' },
  ws: { takesValue: true, about: 'Workstream to use' },
  trust: {
    takesValue: true,
    about: 'Digest printed by gsd-tools trust; allows the commands in that list during this call',
  },
  json: { takesValue: false, about: 'Print JSON instead of text or Markdown, on a terminal too' },
} as const satisfies Readonly<Record<string, { takesValue: boolean; about: string }>>
export type GlobalFlag = keyof typeof GLOBAL_FLAGS

export type Value = string | number | boolean | readonly string[]

export interface Request {
  readonly args: Readonly<Record<string, Value>>
  readonly flags: Flags
}

export type Flags = {
  readonly [F in GlobalFlag]?: (typeof GLOBAL_FLAGS)[F]['takesValue'] extends true ? string : true
}

export interface Callable {
  readonly name: string
  readonly args: Args
}

/** Returns the declared arguments in order, with the type that `Verb` erases. */
export const argumentsOf = (verb: Verb): readonly (readonly [string, Arg])[] => Object.entries(verb.args as Args)

export const flagOf = (name: string): string => name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)

/** Returns the usage in one line: `config get <key> [--default <default>]`. */
export function usageOf({ name, args }: Callable): string {
  const parts = Object.entries(args).map(([key, arg]) => {
    const word = usageWord(key, arg)
    return arg.required === true ? word : `[${word}]`
  })
  return [callName(name), ...parts].join(' ')
}

function usageWord(key: string, arg: Arg): string {
  if (arg.type === 'flag') return `--${flagOf(key)}`
  if (arg.type === 'rest') return `<${flagOf(key)}…>`
  const value = arg.type === 'choice' && arg.values.length <= 6 ? arg.values.join('|') : `<${flagOf(key)}>`
  if (arg.positional === true) return arg.type === 'list' ? `${value}…` : value
  return `--${flagOf(key)} ${value}${arg.type === 'list' ? ' …' : ''}`
}

const usageError = (callable: Callable, message: string, fix = `run gsd-tools ${usageOf(callable)}`) =>
  gsdError('USAGE', `${callName(callable.name)}: ${message}`, fix)

/** Whether a flag takes a value. A verb's flag hides a global flag of the same name. */
export function takesValue(args: Args, flag: string): boolean {
  const declared = Object.entries(args).find(([key, { type }]) => type !== 'rest' && flagOf(key) === flag)
  if (declared !== undefined) return declared[1].type !== 'flag'
  return Object.hasOwn(GLOBAL_FLAGS, flag) && GLOBAL_FLAGS[flag as GlobalFlag].takesValue
}

/** Splits words into tokens. A flag that takes a value takes any next word; after one dash, each letter is a flag. */
export function tokensOf(args: Args, words: readonly string[]) {
  const flags = [...Object.keys(args).map(flagOf), ...Object.keys(GLOBAL_FLAGS)]
  const options = flags.map((flag) => [flag, { type: takesValue(args, flag) ? 'string' : 'boolean' }] as const)
  return parseArgs({
    args: [...words],
    options: Object.fromEntries(options),
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens
}

type Option = Extract<ReturnType<typeof tokensOf>[number], { kind: 'option' }>

export const readArguments = (callable: Callable, words: readonly string[]): Request =>
  new Reader(callable, words).read()

class Reader {
  readonly #callable: Callable
  readonly #words: readonly string[]
  readonly #byFlag: ReadonlyMap<string, string>
  readonly #restKey: string | undefined
  readonly #given = new Map<string, (string | boolean)[]>()
  readonly #flags: { -readonly [F in GlobalFlag]?: string | true } = {}
  /** Key of the list that takes the next bare words. */
  #greedy: string | null = null
  #lastRestIndex = -1

  constructor(callable: Callable, words: readonly string[]) {
    this.#callable = callable
    this.#words = words
    const keys = Object.keys(callable.args)
    this.#restKey = keys.find((key) => this.#arg(key).type === 'rest')
    this.#byFlag = new Map(keys.filter((key) => key !== this.#restKey).map((key) => [flagOf(key), key]))
  }

  read(): Request {
    for (const token of tokensOf(this.#callable.args, this.#words))
      if (token.kind === 'option') this.#addOption(token)
      else if (token.kind === 'positional') this.#addWord(token.value)
      else this.#greedy = null
    return { args: this.#complete(), flags: this.#flags as Flags }
  }

  #arg(key: string): Arg {
    return this.#callable.args[key] as Arg
  }

  #add(key: string, value: string | boolean): void {
    const values = this.#given.get(key)
    if (values === undefined) this.#given.set(key, [value])
    else values.push(value)
  }

  #addWord(word: string): void {
    const isFree = (key: string) =>
      this.#arg(key).positional === true && (this.#arg(key).type === 'list' || !this.#given.has(key))
    const key = this.#greedy ?? [...this.#byFlag.values()].find(isFree) ?? this.#restKey
    if (key === undefined) throw usageError(this.#callable, `unexpected argument "${word}"`)
    this.#add(key, word)
  }

  #addOption({ name, rawName, value, inlineValue, index }: Option): void {
    const key = this.#byFlag.get(name)
    const isGlobal = rawName.startsWith('--') && Object.hasOwn(GLOBAL_FLAGS, name)
    if (key === undefined && !isGlobal) {
      this.#addUnknown(rawName, index)
      return
    }
    this.#greedy = null
    const given = takesValue(this.#callable.args, name)
      ? this.#requiredValue(rawName, value, inlineValue === true)
      : this.#switchValue(rawName, value)
    if (isGlobal && given !== false) this.#flags[name as GlobalFlag] = given
    if (key === undefined) return
    this.#add(key, given)
    const arg = this.#arg(key)
    if (arg.type === 'list' && arg.greedy === true && inlineValue !== true) this.#greedy = key
  }

  /** Adds the whole word to the rest arguments, once even if it is a group of short flags; throws if there is no rest. */
  #addUnknown(rawName: string, index: number): void {
    if (this.#restKey === undefined) throw this.#unknownFlagError(rawName, index)
    if (this.#lastRestIndex !== index) this.#add(this.#restKey, this.#words[index] as string)
    this.#lastRestIndex = index
  }

  #switchValue(rawName: string, value: string | undefined): boolean {
    if (value === undefined || value === 'true') return true
    if (value === 'false') return false
    throw usageError(this.#callable, `${rawName} takes no value; got "${value}"`)
  }

  #requiredValue(rawName: string, value: string | undefined, inline: boolean): string {
    if (value !== undefined && (inline || !this.#isFlag(value))) return value
    throw usageError(
      this.#callable,
      `${rawName} needs a value`,
      `write ${rawName} <value>, or ${rawName}=<value> if the value begins with a dash`,
    )
  }

  /** Whether a word is a long flag. A word with a blank is text that starts with dashes, unless it begins with a known flag. */
  #isFlag(word: string): boolean {
    const name = /^--([A-Za-z][^\s=]*)(?:=|$)/.exec(word)?.[1]
    return name !== undefined && (!/\s/.test(word) || this.#byFlag.has(name) || Object.hasOwn(GLOBAL_FLAGS, name))
  }

  /** Returns the error for an unknown flag; several letters after one dash count as a mistyped long flag. */
  #unknownFlagError(rawName: string, index: number): GsdError {
    const name = callName(this.#callable.name)
    const word = this.#words[index] as string
    const written = /^-[A-Za-z]{2}/.test(word) ? word.replace(/=.*$/s, '') : rawName
    const near = flagsMeant(written, [...this.#byFlag.keys(), ...Object.keys(GLOBAL_FLAGS)])
    return gsdError(
      'UNKNOWN_FLAG',
      `${name} has no flag ${written}; nothing was done`,
      near.length === 0 ? `run gsd-tools ${name} --help` : `did you mean ${near.join(' or ')}?`,
    )
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
    const given = this.#given.get(key) ?? []
    if (arg.type === 'list' || arg.type === 'rest')
      return arg.required === true && given.length === 0 ? undefined : (given as string[])
    const [value, ...others] = given
    if (others.some((other) => other !== value))
      throw usageError(this.#callable, `--${flagOf(key)} has two different values`)
    if (arg.type === 'flag') return value ?? false
    return value === undefined ? undefined : this.#converted(key, arg, value as string)
  }

  #converted(key: string, arg: Arg, word: string): Value {
    if (arg.type === 'int' && !/^\d{1,15}$/.test(word))
      throw usageError(this.#callable, `${flagOf(key)} takes a whole number of 0 or more; got "${word}"`)
    if (arg.type === 'choice' && !arg.values.includes(word))
      throw usageError(
        this.#callable,
        `${flagOf(key)} must be one of ${arg.values.join(', ')}; got "${word}"`,
        `use ${nearest(word, arg.values) ?? arg.values[0]}`,
      )
    return arg.type === 'int' ? Number(word) : word
  }
}

const lowered = (about: string) => about.slice(0, 1).toLowerCase() + about.slice(1)
