// Promises that were never tried: the tests ran, and that is all a proof says of them.
import type { ProofLine } from '../../../artifacts/compact/proof.js'
import { tablesOf } from '../../../markdown/reader.js'
import { projectChecks } from '../../judging/checks.js'
import { scriptsIn } from '../../judging/knowledge.js'
import { testsOnly } from '../../judging/tests-only.js'
import type { Artifact } from '../drafts.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { Work } from './work.js'

type Looking = Pick<Work, 'view' | 'derivation'>

/** A promise about the tests themselves is tried by running them. */
const ABOUT_TESTS = /\b(?:tests?|suites?|coverage|lint\w*|type-?check\w*|compiles?|CI)\b/i

/** A promise about building is tried by building, which may be a check of the project as well. */
const ABOUT_BUILDING = /\b(?:builds?|built|building|bundles?|bundled)\b/i

const isTestsOnly = ({ view, derivation }: Looking): ((did: string, about: string) => boolean) => {
  const { checks } = projectChecks(derivation.facts)
  const scripts = scriptsIn(view)
  return (did, about) => testsOnly(did, { checks: ABOUT_BUILDING.test(about) ? [] : checks, scripts })
}

const FIX =
  'run it for itself with one ordinary and one awkward input, and write what you gave it and what you saw; that the tests pass, the receipts say already'

/** `promises`: what the numbers of a line stand for; `starts`: where the lines begin. */
export function untriedLines(
  lines: readonly ProofLine[],
  promises: ReadonlyMap<string, { readonly text: string }>,
  work: Looking,
  path: string,
  starts: readonly number[],
): readonly UnitFinding[] {
  const isOnly = isTestsOnly(work)
  return lines.flatMap(({ keys, verdict, said, ...ways }, index) => {
    const about = keys.map((key) => promises.get(key)?.text ?? said ?? '')
    if (verdict !== 'holds' || about.every((text) => ABOUT_TESTS.test(text))) return []
    const bare = (['tried', 'awkward'] as const).filter((way) => {
      const seen = ways[way].filter((trial) => trial.seen !== null)
      return seen.length > 0 && seen.every(({ did }) => isOnly(did, about.join('\n')))
    })
    return bare.map((way) => ({
      ...finding(
        'PROOF_TESTS_ONLY',
        `line ${keys.join(', ')}: ${JSON.stringify(ways[way][0]?.did ?? '')} only runs the tests, so nobody ${way === 'tried' ? 'tried it in the ordinary way' : 'tried anything awkward'}`,
        path,
        FIX,
      ),
      line: starts[index] ?? 0,
    }))
  })
}

const EVIDENCE = /^(?:evidence|how|tried|proof|seen by)$/i
const bare = (text: string): string => text.replace(/[*_]/g, '').trim()

/** A report that was written as it is: not one of its rows says more than that tests ran. */
export function untriedRows({ source, path, said }: Artifact, work: Looking): readonly UnitFinding[] {
  if (said !== undefined) return []
  const isOnly = isTestsOnly(work)
  const told = tablesOf(source).flatMap(({ header, rows }) => {
    const column = header.cells.findIndex(({ text }) => EVIDENCE.test(bare(text)))
    return column < 0
      ? []
      : rows
          .map(({ cells }) => ({ about: cells[1]?.text ?? '', did: bare(cells[column]?.text ?? '') }))
          .filter(({ about }) => !ABOUT_TESTS.test(about))
  })
  return told.length > 0 && told.every(({ did, about }) => isOnly(did, about))
    ? [
        finding(
          'PROOF_TESTS_ONLY',
          `nothing was tried: every row says only that tests ran (${told[0]?.did})`,
          path,
          FIX,
        ),
      ]
    : []
}
