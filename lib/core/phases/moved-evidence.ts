// Evidence of phases that get another number: what is evidence now must be evidence afterwards, and nothing else may become it.
import type { Word } from '../consent.js'
import { gatherFacts, type ProjectFacts } from '../derivation/facts.js'
import { isAnsweredHere, parseCheckRecord } from '../derivation/phase-rules.js'
import { summariesDigest } from '../derivation/verification-facts.js'
import { ANSWERED, type ReceiptLine } from '../history/ledger-lines.js'
import type { PlanId } from '../ids.js'
import { readReceipt, sealReceipt } from '../judging/proof.js'
import { renderReceiptFile } from '../judging/receipts.js'
import { ledgerPath } from '../layout.js'
import { changedAdoptions, renewedAdoptions } from '../project/adoption.js'
import type { View } from '../view.js'
import type { Staging } from '../writing/staging.js'
import type { MovedPhase } from './phase-removal.js'

export interface Evidence {
  /** Phases whose VERIFICATION speaks about their SUMMARYs as they are. All ids are the new ones. */
  readonly covered: ReadonlySet<string>
  /** Phases whose VERIFICATION was finished here. */
  readonly vouched: ReadonlySet<string>
  /** Phases whose answers of a person were taken here. */
  readonly answered: ReadonlySet<string>
  /** Plans whose receipt is the recorded one of this machine, with its record. */
  readonly proven: ReadonlyMap<string, ReceiptLine>
  /** What was accepted and is as it was then, with whose word that was. */
  readonly phases: ReadonlyMap<string, Word>
  readonly plans: ReadonlyMap<string, Word>
  readonly checks: readonly {
    readonly phase: string
    readonly record: NonNullable<ReturnType<typeof parseCheckRecord>>
    /** Plans (old ids) that are as they were when they were checked. */
    readonly current: ReadonlySet<string>
  }[]
  /** The new id of an old one. */
  after(id: string): string
}

/** What of the moved phases is evidence now: it must be evidence afterwards, and nothing else may become it. */
export function evidenceOf(view: View, facts: ProjectFacts, phases: readonly MovedPhase[]): Evidence {
  const { adoptions, receipts, inputs } = facts
  const rename = new Map(phases.map(({ from, to }) => [from as string, to as string]))
  const moved = facts.phases.filter(({ id }) => rename.has(id))
  const changed = new Set(changedAdoptions({ ...facts, phases: moved }).map(({ id }) => id))
  const plans = moved.flatMap((phase) => phase.plans)
  const after = (id: string) => {
    const cut = id.lastIndexOf('-')
    return rename.get(id) ?? `${rename.get(id.slice(0, cut))}${id.slice(cut)}`
  }
  const proven = plans.filter(({ id, file }) => {
    const recorded = receipts.plans.get(id)?.sha256
    return (
      file.receipt !== null &&
      recorded != null &&
      readReceipt(view, file.receipt)?.origin === 'here' &&
      recorded === inputs.source(file.receipt)?.sha256
    )
  })
  const checks = moved.flatMap(({ id, files }) => {
    const text = files?.check == null ? null : inputs.source(files.check)?.text
    const record = text == null ? null : parseCheckRecord(text)
    if (record === null || files === null) return []
    const isCurrent = ([plan, digest]: [string, string]) =>
      files.plans.some((file) => file.id === plan && inputs.digestOf(file.path) === digest)
    return {
      phase: after(id),
      record,
      current: new Set(
        Object.entries(record.plans)
          .filter(isCurrent)
          .map(([plan]) => plan),
      ),
    }
  })
  const words = (ids: readonly string[], among: ReadonlyMap<string, { readonly word: Word }>) =>
    new Map(
      ids.flatMap((id): readonly [string, Word][] => {
        const adopted = among.get(id)
        return adopted === undefined || changed.has(id) ? [] : [[after(id), adopted.word]]
      }),
    )
  return {
    covered: new Set(moved.filter(({ verification }) => verification?.covers === true).map(({ id }) => after(id))),
    vouched: new Set(moved.filter(({ verification }) => verification?.proven === true).map(({ id }) => after(id))),
    answered: new Set(
      moved
        .filter((phase) => phase.files?.uat != null && isAnsweredHere(facts, phase, phase.files.uat))
        .map(({ id }) => after(id)),
    ),
    proven: new Map(
      proven.flatMap(({ id }) => (receipts.plans.has(id) ? [[after(id), receipts.plans.get(id) as ReceiptLine]] : [])),
    ),
    phases: words(
      moved.map(({ id }) => id),
      adoptions.phases,
    ),
    plans: words(
      plans.map(({ id }) => id),
      adoptions.plans,
    ),
    checks,
    after,
  }
}

