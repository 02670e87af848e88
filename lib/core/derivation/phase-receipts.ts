// Reads the receipts of a phase, and finds out why they do not prove it.
import { isProof, parseReceiptFile, type StoredReceipt, weakness } from '../judging/receipts.js'
import { type PhaseFacts, type ProjectFacts, settingOf } from './facts.js'

/** Reads the receipts of the phase's plans. `whyWeak`: why they do not prove the phase, or null. */
export function receiptsOf(
  facts: ProjectFacts,
  phase: PhaseFacts,
): { readonly receipts: readonly StoredReceipt[]; readonly whyWeak: string | null } {
  const { inputs } = facts
  const receipts: StoredReceipt[] = []
  for (const { file: files } of phase.plans) {
    const path = files.receipt
    if (path === null) continue
    const file = parseReceiptFile(inputs.checkedSource(path)?.text ?? '')
    if (file === null) return { receipts, whyWeak: `${path} is not a receipt` }
    receipts.push({ path, file })
  }
  return { receipts, whyWeak: weaknessOf(facts, phase, receipts) }
}

function weaknessOf(facts: ProjectFacts, phase: PhaseFacts, receipts: readonly StoredReceipt[]): string | null {
  if (receipts.length === 0) return 'no check was run'
  for (const { path, file } of receipts) {
    const weak = weakness(file)
    if (weak !== null) return `${path}: ${weak}`
  }
  if (new Set(receipts.map(({ file }) => file.treeDigest)).size > 1)
    return 'the receipts of the phase are for different trees'
  const common = settingOf(facts, 'verification.commands')
  const hasCommon = Array.isArray(common) && common.length > 0
  const missing = phase.plans.filter(
    (plan) => plan.file.receipt === null && plan.evidence !== 'done' && (hasCommon || plan.plan.verify.length > 0),
  )
  if (missing.length > 0) return `no receipt for ${missing.map(({ id }) => id).join(', ')}`
  if (!receipts.some(({ file }) => file.receipts.some(isProof))) return 'no check of the phase has been seen to fail'
  const stale = facts.staleSince.get(phase.id)
  const oldest = receipts.map(({ file }) => file.at).sort()[0] ?? ''
  return stale !== undefined && stale >= oldest ? 'the receipts are for another tree' : null
}
