// What the words of a command stand for, as far as the line itself tells it: quotes, variables that it sets, braces, simple substitutions.
import { changedValue } from './parameters.js'
import type { Part, Simple, Word } from './syntax.js'

/**
 * A word as a text in which some signs stand for what is not known yet: `UNKNOWN` for any text, the others for `*`, `?` and `[` that were
 * not quoted. `literal` and `shown` take them out.
 */
export type Field = string

export const UNKNOWN = '\uE000'
const STAR = '\uE001'
const ANY = '\uE002'
const OPEN = '\uE003'
const LEFT = '\uE004'
const COMMA = '\uE005'
const RIGHT = '\uE006'
const SPLIT = '\uE007'
const TILDE = '\uE008'
const MARKS = /[\uE000-\uE008]/g
const SIGNS: Readonly<Record<string, string>> = { '*': STAR, '?': ANY, '[': OPEN, '{': LEFT, ',': COMMA, '}': RIGHT }
const PLAIN: Readonly<Record<string, string>> = {
  [STAR]: '*',
  [ANY]: '?',
  [OPEN]: '[',
  [LEFT]: '{',
  [COMMA]: ',',
  [RIGHT]: '}',
  [SPLIT]: ' ',
  [TILDE]: '~',
  [UNKNOWN]: '…',
}

/** Alternatives of one word that are followed. */
const MOST = 64
/** Longest value of a variable or a substitution that is followed: each may be made of the one before, twice. */
const MOST_VALUE = 100_000

/** Work that a line may ask for beyond its own length, in signs. */
export class Budget {
  #left = 1_000_000
  /** Whether something was refused: words of the line are not known that could have been. */
  wasShort = false

  /** Takes so much, or nothing where less is left. */
  takes(signs: number): boolean {
    const isThere = signs <= this.#left
    if (isThere) this.#left -= signs
    else this.wasShort = true
    return isThere
  }
}

export interface Scope {
  readonly budget: Budget
  /** Values a variable may have where it is used; set by the line itself. */
  readonly variables: Map<string, readonly Field[]>
  /** Of the surroundings; null: not known. */
  readonly env: (name: string) => string | null
  readonly home: string
  /** Runs commands of a substitution; what they print, and the names in them that may be what they print. */
  readonly inner: (commands: readonly Simple[]) => { readonly printed: string | null; readonly hints: readonly Field[] }
}

export interface Expanded {
  readonly fields: readonly Field[]
  /** Words of substitutions whose output is not known: names of files are often among them. */
  readonly hints: readonly Field[]
}

export const isKnown = (field: Field): boolean => !field.includes(UNKNOWN)
export const hasPattern = (field: Field): boolean => /[\uE001-\uE003]/.test(field)

/** As it would be shown to a person. */
export const shown = (field: Field): string => field.replace(MARKS, (mark) => PLAIN[mark] ?? '')
/** The text; null where a part of it is not known. */
export const literal = (field: Field): string | null => (isKnown(field) ? shown(field) : null)
/** A text as a field in which nothing stands for anything else. */
export const fieldOf = (text: string): Field => text.replace(MARKS, '')

const WILD: ReadonlySet<string> = new Set([STAR, ANY, UNKNOWN])

/** `[:alpha:]` within brackets. */
const CLASS = /[[\uE003]:(\w+):\]/g
const CLASSES: Readonly<Record<string, string>> = {
  alpha: 'a-zA-Z',
  lower: 'a-z',
  upper: 'A-Z',
  digit: '0-9',
  alnum: 'a-zA-Z0-9',
  word: 'a-zA-Z0-9_',
  punct: '._~-',
}

/** What stands between slashes as a pattern for names. `UNKNOWN` fits any text. */
export function patternOf(written: Field): RegExp {
  const segment = written.replace(CLASS, (_, name: string) => CLASSES[name] ?? '')
  let out = ''
  for (let at = 0; at < segment.length; at++) {
    const char = segment[at] as string
    if (WILD.has(char)) {
      // Several in a row are one: each `.*` more would multiply the ways in which a name fails to fit.
      const start = at
      while (WILD.has(segment[at + 1] ?? '')) at++
      const run = [...segment.slice(start, at + 1)]
      const least = run.filter((one) => one === ANY).length
      out += '.'.repeat(least) + (least < run.length ? '.*' : '')
    } else if (char === OPEN) {
      const stop = segment.indexOf(']', at + 2)
      if (stop < 0) out += '\\['
      else {
        const set = segment.slice(at + 1, stop).replace(/[\\\]]/g, '\\$&')
        out += `[${set.startsWith('!') ? `^${set.slice(1)}` : set}]`
        at = stop
      }
    } else out += char.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  }
  try {
    return new RegExp(`^${out}$`, 's')
  } catch {
    return /^$/
  }
}

