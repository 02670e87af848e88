// Writes front-matter values: quoting, and inline or block lists.

/** Text is quoted if YAML would read another type or structure; numbers and booleans are bare. */
export type YamlInput = string | number | boolean | null | readonly YamlInput[] | { readonly [key: string]: YamlInput }
export type YamlScalarInput = string | number | boolean

/** On a line of its own, or inside an inline list. */
export type YamlPlace = 'line' | 'inline'

export const isYamlScalar = (value: YamlInput): value is YamlScalarInput | null =>
  value === null || typeof value !== 'object'
export const isYamlList = (value: YamlInput): value is readonly YamlInput[] => Array.isArray(value)

const TYPED_WORD = /^(?:y|n|yes|no|on|off|true|false|null|~|=|<<|[-+]?\.inf|\.nan)$/i
const NUMBER =
  /^[-+]?(?:0b[01_]+|0o[0-7_]+|0x[0-9a-f_]+|[0-9][0-9_]*(?::[0-5]?[0-9])*(?:\.[0-9_]*)?(?:e[-+]?[0-9]+)?|\.[0-9_]+(?:e[-+]?[0-9]+)?)$/i
const DATE = /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:$|[Tt \t])/
const INDICATOR_FIRST = /^(?:[,[\]{}#&*!|>'"%@`]|[-?:](?:\s|$)|---|\.\.\.)/
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/
const STRUCTURE = /:(?:\s|$)|\s#|^\s|\s$/
const INLINE_STRUCTURE = /[,[\]{}"']|:$/

function needsQuotes(text: string, place: YamlPlace): boolean {
  if (text === '' || TYPED_WORD.test(text) || NUMBER.test(text) || DATE.test(text)) return true
  if (INDICATOR_FIRST.test(text) || STRUCTURE.test(text) || !isPlainText(text)) return true
  return place === 'inline' && INLINE_STRUCTURE.test(text)
}

/** Without characters that a reader would refuse or change. */
const isPlainText = (text: string) => !CONTROL.test(text)

const NAMED: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const escaped = (char: string): string => NAMED[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

const doubleQuoted = (text: string): string =>
  `"${text.replace(/["\\\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g, escaped)}"`

const singleQuoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** A scalar as written; `style`: quoting of the value it replaces. */
export function scalarText(value: YamlScalarInput | null, place: YamlPlace, style: string = 'plain'): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  if (style === 'double') return doubleQuoted(value)
  if (style === 'single' && isPlainText(value)) return singleQuoted(value)
  return needsQuotes(value, place) ? doubleQuoted(value) : value
}

export const keyText = (key: string): string => (needsQuotes(key, 'inline') ? doubleQuoted(key) : key)

/** `[a, b]` or `{k: v}` on one line. */
export function inlineText(value: YamlInput): string {
  if (isYamlScalar(value)) return scalarText(value, 'inline')
  if (isYamlList(value)) return `[${value.map(inlineText).join(', ')}]`
  const entries = Object.entries(value).filter(([, item]) => item !== null)
  return `{${entries.map(([key, item]) => `${keyText(key)}: ${inlineText(item)}`).join(', ')}}`
}

type ListForm = 'inline' | 'block' | 'auto'

const MAX_INLINE_ITEMS = 3
const MAX_INLINE_WIDTH = 60

function isInline(list: readonly YamlInput[], form: ListForm): boolean {
  if (list.length === 0) return true
  if (!list.every(isYamlScalar)) return false
  if (form !== 'auto') return form === 'inline'
  return list.length <= MAX_INLINE_ITEMS && inlineText(list).length < MAX_INLINE_WIDTH
}

/** Forms of lists by dotted path. */
export interface ListForms {
  readonly inline?: readonly string[]
  readonly block?: readonly string[]
}
const listFormAt = (path: string, forms: ListForms): ListForm =>
  forms.inline?.includes(path) ? 'inline' : forms.block?.includes(path) ? 'block' : 'auto'

export interface YamlFrame {
  /** Columns of the value's key or dash. */
  readonly indent: number
  readonly eol: string
  /** Dotted path of the value. */
  readonly path: string
  readonly forms: ListForms
}

/** The text after `key:` or `-`: ` scalar`, ` [a, b]`, or indented lines, without the last line ending. */
export function valueText(value: YamlInput, frame: YamlFrame): string {
  if (isYamlScalar(value)) return value === null ? '' : ` ${scalarText(value, 'line')}`
  if (isYamlList(value)) {
    if (isInline(value, listFormAt(frame.path, frame.forms))) return ` ${inlineText(value)}`
    return value.map((item) => frame.eol + itemText(item, frame)).join('')
  }
  const entries = Object.entries(value).filter(([, item]) => item !== null)
  if (entries.length === 0) return ' {}'
  return entries.map(([key, item]) => frame.eol + entryText(key, item, { ...frame, indent: frame.indent + 2 })).join('')
}

/** `- item`, indented below the key of `frame`; a map begins beside its dash. */
function itemText(item: YamlInput, frame: YamlFrame): string {
  const indent = frame.indent + 2
  const pad = ' '.repeat(indent)
  if (isYamlScalar(item) || isYamlList(item))
    return `${pad}-${item === null ? ' ""' : valueText(item, { ...frame, indent })}`
  const entries = Object.entries(item).filter(([, part]) => part !== null)
  if (entries.length === 0) return `${pad}- {}`
  const lines = entries.map(([key, part]) => entryText(key, part, { ...frame, indent: indent + 2 }))
  return `${pad}- ${lines.join(frame.eol).trimStart()}`
}

/** `key: value` at `frame.indent` columns; `frame.path` is the parent's. */
export function entryText(key: string, value: YamlInput, frame: YamlFrame): string {
  const path = frame.path === '' ? key : `${frame.path}.${key}`
  return `${' '.repeat(frame.indent)}${keyText(key)}:${valueText(value, { ...frame, path })}`
}
