// CHARTER.md: what a new project is, each fact once. A draft: the CLI renders the documents of the project from it, and it goes.
import { listOf, oneOf, orNull, record, type Shape, text, texts } from '../../std/shape.js'
import { compactCodec } from '../compact/compact-codec.js'
import { WHOSE, type Whose } from '../compact/decided.js'
import { type CharterValue, NO_CHARTER } from './charter.js'
import { readCharter } from './charter-read.js'
import { freshCharter } from './charter-write.js'

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
