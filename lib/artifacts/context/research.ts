// RESEARCH.md: facts for the planner, and open questions.
import { labelNamed } from '../../markdown/reader.js'
import { type Infer, record, texts } from '../../std/shape.js'
import { framed } from '../document/frame.js'
import { partText } from '../document/named-parts.js'
import { draftIssue } from '../parts/draft-issues.js'
import { realText } from '../parts/placeholders.js'
import { openQuestionsOf } from './open-questions.js'

const SHAPE = record({ openQuestions: texts() })

export const research = framed<Infer<typeof SHAPE>>({
  id: 'research',
  about: 'Facts for the planner, and open questions',
  shape: SHAPE,
  read: (source) => ({ openQuestions: openQuestionsOf(source) }),
  lacks: (source) =>
    partText(source, 'summary', 'executive summary') === null &&
    realText(labelNamed(source, 'Primary recommendation')?.value ?? '') === null
      ? [draftIssue(source, 'PART_MISSING', 'a "## Summary"', 'Add "## Summary" with the facts for planning.')]
      : [],
})