/** The fields of a word of a command. */
export function expand(word: Word, scope: Scope): Expanded {
  const { fields, hints } = joined(word, scope)
  const split = fields
    .flatMap((field) => alternatives(field, scope))
    .flatMap((field) => (field.includes(SPLIT) ? pieces(field, scope) : [field]))
  const isEmpty = word.every((part) => part.kind !== 'text' || !part.quoted)
  return { fields: split.map((field) => tilde(field, scope)).filter((field) => field !== '' || !isEmpty), hints }
}

/** The values of a word that is neither split nor resolved: an assignment, a text that is handed in. */
export const valuesOf = (word: Word, scope: Scope): Expanded => {
  const { fields, hints } = joined(word, scope)
  return { fields: fields.map((field) => tilde(field.replaceAll(SPLIT, ' '), scope)), hints }
}

/** What a word costs beside what it costs to read it. */
const PER_FIELD = 16
const lengthOf = (fields: readonly Field[]): number => fields.reduce((sum, { length }) => sum + length + PER_FIELD, 0)

const alternatives = (field: Field, { budget }: Scope): readonly Field[] =>
  !field.includes(LEFT) ? [field] : budget.takes(field.length * MOST) ? braces(field) : [shownBraces(field)]

function pieces(field: Field, { budget }: Scope): readonly Field[] {
  const found = field.split(SPLIT)
  return budget.takes(lengthOf(found)) ? found : [UNKNOWN]
}

function joined(word: Word, scope: Scope): Expanded {
  let fields: readonly Field[] = ['']
  const hints: Field[] = []
  for (const [index, part] of word.entries()) {
    const { fields: values, hints: more } = followed(partValues(part, index === 0, scope), part, scope)
    hints.push(...more)
    fields = product(fields, values)
    // The text of the line itself is read in any case, once.
    if (fields.length > 1 && !scope.budget.takes(lengthOf(fields))) fields = [UNKNOWN]
  }
  return { fields, hints }
}

/** Values of a part; unknown where they are longer than anybody follows. */
function followed({ fields, hints }: Expanded, { kind }: Part, { budget }: Scope): Expanded {
  if (kind === 'text') return { fields, hints }
  const isLong = fields.some(({ length }) => length > MOST_VALUE)
  return isLong || !budget.takes(lengthOf(fields)) ? { fields: [UNKNOWN], hints } : { fields, hints }
}

function product(lefts: readonly Field[], rights: readonly Field[]): readonly Field[] {
  const found: Field[] = []
  for (const left of lefts)
    for (const right of rights) {
      if (found.length >= MOST) return found
      found.push(left + right)
    }
  return found
}

function partValues(part: Part, isFirst: boolean, scope: Scope): Expanded {
  const plain = (fields: readonly Field[], hints: readonly Field[] = []): Expanded => ({ fields, hints })
  switch (part.kind) {
    case 'text': {
      const text = fieldOf(part.text)
      return plain([part.quoted ? text : active(text, isFirst)])
    }
    case 'variable': {
      const own = scope.variables.get(part.name)
      const known = own ?? knownValue(part.name, scope)
      const values = known ?? (part.instead === null ? [UNKNOWN] : joined(part.instead, scope).fields)
      // `${x:=y}`, and `${x:-y}`, of which it may become as much.
      if (known === null && part.instead !== null) scope.variables.set(part.name, values)
      return plain(part.quoted ? values : values.map(unquoted))
    }
    case 'changed': {
      const values = changedValues(part, scope)
      return plain(part.quoted ? values : values.map(unquoted))
    }
    case 'commands': {
      const { printed, hints } = scope.inner(part.commands)
      const text = printed === null ? UNKNOWN : fieldOf(printed.replace(/\n+$/, ''))
      return plain([part.quoted ? text : unquoted(text)], hints)
    }
    default:
      return plain([UNKNOWN])
  }
}

