// What a person says of a new project in a few words, as a charter: each phase with one requirement and one thing to try, to be sharpened when it is planned.
import { type CharterValue, NO_CHARTER } from '../../artifacts/charter/charter.js'
import { TITLE_LABELS } from '../../artifacts/charter/charter-read.js'
import { oneLine } from '../../artifacts/parts/draft.js'

export interface FewWords {
  readonly name: string
  /** What it is and for whom; null: nobody said. */
  readonly what: string | null
  /** The one thing that must work; null: what it is. */
  readonly value: string | null
  /** Titles; none: one phase stands as an example. */
  readonly phases: readonly string[]
}

const EXAMPLE = 'A first version that runs'

export function firstCharter({ name, what, value, phases }: FewWords): CharterValue {
  const about = plain(what ?? `The project ${name}.`)
  const titles = (phases.length === 0 ? [EXAMPLE] : phases).map(plain)
  return {
    ...NO_CHARTER,
    title: titleOf(plain(name)),
    what: about,
    coreValue: plain(value ?? about),
    order: about,
    scope: 'all',
    requirements: titles.map((title, index) => ({ id: idOf(index), text: title, category: 'Core' })),
    phases: titles.map((title, index) => ({
      id: String(index + 1),
      title,
      goal: title,
      depth: null,
      requirements: [idOf(index)],
      dependsOn: null,
      criteria: [`Somebody tries it and sees: ${title}`],
    })),
  }
}

/** A folder may be called as the form is. */
const titleOf = (name: string): string => (TITLE_LABELS.has(name.toLowerCase()) ? `The ${name}` : name)

/** One line, without what would make another block of it: a heading, a list, a quotation. */
const plain = (text: string): string => oneLine(text).replace(/^(?:[#>*+-]+ )+/, '')

const idOf = (index: number): string => `CORE-${String(index + 1).padStart(2, '0')}`
