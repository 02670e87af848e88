// check accept-fewer: a person says that the tests which are gone are gone for good. Their word counts once, for the step down that was seen.
import type { PlanTask, PlanValue } from '../../artifacts/plan/plan.js'
import { AGREE, isRefused, WORDS, type Word, wordFor } from '../../core/consent.js'
import { CLAIM_READS, gatherFacts, type ProjectFacts } from '../../core/derivation/facts.js'
import { type Claim, isOurClaim, readClaims, unitKey } from '../../core/dispatch/claims.js'
import { againCall, isUnitType } from '../../core/dispatch/units.js'
import { readLedger } from '../../core/history/ledger.js'
import type { ClaimLine, OutcomeLine } from '../../core/history/ledger-lines.js'
import { agreedLine } from '../../core/history/ledger-says.js'
import { parsePhaseId, parsePlanId, samePhase, samePlan } from '../../core/ids.js'
import { announcing } from '../../core/judging/announced.js'
import { ACCEPT_FEWER, type FewerCheck, fewerOf, permitFor, permitsIn } from '../../core/judging/fewer.js'
import { countsText, fewerText } from '../../core/judging/fewer-told.js'
import { readReceipt } from '../../core/judging/proof.js'
import { weaker } from '../../core/judging/seen.js'
import { ledgerPath } from '../../core/layout.js'
import type { View } from '../../core/view.js'
import { listOf, oneOf, record, text, texts } from '../../std/shape.js'
import { quotedLabel } from '../../std/told.js'
import { arg, mutation } from '../verb.js'
import { runsByItself } from './modes.js'

/** Where a step down was seen, and the plan behind the work. */
interface StepDown {
  readonly at: string
  readonly begun: string
  readonly fewer: readonly FewerCheck[]
  readonly tasks: readonly PlanTask[]
}

/** Claims of this machine and receipts of this machine, the newest last. */
function placesOf(view: View, facts: ProjectFacts, subject: string | undefined): readonly StepDown[] {
  const claims = readClaims(view).filter((claim) => isOurClaim(view, claim) && concernsClaim(claim, subject))
  const plans = facts.phases.flatMap((phase) =>
    phase.plans.filter((plan) => subject === undefined || isPlan(plan.id, subject) || isPhase(phase.id, subject)),
  )
  const stored = plans.flatMap(({ plan, file }): readonly StepDown[] => {
    const found = file.receipt === null ? null : readReceipt(view, file.receipt)
    if (found === null || found.origin !== 'here') return []
    const { at, receipts } = found.file
    return [{ at, begun: '', tasks: plan.tasks, fewer: receipts.flatMap((receipt) => fewerOf(receipt) ?? []) }]
  })
  const open = claims.map(
    (claim): StepDown => ({
      at: claim.leaseUntil,
      begun: claim.at,
      fewer: claim.fewer ?? [],
      tasks: [...tasksOf(facts, claim), ...draftedTasks(view, claim)],
    }),
  )
  return [...stored, ...open].sort((a, b) => (a.at < b.at ? -1 : 1))
}

const concernsClaim = (
  { unitType, unitId }: Pick<Claim | OutcomeLine, 'unitType' | 'unitId'>,
  subject: string | undefined,
): boolean =>
  subject === undefined ||
  [unitId, unitKey(unitType, unitId)].includes(subject) ||
  isPlan(unitId, subject) ||
  isPhase(unitId, subject)

function isPlan(id: string, subject: string): boolean {
  const [one, other] = [parsePlanId(id), parsePlanId(subject)]
  return one !== null && other !== null && samePlan(one, other)
}

function isPhase(id: string, subject: string): boolean {
  const [one, other] = [parsePhaseId(id), parsePhaseId(subject)]
  return one !== null && other !== null && samePhase(one, other)
}

const tasksOf = ({ phases }: ProjectFacts, { unitId }: Claim): readonly PlanTask[] =>
  phases.flatMap(({ id, plans }) =>
    plans.flatMap((plan) => (isPlan(plan.id, unitId) || isPhase(id, unitId) ? plan.plan.tasks : [])),
  )

/** The plan of a quick task is a draft until it is finished. */
function draftedTasks(view: View, { drafts }: Claim): readonly PlanTask[] {
  const codec = view.codec('plan')
  return view.list(drafts).flatMap(({ name }) => {
    const source = name.endsWith('PLAN.md') ? view.source(`${drafts}/${name}`) : null
    return source === null || codec === null ? [] : (codec.parse(source).value as PlanValue).tasks
  })
}

interface Asked extends FewerCheck {
  readonly begun: string
}

