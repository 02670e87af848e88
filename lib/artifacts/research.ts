// RESEARCH.md: facts a planner would otherwise guess, and the questions that are still open.

import type { FrontMap } from '../markdown/frontmatter.js'
import { any } from '../std/shape.js'
import type { Codec } from './codec.js'

export interface ResearchValue {
  /** All keys of the front matter; nearly always empty. */
  readonly extra: FrontMap
  readonly title: string | null
  readonly summary: string | null
  readonly primaryRecommendation: string | null
  readonly confidence: string | null
  /** There is a `## Validation Architecture`. */
  readonly hasValidation: boolean
  /** Questions that nobody has answered: empty when the heading or the item says RESOLVED, or the section says there are none. */
  readonly openQuestions: readonly string[]
}

const empty: ResearchValue = {
  extra: {},
  title: null,
  summary: null,
  primaryRecommendation: null,
  confidence: null,
  hasValidation: false,
  openQuestions: [],
}

export const research: Codec<ResearchValue> = {
  id: 'research',
  about: 'Facts for the planner, and open questions',
  path: 'phases/{dir}/{pp}-RESEARCH.md',
  shape: any() as Codec<ResearchValue>['shape'],
  empty,
  parse: () => ({ value: empty, issues: [] }),
  render: (_value, previous) => ({ text: previous?.text ?? '' }),
}
