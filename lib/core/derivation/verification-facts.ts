// The content of a phase's VERIFICATION, and whether it covers the current SUMMARYs and promises.
import type { PhaseSection } from '../../artifacts/roadmap/roadmap.js'
import type { VerificationValue } from '../../artifacts/verification/verification.js'
import { readFrontMatter } from '../../markdown/frontmatter.js'
import { baseName } from '../../std/paths.js'
import type { Finished } from '../history/ledger.js'
import type { PhaseId } from '../ids.js'
import { type PhaseFiles, summariesIn } from '../layout.js'
import type { View } from '../view.js'
import { digestAt, type Inputs } from './inputs.js'

export interface VerificationFacts extends Pick<VerificationValue, 'status' | 'statusText'> {
  readonly path: string
  readonly gaps: number
  /** The file's `covers` matches the current SUMMARYs and promises. */
  readonly covers: boolean
  /** This machine finished it with this verdict about these SUMMARYs. */
  readonly proven: boolean
  readonly value: VerificationValue
}

/** Front matter keys of a plan. */
const PROMISES = ['requirements', 'must_haves', 'must-haves', 'verify']

/** Digest of the subject of a VERIFICATION: the SUMMARYs, and the promises of plans and roadmap section, as values. */
export function coveredDigest(
  files: PhaseFiles,
  { goal, successCriteria, requirements }: PhaseSection,
  view: View,
  digestOf = (path: string) => digestAt(view, path),
): string {
  const summaries = [...new Set(summariesIn(files))].map((path) => [baseName(path), digestOf(path)].join(' ')).sort()
  const plans = files.plans.map(({ path }) => {
    const source = view.source(path)
    const front = source?.text == null ? {} : readFrontMatter(source).data
    return [baseName(path), ...PROMISES.map((key) => front[key] ?? null)]
  })
  const promised = JSON.stringify([summaries, plans, goal, successCriteria, requirements])
  return view.digest(promised.replaceAll('\\r\\n', '\\n'))
}

export function verificationFacts(
  files: PhaseFiles,
  id: PhaseId,
  section: PhaseSection,
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
      return (
        covers !== null && covers === coveredDigest(files, section, inputs.view, (summary) => inputs.digestOf(summary))
      )
    },
    proven: finished.verifications.has(`${id} ${status} ${covers}`),
    value,
  }
}