function changedValues(
  { name, change, indirect }: Extract<Part, { readonly kind: 'changed' }>,
  scope: Scope,
): readonly Field[] {
  const of = (one: string) => scope.variables.get(one) ?? knownValue(one, scope) ?? [UNKNOWN]
  const values = indirect ? of(name).flatMap((other) => of(literal(other) ?? '')) : of(name)
  if (change === '') return values
  return values.map((value) => {
    const text = literal(value)
    const made = text === null ? null : changedValue(text, change)
    return made === null ? UNKNOWN : fieldOf(made)
  })
}

const ENVIRONMENT: ReadonlySet<string> = new Set(['PWD', 'GSD_HOME', 'USERPROFILE'])

function knownValue(name: string, { env, home }: Scope): readonly Field[] | null {
  if (name === 'HOME') return [fieldOf(home)]
  const value = ENVIRONMENT.has(name) ? env(name) : null
  return value === null ? null : [fieldOf(value)]
}

const active = (text: string, isFirst: boolean): Field =>
  text.replace(/[*?[{},]/g, (sign) => SIGNS[sign] as string).replace(isFirst ? /^~/ : /(?!)/, TILDE)

/** A text that a program takes for a pattern. */
export const activated = (text: Field): Field => text.replace(/[*?[]/g, (sign) => SIGNS[sign] as string)

/** A pattern of a tool that searches, its braces taken apart. */
export const patternsIn = (text: string): readonly Field[] => braces(active(fieldOf(text), false))

/** What an unquoted value becomes: several words, and patterns. */
const unquoted = (value: Field): Field => activated(value.replace(/\s+/g, SPLIT))

/** A home by its owner's name is judged like this one: nobody here knows who has which name. */
const HOME = /^\uE008(?:[A-Za-z_][\w.-]*)?(?=\/|$)/

const tilde = (field: Field, { home }: Scope): Field => field.replace(HOME, () => fieldOf(home)).replaceAll(TILDE, '~')

/** `{a..z}` */
const RANGE = /^([a-zA-Z])\.\.([a-zA-Z])$/

/** `a{b,c}` is two words; braces without a comma are signs like others. */
function braces(field: Field, depth = 0): readonly Field[] {
  const start = field.indexOf(LEFT)
  const plainly = () => [field.replace(/[\uE004-\uE006]/g, (mark) => PLAIN[mark] as string)]
  if (start < 0 || depth > 6) return plainly()
  let open = 0
  const commas: number[] = []
  for (let at = start; at < field.length; at++) {
    if (field[at] === LEFT) open += 1
    else if (field[at] === COMMA && open === 1) commas.push(at)
    else if (field[at] === RIGHT && --open === 0) {
      const range = commas.length === 0 ? RANGE.exec(field.slice(start + 1, at)) : null
      if (range !== null) {
        const [from, to] = [range[1] as string, range[2] as string].map((one) => one.charCodeAt(0)) as [number, number]
        const letters = Array.from({ length: Math.abs(to - from) + 1 }, (_, index) =>
          String.fromCharCode(Math.min(from, to) + index),
        )
        return letters
          .flatMap((letter) => braces(field.slice(0, start) + letter + field.slice(at + 1), depth + 1))
          .slice(0, MOST)
      }
      if (commas.length === 0) {
        const rest = braces(field.slice(at + 1), depth + 1)
        return rest.map((tail) => shownBraces(field.slice(0, at + 1)) + tail)
      }
      const ends = [start, ...commas, at]
      const choices = ends.slice(1).map((end, index) => field.slice((ends[index] as number) + 1, end))
      const out: Field[] = []
      for (const choice of choices) {
        if (out.length >= MOST) break
        out.push(...braces(field.slice(0, start) + choice + field.slice(at + 1), depth + 1))
      }
      return out.slice(0, MOST)
    }
  }
  return plainly()
}

const shownBraces = (field: Field): Field => field.replace(/[\uE004-\uE006]/g, (mark) => PLAIN[mark] as string)
