// Whether a project has any description yet, from its text alone: briefs ask it, so it loads nothing.
import type { View } from '../view.js'

/** Core value of a project that was created for a quick task. */
export const UNSAID = 'Not said yet'

export const isBare = (view: View): boolean =>
  view.source(view.at('PROJECT.md'))?.text?.includes(UNSAID) === true && view.source(view.at('ROADMAP.md')) === null
