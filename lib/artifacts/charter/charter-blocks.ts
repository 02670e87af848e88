// A charter cut at its headings: which section each part belongs to, and what stands where nothing of a charter does.
import type { Issue } from '../../errors.js'
import { readFrontMatter } from '../../markdown/frontmatter.js'
import { fencesOf, type Heading, headingsOf, lineAfter, type Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { lineIssue } from '../parts/lines-codec.js'
import { phaseNumber } from '../parts/phase-number.js'
import { phaseTitleIn } from '../parts/phase-token.js'
import { visibleLines } from '../parts/placeholders.js'
import { isRequirementId } from '../requirements/requirement-id.js'
import { bare, entriesOf } from './charter-lines.js'
import { decisionId, headIn } from './charter-words.js'

const SECTIONS = {
  what: ['what this is', 'what', 'about'],
  coreValue: ['core value'],
  order: ['order', 'the order', "the user's order", "the user's words"],
  worksToday: ['works today', 'what works today', 'validated'],
  constraints: ['constraints'],
  decisions: ['decisions', 'key decisions'],
  requirements: ['requirements', 'v1 requirements'],
  later: ['later', 'later requirements', 'v2 requirements', 'v2'],
  outOfScope: ['out of scope'],
  phases: ['phases', 'roadmap', 'phase details'],
  checks: ['checks'],
  settings: ['settings'],
} as const
export type SectionName = keyof typeof SECTIONS

const sectionNamed = (heading: Heading): SectionName | null =>
  (Object.keys(SECTIONS) as SectionName[]).find((name) =>
    (SECTIONS[name] as readonly string[]).includes(bare(heading.text)),
  ) ?? null

const TITLES = 'Order, Works today, Constraints, Decisions, Requirements, Later, Out of scope, Phases, Checks, Settings'
/** Lists that smaller headings may group. */
const GROUPED: ReadonlySet<SectionName> = new Set([
  'worksToday',
  'constraints',
  'decisions',
  'outOfScope',
  'checks',
] as const)

export interface Block extends Range {
  readonly section: SectionName
  /** Heading of a category or a phase; null: the section's own text. */
  readonly heading: Heading | null
}

interface CharterBlocks {
  /** The heading of the whole charter. */
  readonly title: Heading | null
  readonly blocks: readonly Block[]
  /** Where each section begins. */
  readonly sections: Readonly<Partial<Record<SectionName, number>>>
  readonly issues: readonly Issue[]
}

/** Notes what cannot be read as it stands; `at` null: the whole file. */
export type Report = (at: number | null, code: string, expected: string, received: string, fix: string) => void

export const reporter =
  (source: Source, into: Issue[]): Report =>
  (at, code, expected, received, fix) => {
    into.push(lineIssue(source, at, code, { expected, received, fix }))
  }

/** The text cut at its headings; a heading that names nothing of a charter is reported, and what stands below it. */
export function readBlocks(source: Source): CharterBlocks {
  const text = source.text ?? ''
  const issues: Issue[] = []
  const sections: Partial<Record<SectionName, number>> = {}
  const issue = reporter(source, issues)
  const front = readFrontMatter(source)
  if (front.bodyStart > 0 && text.slice(0, front.bodyStart).trim().startsWith('---'))
    issue(
      0,
      'CHARTER_UNREAD',
      'no front matter',
      'front matter',
      'Say it in the sections below, and remove the front matter.',
    )
  const headings = headingsOf(source).filter(({ setext, level }) => !(setext && level === 2))
  const first = headings[0]
  const title = first?.level === 1 && sectionNamed(first) === null ? first : null
  const above = title === null ? null : firstWords(source, { start: front.bodyStart, end: title.start })
  if (above !== null)
    issue(above, 'CHARTER_UNREAD', 'the title as the first line', 'text above it', 'Move the text below the title.')
  const from = title === null ? front.bodyStart : lineAfter(text, title.end)
  const rest = title === null ? headings : headings.slice(1)
  const blocks: Block[] = [{ section: 'what', heading: null, start: from, end: rest[0]?.start ?? text.length }]
  // The list of requirements that smaller headings stand in.
  let list: SectionName | null = null
  rest.forEach((heading, index) => {
    const last = blocks.at(-1) as Block
    const range = { start: lineAfter(text, heading.end), end: rest[index + 1]?.start ?? text.length }
    const section = sectionNamed(heading)
    if (heading.level <= 2) list = null
    else if (last.section === 'requirements' || last.section === 'later') list = last.section
    const isOwn = heading.level <= 2 || section === 'outOfScope' || section === 'later'
    // A category may have the name of a section; what stands below it says which of them it is.
    const isCategory = list !== null && !isOwn && holdsRequirements(source, range)
    if (section !== null && !isCategory) {
      sections[section] ??= heading.start
      blocks.push({ section, heading: null, ...range })
    } else if (phaseIn(heading.text, last.section) !== null) {
      sections.phases ??= heading.start
      blocks.push({ section: 'phases', heading, ...range })
    } else if (heading.level > 2 && (last.section === 'requirements' || last.section === 'later'))
      blocks.push({ section: last.section, heading, ...range })
    else if (list !== null && isCategory) blocks.push({ section: list, heading, ...range })
    // Below the user's words a smaller heading is one of them; a list may be grouped.
    else if (heading.level > 2 && last.section === 'order') blocks[blocks.length - 1] = { ...last, end: range.end }
    else if (heading.level > 2 && GROUPED.has(last.section))
      blocks.push({ section: last.section, heading: null, ...range })
    else
      issue(
        heading.start,
        'CHARTER_UNREAD',
        last.section === 'phases' ? 'a heading "### Phase 1: Title"' : `a section of a charter: ${TITLES}`,
        heading.text === '' ? 'an empty heading' : heading.text,
        'Move what stands below it into one of these, or remove it.',
      )
  })
  fenced(source, blocks, issue)
  return { title, blocks, sections, issues }
}

function holdsRequirements(source: Source, range: Range): boolean {
  return entriesOf(source, range).some((entry) => {
    const { head } = headIn(entry)
    return isRequirementId(head) && decisionId(head) === null
  })
}

/** Text in a fence is nobody's fact, except where words or commands are quoted. */
function fenced(source: Source, blocks: readonly Block[], issue: Report): void {
  for (const fence of fencesOf(source)) {
    const block = blocks.find(({ start, end }) => fence.start >= start && fence.start < end)
    if (block === undefined || (fence.closed && (block.section === 'order' || block.section === 'checks'))) continue
    issue(
      fence.start,
      'CHARTER_UNREAD',
      fence.closed ? 'text outside a code fence' : 'a code fence that is closed',
      'text in a code fence',
      fence.closed ? 'Take the fence away, or move the text into a list.' : 'Close the fence, or take it away.',
    )
  }
}

function firstWords(source: Source, range: Range): number | null {
  for (const { text, start } of visibleLines(source, range)) if (text.replace('\uFEFF', '').trim() !== '') return start
  return null
}

/** `Phase 1: Title`, and below the phases also `1. Title`. Only numbered phases are meant. */
export function phaseIn(text: string, section: SectionName): { readonly id: string; readonly title: string } | null {
  const plain = text.replaceAll('**', '').trim()
  const found = phaseTitleIn(plain) ?? (section === 'phases' ? phaseTitleIn(`Phase ${plain}`) : null)
  return found === null || phaseNumber(found.id) === null ? null : found
}
