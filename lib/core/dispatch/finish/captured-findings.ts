// What a proof found beside the promises: each becomes a todo with its evidence, so that it is neither lost nor a reason to refuse.
import { stageTodo } from '../../captures/keep.js'
import { waitingTodos } from '../../captures/notes.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import { linesIn } from './verification.js'
import type { Work } from './work.js'

/** What stands behind the arrow is mostly the name of a test, and names begin with such words too. */
const UNNOTICED =
  /^(?:none|nothing|no|no (?:tests?|one|checks?|failures?)\b.*|not (?:noticed|seen|caught)\b.*|0 (?:tests?\b|fail).*)[\s.!]*(?:\(.*\)[\s.!]*)?$/i

/** Findings, and what was broken on purpose without any test that noticed. */
function textsOf(work: Work): readonly string[] {
  const proof = linesIn(work)
  if (proof === null) return []
  const { findings, probes } = proof
  const silent = probes.filter(({ seen }) => seen === null || UNNOTICED.test(seen))
  return [...findings, ...silent.map(({ broke }) => `No test notices: ${broke}`)]
}

export function captureFindings(work: Work): void {
  const { phase, staging } = work
  if (phase === null) return
  for (const text of textsOf(work))
    if (waitingTodos(staging.view).every((known) => known.text !== text))
      stageTodo(staging, { text, class: null, phase: phase.id })
}

/** The proof counts; what it does not show is said with it. */
const probeNotices = (work: Work): readonly UnitFinding[] =>
  linesIn(work)?.probes.length === 0
    ? [
        finding(
          'NO_PROBES',
          'nothing was broken on purpose, so nobody saw that a test would notice a fault',
          work.phase?.directory?.path ?? '',
          'break what matters most, run the tests that guard it, undo it; what no test noticed gets a test, or is named',
        ),
      ]
    : []

export const proofNotices = (work: Work): readonly UnitFinding[] => [...probeNotices(work), ...capturedNotices(work)]

function capturedNotices(work: Work): readonly UnitFinding[] {
  const texts = new Set(textsOf(work))
  return texts.size === 0
    ? []
    : waitingTodos(work.staging.view)
        .filter((note) => texts.has(note.text))
        .map(({ text, path }) =>
          finding(
            'FINDING_KEPT',
            `kept as a todo, as nothing was promised about it: ${JSON.stringify(text)}`,
            path,
            'gsd-tools note list',
          ),
        )
}
