// Feature: a part of the pack that a project may switch off, with the verbs and the checks of hooks that it owns.
import type { Roster } from '../verbs/roster.js'

export interface Feature<R extends Roster = Roster> {
  /** Name of its folder. */
  readonly id: string
  /** The setting that switches it (boolean, its default in the registry of settings); null: it is always there. */
  readonly switch: string | null
  /** Verbs that also answer while it is off. */
  readonly always: readonly string[]
  readonly roster: R
}

/** The compiler checks that `always` names verbs of the roster. Without a word of it, it is never switched off. */
export const feature = <const R extends Roster>({
  roster,
  ...more
}: Pick<Feature<R>, 'id' | 'roster'> &
  Partial<Pick<Feature, 'switch'>> & {
    readonly always?: readonly (keyof R['verbs'] & string)[]
  }): Feature<R> => ({ switch: null, always: [], ...more, roster })
