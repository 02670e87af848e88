// What a model is told. Texts of a project are data: they come into a text of ours as a quote, or as a word, path or language that has the shape of one.
// A plain string does not fit into `say`, so that a text nobody has looked at does not compile.
import { once } from './once.js'

declare const told: unique symbol

/** Text of ours, in which everything foreign is quoted or of a checked shape. */
export type Told = string & { readonly [told]: true }

/** Literals, numbers and what is told already; a string that may hold anything is none of them. */
type Sayable<P> = P extends Told | number
  ? P
  : P extends string
    ? // biome-ignore lint/complexity/noBannedTypes: only a type that names its texts makes keys that must be there
      {} extends Record<P, 1>
      ? never
      : P
    : never

/** A text of ours with what stands in it. */
export const say = <const P extends readonly unknown[]>(
  texts: TemplateStringsArray,
  ...parts: { readonly [K in keyof P]: Sayable<P[K]> }
): Told => String.raw({ raw: texts }, ...parts) as Told

/** For texts of the pack, the client's row and the CLI itself. The caller vouches that nothing in it comes from a project. */
export const ours = (text: string): Told => text as Told

export const NOTHING_TOLD = ours('')

export const joined = (parts: readonly Told[], between: ' ' | ', ' | '; ' | '\n' | '\n\n'): Told =>
  parts.join(between) as Told

const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g
/** Characters that show nothing but reach a reader that takes them one by one. Joiners stay: scripts and emoji need them. */
const UNSEEN =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu

/** A few blanks side by side may be what the text is about (`split('a  b')`); more of them, and all else that is white, only lay it out. */
const FEW_BLANKS = /^ {1,4}$/

const oneLine = (text: string): string =>
  text
    .replace(CONTROLS, '\n')
    .replace(UNSEEN, '')
    .replace(/[\ud800-\udfff]/gu, '\ufffd')
    .replace(/\s{2,}|[^\S ]/g, (white) => (FEW_BLANKS.test(white) ? white : ' '))
    .trim()

/** What imitates a mark of ours or of a client is bent so that it is none, and can still be read. Names that runtimes give code without one are no marks. */
const bent = (line: string): string =>
  (line.includes('<')
    ? line.replace(/<(?!(?:anonymous|module|lambda|stdin|string|init)>)(?=[\p{L}/!?|<:_])/gu, '‹')
    : line
  )
    .replace(/`/g, "'")
    .replace(/(^|[\s([{"'“])@(?=\S)/g, '$1\\@')
    .replace(/\[(?=\/?INST\])/gi, '(')
    .replace(/[“”„‟]/g, '"')

const encoder = new TextEncoder()
export const bytesOf = (text: string): number => encoder.encode(text).length

/** No text is worked on that could not fit anyway. */
const OVER = 8

/** The text on one line between “ ”, or null where the quote would take more than `most` bytes. */
export function quoted(text: string, most: number): Told | null {
  if (text.length > most * OVER) return null
  const quote = `“${bent(oneLine(text))}”`
  return bytesOf(quote) > most ? null : (quote as Told)
}

/** The same for labels, whose end nobody needs: cut at a blank where it is too long. */
export function quotedLabel(text: string, most = 200): Told {
  const line = bent(oneLine(text.slice(0, most * OVER)))
  return `“${shortened(line, most - bytesOf('“”'))}”` as Told
}

/** A few lines of a longer text, each behind `> `; of a line no more than `most` bytes. */
export const quotedLines = (lines: readonly string[], most = 300): Told =>
  lines.map((line) => `> ${shortened(bent(oneLine(line.slice(0, most * OVER))), most)}`.trimEnd()).join('\n') as Told

const MORE = ' …'

/** The line cut at a blank so that it takes at most `most` bytes. */
export function shortened(line: string, most: number): string {
  if (bytesOf(line) <= most) return line
  let end = 0
  let bytes = bytesOf(MORE)
  for (const char of line) {
    bytes += bytesOf(char)
    if (bytes > most) break
    end += char.length
  }
  const cut = line.slice(0, end)
  const blank = cut.lastIndexOf(' ')
  return `${blank > end / 2 ? cut.slice(0, blank) : cut}${MORE}`
}

const PLAIN_PATH = /^[\w.,+=~%()[\]\\/:-]+$/
/** Beyond ASCII letters are fine; what is a sign, a blank or unseen is not. Properties of Unicode take long to make, and few paths ask for them. */
const pathChar = once(() => /[\w .,+=~%()[\]\\/:-]|\p{L}|\p{N}|\p{M}/u)
const LONGEST_PATH = 500

/** A path or an id. One that could be read as anything else stands between straight quotes, its odd characters as escapes: also within a call it is one word. */
export function pathText(path: string): Told {
  if (path.length > LONGEST_PATH) return say`(a path of ${path.length} characters: too long to show)`
  if (PLAIN_PATH.test(path)) return path as Told
  const chars = [...path].map((char) =>
    pathChar().test(char) && char !== '\\'
      ? char
      : [...char.split('')].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  )
  const text = chars.join('')
  return (/[ \\]/.test(text) ? `"${text}"` : text) as Told
}

const WORD = /^[A-Za-z0-9][\w.:/@+[\]-]{0,79}$/
/** A name without blanks (a model, a mode, a token), or null. */
export const wordText = (text: string): Told | null => (WORD.test(text) ? (text as Told) : null)

/** The list of names of a requirement or the like: what has the shape of an id as it is, all else quoted. Null where it takes more than `most` bytes. */
export function wordsText(texts: readonly string[], most: number): Told | null {
  if (texts.length > most) return null
  const parts = texts.map((text) => wordText(text) ?? quoted(text, most))
  if (parts.some((part) => part === null)) return null
  const all = joined(parts as readonly Told[], ', ')
  return bytesOf(all) > most ? null : all
}

const SKILL = /^[\w.][\w.:@/-]{0,119}$/
/** A skill by its name, or by its folder within the project; null for anything else. */
export const skillText = (text: string): Told | null =>
  SKILL.test(text) && !text.includes('..') && !text.includes('//') ? (text as Told) : null

const language = once(() => /^\p{L}[\p{L}\p{M}\p{N}_() -]*$/u)
/** `de`, `pt-BR`, `Brazilian Portuguese`: a tag or the name of a language, or null. */
export const languageText = (text: string): Told | null =>
  text.length <= 40 && language().test(text) && text.split(' ').length <= 3 ? (text as Told) : null

const COMMIT = /^[0-9a-f]{7,64}$/
export const commitText = (text: string): Told | null => (COMMIT.test(text) ? (text as Told) : null)

const STAMP = /^\d{4}-\d\d-\d\dT[\d:.]{5,15}(?:Z|[+-]\d\d:\d\d)$/
export const stampText = (text: string): Told | null => (STAMP.test(text) ? (text as Told) : null)
