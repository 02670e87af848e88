// What the VERIFICATION of a phase says, and whether it speaks of the SUMMARYs as they are: known as long as no file of the phase changes. Whether it counts is seen against the ledger
// each time.
import type { VerificationValue } from '../../artifacts/verification/verification.js'
import { baseName } from '../../std/paths.js'
import type { Finished } from '../history/ledger-says.js'
import type { PhaseId } from '../ids.js'
import type { PhaseDirectory, PhaseFiles } from '../layout.js'
import type { View } from '../view.js'
import { troubleIn } from '../writing/unmerged.js'
import { type Inputs, meaningAt, meaningDigest, type ReadBefore } from './inputs.js'

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

interface VerificationRead extends ReadBefore, Pick<VerificationValue, 'status' | 'statusText' | 'covers'> {
  readonly gaps: number
  readonly isCurrent: boolean
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

const readingName = (id: PhaseId): string => `verification of ${id}`

/** Whether it is known what it says. */
export const isVerificationRead = (view: View, { path }: PhaseDirectory, id: PhaseId): boolean =>
  view.knows(path, readingName(id))

export function verificationFacts(
  files: PhaseFiles,
  id: PhaseId,
  { inputs, finished }: { readonly inputs: Inputs; readonly finished: Pick<Finished, 'verifications'> },
): VerificationFacts | null {
  const path = files.verification
  if (path === null) return null
  const { view } = inputs
  const said = view.known(files.directory.path, readingName(id), () => readVerification(inputs, files, path))
  inputs.noteRead(path, said)
  if (said === null) return null
  const { status, statusText, covers, gaps, isCurrent } = said
  return {
    path,
    status,
    statusText,
    gaps,
    covers: isCurrent,
    proven: finished.verifications.has(`${id} ${status} ${covers}`),
    get value() {
      return inputs.listed('verification', path)
    },
  }
}

function readVerification(inputs: Inputs, files: PhaseFiles, path: string): VerificationRead | null {
  const { view } = inputs
  const source = view.source(path)
  const value = view.parse('verification', path)?.value
  if (source === null || value === undefined) return null
  return {
    digest: meaningDigest(view, source),
    trouble: troubleIn(source),
    status: value.status,
    statusText: value.statusText,
    covers: value.covers,
    gaps: value.gaps.length,
    isCurrent: value.covers === summariesDigest(files, view, (summary) => inputs.meaningOf(summary)),
  }
}
