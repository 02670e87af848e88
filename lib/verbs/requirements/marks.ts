// Boxes and rows of REQUIREMENTS.md: they follow evidence, or a person's recorded word against it.
import type { Edit } from '../../artifacts/codec.js'
import type { RequirementsValue } from '../../artifacts/requirements/requirements.js'
import { withComplete, withPending } from '../../artifacts/requirements/requirements-edit.js'
import { decide, isRefused, YES } from '../../core/consent.js'
import { gatherFacts, type ProjectFacts } from '../../core/derivation/facts.js'
import { type Fulfilment, fulfilmentOf } from '../../core/derivation/fulfilment.js'
import type { OverruleLine } from '../../core/history/ledger-lines.js'
import { overrulesIn } from '../../core/history/ledger-says.js'
import { ledgerPath } from '../../core/layout.js'
import type { View } from '../../core/view.js'
import { Staging } from '../../core/writing/staging.js'
import type { ErrorBody } from '../../errors.js'
import { nearestId } from '../../std/ids-meant.js'
import { bool, int, listOf, record, text } from '../../std/shape.js'
import { arg, type Given, mutation, spoken } from '../verb.js'
import { idsIn, noRequirements, READS } from './requirements.js'

const MARKING = {
  ids: arg.list('Ids, as words or comma-separated', { positional: true, required: true }),
  overrule: arg.flag('A person decides against the evidence; needs --by and --reason'),
  by: arg.text('Who decides'),
  reason: arg.text('Why'),
  yes: YES,
} as const
type Marking = Given<typeof MARKING>

const TOUCHED = { reads: READS, writes: ['requirements', 'ledger'] } as const

/** The ids with the document that has them all, or why there is nothing to mark. */
function subjectOf({ ids: words, overrule, by, reason }: Marking, view: View) {
  const ids = idsIn(words)
  const none = (error: ErrorBody, absent: readonly string[] = []) => ({ ids, absent, before: null, error })
  if (overrule && (by === undefined || reason === undefined)) return none(unsigned)
  const before = view.parse('requirements', view.at('REQUIREMENTS.md'))?.value
  if (before === undefined) return none(noRequirements(view))
  const known = before.requirements.map(({ id }) => id)
  const absent = ids.filter((id) => !known.includes(id))
  return absent.length > 0 ? none(notFound(absent, known), absent) : { ids, absent, before, error: null }
}

export const requirementsMarkComplete = mutation('requirements.mark-complete', {
  about: 'Tick requirements that evidence proves, or that a person overrules',
  args: MARKING,
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
  ...TOUCHED,
  run(given, view) {
    const { ids, absent, before, error } = subjectOf(given, view)
    const nothing = { ...NOTHING, not_found: absent, total: ids.length }
    if (before === null) return { result: nothing, error }
    const facts = gatherFacts(view)
    const open = given.overrule ? [] : ids.map((id) => fulfilmentOf(facts, id)).filter(({ complete }) => !complete)
    if (open.length > 0)
      return {
        result: { ...nothing, not_proven: open.map(({ id, reason: why }) => ({ id, reason: why })) },
        error: notProven(open),
      }
    const unmatched = ids.filter((id) => withComplete(before, id) === null)
    if (unmatched.length > 0) return { result: { ...nothing, table_unmatched: unmatched }, error: otherWord(unmatched) }
    const overruled = overruling(facts, given, ids, true)
    if ('code' in overruled) return { result: nothing, exit: 4, error: overruled }
    let value = before
    const done: string[] = []
    const already: string[] = []
    for (const id of ids) {
      const next = withComplete(value, id)
      if (next === null) continue
      ;(next === value ? already : done).push(id)
      value = next
    }
    return {
      result: {
        ...nothing,
        updated: true,
        marked_complete: done,
        already_complete: already,
        overruled: given.overrule ? [...ids] : [],
      },
      edits: [...shown(view, value), ...overruled],
    }
  },
})

const NOTHING = {
  updated: false,
  marked_complete: [],
  already_complete: [],
  not_proven: [],
  table_unmatched: [],
  overruled: [],
}

const unsigned: ErrorBody = {
  code: 'USAGE',
  message: 'overruling is recorded with who decided and why: expected --by and --reason',
  fix: 'add --by "<name>" --reason "<why>"',
}

const notFound = (absent: readonly string[], known: readonly string[]): ErrorBody => {
  const near = nearestId(absent[0] as string, known)
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

/** The lines that overrule the evidence: none where nobody overrules or nothing new is decided, an error where it is not decided yet. */
function overruling(
  { view, inputs }: ProjectFacts,
  { overrule, by, reason, yes }: Marking,
  ids: readonly string[],
  complete: boolean,
): readonly Edit[] | ErrorBody {
  if (!overrule || by === undefined || reason === undefined) return []
  const known = overrulesIn(inputs.ledger())
  const news = ids.filter((id) => {
    const last = known.get(id)
    return last === undefined || last.complete !== complete || last.who !== by || last.why !== reason
  })
  if (news.length === 0) return []
  const verb = complete ? 'requirements.mark-complete' : 'requirements.revert-phase'
  const decider = decide(
    view,
    {
      question: `Call ${ids.join(', ')} ${complete ? 'complete' : 'open'} against what evidence says, because ${by} says: ${reason}?`,
      call: `gsd-tools ${spoken(verb)} ${ids.join(' ')} --overrule --by ${JSON.stringify(by)} --reason ${JSON.stringify(reason)}`,
    },
    yes,
  )
  if (isRefused(decider)) return decider
  const at = new Date(view.clock.now()).toISOString()
  return news.map((requirement) => {
    const line: OverruleLine = { kind: 'overrule', at, requirement, complete, who: by, why: reason, by: decider }
    return { kind: 'line', path: ledgerPath(view), payload: line }
  })
}

function shown(view: View, value: RequirementsValue): readonly Edit[] {
  const staging = new Staging(view)
  staging.update('requirements', view.at('REQUIREMENTS.md'), () => value)
  return staging.edits()
}

const otherWord = (ids: readonly string[]): ErrorBody => ({
  code: 'TABLE_UNMATCHED',
  message: `the traceability row of ${ids.join(', ')} says neither Pending, In Progress nor Complete; nothing was marked`,
  fix: 'change the Status cell of that row and call again',
})

export const requirementsRevertPhase = mutation('requirements.revert-phase', {
  about: 'Set requirements that nothing proves any more back to Pending',
  args: MARKING,
  result: record({
    reverted: listOf(text()),
    unchanged: listOf(text(), 'Proven ones, and those that are not marked'),
    not_found: listOf(text()),
    total: int('Ids asked for'),
  }),
  ...TOUCHED,
  run(given, view) {
    const { ids, absent, before, error } = subjectOf(given, view)
    const nothing = { reverted: [], unchanged: [], not_found: absent, total: ids.length }
    if (before === null) return { result: nothing, error }
    const facts = gatherFacts(view)
    const open = given.overrule ? ids : ids.filter((id) => !fulfilmentOf(facts, id).complete)
    const reverted = open.filter((id) => withPending(before, id) !== before)
    const overruled = overruling(facts, given, ids, false)
    if ('code' in overruled) return { result: nothing, exit: 4, error: overruled }
    return {
      result: { ...nothing, reverted, unchanged: ids.filter((id) => !reverted.includes(id)) },
      edits: [...shown(view, open.reduce(withPending, before)), ...overruled],
    }
  },
})
