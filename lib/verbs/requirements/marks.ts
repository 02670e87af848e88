// Boxes and rows of REQUIREMENTS.md: they follow evidence, or a person's recorded word against it.
import type { RequirementsValue } from '../../artifacts/requirements/requirements.js'
import { withComplete, withPending } from '../../artifacts/requirements/requirements-edit.js'
import { AGREE, isRefused, type Word, wordFor } from '../../core/consent.js'
import { gatherFacts, type ProjectFacts } from '../../core/derivation/facts.js'
import { type Fulfilment, fulfilmentOf } from '../../core/derivation/fulfilment.js'
import type { OverruleLine } from '../../core/history/ledger-lines.js'
import { overrulesIn } from '../../core/history/ledger-says.js'
import { ledgerPath } from '../../core/layout.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { bool, int, listOf, record, text } from '../../std/shape.js'
import { nearest } from '../../std/text.js'
import { mutation, spoken } from '../verb.js'
import { idsIn, noRequirements, READS } from './requirements.js'

export const requirementsMarkComplete = mutation({
  name: 'requirements.mark-complete',
  about: 'Tick requirements that evidence proves, or that a person overrules',
  args: {
    ids: { type: 'list', positional: true, required: true, about: 'Ids, as words or comma-separated' },
    overrule: { type: 'flag', about: 'A person decides against the evidence; needs --by and --reason' },
    by: { type: 'text', about: 'Who decides' },
    reason: { type: 'text', about: 'Why' },
    agree: AGREE,
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
  run({ ids: words, overrule, by, reason, agree }, view) {
    const ids = idsIn(words)
    const nothing = { ...NOTHING, total: ids.length }
    if (overrule && (by === undefined || reason === undefined)) return { result: nothing, error: unsigned, edits: [] }
    const value = view.parse('requirements', view.at('REQUIREMENTS.md'))?.value
    if (value === undefined) return { result: nothing, error: noRequirements(view), edits: [] }
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
    const unmatched = ids.filter((id) => withComplete(value, id) === null)
    if (unmatched.length > 0)
      return { result: { ...nothing, table_unmatched: unmatched }, error: otherWord(unmatched), edits: [] }
    const signed = signature(
      view,
      { ids, complete: true, overrule, by, reason, agree },
      overrulesIn(facts.inputs.ledger()),
    )
    if (signed !== null && 'code' in signed) return { result: nothing, exit: 4, error: signed, edits: [] }
    return tick(facts, value, ids, signed)
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
  /** Null where nothing new is decided. */
  readonly word: Word | null
}

interface Overruling {
  readonly ids: readonly string[]
  readonly complete: boolean
  readonly overrule: boolean
  readonly by: string | undefined
  readonly reason: string | undefined
  readonly agree: string | undefined
}

/** Who decides, and whose word that is; null where nobody overrules, an error where a person must say so. */
function signature(
  view: View,
  { ids, complete, overrule, by, reason, agree }: Overruling,
  known: ReadonlyMap<string, OverruleLine>,
): Signature | ErrorBody | null {
  if (!overrule || by === undefined || reason === undefined) return null
  const signed = { who: by, why: reason }
  if (!ids.some((id) => isNews(known.get(id), complete, signed))) return { ...signed, word: null }
  const verb = complete ? 'requirements.mark-complete' : 'requirements.revert-phase'
  const word = wordFor(
    view,
    {
      action: verb,
      subject: JSON.stringify([view.base, ids, by, reason]),
      question: `Call ${ids.join(', ')} ${complete ? 'complete' : 'open'} against what evidence says, because ${by} says: ${reason}?`,
      call: `gsd-tools ${spoken(verb)} ${ids.join(' ')} --overrule --by ${JSON.stringify(by)} --reason ${JSON.stringify(reason)}`,
    },
    agree,
  )
  return isRefused(word) ? word : { ...signed, word }
}

function tick(facts: ProjectFacts, before: RequirementsValue, ids: readonly string[], signature: Signature | null) {
  const { view } = facts
  let value = before
  const done: string[] = []
  const already: string[] = []
  for (const id of ids) {
    const next = withComplete(value, id)
    if (next === null) continue
    ;(next === value ? already : done).push(id)
    value = next
  }
  const overrules = overrulesIn(facts.inputs.ledger())
  const recorded = signature === null ? [] : ids.filter((id) => isNews(overrules.get(id), true, signature))
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
        path: ledgerPath(view),
        payload: overruleLine(view, id, true, signature as Signature),
      })),
    ],
  }
}

