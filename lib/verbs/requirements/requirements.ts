// Verbs over REQUIREMENTS.md: what there is with the evidence for it, and boxes that follow evidence or a person's recorded word.
import type { Requirement, RequirementsValue, Trace } from '../../artifacts/requirements.js'
import { withComplete } from '../../artifacts/requirements-edit.js'
import { FACT_READS, gatherFacts, type ProjectFacts } from '../../core/facts.js'
import { type Fulfilment, fulfilmentOf } from '../../core/fulfilment.js'
import { LEDGER_PATH } from '../../core/layout.js'
import { type OverruleLine, overrulesIn } from '../../core/ledger.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { bool, int, listOf, oneOf, orNull, record, text } from '../../std/shape.js'
import { nearest } from '../../std/text.js'
import { mutation, query } from '../verb.js'

const READS = [...new Set([...FACT_READS, 'requirements'] as const)]

const noFile = (view: View): ErrorBody => ({
  code: 'FILE_NOT_FOUND',
  message: `expected ${view.at('REQUIREMENTS.md')}, it is not there`,
  fix: 'gsd-tools next says how to get one',
})

const traceOf = (value: RequirementsValue, id: string): Trace | null =>
  value.traceability?.find((row) => row.id === id) ?? null

export const requirementsList = query({
  name: 'requirements.list',
  about: 'Requirements with their boxes and the evidence for them',
  args: {
    open: { type: 'flag', about: 'Only those that are not complete' },
    phase: { type: 'text', about: 'Only those the traceability table gives to this phase' },
  },
  result: record({
    requirements: listOf(
      record({
        id: text(),
        text: text(),
        scope: oneOf(['v1', 'v2']),
        category: orNull(text()),
        ticked: orNull(bool('The box: a projection; null where the line has none')),
        phase: orNull(text('Cell of the traceability table')),
        status: orNull(text('Cell of the traceability table')),
        complete: bool('By evidence, or by a recorded overrule'),
        by: orNull(oneOf(['evidence', 'adopted', 'overruled'], 'What makes it complete; null while it is open')),
        reason: text('Why it is complete, or what is still missing'),
      }),
    ),
    total: int(),
    complete: int(),
  }),
  reads: READS,
  run({ open, phase }, view) {
    const value = view.parse('requirements', view.at('REQUIREMENTS.md'))?.value
    if (value === undefined) return { result: { requirements: [], total: 0, complete: 0 }, error: noFile(view) }
    const facts = gatherFacts(view)
    const rows = value.requirements
      .map((requirement) => row(requirement, traceOf(value, requirement.id), fulfilmentOf(facts, requirement.id)))
      .filter((found) => !open || !found.complete)
      .filter((found) => phase === undefined || numberIn(found.phase) === numberIn(phase))
    return {
      result: { requirements: rows, total: rows.length, complete: rows.filter(({ complete }) => complete).length },
    }
  },
})

/** `Phase 02`, `2` and `02` are the same phase. */
const numberIn = (cell: string | null) =>
  (cell ?? '')
    .replace(/^phase\s+/i, '')
    .trim()
    .replace(/^0+(?=\d)/, '')

const row = (
  { id, text: words, scope, category, done }: Requirement,
  trace: Trace | null,
  { complete, by, reason }: Fulfilment,
) => ({
  id,
  text: words,
  scope,
  category,
  ticked: done,
  phase: trace?.phase ?? null,
  status: trace?.status ?? null,
  complete,
  by,
  reason,
})

/** `A-1, A-2`, `[A-1 A-2]` and separate words are the same list. */
const idsIn = (words: readonly string[]): readonly string[] => [
  ...new Set(words.flatMap((word) => word.split(/[\s,[\]]+/)).filter((id) => id !== '')),
]

