// What documents about a phase say of themselves.
import { dayField, textField } from './document-fields.js'
import { ticksPart } from './document-parts.js'

export const PHASE = textField(['phase'], { required: true })
export const SLUG = textField(['slug'])
export const CREATED = dayField(['created'], { required: true })

export const SIGN_OFF = ticksPart(['Sign-Off', 'Validation Sign-Off', 'Checker Sign-Off', 'Approval'], {
  hint: '- [ ] [What must hold before it is approved]',
})
