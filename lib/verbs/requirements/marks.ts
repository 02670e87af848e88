// requirements mark: boxes and rows of REQUIREMENTS.md follow the evidence, or the user's recorded override.
import type { Edit } from '../../artifacts/codec.js'
import { mark, marksOf } from '../../artifacts/requirements/requirements-edit.js'
import { decide, isRefused, YES } from '../../core/consent.js'
import { gatherFacts, type ProjectFacts } from '../../core/derivation/facts.js'
import { type Fulfilment, fulfilmentOf } from '../../core/derivation/fulfilment.js'
import type { OverruleLine } from '../../core/history/ledger-lines.js'
import { overrulesIn } from '../../core/history/ledger-says.js'
import { ledgerPath } from '../../core/layout.js'
import { arg, type Given, verb } from '../../core/verb.js'
import { Staging } from '../../core/writing/staging.js'
import { type ErrorBody, refuse, usageError } from '../../errors.js'
import { nearestId } from '../../std/ids-meant.js'
import { int, listOf, record, text } from '../../std/shape.js'
import { requireRequirements } from '../required-files.js'
import { idsIn, READS } from './requirements.js'

const MARKING = {
  ids: arg.list('Ids, as words or comma-separated', { positional: true, required: true }),
  open: arg.flag('Set unproven ones back to Pending'),
  by: arg.text('Who decides against the evidence; needs --reason'),
  reason: arg.text('Why'),
  yes: YES,
} as const
type Marking = Given<typeof MARKING>

export const requirementsMark = verb('requirements.mark', {
  about: 'Tick proven requirements, or untick unproven ones; the user may overrule',
  args: MARKING,
  result: record({
    marked: listOf(text(), 'Ids with a changed box or row'),
    unchanged: listOf(text(), 'Ids already marked so; with --open also proven ones'),
    not_found: listOf(text()),
    not_proven: listOf(record({ id: text(), reason: text() }), 'Ids without evidence, and what is missing'),
    table_unmatched: listOf(text(), 'Ids whose row has a status of your own'),
    overruled: listOf(text(), 'Ids overruled by the user'),
    total: int('Requested ids'),
  }),
  reads: READS,
  writes: ['requirements', 'ledger'],
  run({ view }, given) {
    const ids = idsIn(given.ids)
    const nothing = { ...NOTHING, total: ids.length }
    if ((given.by === undefined) !== (given.reason === undefined))
      refuse(usageError('overruling needs both --by and --reason', 'add --by "<name>" --reason "<why>"'))
    const before = requireRequirements(view)
    const known = before.requirements.map(({ id }) => id)
    const absent = ids.filter((id) => !known.includes(id))
    if (absent.length > 0) return { result: { ...nothing, not_found: absent }, error: notFound(absent, known) }
    const facts = gatherFacts(view)
    const isOverruled = given.by !== undefined
    const unproven = isOverruled ? [] : ids.map((id) => fulfilmentOf(facts, id)).filter(({ complete }) => !complete)
    if (!given.open && unproven.length > 0) {
      const rows = unproven.map(({ id, reason: why }) => ({ id, reason: why }))
      return { result: { ...nothing, not_proven: rows }, error: notProven(unproven) }
    }
    const unmatched = given.open ? [] : ids.filter((id) => marksOf(before, id).worded)
    if (unmatched.length > 0) return { result: { ...nothing, table_unmatched: unmatched }, error: otherWord(unmatched) }
    const lines = overruling(facts, given, ids)
    const meant = given.open && !isOverruled ? unproven.map(({ id }) => id) : ids
    const marked = meant.filter((id) => marksOf(before, id)[given.open ? 'set' : 'open'] > 0)
    const staging = new Staging(view)
    staging.edit('requirements', view.at('REQUIREMENTS.md'), (doc) => mark(doc, marked, !given.open))
    return {
      result: {
        ...nothing,
        marked,
        unchanged: ids.filter((id) => !marked.includes(id)),
        overruled: isOverruled ? ids : [],
      },
      edits: [...staging.edits(), ...lines],
    }
  },
})

const NOTHING = {
  marked: [],
  unchanged: [],
  not_found: [],
  not_proven: [],
  table_unmatched: [],
  overruled: [],
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
  fix: 'finish and verify the phases named; the user may overrule with --by "<name>" --reason "<why>"',
})

/** Lines that override the evidence; none without an override or a new decision. */
function overruling(
  { view, inputs }: ProjectFacts,
  { open, by, reason, yes }: Marking,
  ids: readonly string[],
): readonly Edit[] {
  if (by === undefined || reason === undefined) return []
  const known = overrulesIn(inputs.ledger())
  const news = ids.filter((id) => {
    const last = known.get(id)
    return last === undefined || last.complete === open || last.who !== by || last.why !== reason
  })
  if (news.length === 0) return []
  const question = `Mark ${ids.join(', ')} ${open ? 'open' : 'complete'} against the evidence? ${by}: ${reason}`
  const call = `gsd-tools requirements mark ${ids.join(' ')}${open ? ' --open' : ''} --by ${JSON.stringify(by)} --reason ${JSON.stringify(reason)}`
  const decider = decide(view, { question, call }, yes)
  if (isRefused(decider)) return refuse(decider)
  const at = new Date(view.clock.now()).toISOString()
  return news.map((requirement) => {
    const line: OverruleLine = { kind: 'overrule', at, requirement, complete: !open, who: by, why: reason, by: decider }
    return { kind: 'line', path: ledgerPath(view), payload: line }
  })
}

const otherWord = (ids: readonly string[]): ErrorBody => ({
  code: 'TABLE_UNMATCHED',
  message: `the traceability row of ${ids.join(', ')} is not Pending, In Progress or Complete; nothing was marked`,
  fix: 'change the Status cell of that row and repeat the call',
})
