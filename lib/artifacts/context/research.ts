// RESEARCH.md: facts a planner would otherwise guess, and the questions that are still open.
import type { Issue } from '../../errors.js'
import type { FrontMap } from '../../markdown/frontmatter.js'
import { type Label, labelNamed, type Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { same } from '../../std/same.js'
import { any, bool, listOf, mapOf, record, type Shape, text, textOrNull } from '../../std/shape.js'
import type { Codec, Parsed } from '../codec.js'
import type { Draft } from '../parts/draft.js'
import { draftIssue } from '../parts/draft-issues.js'
import { extraOf, type Front, type FrontTable, freshFront } from '../parts/front-fields.js'
import { phaseFile } from '../parts/phase-file.js'
import { isNothing, realText } from '../parts/placeholders.js'
import { blockText, bodyOf, bullets, document, sectionOf, sectionText, titleOf } from '../parts/prose.js'
import { openQuestionsOf } from './open-questions.js'

export interface ResearchValue {
  /** All keys of the front matter; nearly always empty. */
  readonly extra: FrontMap
  readonly title: string | null
  readonly summary: string | null
  readonly primaryRecommendation: string | null
  readonly confidence: string | null
  /** There is a `## Validation Architecture` that says something. */
  readonly hasValidation: boolean
  /** Questions that nobody has answered: empty when the heading or the item says RESOLVED, or the section says there are none. */
  readonly openQuestions: readonly string[]
}

const shape = record({
  extra: mapOf(any(), 'All keys of the front matter'),
  title: textOrNull(),
  summary: textOrNull(),
  primaryRecommendation: textOrNull(),
  confidence: textOrNull(),
  hasValidation: bool('There is a validation architecture'),
  openQuestions: listOf(text()),
}) as Shape<ResearchValue>

const empty: ResearchValue = {
  extra: {},
  title: null,
  summary: null,
  primaryRecommendation: null,
  confidence: null,
  hasValidation: false,
  openQuestions: [],
}

const TABLE: FrontTable<ResearchValue> = { fields: [] }

const recommendationIn = (source: Source): Label | null => labelNamed(source, 'Primary recommendation')
const confidenceIn = (source: Source): Label | null => labelNamed(source, 'Confidence')

/** Text of the first of these sections without the lines of labels that are fields of their own. */
function summaryOf(source: Source): string | null {
  const section = sectionOf(source, 'summary', 'executive summary')
  if (section === null) return null
  const body = bodyOf(section)
  const labels = [recommendationIn(source), confidenceIn(source)]
    .filter((label) => label !== null)
    .filter(({ start }) => start >= body.start && start < body.end)
    .sort((a, b) => a.start - b.start)
  const text = piecesBetween(body, labels)
    .map((range) => blockText(source, range) ?? '')
    .filter((piece) => piece !== '')
    .join('\n\n')
  return text === '' || isNothing(text) ? null : text
}

function piecesBetween(range: Range, holes: readonly Range[]): readonly Range[] {
  const pieces: Range[] = []
  let start = range.start
  for (const hole of holes) {
    pieces.push({ start, end: Math.max(start, hole.start) })
    start = Math.max(start, hole.end)
  }
  return [...pieces, { start, end: range.end }]
}

function read(source: Source, front: Front): Parsed<ResearchValue> {
  const value: ResearchValue = {
    extra: extraOf(TABLE, front.data),
    title: titleOf(source),
    summary: summaryOf(source),
    primaryRecommendation: realText(recommendationIn(source)?.value ?? ''),
    confidence: realText(confidenceIn(source)?.value ?? ''),
    hasValidation: sectionText(source, 'validation architecture') !== null,
    openQuestions: openQuestionsOf(source),
  }
  return { value, issues: [] }
}

function change(draft: Draft, previous: Source, before: ResearchValue, value: ResearchValue): void {
  const { extra: _extra, ...body } = value
  const { extra: _known, ...written } = before
  if (!same(body, written))
    draft.refuse(
      'the research as it is',
      'a change of it',
      `Edit ${previous.path} by hand, or research the phase again.`,
    )
}

/** Without a summary the text is the template. */
function fresh(value: ResearchValue): string {
  const template = value.summary === null && value.primaryRecommendation === null
  const hint = (text: string): string | null => (template ? text : null)
  const recommendation = value.primaryRecommendation ?? hint('[One way to do it, and why]')
  const confidence = value.confidence ?? hint('[HIGH, MEDIUM or LOW]')
  return (
    (Object.keys(value.extra).length === 0 ? '' : `${freshFront(TABLE, value)}\n`) +
    document([
      `# ${value.title ?? '[Phase N: name, research]'}`,
      confidence === null ? null : `**Confidence:** ${confidence}`,
      '## Summary',
      value.summary ?? hint('[What a planner must know, in a few sentences]'),
      recommendation === null ? null : `**Primary recommendation:** ${recommendation}`,
      hint('## Standard Stack\n\n- [Library and version, its purpose, and how that was checked]'),
      hint('## Architecture Patterns\n\n- [Pattern to follow, with the file that shows it]'),
      hint('## Common Pitfalls\n\n- [What goes wrong, and how to avoid it]'),
      value.hasValidation
        ? '## Validation Architecture\n\nEach requirement has a check in the verify list of its plan.'
        : hint('## Validation Architecture\n\n[How each requirement can be tested, by which command]'),
      hint('## Sources\n\n- [What was read, with its address or path]'),
      `## Open Questions\n\n${bullets(value.openQuestions, '- None')}`,
    ])
  )
}

const lacks = (source: Source, value: ResearchValue): readonly Issue[] =>
  value.summary === null && value.primaryRecommendation === null
    ? [draftIssue(source, 'PART_MISSING', 'a "## Summary"', 'Add "## Summary" with what a planner must know.')]
    : []

export const research: Codec<ResearchValue> = phaseFile({
  id: 'research',
  about: 'Facts for the planner, and open questions',
  path: 'phases/{dir}/{pp}-RESEARCH.md',
  shape,
  empty,
  table: TABLE,
  read,
  fresh,
  change,
  lacks,
})
