// What must be true when a plan is done: truths, artifacts, links between them, and what must not be.
import { type FrontValue, isFrontList, isFrontMap } from '../../markdown/frontmatter.js'
import { type Infer, int, listOf, orNull, record, text, textOrNull, texts } from '../../std/shape.js'
import { groupField, ownField } from '../document/document-fields.js'
import { entryText, type Front, flat, mapsOf, numberOf, partOf, textOf, textsOf } from '../parts/front-fields.js'

const ARTIFACT = record({
  path: text(),
  provides: textOrNull(),
  minLines: orNull(int()),
  exports: texts(),
  contains: textOrNull(),
})
export type MustHaveArtifact = Infer<typeof ARTIFACT>

/** `to` is empty when the entry names one end only. */
const LINK = record({ from: text(), to: text(), via: textOrNull(), pattern: textOrNull() })
export type MustHaveLink = Infer<typeof LINK>

const TEXT_KEYS = ['title', 'text', 'truth', 'name', 'rule', 'path', 'provides'] as const

/** A truth that is an object: its speaking key, else the whole of it as text. */
function truthOf(value: FrontValue): string | null {
  const keys = isFrontMap(value) ? Object.keys(value) : []
  // `- The user sees: a list` is one sentence that YAML takes for a map.
  if (keys.length === 1 && !TEXT_KEYS.includes(keys[0] as (typeof TEXT_KEYS)[number])) return textOf(value)
  return entryText(value, ...TEXT_KEYS)
}

function artifactOf(value: FrontValue): MustHaveArtifact | null {
  const path = textOf(partOf(value, 'path', 'file', 'name'))
  if (path === null) {
    if (partOf(value, 'path') !== undefined) return null
    const entries = isFrontMap(value) ? Object.entries(value) : []
    const [only] = entries
    // `- src/a.ts: what it provides`
    if (entries.length === 1 && only !== undefined)
      return { path: only[0], provides: textOf(only[1]), minLines: null, exports: [], contains: null }
    const text = textOf(value)
    return text === null ? null : { path: text, provides: null, minLines: null, exports: [], contains: null }
  }
  const exported = partOf(value, 'exports')
  return {
    path,
    provides: textOf(partOf(value, 'provides', 'description')),
    minLines: numberOf(partOf(value, 'min_lines', 'min-lines')),
    exports: typeof exported === 'string' ? splitNames(exported) : textsOf(exported),
    contains: textOf(partOf(value, 'contains')),
  }
}

const splitNames = (text: string): readonly string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && textOf(name) !== null)

/** `src/cli.ts -> src/queue.ts: how they are connected`. */
function arrowIn(text: string): MustHaveLink | null {
  if (textOf(text) === null) return null
  const [, from = text, to = '', via] = /^(.+?)\s*(?:->|→|=>)\s*([^:]+?)(?::\s+(.*))?$/.exec(text) ?? []
  return { from, to, via: via ?? null, pattern: null }
}

function linkOf(value: FrontValue): MustHaveLink | null {
  if (!isFrontMap(value)) return arrowIn(flat(value))
  const from = textOf(partOf(value, 'from'))
  const to = textOf(partOf(value, 'to')) ?? ''
  if (from === null && to === '') {
    if (partOf(value, 'from', 'to') !== undefined) return null
    return arrowIn(flat(value))
  }
  return { from: from ?? '', to, via: textOf(partOf(value, 'via')), pattern: textOf(partOf(value, 'pattern')) }
}

/** What lies below `must_haves` under one of these names. */
const below = (front: Front, ...names: readonly string[]): FrontValue | undefined => {
  const whole = front.at('must_haves', 'must-haves')
  return whole === undefined ? undefined : partOf(whole, ...names)
}

/** A list directly below `must_haves` is one of truths. */
function truthsOf(front: Front): readonly string[] {
  const whole = front.at('must_haves', 'must-haves')
  return textsOf(whole !== undefined && isFrontList(whole) ? whole : below(front, 'truths'), truthOf)
}

export const mustHavesField = groupField({
  truths: ownField(['must_haves.truths', 'must-haves.truths'], texts(), (_value, front) => truthsOf(front)),
  artifacts: ownField(['must_haves.artifacts', 'must-haves.artifacts'], listOf(ARTIFACT), (_value, front) =>
    mapsOf(below(front, 'artifacts')).flatMap((item) => artifactOf(item) ?? []),
  ),
  keyLinks: ownField(
    ['must_haves.key_links', 'must_haves.key-links', 'must-haves.key-links'],
    listOf(LINK),
    (_value, front) => mapsOf(below(front, 'key_links', 'key-links')).flatMap((item) => linkOf(item) ?? []),
  ),
  prohibitions: ownField(['must_haves.prohibitions'], texts(), (_value, front) =>
    textsOf(below(front, 'prohibitions'), truthOf),
  ),
})
export type MustHaves = typeof mustHavesField.empty
