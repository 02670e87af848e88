// Reads specs: the requirements of a spec, the parts and changes of a delta. As in OpenSpec, a requirement is a heading
// `### Requirement: Name`, the rule below it, and scenarios under level-4 headings.
import { itemsOf, type Range, type Section } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { footerStart, trimmedEnd } from '../parts/draft.js'
import { isPlaceholder } from '../parts/placeholders.js'
import { allHeadings, allSections } from '../parts/prose.js'

export interface SpecRequirement {
  readonly name: string
  /** The rule, and its scenarios below `#### Scenario: …`. */
  readonly text: string
}

interface RequirementBlock extends SpecRequirement {
  readonly section: Section
}

const REQUIREMENT = /^requirement:\s*(\S.*)$/i

const rawText = (source: Source, { start, end }: Range): string =>
  (source.text ?? '')
    .slice(start, end)
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()

/** The requirements within the range, in order, without a closing rule and footer. */
export const requirementBlocks = (source: Source, range?: Range): readonly RequirementBlock[] =>
  allSections(source).flatMap((section) => {
    const { heading, bodyStart, start } = section
    const name = heading.level === 3 ? REQUIREMENT.exec(heading.text)?.[1]?.trim() : undefined
    if (
      name === undefined ||
      isPlaceholder(name) ||
      (range !== undefined && (start < range.start || start >= range.end))
    )
      return []
    const end = footerStart(source, section)
    return [{ name, text: rawText(source, { start: bodyStart, end }), section: { ...section, end } }]
  })

export const hasScenario = (source: Source, { start, end }: Range): boolean =>
  allHeadings(source).some(
    (heading) =>
      heading.start >= start && heading.start < end && heading.level === 4 && /^scenario\b/i.test(heading.text),
  )

export const requirementText = ({ name, text: body }: SpecRequirement): string =>
  `### Requirement: ${name}${body === '' ? '' : `\n\n${body}`}`

export const sameName = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/** The range of the text below the heading, without trailing blank lines. */
export const bodyRange = ({ text: all }: Source, { bodyStart, end }: Section): Range => ({
  start: bodyStart,
  end: trimmedEnd(all ?? '', bodyStart, end),
})

/** The kinds of change, in the order in which they are merged. */
export const CHANGES = ['renamed', 'removed', 'modified', 'added'] as const
type ChangeWord = (typeof CHANGES)[number]

export interface SpecChange {
  readonly change: ChangeWord
  /** Name of the spec's file in specs/, without extension. */
  readonly capability: string
  readonly name: string
  readonly to: string | null
  /** The new text of the requirement, or why it is removed; '' if it is renamed. */
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