/** Each check once: from the most that it counted, to what it counts in the newest run. */
function stepsIn(places: readonly StepDown[]): readonly Asked[] {
  const found = new Map<string, Asked>()
  for (const { fewer, begun } of places)
    for (const one of fewer) {
      const known = found.get(one.key)
      const higher = known !== undefined && weaker(one.from, known.from) !== null ? known : one
      const since = [known?.since ?? '', one.since ?? ''].sort().at(-1) ?? ''
      found.set(one.key, { ...one, from: higher.from, begun, ...(since === '' ? {} : { since }) })
    }
  return [...found.values()]
}

const counts = record({
  check: text(),
  was: text(),
  is: text(),
  removed: texts('Test files that are gone, or hold nothing any more that can fail'),
  word: oneOf(WORDS),
})

const rowOf = ({ name, from, to, removed, emptied = [] }: Asked, word: Word) => ({
  check: name,
  was: countsText(from),
  is: countsText(to),
  removed: [...removed, ...emptied],
  word,
})

function question(steps: readonly Asked[], tasks: readonly PlanTask[]): string {
  const said = announcing(
    tasks,
    steps.flatMap(({ removed, emptied = [] }) => [...removed, ...emptied]),
  )
  const plan =
    said.length > 0
      ? `The plan announces it: ${said.map(({ name }, index) => quotedLabel(name ?? `task ${index + 1}`)).join(', ')}.`
      : 'No task of its plan announces that tests go.'
  const each = steps.map((step) => `${quotedLabel(step.name)}: ${fewerText(step)}`)
  return `Let this count as it is, although it runs fewer tests than it did: ${each.join('; ')}? ${plan}`
}

export const checkAcceptFewer = mutation(ACCEPT_FEWER, {
  about: 'A person agrees that tests are gone for good: the smaller count is the new measure',
  args: {
    subject: arg.text('Plan, phase or quick task; default: all that was seen', { positional: true, names: 'plan' }),
    agree: AGREE,
  },
  reads: [...CLAIM_READS, 'receipt', 'config'],
  writes: ['ledger'],
  result: record({ accepted: listOf(counts) }),
  run({ subject, agree }, view) {
    const facts = gatherFacts(view)
    const places = placesOf(view, facts, subject)
    const permits = permitsIn(facts.inputs.ledger())
    const rows = stepsIn(places).map((step) => ({
      step,
      permit: permitFor({ key: step.key, permits, begun: step.begun }, step, step),
    }))
    const before = rows.flatMap(({ step, permit }) => (permit === undefined ? [] : [rowOf(step, permit.word)]))
    const steps = rows.flatMap(({ step, permit }) => (permit === undefined ? [step] : []))
    if (rows.length === 0) return { result: { accepted: [] }, exit: 1, error: nothingSeen(view, subject) }
    if (steps.length === 0) return { result: { accepted: before } }
    const word = wordFor(
      view,
      {
        action: ACCEPT_FEWER,
        subject: JSON.stringify([
          view.base,
          steps.map(({ key, from, to, removed, emptied, since }) => [key, from, to, removed, emptied, since]),
        ]),
        question: question(
          steps,
          places.flatMap(({ tasks }) => tasks),
        ),
        call: `gsd-tools check accept-fewer${subject === undefined ? '' : ` ${subject}`}`,
        personOnly: runsByItself(view),
      },
      agree,
    )
    if (isRefused(word)) return { result: { accepted: before }, exit: 4, error: word }
    return {
      result: { accepted: [...before, ...steps.map((step) => rowOf(step, word))] },
      edits: steps.map(({ key, from, to, removed, emptied }) => ({
        kind: 'line' as const,
        path: ledgerPath(view),
        payload: {
          ...agreedLine(view, ACCEPT_FEWER, key, word),
          fewer: { from, to, removed, ...(emptied === undefined ? {} : { emptied }) },
        },
      })),
    }
  },
})

/** What a check counted goes with the claim that it was counted for. */
function nothingSeen(view: View, subject: string | undefined) {
  const last = readLedger(view).lines.findLast(
    (line): line is ClaimLine | OutcomeLine =>
      (line.kind === 'claim' || line.kind === 'outcome') && concernsClaim(line, subject),
  )
  if (last?.kind !== 'outcome' || last.status === 'completed' || !isUnitType(last.unitType)) return unseen(subject)
  return {
    code: 'NOT_FOUND' as const,
    message: `the attempt at ${unitKey(last.unitType, last.unitId)} has ended, and what its checks counted went with it`,
    fix: `begin it again: gsd-tools ${againCall(last.unitType, last.unitId)}; its next finish says what is to be agreed to`,
  }
}

const unseen = (subject: string | undefined) => ({
  code: 'NOT_FOUND' as const,
  message: `no check${subject === undefined ? '' : ` of ${subject}`} was seen to count fewer tests than it did`,
  fix: `gsd-tools check run${subject === undefined ? '' : ` ${subject}`} looks`,
})
