// RESEARCH.md: facts for the planner, and open questions.
import { labelNamed } from '../../markdown/reader.js'
import { framed } from '../document/frame.js'
import { partText } from '../document/named-parts.js'
import { draftIssue } from '../parts/draft-issues.js'
import { realText } from '../parts/placeholders.js'
import { openQuestionsOf } from './open-questions.js'

export const research = framed({
  id: 'research',
  about: 'Facts for the planner, and open questions',
  read: (source) => ({ openQuestions: openQuestionsOf(source) }),
  lacks: (source) =>
    partText(source, 'summary', 'executive summary') === null &&
    realText(labelNamed(source, 'Primary recommendation')?.value ?? '') === null
      ? [draftIssue(source, 'PART_MISSING', 'a "## Summary"', 'Add "## Summary" with the facts for planning.')]
      : [],
})
