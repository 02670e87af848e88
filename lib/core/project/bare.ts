// Tells from raw text whether a project still lacks a description: briefs call this, so it must not load any parser.
import type { View } from '../view.js'

/** Core value of a project that was created for a quick task. */
export const NO_CORE_VALUE = 'Not said yet'

export const lacksDescription = (view: View): boolean =>
  view.source(view.at('PROJECT.md'))?.text?.includes(NO_CORE_VALUE) === true &&
  view.source(view.at('ROADMAP.md')) === null
