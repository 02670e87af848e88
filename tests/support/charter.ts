// The charter of a small project, as a session writes it.
import { textOf } from './texts.js'

export const charterDraft = textOf('counter/charter.md')
