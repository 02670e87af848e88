// Servers of the person that one client has and others are told of too: started as they are there, by the command line alone. Values of keys are never among it.
import type { Edit, Servers } from '../runtimes/offers.js'

export interface SharedServer {
  readonly name: string
  /** The program and its arguments. */
  readonly argv: readonly string[]
}

const KEY = 'shared-'

export const sharedEdits = (shared: readonly SharedServer[], { edit }: Servers): readonly Edit[] =>
  shared.map(({ name, argv }) => edit(`${KEY}${name}`, name, argv))

/** Where a client has one of that name already, nothing is missing. */
export const isShared = ({ key }: Edit): boolean => key.startsWith(KEY)
