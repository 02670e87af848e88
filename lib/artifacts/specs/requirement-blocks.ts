// OpenSpec requirements: a heading `### Requirement: Name`, the rule below it, scenarios as level-4 headings.
import type { Range, Section } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { footerStart, trimmedEnd } from '../parts/draft.js'
import { isPlaceholder } from '../parts/placeholders.js'
import { allHeadings, allSections } from '../parts/prose.js'

export interface SpecRequirement {
  readonly name: string
  /** The rule, with its scenarios below `#### Scenario: …`. */
  readonly text: string
}

export interface RequirementBlock extends SpecRequirement {
  readonly section: Section
  readonly name: string
}

const HEADING = /^requirement:\s*(\S.*)$/i

const rawText = (source: Source, { start, end }: Range): string =>
  (source.text ?? '')
    .slice(start, end)
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()

/** Requirements within the range, in order, without a closing rule and footer. */
export const requirementBlocks = (source: Source, range?: Range): readonly RequirementBlock[] =>
  allSections(source).flatMap((section) => {
    const { heading, bodyStart, start } = section
    const name = heading.level === 3 ? HEADING.exec(heading.text)?.[1]?.trim() : undefined
    if (
      name === undefined ||
      isPlaceholder(name) ||
      (range !== undefined && (start < range.start || start >= range.end))
    )
      return []
    const end = footerStart(source, section)
    return [{ name, text: rawText(source, { start: bodyStart, end }), section: { ...section, end } }]
  })

/** Whether the range has a heading `#### Scenario: …`. */
export const hasScenario = (source: Source, { start, end }: Range): boolean =>
  allHeadings(source).some(
    (heading) =>
      heading.start >= start && heading.start < end && heading.level === 4 && /^scenario\b/i.test(heading.text),
  )

export const requirementText = ({ name, text: body }: SpecRequirement): string =>
  `### Requirement: ${name}${body === '' ? '' : `\n\n${body}`}`

export const sameName = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/** The text below the heading, without trailing blank lines. */
export const bodyRange = ({ text: all }: Source, { bodyStart, end }: Section): Range => ({
  start: bodyStart,
  end: trimmedEnd(all ?? '', bodyStart, end),
})
