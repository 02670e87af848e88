// CONTEXT.md: what was decided about a phase before it was planned.
import type { Issue } from '../../errors.js'
import type { FrontMap } from '../../markdown/frontmatter.js'
import { headingsOf, labelNamed } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { same } from '../../std/same.js'
import { any, bool, listOf, mapOf, record, type Shape, text, textOrNull, texts } from '../../std/shape.js'
import type { Codec, Parsed } from '../codec.js'
import type { Draft } from '../parts/draft.js'
import { draftIssue } from '../parts/draft-issues.js'
import { extraOf, type Front, type FrontTable, freshFront } from '../parts/front-fields.js'
import { phaseFile } from '../parts/phase-file.js'
import { isNothing, realText } from '../parts/placeholders.js'
import {
  allElements,
  blockText,
  bullets,
  contentOf,
  document,
  elementNamed,
  listTexts,
  bodyOf as sectionBody,
  sectionItems,
  sectionOf,
  sectionText,
  titleOf,
} from '../parts/prose.js'
import { type ContextDecision, readDecisions, renderDecisions } from './context-decisions.js'
import { openQuestionsOf } from './open-questions.js'

export type { ContextDecision } from './context-decisions.js'

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

const shape = record({
  phase: textOrNull(),
  status: textOrNull(),
  gathered: textOrNull('Day'),
  extra: mapOf(any(), 'Other keys of the front matter'),
  title: textOrNull(),
  domain: textOrNull('What the phase delivers'),
  decisions: listOf(
    record({
      id: text('D-01, D4-01'),
      text: text(),
      category: textOrNull('Heading it stands under'),
      tags: texts(),
      trackable: bool('A plan must follow it'),
    }),
  ),
  discretion: texts('What is left to the agent'),
  canonicalRefs: texts(),
  deferred: texts(),
  openQuestions: texts(),
}) as Shape<ContextValue>

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

const TABLE: FrontTable<ContextValue> = {
  fields: [
    { paths: ['phase'], input: ({ phase }) => phase },
    { paths: ['open_questions', 'open-questions'], input: () => null },
  ],
}

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

function read(source: Source, front: Front): Parsed<ContextValue> {
  const decided = readDecisions(source)
  const value: ContextValue = {
    phase: front.text('phase'),
    status: front.text('status') ?? labelText(source, 'Status'),
    gathered: front.text('gathered', 'created') ?? labelText(source, 'Gathered'),
    extra: extraOf(TABLE, front.data),
    title: titleOf(source),
    domain: domainOf(source),
    decisions: decided.decisions,
    discretion: decided.discretion,
    canonicalRefs: itemsIn(source, 'canonical_refs', 'canonical references'),
    deferred: itemsIn(source, 'deferred', 'deferred ideas', 'deferred'),
    openQuestions: [...front.texts('open_questions', 'open-questions'), ...openQuestionsOf(source)],
  }
  return { value, issues: decided.issues }
}

/** Heading of what was decided after the file was written. */
export const LATER = 'While planning'

/** Decisions below our own heading at the end of the block; what people wrote stays as it is. */
function addDecisions(draft: Draft, source: Source, before: ContextValue, added: readonly ContextDecision[]): void {
  const block = allElements(source).findLast(({ name }) => name === 'decisions')
  const section = block === undefined ? sectionOf(source, 'implementation decisions', 'decisions') : null
  const range = block?.closed === true ? contentOf(block) : section === null ? null : sectionBody(section)
  if (range === null) {
    draft.refuse('a closed <decisions> block', 'none', `Add <decisions> … </decisions> to ${source.path}.`)
    return
  }
  const end = range.start + draft.text.slice(range.start, range.end).trimEnd().length
  const headed = before.decisions.at(-1)?.category === LATER
  const lines = renderDecisions(headed ? added.map((one) => ({ ...one, category: null })) : added, [])
  const apart = headed ? draft.eol : draft.eol + draft.eol
  draft.insert(end, `${apart}${lines.replaceAll('\n', draft.eol)}`)
}

