// Project commands that block units because no user of this machine approved them. Pure.
import { baseName } from '../../std/paths.js'
import type { Decision, Unit } from './decide.js'

type Ended = Extract<Decision, { do: 'end' }>

/** A command the project can make the machine run, as `trust` lists it. */
export interface Listed {
  readonly command: string
  readonly kind: string
  /** The approver; null if it is not approved. */
  readonly by: string | null
  readonly sources: readonly { readonly path: string }[]
}

/** Settings concern every unit; files of a phase or plan begin with its id. */
const isOf = (path: string, { unitId }: Unit): boolean =>
  baseName(path) === 'config.json' || baseName(path).startsWith(`${unitId}-`)

export function unapprovedEnd(units: readonly Unit[], listed: readonly Listed[]): Ended | null {
  const open = listed.filter(({ kind, by }) => kind === 'run' && by === null)
  const found = open.filter(({ sources }) => sources.some(({ path }) => units.some((unit) => isOf(path, unit))))
  if (found.length === 0) return null
  const shown = found.map(({ command }) => command).join('; ')
  return {
    ...{ do: 'end', end: 'person', reason: `these commands of the project are not trusted on this machine: ${shown}` },
    fix: 'review them, then run gsd trust; without a user: set GSD_TRUST to the digest from gsd-tools trust',
  }
}
