// What was learned, which briefs read too.
import type { ValueOf } from '../codec.js'
import { documentKind } from './document.js'
import { dayField, textField } from './document-fields.js'

export const learning = documentKind({
  id: 'learning',
  about: 'One thing learned, for later phases',
  heading: '[What was learned]',
  front: {
    category: textField(['category'], { required: true }),
    confidence: textField(['confidence'], { required: true }),
    source: textField(['source'], { required: true }),
    created: dayField(['created']),
    lastUsed: dayField(['last_used']),
    supersededBy: textField(['superseded_by']),
  },
  parts: {},
  body: '[The lesson, and when it applies]',
  needs: ['body'],
})
export type LearningValue = ValueOf<typeof learning>
