// Every verb there is: those of the CLI itself and those of the features.
import { ROSTERS } from '../verbs/all.js'
import type { Roster } from '../verbs/roster.js'
import { FEATURES } from './all.js'
import type { Feature } from './feature.js'

const BY_FEATURE: readonly Feature[] = FEATURES

type UnionToIntersection<U> = (U extends unknown ? (value: U) => void : never) extends (value: infer I) => void
  ? I
  : never
type Verbs = UnionToIntersection<
  (typeof ROSTERS)[keyof typeof ROSTERS]['verbs'] | (typeof FEATURES)[number]['roster']['verbs']
>
export type VerbName = keyof Verbs & string

export const ALL_ROSTERS: readonly Roster[] = [...Object.values(ROSTERS), ...BY_FEATURE.map(({ roster }) => roster)]

/** Loader of every verb by registry id. */
export const VERBS = Object.assign({}, ...ALL_ROSTERS.map(({ verbs }) => verbs)) as Readonly<
  Record<VerbName, Roster['verbs'][string]>
>

export const VERB_NAMES = Object.keys(VERBS) as readonly VerbName[]

/** Other names people know a verb by. */
export const VERB_ALIASES = Object.assign({}, ...ALL_ROSTERS.map(({ aliases }) => aliases)) as Readonly<
  Record<string, VerbName>
>

/** The feature a verb belongs to and can be refused by, or null. */
export const featureOf = (verb: string): Feature | null =>
  BY_FEATURE.find(({ roster, always }) => Object.hasOwn(roster.verbs, verb) && !always.includes(verb)) ?? null
