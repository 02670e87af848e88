// What the user asked for, in their own words. Every look at what comes next reads it, so that it lies apart from what is seldom read.
import type { ValueOf } from '../codec.js'
import { documentKind } from './document.js'
import { dayField, textField } from './document-fields.js'

export const order = documentKind({
  id: 'order',
  about: 'What the user asked for, in their own words, until it is fulfilled',
  heading: null,
  unfenced: true,
  verbatim: true,
  front: {
    scope: textField(['scope'], { required: true, hint: '[all, none, or phases such as 1-2]' }),
    given: dayField(['given', 'date'], { required: true }),
  },
  parts: {},
  body: "[The user's words, word for word]",
  needs: ['body'],
})
export type OrderValue = ValueOf<typeof order>
