// Commands of the project that keep a unit from being begun, because nobody of this machine agreed to them: pure.
import { baseName } from '../../std/paths.js'
import type { Decision, Unit } from './decide.js'

/** One of those that the project can make the machine run, as `trust` lists them. */
export interface Listed {
  readonly command: string
  readonly kind: string
  /** Who agreed to it; null: nobody. */
  readonly by: string | null
  readonly sources: readonly { readonly path: string }[]
}

/** Settings are everybody's; files of a phase and of a plan begin with its id. */
const isOf = (path: string, { unitId }: Unit): boolean =>
  baseName(path) === 'config.json' || baseName(path).startsWith(`${unitId}-`)

/** The end of a run that could begin none of the units. */
export function barredEnd(units: readonly Unit[], listed: readonly Listed[]): Extract<Decision, { do: 'end' }> | null {
  const open = listed.filter(({ kind, by }) => kind === 'run' && by === null)
  const found = open.filter(({ sources }) => sources.some(({ path }) => units.some((unit) => isOf(path, unit))))
  if (found.length === 0) return null
  const shown = found.map(({ command }) => command).join('; ')
  return {
    ...{ do: 'end', end: 'person', reason: `nobody of this machine agreed to what the project runs: ${shown}` },
    fix: 'look at it, then gsd trust; where nobody can be asked: GSD_TRUST with the digest of gsd-tools trust',
  }
}