export const requirementsMarkComplete = mutation({
  name: 'requirements.mark-complete',
  about: 'Tick requirements that evidence proves, or that a person overrules',
  args: {
    ids: { type: 'list', positional: true, required: true, about: 'Ids, as words or comma-separated' },
    overrule: { type: 'flag', about: 'A person decides against the evidence; needs --by and --reason' },
    by: { type: 'text', about: 'Who decides' },
    reason: { type: 'text', about: 'Why' },
  },
  result: record({
    updated: bool(),
    marked_complete: listOf(text()),
    already_complete: listOf(text()),
    not_found: listOf(text()),
    not_proven: listOf(record({ id: text(), reason: text() }), 'Ids without evidence, and what is missing'),
    table_unmatched: listOf(text(), 'Ids whose row says something a tool must not replace'),
    overruled: listOf(text(), 'Ids that are complete by a person’s word'),
    total: int('Ids asked for'),
  }),
  reads: READS,
  writes: ['requirements', 'ledger'],
  run({ ids: words, overrule, by, reason }, view) {
    const ids = idsIn(words)
    const nothing = { ...NOTHING, total: ids.length }
    if (overrule && (by === undefined || reason === undefined)) return { result: nothing, error: unsigned, edits: [] }
    const value = view.parse('requirements', view.at('REQUIREMENTS.md'))?.value
    if (value === undefined) return { result: nothing, error: noFile(view), edits: [] }
    const known = value.requirements.map(({ id }) => id)
    const absent = ids.filter((id) => !known.includes(id))
    if (absent.length > 0)
      return { result: { ...nothing, not_found: absent }, error: notFound(absent, known), edits: [] }
    const facts = gatherFacts(view)
    const open = overrule ? [] : ids.map((id) => fulfilmentOf(facts, id)).filter(({ complete }) => !complete)
    if (open.length > 0)
      return {
        result: { ...nothing, not_proven: open.map(({ id, reason: why }) => ({ id, reason: why })) },
        error: notProven(open),
        edits: [],
      }
    const signature = overrule && by !== undefined && reason !== undefined ? { who: by, why: reason } : null
    return tick(facts, value, ids, signature)
  },
})

const NOTHING = {
  updated: false,
  marked_complete: [],
  already_complete: [],
  not_found: [],
  not_proven: [],
  table_unmatched: [],
  overruled: [],
}

const unsigned: ErrorBody = {
  code: 'USAGE',
  message: 'an overrule is recorded with who decided and why: expected --by and --reason',
  fix: 'add --by "<name>" --reason "<why>"',
}

const notFound = (absent: readonly string[], known: readonly string[]): ErrorBody => {
  const near = nearest(absent[0] as string, known)
  return {
    code: 'NOT_FOUND',
    message: `REQUIREMENTS.md has no ${absent.join(', ')}; nothing was marked`,
    fix: near === null ? 'gsd-tools requirements list' : `did you mean ${near}?`,
  }
}

const notProven = (rows: readonly Fulfilment[]): ErrorBody => ({
  code: 'NOT_PROVEN',
  message: `no evidence yet: ${rows.map(({ id, reason }) => `${id} (${reason})`).join('; ')}; nothing was marked`,
  fix: 'finish and verify the phases named; a person may overrule with --overrule --by "<name>" --reason "<why>"',
})

interface Signature {
  readonly who: string
  readonly why: string
}

function tick(facts: ProjectFacts, before: RequirementsValue, ids: readonly string[], signature: Signature | null) {
  const { view } = facts
  let value = before
  const done: string[] = []
  const already: string[] = []
  const unmatched: string[] = []
  for (const id of ids) {
    const next = withComplete(value, id)
    if (next === null) unmatched.push(id)
    else {
      ;(next === value ? already : done).push(id)
      value = next
    }
  }
  if (unmatched.length > 0)
    return {
      result: { ...NOTHING, table_unmatched: unmatched, total: ids.length },
      error: otherWord(unmatched),
      edits: [],
    }
  const overrules = overrulesIn(facts.inputs.ledger())
  const recorded = signature === null ? [] : ids.filter((id) => isNews(overrules.get(id), signature))
  return {
    result: {
      ...NOTHING,
      updated: true,
      marked_complete: done,
      already_complete: already,
      overruled: signature === null ? [] : [...ids],
      total: ids.length,
    },
    edits: [
      ...(value === before
        ? []
        : [{ kind: 'artifact' as const, artifact: 'requirements' as const, path: view.at('REQUIREMENTS.md'), value }]),
      ...recorded.map((id) => ({
        kind: 'line' as const,
        path: LEDGER_PATH,
        payload: overruleLine(view, id, signature as Signature),
      })),
    ],
  }
}

const isNews = (known: OverruleLine | undefined, { who, why }: Signature) =>
  known === undefined || !known.complete || known.who !== who || known.why !== why

const overruleLine = (view: View, requirement: string, { who, why }: Signature): OverruleLine => ({
  kind: 'overrule',
  at: new Date(view.clock.now()).toISOString(),
  requirement,
  complete: true,
  who,
  why,
})

const otherWord = (ids: readonly string[]): ErrorBody => ({
  code: 'TABLE_UNMATCHED',
  message: `the traceability row of ${ids.join(', ')} says neither Pending, In Progress nor Complete; nothing was marked`,
  fix: 'change the Status cell of that row, then call again',
})
