// RESEARCH.md: facts for the planner, and open questions.
import { labelNamed } from '../../markdown/reader.js'
import { draftIssue, framed } from '../document/frame.js'
import { realText } from '../parts/placeholders.js'
import { partText } from '../parts/prose.js'
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
