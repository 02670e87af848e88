// What fields of front matter accept, as JSON Schema. Made when a schema is: no call needs one.
export type Schema = Readonly<Record<string, unknown>>

/** A text in any case, as a pattern. */
const anyCase = (word: string): string =>
  word
    .replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    .replace(/[a-z]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`)

/** Texts that say nothing: none, or a placeholder. */
const UNSAID = 'null|Null|NULL|~|\\[[^\\]]*[A-Za-z…][^\\]]*\\][.!]?'

/** Lists and maps are read as one text. */
const SPREAD: Schema = { type: ['array', 'object', 'null'] }

/** Scalars of which the text fits, besides other types of YAML. */
const texts = (pattern: string, ...others: readonly Schema[]): Schema => ({
  anyOf: [...others, { type: 'string', pattern: `^\\s*(?:|${UNSAID}|${pattern})\\s*$` }, SPREAD],
})

export const wordSchema = (words: readonly string[]): Schema => texts(words.map(anyCase).join('|'))
export const daySchema = (): Schema => texts('\\d{4}-\\d{2}-\\d{2}(?:|[T ].*)')
export const boolSchema = (): Schema =>
  texts(['true', 'yes', 'on', 'false', 'no', 'off'].map(anyCase).join('|'), {
    type: 'boolean',
  })
export const intSchema = (): Schema => texts('\\d{1,9}', { type: 'integer', minimum: 0, maximum: 999_999_999 })
