// RESEARCH.md: facts a planner would otherwise guess, and the questions that are still open.
import { labelNamed } from '../../markdown/reader.js'
import { bool, record, type Shape, texts } from '../../std/shape.js'
import { framed } from '../document/frame.js'
import { draftIssue } from '../parts/draft-issues.js'
import { realText } from '../parts/placeholders.js'
import { sectionText } from '../parts/prose.js'
import { openQuestionsOf } from './open-questions.js'

interface ResearchValue {
  /** There is a validation architecture. */
  readonly hasValidation: boolean
  readonly openQuestions: readonly string[]
}

export const research = framed<ResearchValue>({
  id: 'research',
  about: 'Facts for the planner, and open questions',
  shape: record({ hasValidation: bool(), openQuestions: texts() }) as Shape as Shape<ResearchValue>,
  empty: { hasValidation: false, openQuestions: [] },
  fields: [],
  read: (source) => ({
    hasValidation: sectionText(source, 'validation architecture') !== null,
    openQuestions: openQuestionsOf(source),
  }),
  odd: () => [],
  lacks: (source) =>
    sectionText(source, 'summary', 'executive summary') === null &&
    realText(labelNamed(source, 'Primary recommendation')?.value ?? '') === null
      ? [draftIssue(source, 'PART_MISSING', 'a "## Summary"', 'Add "## Summary" with what a planner must know.')]
      : [],
})
