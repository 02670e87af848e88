// Splits a charter into sections at its headings, and reports unknown headings.
import { readFrontMatter } from '../../markdown/frontmatter.js'
import { fencesOf, type Heading, headingsOf, type Range, visibleText } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { lineAfter, meanings } from '../../std/text.js'
import { type PhaseTitle, phaseNumber, phaseTitleIn } from '../parts/phase-token.js'

const SECTIONS = {
  what: ['what this is', 'about'],
  coreValue: ['core value'],
  order: ['the order', "the user's order", "the user's words"],
  worksToday: ['works today', 'what works today', 'validated'],
  constraints: [],
  decisions: ['key decisions'],
  requirements: ['v1 requirements'],
  later: ['later requirements', 'v2 requirements', 'v2'],
  outOfScope: ['out of scope'],
  phases: ['roadmap', 'phase details'],
  checks: [],
  settings: [],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type SectionName = keyof typeof SECTIONS
const SECTION_OF_TITLE: Readonly<Record<string, SectionName>> = meanings(SECTIONS)

const SECTION_TITLES =
  'Order, Works today, Constraints, Decisions, Requirements, Later, Out of scope, Phases, Checks, Settings'

export interface Block extends Range {
  readonly section: SectionName
  /** Heading of a category or phase; null for the section's own text. */
  readonly heading: Heading | null
}

/** Reports text that cannot be read. `at`: its offset; null means the whole file. */
export type Report = (at: number | null, code: string, expected: string, received: string, fix: string) => void

const isList = (section: SectionName): boolean => section === 'requirements' || section === 'later'

/** Splits a charter at its headings. Reports unknown ones, except small ones in a section that may have them. */
export function blocksOf(source: Source, report: Report) {
  const text = source.text ?? ''
  const headings = headingsOf(source).filter(({ setext, level }) => !(setext && level === 2))
  const title = headings[0]?.level === 1 && sectionNamed(headings[0]) === undefined ? headings[0] : null
  const rest = title === null ? headings : headings.slice(1)
  const { bodyStart } = readFrontMatter(source)
  if (visibleText(source, 0, title?.start ?? bodyStart) !== '')
    report(0, 'CHARTER_UNREAD', 'the title first', 'text above it', 'Move it into a section, or remove it.')
  const from = title === null ? bodyStart : lineAfter(text, title.end)
  const blocks: Block[] = [{ section: 'what', heading: null, start: from, end: rest[0]?.start ?? text.length }]
  let level = 0
  rest.forEach((heading, index) => {
    const last = blocks.at(-1) as Block
    const range = { start: lineAfter(text, heading.end), end: rest[index + 1]?.start ?? text.length }
    const [name, isSmall] = [sectionNamed(heading), heading.level > 2]
    const isPhase = phaseIn(heading.text, last.section) !== null
    // A category can have the same name as a section.
    const isCategory =
      isList(last.section) && heading.level > level && !isPhase && name !== 'outOfScope' && name !== 'later'
    const section = isCategory ? last.section : (name ?? (isPhase ? 'phases' : last.section))
    if (isCategory || name !== undefined || isPhase) {
      if (!isCategory) level = heading.level
      blocks.push({ section, heading: isCategory || isPhase ? heading : null, ...range })
    } else if (isSmall && section === 'order') blocks[blocks.length - 1] = { ...last, end: range.end }
    else if (isSmall && section !== 'what' && section !== 'phases') blocks.push({ section, heading: null, ...range })
    else
      report(
        heading.start,
        'CHARTER_UNREAD',
        section === 'phases' ? 'a heading "### Phase 1: Title"' : `a section of a charter: ${SECTION_TITLES}`,
        heading.text || 'an empty heading',
        'Move its content into one of these, or remove it.',
      )
  })
  for (const block of blocks) reportFences(source, block, report)
  return { title, blocks }
}

/** Reports unclosed fences, and fences outside the order and the checks, which alone quote words and commands. */
function reportFences(source: Source, block: Block, report: Report): void {
  for (const { start, closed } of fencesOf(source, block))
    if (!closed || (block.section !== 'order' && block.section !== 'checks'))
      report(
        start,
        'CHARTER_UNREAD',
        closed ? 'text outside a code fence' : 'a code fence that is closed',
        'text in a code fence',
        closed ? 'Remove the fence, or move the text into a list.' : 'Close the fence, or remove it.',
      )
}

/** The section that a heading names, ignoring emphasis, a leading number and trailing brackets. */
const sectionNamed = ({ text }: Heading): SectionName | undefined =>
  SECTION_OF_TITLE[
    text
      .toLowerCase()
      .replace(/[*_`:]/g, '')
      .replaceAll('’', "'")
      .replace(/^\s*\d{1,3}[.)]\s+/, '')
      .replace(/\s+\([^()]*\)\s*$/, '')
      .trim()
  ]

/** Reads `Phase 1: Title`, and `1. Title` in the phases section; null if the phase has no number. */
export function phaseIn(text: string, section: SectionName): PhaseTitle | null {
  const plain = text.replaceAll('**', '').trim()
  const found = phaseTitleIn(plain) ?? (section === 'phases' ? phaseTitleIn(`Phase ${plain}`) : null)
  return found === null || phaseNumber(found.id) === null ? null : found
}
