// CONTEXT.md: what was decided about a phase before it was planned.
import type { Issue } from '../../errors.js'
import { headingsOf, labelNamed } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { listOf, textOrNull, texts } from '../../std/shape.js'
import type { Doc } from '../doc.js'
import { textField } from '../document/document-fields.js'
import { keptTitle, type PageValue, page, pageCodec, piece } from '../document/page.js'
import { draftIssue } from '../parts/draft-issues.js'
import { isNothing, realText } from '../parts/placeholders.js'
import {
  allElements,
  blockText,
  bullets,
  contentOf,
  elementNamed,
  listTexts,
  bodyOf as sectionBody,
  sectionItems,
  sectionOf,
  sectionText,
} from '../parts/prose.js'
import {
  type ContextDecision,
  DECISION,
  readDecisions,
  renderDecisions,
  wordsAtDecisions,
} from './context-decisions.js'
import { openQuestionsOf } from './open-questions.js'

export type { ContextDecision } from './context-decisions.js'

const labelText = (source: Source, name: string): string | null => realText(labelNamed(source, name)?.value ?? '')

function itemsIn(source: Source, element: string, ...titles: readonly string[]): readonly string[] {
  const found = elementNamed(source, element)
  return found === null ? sectionItems(source, ...titles) : listTexts(source, contentOf(found))
}

/** The text of an element without the heading that repeats its name. */
function domainOf(source: Source): string | null {
  const found = elementNamed(source, 'domain')
  if (found === null) return sectionText(source, 'phase boundary', 'domain')
  const [heading] = headingsOf(source, contentOf(found))
  const start = heading !== undefined && heading.level === 2 ? heading.end : found.contentStart
  const text = blockText(source, { start, end: found.contentEnd })
  return text === null || isNothing(text) ? null : text
}

/** Heading of what was decided after the file was written. */
export const LATER = 'While planning'

/** Decisions below our own heading at the end of the block; what people wrote stays as it is. */
export function addDecisions(doc: Doc, added: readonly ContextDecision[]): void {
  const { source, text, eol } = doc
  const block = allElements(source).findLast(({ name }) => name === 'decisions')
  const section = block === undefined ? sectionOf(source, 'implementation decisions', 'decisions') : null
  const range = block?.closed === true ? contentOf(block) : section === null ? null : sectionBody(section)
  if (range === null) {
    doc.cannot('a closed <decisions> block', 'none')
    return
  }
  const end = range.start + text.slice(range.start, range.end).trimEnd().length
  const headed = readDecisions(source).decisions.at(-1)?.category === LATER
  const lines = renderDecisions(headed ? added.map((one) => ({ ...one, category: null })) : added, [])
  doc.insert(end, `${headed ? eol : eol + eol}${lines.replaceAll('\n', eol)}`)
}

const OPEN = ['open_questions', 'open-questions'] as const

const contextPage = page(
  { phase: textField(['phase']) },
  {
    status: piece(textOrNull(), (source, front) => front.text('status') ?? labelText(source, 'Status')),
    gathered: piece(
      textOrNull('Day'),
      (source, front) => front.text('gathered', 'created') ?? labelText(source, 'Gathered'),
    ),
    title: keptTitle,
    domain: piece(textOrNull('What the phase delivers'), domainOf),
    decisions: piece(listOf(DECISION), (source) => readDecisions(source).decisions),
    discretion: piece(texts('What is left to the agent'), (source) => readDecisions(source).discretion),
    canonicalRefs: piece(texts(), (source) => itemsIn(source, 'canonical_refs', 'canonical references')),
    deferred: piece(texts(), (source) => itemsIn(source, 'deferred', 'deferred ideas', 'deferred')),
    openQuestions: piece(texts(), (source, front) => [...front.texts(...OPEN), ...openQuestionsOf(source)], {
      paths: OPEN,
    }),
  },
)
export type ContextValue = PageValue<typeof contextPage>

const wrap = (name: string, heading: string, text: string): string => `<${name}>\n## ${heading}\n\n${text}\n</${name}>`

const DECISION_TEMPLATE = `### [Area]

- **D-01:** [What was decided, concrete enough that a stranger would build the same]

### The agent's discretion

- [What the user left open]`

/** Says what stands in the place of decisions: prose is none, because nobody could name it. */
function noDecisions(source: Source): Issue {
  const words = wordsAtDecisions(source)
  const received = words === null ? 'no <decisions>' : words === '' ? 'an empty <decisions>' : `"${words.slice(0, 80)}"`
  const fix = 'Write each inside <decisions> as "- **D-01:** text", below the heading of its area.'
  const issue = draftIssue(source, 'NO_DECISIONS', 'a decision with an id', fix)
  return { ...issue, received, message: `${issue.message}; found ${received}` }
}

export const context = pageCodec(contextPage, {
  id: 'context',
  about: 'What was decided about a phase before it was planned',
  plain: true,
  odd: (source) => readDecisions(source).issues,
  bare: ({ decisions, domain }) => decisions.length === 0 && domain === null,
  blocks(value, hint) {
    const lines = [
      value.gathered === null || 'gathered' in value.extra || 'created' in value.extra
        ? null
        : `**Gathered:** ${value.gathered}`,
      value.status === null || 'status' in value.extra ? null : `**Status:** ${value.status}`,
    ].filter((line) => line !== null)
    const decided = renderDecisions(value.decisions, value.discretion)
    const refs = hint('- [Full path of each file a planner must read, and why]') ?? 'None.'
    return [
      `# ${value.title ?? '[Phase N: name, context]'}`,
      lines.join('\n'),
      wrap(
        'domain',
        'Phase Boundary',
        value.domain ?? hint('[What this phase delivers, and where it ends]') ?? 'None.',
      ),
      wrap('decisions', 'Implementation Decisions', decided === '' ? (hint(DECISION_TEMPLATE) ?? 'None.') : decided),
      wrap('canonical_refs', 'Canonical References', bullets(value.canonicalRefs, refs)),
      wrap('deferred', 'Deferred Ideas', bullets(value.deferred, 'None.')),
      `## Open Questions\n\n${bullets(value.openQuestions, '- None')}`,
    ]
  },
  lacks(source, value, odd) {
    const found: Issue[] = []
    if (value.decisions.length === 0 && value.discretion.length === 0) found.push(noDecisions(source))
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
          'a <domain> with what the phase delivers',
          'Add <domain> with the boundary of the phase.',
        ),
      )
    return [...odd.map((issue): Issue => ({ ...issue, severity: 'error' })), ...found]
  },
})
