// What half a sketch lacks, and which of its variants won.
import { SKETCH_PARTS, type SketchValue } from '../../../artifacts/document/experiments.js'
import type { Source } from '../../../ports.js'
import { parentOf } from '../../../std/paths.js'
import type { View } from '../../view.js'
import type { UnitFinding } from '../unit-finding.js'
import type { ExperimentKind } from './experiment-kind.js'
import { bareText, emptyParts, fieldAt, findingAt, headingAt, valueIn } from './placed.js'

const CODE = 'SKETCH_OPEN'

/** Nobody has chosen yet. */
const OPEN: ReadonlySet<string> = new Set(['', 'null', 'open', 'pending', 'tbd', '?'])

/** `B`, `A + C` for parts of both, `NONE` where nobody liked any; null: not chosen. */
function winnerOf({ winner }: SketchValue): string | null {
  const said = (winner ?? '').trim()
  return OPEN.has(said.toLowerCase()) || said.startsWith('[') ? null : said.toUpperCase()
}

/** Names of the variants: `A` of "A", of "Variant A: dense list". */
const variantsOf = ({ variants }: SketchValue): readonly string[] =>
  variants.flatMap(({ variant }) => {
    const [, name] = /^(?:variant )?([a-z0-9]+)\b/.exec(bareText(variant ?? '')) ?? []
    return name === undefined ? [] : [name.toUpperCase()]
  })

/** Variants a winner names that are none of them. */
const strangersIn = (winner: string, known: readonly string[]): readonly string[] =>
  winner === 'NONE' ? [] : winner.split(/[^\p{L}\p{N}]+/u).filter((name) => name !== '' && !known.includes(name))

function drawn(view: View, source: Source, { variants }: SketchValue): readonly UnitFinding[] {
  const there = view.list(parentOf(source.path)).flatMap(({ name, kind }) => (kind === 'file' ? [name] : []))
  const place = headingAt(source, SKETCH_PARTS.variants)
  return variants.flatMap(({ variant, file }) => {
    const name = (file ?? '').replaceAll('`', '').trim()
    if (there.includes(name)) return []
    const message =
      name === '' ? `variant ${variant} names no file` : `variant ${variant}: there is no ${name} beside it`
    return [findingAt(source, place, { code: CODE, message, fix: 'draw it, or take its row out' })]
  })
}

function chosen(source: Source, value: SketchValue): readonly UnitFinding[] {
  const [winner, known] = [winnerOf(value), variantsOf(value)]
  const strangers = winner === null ? [] : strangersIn(winner, known)
  const message = winner === null ? 'it has no winner' : `"${strangers.join(', ')}" is no variant of it`
  const fix = `winner: ${known.join(', ') || 'a variant'}, or none; the user has not chosen yet: leave the unit begun`
  return winner !== null && strangers.length === 0
    ? []
    : [findingAt(source, fieldAt(source, 'winner'), { code: CODE, message, fix })]
}

export const SKETCH: ExperimentKind = {
  answer(view, source) {
    const value = valueIn<SketchValue>(view, 'sketch', source)
    return value === null
      ? { question: null, outcome: null }
      : { question: value.question ?? value.designQuestion, outcome: winnerOf(value) }
  },
  inspect(view, source) {
    const value = valueIn<SketchValue>(view, 'sketch', source)
    if (value === null) return []
    const few = { code: CODE, message: 'a single variant has nothing to be compared with', fix: 'draw a second one' }
    return [
      ...chosen(source, value),
      ...emptyParts(source, CODE, [
        {
          titles: SKETCH_PARTS.designQuestion,
          isEmpty: (value.designQuestion ?? value.question) === null,
          about: 'what is to be decided by looking',
        },
        {
          titles: SKETCH_PARTS.variants,
          isEmpty: value.variants.length === 0,
          about: 'a row each: variant, file, the idea that makes it another one',
        },
        {
          titles: SKETCH_PARTS.findings,
          isEmpty: value.findings === null,
          about: "why, in the user's words, and what building keeps of it",
        },
      ]),
      ...(value.variants.length === 1 ? [findingAt(source, headingAt(source, SKETCH_PARTS.variants), few)] : []),
      ...drawn(view, source, value),
    ]
  },
}
