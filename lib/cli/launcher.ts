// The call a person can paste: `gsd-tools` is on no PATH when the CLI lies in an installed pack, so what it advises names the launcher that was used.
import { installedCall } from '../node/pack.js'

/** Fields whose text tells the reader what to call. */
const ADVICE: ReadonlySet<string> = new Set(['fix', 'resume', 'redo'])

/** The bare name as a command: at the start or behind a blank, a quote or a bracket, with words behind it. */
const BARE = /(?<![\w./\\-])gsd-tools (?=[a-z-])/g

/** The text with each `gsd-tools …` as `launcher …`. */
export const pasteable = (text: string, launcher: string | null): string =>
  launcher === null ? text : text.replace(BARE, () => `${launcher} `)

/** The answer with its advice made pasteable, wherever it stands; the very value where there is none. */
export function withLauncher<T>(value: T, { bin, script }: { readonly bin: string; readonly script: string }): T {
  let launcher: string | null | undefined
  const advice = (text: string): string => {
    if (!text.includes('gsd-tools ')) return text
    launcher ??= installedCall(bin, script)
    return pasteable(text, launcher)
  }
  return mapped(value, null, advice) as T
}

function mapped(value: unknown, key: string | null, advice: (text: string) => string): unknown {
  if (typeof value === 'string') return key !== null && ADVICE.has(key) ? advice(value) : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item) => mapped(item, null, advice))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  let copy: Record<string, unknown> | null = null
  for (const [name, field] of Object.entries(value)) {
    const next = mapped(field, name, advice)
    if (next === field) continue
    copy ??= { ...value }
    copy[name] = next
  }
  return copy ?? value
}
