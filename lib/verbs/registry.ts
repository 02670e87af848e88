// All verbs by name.
import type { Verb } from '../core/verb.js'
import { GROUPS, type VerbGroup } from './all.js'

type KeysOf<T> = T extends unknown ? keyof T & string : never
export type VerbName = KeysOf<(typeof GROUPS)[keyof typeof GROUPS]['verbs']>

export const ALL_GROUPS: readonly VerbGroup[] = Object.values(GROUPS)

const LOADERS = Object.assign({}, ...ALL_GROUPS.map(({ verbs }) => verbs)) as Readonly<
  Record<VerbName, () => Promise<Verb>>
>

export const isVerb = (name: string): name is VerbName => Object.hasOwn(LOADERS, name)

export const loadVerb = (name: VerbName): Promise<Verb> => LOADERS[name]()

export const loadAll = (): Promise<readonly Verb[]> => Promise.all(verbNames().map(loadVerb))

/** All verbs, in the order of the documentation. */
export const verbNames = (): readonly VerbName[] => Object.keys(LOADERS) as VerbName[]
