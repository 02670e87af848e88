// The receipts of a phase, and why they prove nothing.
import type { Source } from '../../ports.js'
import { countedHere } from '../history/ledger.js'
import { asCounted, type Origin, originAmong } from '../judging/proof.js'
import { parseReceiptFile, type ReceiptFile, weakness } from '../judging/receipts.js'
import type { View } from '../view.js'
import { type PhaseFacts, type ProjectFacts, settingOf } from './facts.js'

/** What a stored receipt comes to; `weak`: why it proves nothing by itself, null where it does. */
interface Receipt {
  readonly plan: string
  readonly at: string
  readonly tree: string | null
  readonly origin: Origin
  readonly weak: string | null
}

export interface StoredReceipt extends Receipt {
  readonly path: string
  /** All that it says. */
  readonly file: ReceiptFile
}

/** Receipts of a phase, and why they prove nothing: null when they do. */
export function receiptsOf(
  facts: ProjectFacts,
  phase: PhaseFacts,
): { readonly receipts: readonly StoredReceipt[]; readonly weak: string | null } {
  const { inputs, receipts: recorded } = facts
  const receipts: StoredReceipt[] = []
  for (const { id, file } of phase.plans) {
    const path = file.receipt
    if (path === null) continue
    const source = inputs.meaning(path)
    const said = source === null ? null : readReceipt(source, inputs.view)
    if (source === null || said === null) return { receipts, weak: `${path} is not a receipt` }
    const line = (said.origin === 'here' ? recorded.plans : recorded.said).get(id)
    if (line?.sha256 !== source.sha256 || said.plan !== id)
      return { receipts, weak: `${path} is not the one that check run recorded in the ledger` }
    receipts.push({ ...said, path })
  }
  const foreign = receipts.find(({ origin }) => origin === 'elsewhere')
  if (foreign !== undefined)
    return {
      receipts,
      weak: `${foreign.path} is from elsewhere: its checks were not run on this machine for this plan`,
    }
  return { receipts, weak: weaknessOf(facts, phase, receipts) }
}

function readReceipt({ text }: Source, view: View): Omit<StoredReceipt, 'path'> | null {
  const file = text === null ? null : parseReceiptFile(text)
  if (file === null) return null
  const counted = asCounted(view, file)
  return {
    plan: file.plan,
    at: file.at,
    tree: file.treeDigest,
    origin: originAmong(countedHere(view), view, file),
    weak: weakness(counted),
    file: counted,
  }
}

function weaknessOf(facts: ProjectFacts, phase: PhaseFacts, receipts: readonly StoredReceipt[]): string | null {
  if (receipts.length === 0) return 'no check was run: there is no receipt'
  for (const { path, weak } of receipts) if (weak !== null) return `${path}: ${weak}`
  const trees = new Set(receipts.map(({ tree }) => tree))
  if (trees.size > 1) return 'the receipts of the phase were taken on different trees'
  const common = settingOf(facts, 'verification.commands')
  const hasCommon = Array.isArray(common) && common.length > 0
  const missing = phase.plans.filter(
    (plan) => plan.file.receipt === null && plan.evidence !== 'adopted' && (hasCommon || plan.plan.verify.length > 0),
  )
  if (missing.length > 0) return `no receipt for ${missing.map(({ id }) => id).join(', ')}`
  const stale = facts.receipts.staleSince.get(phase.id)
  const newest = receipts.map(({ at }) => at).sort()[0] ?? ''
  return stale !== undefined && stale >= newest ? 'the receipts were taken on another tree than the current one' : null
}
