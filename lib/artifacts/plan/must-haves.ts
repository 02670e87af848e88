// What must be true when a plan is done: truths, artifacts, links between them, and what must not be.
import { type FrontValue, isFrontList, isFrontMap } from '../../markdown/frontmatter.js'
import type { FrontInput } from '../../markdown/frontmatter-edit.js'
import { entryText, type Front, flat, mapsOf, numberOf, partOf, textOf, textsOf } from '../parts/front-fields.js'

export interface MustHaveArtifact {
  readonly path: string
  readonly provides: string | null
  readonly minLines: number | null
  readonly exports: readonly string[]
  readonly contains: string | null
}
export interface MustHaveLink {
  readonly from: string
  /** Empty when the entry names one end only. */
  readonly to: string
  readonly via: string | null
  readonly pattern: string | null
}
export interface MustHaves {
  readonly truths: readonly string[]
  readonly artifacts: readonly MustHaveArtifact[]
  readonly keyLinks: readonly MustHaveLink[]
  readonly prohibitions: readonly string[]
}

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

function linkOf(value: FrontValue): MustHaveLink | null {
  const from = textOf(partOf(value, 'from')) ?? (isFrontMap(value) ? null : textOf(value))
  const to = textOf(partOf(value, 'to')) ?? ''
  if (from === null && to === '') {
    if (partOf(value, 'from', 'to') !== undefined) return null
    const text = flat(value)
    return textOf(text) === null ? null : { from: text, to: '', via: null, pattern: null }
  }
  return { from: from ?? '', to, via: textOf(partOf(value, 'via')), pattern: textOf(partOf(value, 'pattern')) }
}

/** A list directly below `must_haves` is one of truths. */
export function readMustHaves(front: Front): MustHaves {
  const whole = front.at('must_haves', 'must-haves')
  const part = (...names: readonly string[]): FrontValue | undefined =>
    whole === undefined ? undefined : partOf(whole, ...names)
  const truths = whole !== undefined && isFrontList(whole) ? whole : part('truths')
  return {
    truths: textsOf(truths, truthOf),
    artifacts: mapsOf(part('artifacts')).flatMap((item) => artifactOf(item) ?? []),
    keyLinks: mapsOf(part('key_links', 'key-links')).flatMap((item) => linkOf(item) ?? []),
    prohibitions: textsOf(part('prohibitions'), truthOf),
  }
}

export const artifactInput = (artifact: MustHaveArtifact): FrontInput => ({
  path: artifact.path,
  provides: artifact.provides,
  min_lines: artifact.minLines,
  exports: artifact.exports.length === 0 ? null : artifact.exports,
  contains: artifact.contains,
})

export const linkInput = (link: MustHaveLink): FrontInput => ({
  from: link.from,
  to: link.to === '' ? null : link.to,
  via: link.via,
  pattern: link.pattern,
})
