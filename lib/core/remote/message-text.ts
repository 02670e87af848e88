// Cleans text that leaves the machine or comes back. Both are untrusted: the first may quote a project, the second can
// be typed by any member of the channel.
import { withoutSecrets } from '../judging/secrets.js'

/** Longer texts are cut before any check. */
const MOST_LOOKED_AT = 20_000

/** Control characters and invisible ones. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]+/gu

/** One line without control or invisible characters. */
export const visibleLine = (text: string): string =>
  text.slice(0, MOST_LOOKED_AT).replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()

/** The beginning of a text, with an ellipsis if it was cut. */
export function capped(text: string, most: number): string {
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}

/** A project's text for a message: one line, no secrets, no mentions (an invisible character follows each `@`). */
export const messageText = (text: string, most: number): string =>
  capped(withoutSecrets(visibleLine(text)), most).replace(/@(?=\S)/g, '@\u200b')