const isNews = (known: OverruleLine | undefined, complete: boolean, { who, why }: Omit<Signature, 'word'>) =>
  known === undefined || known.complete !== complete || known.who !== who || known.why !== why

const overruleLine = (
  view: View,
  requirement: string,
  complete: boolean,
  { who, why, word }: Signature,
): OverruleLine => ({
  kind: 'overrule',
  at: new Date(view.clock.now()).toISOString(),
  requirement,
  complete,
  who,
  why,
  ...(word === null ? {} : { word }),
})

const otherWord = (ids: readonly string[]): ErrorBody => ({
  code: 'TABLE_UNMATCHED',
  message: `the traceability row of ${ids.join(', ')} says neither Pending, In Progress nor Complete; nothing was marked`,
  fix: 'change the Status cell of that row, then call again',
})

export const requirementsRevertPhase = mutation({
  name: 'requirements.revert-phase',
  about: 'Set requirements back to Pending that nothing proves any more',
  args: {
    ids: { type: 'list', positional: true, required: true, about: 'Ids, as words or comma-separated' },
    overrule: { type: 'flag', about: 'A person decides against the evidence; needs --by and --reason' },
    by: { type: 'text', about: 'Who decides' },
    reason: { type: 'text', about: 'Why' },
    agree: AGREE,
  },
  result: record({
    reverted: listOf(text()),
    unchanged: listOf(text(), 'Proven ones, and those that are not marked'),
    not_found: listOf(text()),
    total: int('Ids asked for'),
  }),
  reads: READS,
  writes: ['requirements', 'ledger'],
  run({ ids: words, overrule, by, reason, agree }, view) {
    const ids = idsIn(words)
    const nothing = { reverted: [], unchanged: [], not_found: [], total: ids.length }
    if (overrule && (by === undefined || reason === undefined)) return { result: nothing, error: unsigned, edits: [] }
    const before = view.parse('requirements', view.at('REQUIREMENTS.md'))?.value
    if (before === undefined) return { result: nothing, error: noRequirements(view), edits: [] }
    const known = before.requirements.map(({ id }) => id)
    const absent = ids.filter((id) => !known.includes(id))
    if (absent.length > 0)
      return { result: { ...nothing, not_found: absent }, error: notFound(absent, known), edits: [] }
    const facts = gatherFacts(view)
    const open = overrule ? ids : ids.filter((id) => !fulfilmentOf(facts, id).complete)
    const value = open.reduce(withPending, before)
    const reverted = open.filter((id) => withPending(before, id) !== before)
    const overrules = overrulesIn(facts.inputs.ledger())
    const signed = signature(view, { ids, complete: false, overrule, by, reason, agree }, overrules)
    if (signed !== null && 'code' in signed) return { result: nothing, exit: 4, error: signed, edits: [] }
    const recorded = signed === null ? [] : ids.filter((id) => isNews(overrules.get(id), false, signed))
    return {
      result: { ...nothing, reverted, unchanged: ids.filter((id) => !reverted.includes(id)) },
      edits: [
        ...(value === before
          ? []
          : [
              {
                kind: 'artifact' as const,
                artifact: 'requirements' as const,
                path: view.at('REQUIREMENTS.md'),
                value,
              },
            ]),
        ...recorded.map((id) => ({
          kind: 'line' as const,
          path: ledgerPath(view),
          payload: overruleLine(view, id, false, signed as Signature),
        })),
      ],
    }
  },
})
