// What leaves the machine as text, and what comes back as text. Both are others' words: the first may quote a project, the second is typed by anybody who can write there.
import { withoutSecrets } from '../judging/secrets.js'

/** Longer texts are cut before anything looks at them. */
const MOST_LOOKED_AT = 20_000

/** Characters that steer a terminal or a line of text, or cannot be seen. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]+/gu

/** One line without anything that steers or hides. */
export const seenLine = (text: string): string =>
  text.slice(0, MOST_LOOKED_AT).replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()

/** The first characters of a text; it ends in a sign where it went on. */
export function capped(text: string, most: number): string {
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}

/** A text of a project as a message may hold it: one line, without secrets, and calling nobody: an `@` is followed by a character that is not shown. */
export const sayable = (text: string, most: number): string =>
  capped(withoutSecrets(seenLine(text)), most).replace(/@(?=\S)/g, '@\u200b')
