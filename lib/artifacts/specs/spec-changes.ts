// Reads a spec delta: its parts and changes.
import { itemsOf, type Section } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { allSections } from '../parts/prose.js'
import { requirementBlocks } from './requirement-blocks.js'

/** In merge order. */
export const CHANGES = ['renamed', 'removed', 'modified', 'added'] as const
type ChangeWord = (typeof CHANGES)[number]

export interface SpecChange {
  readonly change: ChangeWord
  /** Name of the file in specs/. */
  readonly capability: string
  readonly name: string
  /** The new name. */
  readonly to: string | null
  /** The new requirement, or why it is removed. */
  readonly text: string
}

const HEADING = /^(added|modified|removed|renamed):\s*(\S.*)$/i
const CAPABILITY = /^[a-z0-9][a-z0-9-]{0,59}$/
const ARROW = /\s*(?:->|→)\s*/

interface Part {
  readonly section: Section
  readonly change: ChangeWord | null
  readonly capability: string
}

export const deltaParts = (source: Source): readonly Part[] =>
  allSections(source).flatMap((section) => {
    if (section.heading.level !== 2) return []
    const [, word, capability] = HEADING.exec(section.heading.text) ?? []
    const isKnown = word !== undefined && capability !== undefined && CAPABILITY.test(capability.trim())
    return {
      section,
      change: isKnown ? (word.toLowerCase() as ChangeWord) : null,
      capability: isKnown ? capability.trim() : section.heading.text,
    }
  })

export const partRange = ({ section }: Part) => ({ start: section.bodyStart, end: section.end })

export function changesIn(source: Source, part: Part): readonly SpecChange[] {
  const { change, capability } = part
  if (change === null) return []
  if (change !== 'renamed')
    return requirementBlocks(source, partRange(part)).map(({ name, text: body }) => ({
      change,
      capability,
      name,
      to: null,
      text: body,
    }))
  return itemsOf(source, partRange(part)).flatMap((item) => {
    const [name, to, more] = item.text.split(ARROW)
    return name && to && more === undefined ? [{ change, capability, name: name.trim(), to: to.trim(), text: '' }] : []
  })
}

export const changesOf = (source: Source): readonly SpecChange[] =>
  deltaParts(source).flatMap((part) => changesIn(source, part))
