// The parsers that read a settings file again after an edit. None shares code with what edits it; loaded only where a file is edited.
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { readToml } from '../../std/toml.js'
import type { Reread, Rereads } from './edit.js'
import { yaml } from './second-yaml.js'

const bare = (text: string): string => text.replace(/^\ufeff/, '')
const isBlank = (text: string): boolean => bare(text).trim() === ''

const jsonc: Reread = (text) => {
  const errors: ParseError[] = []
  const data: unknown = parse(bare(text), errors, { allowTrailingComma: true, allowEmptyContent: true })
  const [first] = errors
  return first === undefined
    ? { data: data ?? {} }
    : { problem: `${printParseErrorCode(first.error)} at ${first.offset}` }
}

const json: Reread = (text) => {
  if (isBlank(text)) return { data: {} }
  try {
    return { data: JSON.parse(bare(text)) as unknown }
  } catch (error) {
    const problem = (error as Error).message
    if ('problem' in jsonc(text)) return { problem }
    return {
      problem: `${problem}; its client reads no comments and no trailing commas, and ignores the whole file for them`,
      fix: 'remove the comments and trailing commas',
    }
  }
}

const toml: Reread = (text) => {
  const read = readToml(text)
  return 'problem' in read ? read : { data: plain(read.value) }
}

/** Dates as their text: equality of data knows plain values only. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(plain)
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
    : value
}

export const rereads: Rereads = { json, jsonc, toml, yaml: (text) => yaml(text) }
