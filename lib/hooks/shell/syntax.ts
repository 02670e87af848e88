// What a line of shell is made of.

/** A piece of a word, as it was written. */
export type Part =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  /** `$name` or `${name…}`. `instead`: what stands for it where it is not set; null: nothing. */
  | { readonly kind: 'variable'; readonly name: string; readonly instead: Word | null; readonly quoted: boolean }
  /** `${name#…}`, `${name/…/…}`, `${name:1:2}`, `${!name}`. */
  | {
      readonly kind: 'changed'
      readonly name: string
      readonly change: string
      readonly indirect: boolean
      readonly quoted: boolean
    }
  /** `$(…)`, backticks, `<(…)`: what it prints is known only in simple cases. */
  | { readonly kind: 'commands'; readonly commands: readonly Simple[]; readonly quoted: boolean }
  | { readonly kind: 'unknown' }

export type Word = readonly Part[]

export interface Redirection {
  /** `<`, `>`, `>>`, `>|`, `<>`, `&>`, `&>>`, `<<`, `<<<`, `<&`, `>&`. */
  readonly op: string
  /** The file; of `<<` the text that is handed in. */
  readonly word: Word
}

export interface Assignment {
  readonly name: string
  readonly value: Word
  /** The words of `name=(…)`, each a value; null: another assignment. */
  readonly list: readonly Word[] | null
}

export interface Simple {
  readonly assignments: readonly Assignment[]
  readonly words: readonly Word[]
  readonly redirections: readonly Redirection[]
  /** Commands of one pipeline share its number; a compound command is a member of its own. */
  readonly pipeline: number
  /** It is the end of a group or a loop, which prints what was printed within. */
  readonly closes: boolean
  /** The variable that a loop sets to each of its words; null: this is no loop. */
  readonly loop: string | null
  /** The function that is known from here on; null: none. Its commands stand in front of this too, because a line may never call it. */
  readonly defines: Body | null
}

interface Body {
  readonly name: string
  readonly commands: readonly Simple[]
}

export const textPart = (text: string, quoted = true): Part => ({ kind: 'text', text, quoted })

/** The text of a word that was written without quotes and signs; null: another one. */
export function bareText(word: Word): string | null {
  const [part] = word
  return word.length === 1 && part?.kind === 'text' && !part.quoted ? part.text : null
}

export function assignmentIn(word: Word): Assignment | null {
  const [first, ...rest] = word
  if (first?.kind !== 'text' || first.quoted) return null
  const found = first.text.includes('=') ? /^([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=/.exec(first.text) : null
  if (found === null) return null
  const left = first.text.slice(found[0].length)
  return { name: found[1] as string, value: left === '' ? rest : [textPart(left, false), ...rest], list: null }
}
