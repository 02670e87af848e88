// CONTEXT.md: what was decided about a phase before it was planned.

import type { FrontMap } from '../markdown/frontmatter.js'
import { any } from '../std/shape.js'
import type { Codec } from './codec.js'

export interface ContextDecision {
  /** As written: `D-01`, `D4-01`. */
  readonly id: string
  readonly text: string
  /** Heading it stands under; null without one. */
  readonly category: string | null
  /** Words of the bracket after the id, lower case: `informational`, `folded`, `deferred`, … */
  readonly tags: readonly string[]
  /** A plan must follow it: not left to the agent's discretion and not informational, folded or deferred. */
  readonly trackable: boolean
}

export interface ContextValue {
  readonly phase: string | null
  readonly status: string | null
  /** Day, as written in front matter or in the `**Gathered:**` line. */
  readonly gathered: string | null
  /** Keys of the front matter that are not named above. */
  readonly extra: FrontMap
  readonly title: string | null
  /** Text of `<domain>`. */
  readonly domain: string | null
  readonly decisions: readonly ContextDecision[]
  /** What is left to the agent, one item each. */
  readonly discretion: readonly string[]
  readonly canonicalRefs: readonly string[]
  readonly deferred: readonly string[]
  readonly openQuestions: readonly string[]
}

const empty: ContextValue = {
  phase: null,
  status: null,
  gathered: null,
  extra: {},
  title: null,
  domain: null,
  decisions: [],
  discretion: [],
  canonicalRefs: [],
  deferred: [],
  openQuestions: [],
}

export const context: Codec<ContextValue> = {
  id: 'context',
  about: 'What was decided about a phase before it was planned',
  path: 'phases/{dir}/{pp}-CONTEXT.md',
  shape: any() as Codec<ContextValue>['shape'],
  empty,
  parse: () => ({ value: empty, issues: [] }),
  render: (_value, previous) => ({ text: previous?.text ?? '' }),
}
