// Roster: the verbs of one noun or subject, as names and loaders. A verb's code is loaded when it is called.
import type { Verb } from '../core/verb.js'

type Loader = () => Promise<Verb>

export interface Roster<V extends Readonly<Record<string, Loader>> = Readonly<Record<string, Loader>>> {
  /** In help and documentation. */
  readonly title: string
  /** Verbs by registry id (`noun.verb`, or one word), in the order of the documentation. */
  readonly verbs: V
  /** Other names users know a verb by. Prompts never use these. */
  readonly aliases?: Readonly<Record<string, string>>
}

/** The types ensure that aliases name verbs of the roster. */
export const roster = <const V extends Readonly<Record<string, Loader>>>(
  value: Roster<V> & { readonly aliases?: Readonly<Record<string, keyof V & string>> },
): Roster<V> => value