/** Says of what is staged, under the new numbers, what was said under the old ones; `since`: ms, when the ledger says that they changed. */
export function renewEvidence(evidence: Evidence, staging: Staging, moved: readonly MovedPhase[], since: number): void {
  const { covered, vouched, answered, proven, phases: accepted, plans, checks } = evidence
  const isNone = [covered, vouched, answered, proven, accepted, plans].every(({ size }) => size === 0)
  if (isNone && checks.length === 0) return
  renewCovers(evidence, staging, moved)
  const facts = among(staging, moved)
  const { view } = facts
  // A moment later: what is said now is said under the new numbers.
  const at = new Date(since + 1).toISOString()
  for (const adopted of renewedAdoptions(facts, {
    phase: (id) => evidence.phases.get(id) ?? null,
    plan: (id) => evidence.plans.get(id) ?? null,
  }))
    staging.append(ledgerPath(view), { kind: 'adopted', at, ...adopted })
  for (const phase of facts.phases)
    for (const { id, file } of phase.plans) {
      const before = evidence.proven.get(id)
      const stored = before === undefined || file.receipt === null ? null : readReceipt(view, file.receipt)
      if (before === undefined || file.receipt === null || stored === null) continue
      // It names its plan, so it is sealed anew under the new id.
      const text = renderReceiptFile(sealReceipt(view, stored.file))
      staging.put(file.receipt, text)
      const sha256 = view.digest(text)
      staging.append(ledgerPath(view), { ...unsealed(before), at, phase: phase.id, plan: id, sha256 })
    }
  for (const { id, files } of facts.phases) {
    const covers = evidence.answered.has(id) && files?.uat != null ? facts.inputs.digestOf(files.uat) : null
    if (covers !== null) staging.append(ledgerPath(view), { kind: 'vouched', at, phase: id, verdict: ANSWERED, covers })
  }
  for (const { id, verification } of facts.phases) {
    const { status, covers } = verification?.value ?? { status: null, covers: null }
    if (!evidence.vouched.has(id) || status === null || covers === null) continue
    staging.append(ledgerPath(view), { kind: 'vouched', at, phase: id, verdict: status, covers })
  }
}

/** A record without its seal: another record gets one of its own. */
const unsealed = (line: ReceiptLine): ReceiptLine => {
  const { seal: _, ...rest } = line as ReceiptLine & { readonly seal?: string }
  return rest
}

/** What is staged, with the phases whose evidence is meant alone. */
function among(staging: Staging, phases: readonly MovedPhase[]): ProjectFacts {
  const facts = gatherFacts(staging.view)
  const moved = new Set<string>(phases.map(({ to }) => to))
  return { ...facts, phases: facts.phases.filter(({ id }) => moved.has(id)) }
}

function renewCovers({ covered, checks, after }: Evidence, staging: Staging, moved: readonly MovedPhase[]): void {
  const facts = among(staging, moved)
  const checked = new Map(checks.map((check) => [check.phase, check]))
  for (const { id, files } of facts.phases) {
    if (files === null) continue
    if (covered.has(id) && files.verification !== null) {
      const covers = summariesDigest(files, facts.view)
      staging.update('verification', files.verification, (value) => ({ ...value, covers }))
    }
    const check = checked.get(id)
    if (check === undefined || files.check === null) continue
    const plans = Object.entries(check.record.plans).map(([plan, digest]) => {
      const file = files.plans.find((other) => other.id === (after(plan) as PlanId))
      const next = file === undefined || !check.current.has(plan) ? digest : facts.inputs.digestOf(file.path)
      return [after(plan), next]
    })
    const record = { ...check.record, plans: Object.fromEntries(plans) }
    staging.put(files.check, `${JSON.stringify(record, null, 2)}\n`)
  }
}
