// Throw-away experiments: which folder holds those of a kind, and the number a new one gets.
import { slugOf } from '../../std/text.js'
import type { View } from '../view.js'
import { readClaims } from './claims.js'
import type { UnitTypeId } from './units.js'

/** Folder below the planning base, by the unit type that fills it. */
export const SHELVES = { spike: 'spikes', sketch: 'sketches' } as const
export type ExperimentType = keyof typeof SHELVES
export type Shelf = (typeof SHELVES)[ExperimentType]

export const isExperiment = (type: UnitTypeId): type is ExperimentType => Object.hasOwn(SHELVES, type)

/** The kind whose shelf this is; null for any other word. */
export const experimentOn = (shelf: string): ExperimentType | null =>
  (Object.keys(SHELVES) as ExperimentType[]).find((type) => SHELVES[type] === shelf) ?? null

/** `001-name`; two ways of one question share their number and have a letter behind it. */
const NUMBERED = /^(\d{3,}[a-z]?)-[A-Za-z0-9]/

export const numberOf = (id: string): string | null => NUMBERED.exec(id)?.[1] ?? null

/** Ids of the folders there are, in their order. */
export const experimentsOn = (view: View, shelf: Shelf): readonly string[] =>
  view
    .list(view.at(shelf))
    .flatMap(({ name, kind }) => (kind === 'directory' && numberOf(name) !== null ? [name] : []))
    .sort()

/**
 * The id that is meant: one that is spelled out, the one with this number, one that was begun under these words; else the next number and the words.
 * `more`: ids given out in the same breath.
 */
export function experimentId(view: View, type: ExperimentType, text: string, more: readonly string[] = []): string {
  const said = text.startsWith(`${type}:`) ? text.slice(type.length + 1) : text
  const begun = readClaims(view).flatMap((claim) => (claim.unitType === type ? [claim.unitId] : []))
  const taken = [...experimentsOn(view, SHELVES[type]), ...begun, ...more]
  if (numberOf(said) !== null) return said
  if (/^\d+[a-z]?$/.test(said)) return taken.find((id) => bare(numberOf(id)) === bare(said)) ?? said
  const slug = slugOf(said, 40) || type
  const next = Math.max(0, ...taken.map((id) => Number.parseInt(id, 10) || 0)) + 1
  return begun.find((id) => id.endsWith(`-${slug}`)) ?? `${String(next).padStart(3, '0')}-${slug}`
}

/** Of several that are begun beside one another. */
export function experimentIds(view: View, type: ExperimentType, texts: readonly string[]): readonly string[] {
  const ids: string[] = []
  for (const text of texts) ids.push(experimentId(view, type, text, ids))
  return ids
}

const bare = (number: string | null): string | null => number?.replace(/^0+/, '') ?? null

/** Why a unit of this type and id cannot be begun; null where it can. */
export function experimentLacks(
  view: View,
  type: UnitTypeId,
  id: string,
): { readonly message: string; readonly fix: string } | null {
  if (type === 'wrap-up') return wrapUpLacks(view, id)
  if (!isExperiment(type)) return null
  const number = numberOf(id)
  if (number === null)
    return { message: `there is no ${type} ${id}`, fix: `gsd-tools begin ${type} "<the question in a few words>"` }
  const there = experimentsOn(view, SHELVES[type])
  const other = there.includes(id) ? undefined : there.find((name) => numberOf(name) === number)
  return other === undefined
    ? null
    : { message: `${number} is ${other}`, fix: `gsd-tools begin ${type} ${other}; a new one: its words alone` }
}

function wrapUpLacks(view: View, id: string): { readonly message: string; readonly fix: string } | null {
  const type = experimentOn(id)
  if (type === null)
    return { message: `"${id}" can not be wrapped up`, fix: `use one of ${Object.values(SHELVES).join(', ')}` }
  return experimentsOn(view, SHELVES[type]).length > 0
    ? null
    : { message: `there are no ${id} yet`, fix: `gsd-tools begin ${type} "<the question in a few words>"` }
}
