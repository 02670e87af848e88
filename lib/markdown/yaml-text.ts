// Writes front-matter values: text with quotes where needed, and lists and maps inline or as blocks.
import { escaped } from '../std/visible.js'

/** A value to write. Text is quoted if YAML would read it as something else; a null in a map omits its key. */
export type YamlInput = string | number | boolean | null | readonly YamlInput[] | { readonly [key: string]: YamlInput }
type Scalar = string | number | boolean | null

export const isYamlScalar = (value: YamlInput): value is Scalar => value === null || typeof value !== 'object'
export const isYamlList = (value: YamlInput): value is readonly YamlInput[] => Array.isArray(value)

const TYPED_WORD = /^(?:y|n|yes|no|on|off|true|false|null|~|=|<<|[-+]?\.inf|\.nan)$/i
const NUMBER =
  /^[-+]?(?:0b[01_]+|0o[0-7_]+|0x[0-9a-f_]+|[0-9][0-9_]*(?::[0-5]?[0-9])*(?:\.[0-9_]*)?(?:e[-+]?[0-9]+)?|\.[0-9_]+(?:e[-+]?[0-9]+)?)$/i
const DATE = /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:$|[Tt \t])/
const INDICATOR_FIRST = /^(?:[,[\]{}#&*!|>'"%@`]|[-?:](?:\s|$)|---|\.\.\.)/
/** Matches characters that a YAML reader would refuse or change. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g
const STRUCTURE = /:(?:\s|$)|\s#|^\s|\s$/
const INLINE_STRUCTURE = /[,[\]{}"']|:$/

const hasControls = (text: string): boolean => text.search(CONTROL) >= 0

function needsQuotes(text: string, inline: boolean): boolean {
  if (text === '' || TYPED_WORD.test(text) || NUMBER.test(text) || DATE.test(text)) return true
  if (INDICATOR_FIRST.test(text) || STRUCTURE.test(text) || hasControls(text)) return true
  return inline && INLINE_STRUCTURE.test(text)
}

/** Returns text in double quotes, with JSON's escapes, which YAML shares. */
const doubleQuoted = (text: string): string => JSON.stringify(text).replace(CONTROL, escaped)

/** Returns a scalar as YAML; `style` is the quoting of the value to replace. */
export function scalarText(value: Scalar, { inline = false, style = 'plain' } = {}): string {
  if (typeof value !== 'string') return String(value ?? '')
  if (style === 'single' && !hasControls(value)) return `'${value.replaceAll("'", "''")}'`
  return style === 'double' || needsQuotes(value, inline) ? doubleQuoted(value) : value
}

const entriesOf = (value: { readonly [key: string]: YamlInput }) =>
  Object.entries(value).filter(([, item]) => item !== null)

/** Returns a value on one line, as `[a, b]`, `{k: v}` or a scalar. */
function inlineText(value: YamlInput): string {
  if (isYamlScalar(value)) return scalarText(value, { inline: true })
  if (isYamlList(value)) return `[${value.map(inlineText).join(', ')}]`
  return `{${entriesOf(value)
    .map(([key, item]) => `${inlineText(key)}: ${inlineText(item)}`)
    .join(', ')}}`
}

const MAX_INLINE_ITEMS = 3
const MAX_INLINE_WIDTH = 60

function isInline(list: readonly YamlInput[], form: YamlFrame['form']): boolean {
  if (list.length === 0) return true
  if (!list.every(isYamlScalar) || form === 'block') return false
  return form === 'inline' || (list.length <= MAX_INLINE_ITEMS && inlineText(list).length < MAX_INLINE_WIDTH)
}

interface YamlFrame {
  /** How many columns precede the value's key or dash. */
  readonly indent: number
  readonly eol: string
  /** Form of the list or map, not of values inside it. Default: short lists of scalars inline, the rest as blocks. */
  readonly form?: 'inline' | 'block' | undefined
}

/** Returns the text after `key:` or `-`: ` scalar`, ` [a, b]`, or indented lines, without the last line ending. */
export function valueText(value: YamlInput, { indent, eol, form }: YamlFrame): string {
  const inner = { indent: indent + 2, eol }
  if (isYamlScalar(value)) return value === null ? '' : ` ${scalarText(value)}`
  if (isYamlList(value)) {
    if (isInline(value, form)) return ` ${inlineText(value)}`
    return value.map((item) => `${eol}${' '.repeat(inner.indent)}-${itemText(item, inner)}`).join('')
  }
  const entries = entriesOf(value)
  if (entries.length === 0 || form === 'inline') return ` ${inlineText(value)}`
  return entries.map(([key, item]) => eol + entryText(key, item, inner)).join('')
}

/** Returns the text after a dash at `indent`; a map begins on the dash's line. */
function itemText(item: YamlInput, frame: YamlFrame): string {
  const text = valueText(item ?? '', frame)
  return isYamlScalar(item) || isYamlList(item) || !text.startsWith(frame.eol) ? text : ` ${text.trimStart()}`
}

/** Returns `key: value` at `indent` columns. */
export const entryText = (key: string, value: YamlInput, frame: YamlFrame): string =>
  `${' '.repeat(frame.indent)}${inlineText(key)}:${valueText(value, frame)}`
