// RESEARCH.md: facts a planner would otherwise guess, and the questions that are still open.
import { type Label, labelNamed, type Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { bool, textOrNull, texts } from '../../std/shape.js'
import { keptTitle, page, pageCodec, piece } from '../document/page.js'
import { draftIssue } from '../parts/draft-issues.js'
import { isNothing, realText } from '../parts/placeholders.js'
import { blockText, bodyOf, sectionOf, sectionText } from '../parts/prose.js'
import { openQuestionsOf } from './open-questions.js'

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

const researchPage = page(
  {},
  {
    title: keptTitle,
    summary: piece(textOrNull(), summaryOf),
    primaryRecommendation: piece(textOrNull(), (source) => realText(recommendationIn(source)?.value ?? '')),
    confidence: piece(textOrNull(), (source) => realText(confidenceIn(source)?.value ?? '')),
    hasValidation: piece(
      bool('There is a validation architecture'),
      (source) => sectionText(source, 'validation architecture') !== null,
    ),
    openQuestions: piece(texts(), openQuestionsOf),
  },
)

export const research = pageCodec(researchPage, {
  id: 'research',
  about: 'Facts for the planner, and open questions',
  plain: true,
  bare: ({ summary, primaryRecommendation }) => summary === null && primaryRecommendation === null,
  readOnly: true,
  blocks: ({ title }, hint) => [
    `# ${title ?? '[Phase N: name, research]'}`,
    hint('**Confidence:** [HIGH, MEDIUM or LOW]'),
    '## Summary',
    hint('[What a planner must know, in a few sentences]'),
    hint('**Primary recommendation:** [One way to do it, and why]'),
    hint('## Standard Stack\n\n- [Library and version, its purpose, and how that was checked]'),
    hint('## Architecture Patterns\n\n- [Pattern to follow, with the file that shows it]'),
    hint('## Common Pitfalls\n\n- [What goes wrong, and how to avoid it]'),
    hint('## Validation Architecture\n\n[How each requirement can be tested, by which command]'),
    hint('## Sources\n\n- [What was read, with its address or path]'),
    '## Open Questions\n\n- None',
  ],
  lacks: (source, value) =>
    value.summary === null && value.primaryRecommendation === null
      ? [draftIssue(source, 'PART_MISSING', 'a "## Summary"', 'Add "## Summary" with what a planner must know.')]
      : [],
})
