// CHARTER.md: what a new project is, each fact once. A draft: the CLI renders the documents of the project from it, and it goes.
import { listOf, oneOf, orNull, record, type Shape, text, texts } from '../../std/shape.js'
import { compactCodec } from '../compact/compact-codec.js'
import { WHOSE, type Whose } from '../compact/decided.js'
import { readCharter } from './charter-read.js'
import { freshCharter } from './charter-write.js'

export interface CharterDecision {
  readonly id: string
  /** null: it does not say. */
  readonly whose: Whose | null
  readonly text: string
  readonly reason: string | null
}

export interface CharterRequirement {
  readonly id: string
  readonly text: string
  readonly category: string | null
}

export interface CharterPhase {
  readonly id: string
  readonly title: string
  readonly goal: string | null
  readonly requirements: readonly string[]
  /** Ids of phases; null: it does not say, and the one before it is meant. */
  readonly dependsOn: readonly string[] | null
  readonly criteria: readonly string[]
}

export interface CharterValue {
  readonly title: string | null
  /** What it is and for whom. */
  readonly what: string | null
  readonly coreValue: string | null
  /** The user's own words, lines as they are. */
  readonly order: string | null
  /** How far the order reaches: `all`, `phase 1`, `phases 1-2`. */
  readonly scope: string | null
  readonly worksToday: readonly string[]
  readonly constraints: readonly string[]
  readonly decisions: readonly CharterDecision[]
  readonly requirements: readonly CharterRequirement[]
  readonly later: readonly CharterRequirement[]
  readonly outOfScope: readonly { readonly feature: string; readonly reason: string }[]
  readonly phases: readonly CharterPhase[]
  /** Programs with their arguments. */
  readonly checks: readonly (readonly string[])[]
  readonly settings: readonly { readonly key: string; readonly value: string }[]
}

const maybe = orNull(text())
const requirement = record({ id: text(), text: text(), category: maybe })

const shape: Shape<CharterValue> = record({
  title: maybe,
  what: maybe,
  coreValue: maybe,
  order: maybe,
  scope: maybe,
  worksToday: texts(),
  constraints: texts(),
  decisions: listOf(
    record({ id: text(), whose: orNull(oneOf(WHOSE)) as Shape<Whose | null>, text: text(), reason: maybe }),
  ),
  requirements: listOf(requirement),
  later: listOf(requirement),
  outOfScope: listOf(record({ feature: text(), reason: text() })),
  phases: listOf(
    record({
      id: text(),
      title: text(),
      goal: maybe,
      requirements: texts(),
      dependsOn: orNull(texts()),
      criteria: texts(),
    }),
  ),
  checks: listOf(texts()),
  settings: listOf(record({ key: text(), value: text() })),
})

export const NO_CHARTER: CharterValue = {
  title: null,
  what: null,
  coreValue: null,
  order: null,
  scope: null,
  worksToday: [],
  constraints: [],
  decisions: [],
  requirements: [],
  later: [],
  outOfScope: [],
  phases: [],
  checks: [],
  settings: [],
}

export const charter = compactCodec<CharterValue>({
  id: 'charter',
  about: 'What a new project is, each fact once; its documents are rendered from it',
  path: 'CHARTER.md',
  shape,
  empty: NO_CHARTER,
  // A charter that is begun is held to its form when it is handed in, not when it is read.
  read: (source) => ({ value: readCharter(source).value, issues: [] }),
  lacks: (source) => readCharter(source).issues,
  fresh: freshCharter,
  quotes: true,
})
