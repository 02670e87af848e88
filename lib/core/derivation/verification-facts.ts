// What the VERIFICATION of a phase says, and whether it speaks of the SUMMARYs as they are.
import type { VerificationValue } from '../../artifacts/verification/verification.js'
import { baseName } from '../../std/paths.js'
import type { Finished } from '../history/ledger-says.js'
import type { PhaseId } from '../ids.js'
import type { PhaseFiles } from '../layout.js'
import type { View } from '../view.js'
import { type Inputs, meaningAt } from './inputs.js'

export interface VerificationFacts extends Pick<VerificationValue, 'status' | 'statusText'> {
  readonly path: string
  readonly gaps: number
  /** Its `covers` is the digest of the SUMMARYs as they are. */
  readonly covers: boolean
  /** This machine finished it with this verdict about these SUMMARYs. */
  readonly proven: boolean
  /** All that it says. */
  readonly value: VerificationValue
}

/** Digest of all SUMMARYs of a phase: what a VERIFICATION speaks about. */
export function summariesDigest(
  files: PhaseFiles,
  view: View,
  digestOf = (path: string) => meaningAt(view, path),
): string {
  const paths = [
    ...files.plans.flatMap(({ summary }) => (summary === null ? [] : [summary])),
    ...files.orphanSummaries.map(({ path }) => path),
  ]
  const rows = [...new Set(paths)].map((path) => `${baseName(path)}\0${digestOf(path) ?? '-'}\n`).sort()
  return view.digest(rows.join(''))
}

export function verificationFacts(
  files: PhaseFiles,
  id: PhaseId,
  { inputs, finished }: { readonly inputs: Inputs; readonly finished: Pick<Finished, 'verifications'> },
): VerificationFacts | null {
  const path = files.verification
  const value = path === null ? null : (inputs.parse('verification', path)?.value ?? null)
  if (path === null || value === null) return null
  const { status, statusText, covers, gaps } = value
  return {
    path,
    status,
    statusText,
    gaps: gaps.length,
    get covers() {
      return covers === summariesDigest(files, inputs.view, (summary) => inputs.digestOf(summary))
    },
    proven: finished.verifications.has(`${id} ${status} ${covers}`),
    value,
  }
}
