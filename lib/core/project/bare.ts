// Whether a project still lacks a description, judged from raw text: briefs call this, so it must not load any parser.
import type { View } from '../view.js'

/** Core value of a project that was created for a quick task. */
export const UNSAID = 'Not said yet'

export const isBare = (view: View): boolean =>
  view.source(view.at('PROJECT.md'))?.text?.includes(UNSAID) === true && view.source(view.at('ROADMAP.md')) === null
