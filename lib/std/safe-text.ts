// Text for models. Project text is data: it enters our text only as a quote, or as a word, path or language whose form
// was checked. `say` does not take plain strings, so unchecked text does not compile.
import { once } from './once.js'
import { escaped } from './visible.js'

declare const checked: unique symbol

/** Text of ours, in which every foreign part is quoted or has a checked form. */
export type SafeText = string & { readonly [checked]: true }

/** A literal, a number or checked text, but not an arbitrary string. */
type Sayable<P> = P extends SafeText | number
  ? P
  : P extends string
    ? // biome-ignore lint/complexity/noBannedTypes: only a type that names its texts makes keys that must be there
      {} extends Record<P, 1>
      ? never
      : P
    : never

export const say = <const P extends readonly unknown[]>(
  texts: TemplateStringsArray,
  ...parts: { readonly [K in keyof P]: Sayable<P[K]> }
): SafeText => String.raw({ raw: texts }, ...parts) as SafeText

/** Marks text from the pack, the client's row or the CLI. The caller vouches that no part comes from a project. */
export const ours = (text: string): SafeText => text as SafeText

export const EMPTY_TEXT = ours('')

export const joined = (parts: readonly SafeText[], between: ' ' | ', ' | '; ' | '\n' | '\n\n'): SafeText =>
  parts.join(between) as SafeText
export const inLines = (parts: readonly SafeText[]): SafeText => joined(parts, '\n')
export const inParagraphs = (parts: readonly SafeText[]): SafeText => joined(parts, '\n\n')

const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g
/** Invisible characters that a model still reads. Joiners stay: scripts and emoji need them. */
const UNSEEN =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu

/** A few blanks may matter (`split('a  b')`); more, and other white space, is layout. */
const FEW_BLANKS = /^ {1,4}$/

const oneLine = (text: string): string =>
  text
    .replace(CONTROLS, '\n')
    .replace(UNSEEN, '')
    .replace(/[\ud800-\udfff]/gu, '\ufffd')
    .replace(/\s{2,}|[^\S ]/g, (white) => (FEW_BLANKS.test(white) ? white : ' '))
    .trim()

/** Disarms tags, code marks, `@` references and our quotation marks. Names for code (`<module>`) are harmless. */
const disarmed = (line: string): string =>
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

/** The length up to which a text is processed, as a multiple of the text's limit. */
const MAX_EXCESS = 8

/** Returns the text on one line in “ ”; null if the quote is longer than `most` bytes. */
export function quoted(text: string, most: number): SafeText | null {
  if (text.length > most * MAX_EXCESS) return null
  const quote = `“${disarmed(oneLine(text))}”`
  return bytesOf(quote) > most ? null : (quote as SafeText)
}

/** Returns a label on one line in “ ”, truncated if too long. */
export function quotedLabel(text: string, most = 200): SafeText {
  const line = disarmed(oneLine(text.slice(0, most * MAX_EXCESS)))
  return `“${shortened(line, most - bytesOf('“”'))}”` as SafeText
}

/** Returns the lines of a longer text, each after `> ` and truncated to `most` bytes. */
export const quotedLines = (lines: readonly string[], most = 300): SafeText =>
  lines
    .map((line) => `> ${shortened(disarmed(oneLine(line.slice(0, most * MAX_EXCESS))), most)}`.trimEnd())
    .join('\n') as SafeText

const MORE = ' …'

/** Truncates a line to at most `most` bytes, at the last blank if that keeps more than half. */
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

const PLAIN_PATH = /^[\w.,+=~%\\/:-]+$/
/** Beyond ASCII only letters, digits and accents, no signs or invisible characters. Lazy: slow to build. */
const pathChar = once(() => /[\w .,+=~%()[\]\\/:-]|\p{L}|\p{N}|\p{M}/u)
const LONGEST_PATH = 500

/** Returns a path or id, quoted if it has blanks, brackets or escapes; if over 500 characters, only its length. */
export function pathText(path: string): SafeText {
  if (path.length > LONGEST_PATH) return say`(a path of ${path.length} characters: too long to show)`
  if (PLAIN_PATH.test(path)) return path as SafeText
  const text = [...path]
    .map((char) => (pathChar().test(char) && char !== '\\' ? char : char.split('').map(escaped).join('')))
    .join('')
  return (/[ ()[\]\\]/.test(text) ? `"${text}"` : text) as SafeText
}

/** Returns a function that returns a text if it has this form, else null. */
const formed =
  (form: RegExp) =>
  (text: string): SafeText | null =>
    form.test(text) ? (text as SafeText) : null

/** A name without blanks: a model, a mode, a token. */
export const wordText = formed(/^[A-Za-z0-9][\w.:/@+[\]-]{0,79}$/)
/** A skill's name, or its folder within the project. */
export const skillText = formed(/^(?!.*(?:\.\.|\/\/))[\w.][\w.:@/-]{0,119}$/)
export const commitText = formed(/^[0-9a-f]{7,64}$/)
export const stampText = formed(/^\d{4}-\d\d-\d\dT[\d:.]{5,15}(?:Z|[+-]\d\d:\d\d)$/)

/** Returns a list in which words are unchanged and other texts quoted; null if it is longer than `most` bytes. */
export function wordsText(texts: readonly string[], most: number): SafeText | null {
  if (texts.length > most) return null
  const parts = texts.map((text) => wordText(text) ?? quoted(text, most))
  if (parts.some((part) => part === null)) return null
  const all = joined(parts as readonly SafeText[], ', ')
  return bytesOf(all) > most ? null : all
}

const language = once(() => /^\p{L}[\p{L}\p{M}\p{N}_() -]*$/u)
/** Returns a language tag or name, such as `pt-BR` or `Brazilian Portuguese`; null for any other text. */
export const languageText = (text: string): SafeText | null =>
  text.length <= 40 && language().test(text) && text.split(' ').length <= 3 ? (text as SafeText) : null
