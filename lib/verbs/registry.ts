// All verbs by name.

import type { Verb } from '../core/verb.js'
import { ROSTERS } from './all.js'
import type { Roster } from './roster.js'

type UnionToIntersection<U> = (U extends unknown ? (value: U) => void : never) extends (value: infer I) => void
  ? I
  : never
export type VerbName = keyof UnionToIntersection<(typeof ROSTERS)[keyof typeof ROSTERS]['verbs']> & string

export const ALL_ROSTERS: readonly Roster[] = Object.values(ROSTERS)

/** The roster of a verb, or null. Most are found by noun, whose table is built on first use. */
function rosterOf(name: string): Roster | null {
  const holds = ({ verbs }: Roster) => Object.hasOwn(verbs, name)
  const [noun = ''] = name.split('.', 1)
  const own: Roster | null = Object.hasOwn(ROSTERS, noun) ? ROSTERS[noun as keyof typeof ROSTERS] : null
  return own !== null && holds(own) ? own : (ALL_ROSTERS.find(holds) ?? null)
}

export const isVerb = (name: string): name is VerbName => rosterOf(name) !== null

export function loadVerb(name: VerbName): Promise<Verb> {
  const { verbs } = rosterOf(name) as Roster
  return (verbs[name] as Roster['verbs'][string])()
}

export const loadAll = (): Promise<readonly Verb[]> => Promise.all(verbNames().map(loadVerb))

/** All verbs, in the order of the documentation. */
export const verbNames = (): readonly VerbName[] => ALL_ROSTERS.flatMap(({ verbs }) => Object.keys(verbs) as VerbName[])

export const verbAliases = (): Readonly<Record<string, VerbName>> =>
  Object.assign({}, ...ALL_ROSTERS.map(({ aliases }) => aliases))

export const verbKnownAs = (name: string): VerbName | null =>
  (ALL_ROSTERS.find(({ aliases = {} }) => Object.hasOwn(aliases, name))?.aliases?.[name] as VerbName | undefined) ??
  null
