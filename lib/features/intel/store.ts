// The code index: five JSON files that an agent fills, each with its own stamp, and the record of the last refresh.
import type { View } from '../../core/view.js'
import { isJsonObject, type Json, type JsonObject, parseJson } from '../../std/json.js'

const INTEL = '.planning/intel'
export const INTEL_FILES = [
  'file-roles.json',
  'api-map.json',
  'dependency-graph.json',
  'arch-decisions.json',
  'stack.json',
] as const
export const LAST_REFRESH = `${INTEL}/.last-refresh.json`
export const STALE_MS = 24 * 60 * 60_000

export const intelPath = (file: string): string => `${INTEL}/${file}`

export type Read =
  | { readonly kind: 'absent' }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'ok'; readonly value: JsonObject; readonly text: string; readonly sha256: string }

export function readIntel(view: View, path: string): Read {
  const source = view.source(path)
  if (source === null) return { kind: 'absent' }
  if (source.text === null) return { kind: 'broken', reason: 'it is not UTF-8' }
  try {
    const value: unknown = parseJson(source.text)
    return isJsonObject(value)
      ? { kind: 'ok', value, text: source.text, sha256: source.sha256 }
      : { kind: 'broken', reason: 'expected a JSON object' }
  } catch (error) {
    return { kind: 'broken', reason: (error as Error).message }
  }
}

/** When the file says it was made; null where it does not say, or says no time. */
export function updatedAt(value: JsonObject): string | null {
  const meta = value['_meta']
  const stamp = isJsonObject(meta) ? meta['updated_at'] : undefined
  return typeof stamp === 'string' && !Number.isNaN(Date.parse(stamp)) ? stamp : null
}

/** The records of a file by name: those under `entries`, else everything beside `_meta`. */
export function entriesOf(value: JsonObject): readonly (readonly [string, Json])[] {
  const entries = value['entries']
  if (isJsonObject(entries)) return Object.entries(entries) as (readonly [string, Json])[]
  if (Array.isArray(entries)) return entries.map((entry, index) => [String(index), entry as Json] as const)
  return Object.entries(value).filter(([name]) => name !== '_meta') as (readonly [string, Json])[]
}

/** Names of exported things in a JavaScript or TypeScript file, line by line; what a line does not show is not claimed. */
export function exportsIn(
  text: string,
): readonly { readonly name: string; readonly kind: string; readonly line: number }[] {
  return text.split('\n').flatMap((line, index) => {
    const declared =
      /^\s*export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(function\*?|class|const|let|var|interface|type|enum)\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)/u.exec(
        line,
      )
    if (declared?.[1] !== undefined && declared[2] !== undefined)
      return [{ name: declared[2], kind: declared[1].replace('*', ''), line: index + 1 }]
    if (/^\s*export\s+default\b/.test(line)) return [{ name: 'default', kind: 'default', line: index + 1 }]
    const listed = /^\s*export\s+(?:type\s+)?\{([^}]*)\}/.exec(line)?.[1]
    const assigned = /^\s*(?:module\.)?exports\.([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*=/u.exec(line)?.[1]
    if (assigned !== undefined) return [{ name: assigned, kind: 'property', line: index + 1 }]
    return (listed ?? '')
      .split(',')
      .map(
        (part) =>
          part
            .trim()
            .split(/\s+as\s+/)
            .at(-1) ?? '',
      )
      .filter((name) => name !== '')
      .map((name) => ({ name, kind: 'binding', line: index + 1 }))
  })
}
