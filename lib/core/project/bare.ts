// Whether a project says anything about itself yet, by its text alone: briefs ask it, and load nothing for it.
import type { View } from '../view.js'

/** Core value of a project that was made for a task. */
export const UNSAID = 'Not said yet'

export const isBare = (view: View): boolean =>
  view.source(view.at('PROJECT.md'))?.text?.includes(UNSAID) === true && view.source(view.at('ROADMAP.md')) === null
