// CONTEXT.md: the decisions taken before a phase is planned.
import type { Issue } from '../../errors.js'
import { contentOf, headingsOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { lazily } from '../../std/once.js'
import { draftIssue, framed } from '../document/frame.js'
import { Front } from '../parts/front-fields.js'
import { isNothing } from '../parts/placeholders.js'
import { blockText, elementNamed, partItems, partText } from '../parts/prose.js'
import { readDecisions } from './context-decisions.js'
import { openQuestionsOf } from './open-questions.js'

/** The element's text without the heading that repeats its name. */
function domainOf(source: Source): string | null {
  const found = elementNamed(source, 'domain')
  if (found === null) return partText(source, 'phase boundary', 'domain')
  const [heading] = headingsOf(source, contentOf(found))
  const start = heading !== undefined && heading.level === 2 ? heading.end : found.contentStart
  const text = blockText(source, { start, end: found.contentEnd })
  return text === null || isNothing(text) ? null : text
}

const OPEN = ['open_questions', 'open-questions'] as const

const read = (source: Source) =>
  lazily({
    /** Results of the phase. */
    domain: () => domainOf(source),
    decisions: () => readDecisions(source).decisions,
    /** Left to the agent. */
    discretion: () => readDecisions(source).discretion,
    canonicalRefs: () => partItems(source, 'canonical refs', 'canonical references'),
    deferred: () => partItems(source, 'deferred', 'deferred ideas'),
    openQuestions: () => [...new Front(source).texts(...OPEN), ...openQuestionsOf(source)],
  })

const DECISIONS_FORM = 'Write each inside <decisions> as "- **D-01:** text", below the heading of its area.'

export const context = framed({
  read,
  id: 'context',
  about: 'Decisions about a phase before planning',
  odd: (source) => readDecisions(source).issues,
  lacks(source, value, odd) {
    const found: Issue[] = []
    if (value.decisions.length === 0 && value.discretion.length === 0)
      found.push(draftIssue(source, 'NO_DECISIONS', 'a decision with an id', DECISIONS_FORM))
    const twice = value.decisions.find(({ id }, index) => value.decisions.findIndex((other) => other.id === id) < index)
    if (twice !== undefined)
      found.push(
        draftIssue(
          source,
          'DECISION_TWICE',
          `one decision ${twice.id}`,
          'Number the decisions through.',
          `several decisions have the id ${twice.id}`,
        ),
      )
    if (value.domain === null)
      found.push(
        draftIssue(
          source,
          'PART_MISSING',
          'a <domain> with the results of the phase',
          'Add <domain> with the boundary of the phase.',
        ),
      )
    return [...odd.map((issue): Issue => ({ ...issue, severity: 'error' })), ...found]
  },
})
