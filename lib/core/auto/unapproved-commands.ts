// Project commands that block units because no user of this machine approved them. Pure.
import { baseName } from '../../std/paths.js'
import type { Decision, Unit } from './decide.js'

type EndDecision = Extract<Decision, { do: 'end' }>

/** A command that the project can make the machine run, as `gsd-tools trust` lists it. */
export interface ListedCommand {
  readonly command: string
  readonly kind: string
  /** Who approved the command; null if nobody has. */
  readonly by: string | null
  readonly sources: readonly { readonly path: string }[]
}

/** Whether a file concerns a unit. Settings concern every unit; files of a phase or plan begin with its id. */
const concerns = (path: string, { unitId }: Unit): boolean =>
  baseName(path) === 'config.json' || baseName(path).startsWith(`${unitId}-`)

/** The decision to end the run if a command that concerns these units is not approved; otherwise null. */
export function trustDecision(units: readonly Unit[], listed: readonly ListedCommand[]): EndDecision | null {
  const barred = listed.filter(({ kind, by }) => kind === 'run' && by === null)
  const found = barred.filter(({ sources }) => sources.some(({ path }) => units.some((unit) => concerns(path, unit))))
  if (found.length === 0) return null
  const shown = found.map(({ command }) => command).join('; ')
  return {
    ...{ do: 'end', end: 'person', reason: `these commands of the project are not trusted on this machine: ${shown}` },
    fix: 'review them, then run gsd trust; if no user is there to approve them, set GSD_TRUST to the digest that gsd-tools trust prints',
  }
}
