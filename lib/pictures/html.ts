// Text of HTML in which every value is text: only what was made here is markup.
import { visible } from '../std/visible.js'

const MADE: unique symbol = Symbol('markup')

export interface Markup {
  readonly [MADE]: true
  readonly text: string
}

type Part = Markup | string | number | null | false | readonly Part[]

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => visible(text).replace(/[&<>"']/g, (sign) => SIGNS[sign] as string)

const isMarkup = (part: Part): part is Markup => typeof part === 'object' && part !== null && MADE in part

function textOf(part: Part): string {
  if (part === null || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return isMarkup(part) ? part.text : part.map(textOf).join('')
}

/** Attributes are to be written in double quotes. */
export const html = (words: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  [MADE]: true,
  text: words.reduce((text, word, at) => `${text}${textOf(parts[at - 1] ?? null)}${word}`),
})

/** Text of ours that is markup already: a style sheet, never anything of a project. */
export const ready = (text: string): Markup => ({ [MADE]: true, text })
