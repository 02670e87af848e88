// Project settings that have no effect, as they protect the user from a hostile project: all are switches.
import { configKey } from '../../artifacts/config/config-keys.js'
import type { Setting } from '../../artifacts/config/settings.js'
import type { Json } from '../../std/json.js'

/** The text that sets it for all of the user's projects. */
export const inOwnFile = (key: string, value: Json): string =>
  JSON.stringify(key.split('.').reduceRight<Json>((inner, part) => ({ [part]: inner }), value))

/** Why the project's value is ignored, and how to change that. */
export function passedOver({
  key,
  value,
  passedOver: said,
}: Setting): { readonly why: string; readonly fix: string } | null {
  if (said === undefined || !configKey(key)?.guard) return null
  const theirs = typeof said === 'boolean' ? String(said) : 'another value'
  return {
    why: `the project sets ${theirs}, which a project cannot set: ${value} applies`,
    fix: `no action needed; to remove this notice: gsd-tools config set ${key} null; to set it for all of your projects, add it to ~/.gsd/config.json as ${inOwnFile(key, !value)}`,
  }
}