/** What is there begins the list: the rest was added below our heading. */
function addedTo(before: ContextValue, value: ContextValue): readonly ContextDecision[] {
  const added = value.decisions.slice(before.decisions.length)
  const kept = same(value.decisions.slice(0, before.decisions.length), before.decisions)
  return kept && added.every(({ category, trackable }) => category === LATER && trackable) ? added : []
}

function change(draft: Draft, previous: Source, before: ContextValue, value: ContextValue): void {
  const added = addedTo(before, value)
  if (added.length > 0) addDecisions(draft, previous, before, added)
  const { phase: _phase, extra: _extra, ...body } = added.length > 0 ? { ...value, decisions: before.decisions } : value
  const { phase: _old, extra: _known, ...written } = before
  if (!same(body, written))
    draft.refuse(
      'the context as it is',
      'a change of it',
      `Edit ${previous.path} by hand: its decisions belong to people.`,
    )
}

const wrap = (name: string, heading: string, text: string): string => `<${name}>\n## ${heading}\n\n${text}\n</${name}>`

const DECISION_TEMPLATE = `### [Area]

- **D-01:** [What was decided, concrete enough that a stranger would build the same]

### The agent's discretion

- [What the user left open]`

/** No front matter unless the value has some; without a decision the text is the template. */
function fresh(value: ContextValue): string {
  const template = value.decisions.length === 0 && value.domain === null
  const hint = (text: string, none = 'None.'): string => (template ? text : none)
  const bare = value.phase === null && Object.keys(value.extra).length === 0
  const lines = [
    value.gathered === null || 'gathered' in value.extra || 'created' in value.extra
      ? null
      : `**Gathered:** ${value.gathered}`,
    value.status === null || 'status' in value.extra ? null : `**Status:** ${value.status}`,
  ].filter((line) => line !== null)
  const decided = renderDecisions(value.decisions, value.discretion)
  return (
    (bare ? '' : `${freshFront(TABLE, value)}\n`) +
    document([
      `# ${value.title ?? '[Phase N: name, context]'}`,
      lines.join('\n'),
      wrap('domain', 'Phase Boundary', value.domain ?? hint('[What this phase delivers, and where it ends]')),
      wrap('decisions', 'Implementation Decisions', decided === '' ? hint(DECISION_TEMPLATE) : decided),
      wrap(
        'canonical_refs',
        'Canonical References',
        bullets(value.canonicalRefs, hint('- [Full path of each file a planner must read, and why]')),
      ),
      wrap('deferred', 'Deferred Ideas', bullets(value.deferred, 'None.')),
      `## Open Questions\n\n${bullets(value.openQuestions, '- None')}`,
    ])
  )
}

function lacks(source: Source, value: ContextValue, issues: readonly Issue[]): readonly Issue[] {
  const found: Issue[] = []
  if (value.decisions.length === 0 && value.discretion.length === 0)
    found.push(
      draftIssue(
        source,
        'NO_DECISIONS',
        'a decision',
        'Write decisions as "- **D-01:** text" inside <decisions>, below the heading of their area.',
      ),
    )
  const twice = value.decisions.find(({ id }, index) => value.decisions.findIndex((other) => other.id === id) < index)
  if (twice !== undefined)
    found.push(draftIssue(source, 'DECISION_TWICE', `one decision ${twice.id}`, 'Number the decisions through.'))
  if (value.domain === null)
    found.push(
      draftIssue(
        source,
        'PART_MISSING',
        'a <domain> with what the phase delivers',
        'Add <domain> with the boundary of the phase.',
      ),
    )
  return [
    ...issues.filter(({ code }) => code === 'DECISION').map((issue): Issue => ({ ...issue, severity: 'error' })),
    ...found,
  ]
}

export const context: Codec<ContextValue> = phaseFile({
  id: 'context',
  about: 'What was decided about a phase before it was planned',
  path: 'phases/{dir}/{pp}-CONTEXT.md',
  shape,
  empty,
  table: TABLE,
  read,
  fresh,
  change,
  lacks,
})
