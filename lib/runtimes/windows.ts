// Which models take in so much that briefs have more to name, as their clients give it to them without being asked.
import { plainModel } from '../core/usage/model-names.js'

/** Names with a blank on both sides. */
const ONE_MILLION =
  ' claude-fable-5-1 claude-fable-5 claude-opus-5-5 claude-opus-5 claude-sonnet-5-5 claude-sonnet-5 claude-haiku-5-5 gemini-2.5-pro gemini-2.5-flash '
/** Said behind a name: `opus[1m]`. */
const ASKED_FOR = /\[(\d{1,3})m\]$/i

/** Tokens that fit into a model; null where nobody knows, or it has no more than usual. */
export function windowOf(model: string): number | null {
  const asked = ASKED_FOR.exec(model)?.[1]
  if (asked !== undefined) return Number(asked) * 1_000_000
  return ONE_MILLION.includes(` ${plainModel(model)} `) ? 1_000_000 : null
}
