// What a proof found beside the promises: each becomes a todo with its evidence, so that it is neither lost nor a reason to refuse.
import type { ProofValue } from '../../../artifacts/compact/proof.js'
import { isWaiting, readCaptures, stageCapture } from '../../captures/captures.js'
import { COMPACT } from '../compact/forms.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { Work } from './work.js'

const UNNOTICED = /^(?:no\b|none\b|nothing\b|not\b|0 )/i

/** Findings, and what was broken on purpose without any test that noticed. */
function textsOf({ view, gathered, claim }: Work): readonly string[] {
  const schema = COMPACT[claim.unitType]?.schema
  const codec = schema === 'proof' ? view.codec(schema) : null
  if (codec === null || gathered.compact === null) return []
  const { findings, probes } = codec.parse(gathered.compact).value as ProofValue
  const silent = probes.filter(({ seen }) => seen === null || UNNOTICED.test(seen))
  return [...findings, ...silent.map(({ broke }) => `No test notices: ${broke}`)]
}

export function captureFindings(work: Work): void {
  const { phase, staging } = work
  if (phase === null) return
  for (const text of textsOf(work))
    if (readCaptures(staging.view).every((known) => !isWaiting(known) || known.text !== text))
      stageCapture(staging, { text, class: null, phase: phase.id })
}

export function capturedNotices(work: Work): readonly UnitFinding[] {
  const texts = new Set(textsOf(work))
  if (texts.size === 0) return []
  return readCaptures(work.staging.view)
    .filter((capture) => isWaiting(capture) && texts.has(capture.text))
    .map(({ text, path }) =>
      finding(
        'FINDING_KEPT',
        `kept as a todo, as nothing was promised about it: ${JSON.stringify(text)}`,
        path,
        'gsd-tools capture list',
      ),
    )
}
