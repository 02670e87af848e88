// Tests that a result speaks of by number, held against what was counted and what changed.
import { words } from '../../../artifacts/plan/plan-checks.js'
import type { PlanFacts } from '../../derivation/plan-facts.js'
import type { PlanReceipt } from '../../judging/plan-receipts.js'
import { type Receipt, runKey } from '../../judging/receipts.js'
import { isRunner } from '../../judging/runners.js'
import { isTestFile } from '../../judging/test-files.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import { changedFiles } from './changes.js'
import type { Work } from './work.js'

type Summary = NonNullable<PlanFacts['summary']>

interface Told {
  readonly words: string
  readonly count: number
  /** It says that they are new. */
  readonly isNew: boolean
  /** The commands that the same sentence names. */
  readonly commands: readonly (readonly string[])[]
}

/** A number of its own: no part of a version or of a longer number, and no name of what stands before it. */
const NUMBER =
  '\\b(?<![\\d.,-])(?<!\\b(?:node|python|java|ruby|php|http|status|code|phase|plan|task|issue|version)\\s)(\\d{1,6})'
/** Behind the singular something else is counted: test users, test fixtures. */
const TESTS = '(?:[a-z-]+\\s+){0,2}(?:tests|specs|(?:test|spec)(?=\\s+(?:case|pass|is|for|that|of|now)|\\W*$))\\b'
const PASSED = 'pass(?:es|ed|ing)?|green|succeed(?:s|ed)?'
/** The first that fits says how the number is meant. */
const FORMS: readonly { readonly isNew: boolean; readonly pattern: RegExp }[] = [
  { isNew: true, pattern: new RegExp(`${NUMBER}\\s+(?:new|more|added|additional)\\s+${TESTS}`, 'i') },
  {
    isNew: false,
    pattern: new RegExp(`${NUMBER}(?:\\s*(?:/|of)\\s*\\d{1,6})?\\s+${TESTS}[^,\\d]{0,20}\\b(?:${PASSED})\\b`, 'i'),
  },
  {
    isNew: false,
    pattern: new RegExp(`\\btests?\\b[^,\\d]{0,20}${NUMBER}\\s*(?:/\\s*\\d{1,6}\\s*)?(?:${PASSED})\\b`, 'i'),
  },
  {
    isNew: false,
    pattern: new RegExp(`${NUMBER}\\s+pass(?:ed|ing)\\b(?!\\s+(?!in|and|of|now|with|on|again)[a-z])`, 'i'),
  },
  { isNew: true, pattern: new RegExp(`\\b(?:add(?:s|ed)?|wrote|with|plus)\\s+${NUMBER}\\s+${TESTS}`, 'i') },
]

function toldIn({ oneLiner, accomplishments, provides }: Summary): readonly Told[] {
  const texts = new Set([oneLiner ?? '', ...accomplishments, ...provides])
  return [...texts].flatMap((text) => text.slice(0, 5000).split(/[.;!?](?=\s|$|\*)|\n/)).flatMap(toldBy)
}

function toldBy(sentence: string): readonly Told[] {
  const form = FORMS.find(({ pattern }) => pattern.test(sentence))
  const found = form?.pattern.exec(sentence)
  if (form === undefined || found == null) return []
  const spans = [...sentence.matchAll(/`([^`]+)`/g)].map(([, span = '']) => words(span) ?? [])
  const commands = spans.filter((span) => span.length > 1 || isRunner(span))
  return [{ words: found[0].trim(), count: Number(found[1]), isNew: form.isNew, commands }]
}

const PROSE = /\.(?:md|mdx|markdown|rst|adoc|org|png|jpe?g|gif|svg)$|(?:^|\/)(?:licen[cs]e|notice|authors)$/i
const isProse = (path: string): boolean => PROSE.test(path) && !isTestFile(path)

const isCounted = ({ counts }: Receipt): boolean => counts === 'known'
const sumOf = (receipts: readonly Receipt[]): number =>
  receipts.reduce((sum, { tests }) => sum + (tests.passed ?? 0), 0)

/** Why the number cannot be so; null: nothing speaks against it. A command that is named and was not run here answers for itself. */
function doubt(
  { count, isNew, commands }: Told,
  receipts: readonly Receipt[],
  changed: ReadonlySet<string>,
): string | null {
  const isProseOnly = changed.size > 0 && [...changed].every(isProse)
  if (isNew && count > 0 && isProseOnly) return `only ${[...changed].slice(0, 3).join(', ')} changed`
  const keys = commands.map((argv) => runKey({ argv, cwd: '.' }))
  const named = receipts.filter((receipt) => keys.includes(runKey(receipt)))
  if (named.length < commands.length) return null
  const counting = (named.length > 0 ? named : receipts).filter(isCounted)
  // The checks of a plan are often a part of the suite; those of the project are all there is.
  const isWhole = named.length > 0 || counting.some(({ own }) => !own)
  if (counting.length === 0) return isProseOnly && count > 0 ? 'no check counted any' : null
  return isWhole && count > sumOf(counting) ? `the checks counted ${sumOf(counting)}` : null
}

export function toldTestFindings(
  work: Work,
  summary: Summary,
  stored: readonly PlanReceipt[],
  path: string,
): readonly UnitFinding[] {
  const receipts = stored.flatMap(({ file }) => file.receipts)
  const changed = changedFiles(work) ?? new Set<string>()
  return toldIn(summary).flatMap((told) => {
    const why = doubt(told, receipts, changed)
    return why === null
      ? []
      : [
          finding(
            'TESTS_NOT_COUNTED',
            `the result says "${told.words}", but ${why}`,
            path,
            'say what was counted, or name the command that counted them in code marks: "`npm run all`: 12 tests pass"',
          ),
        ]
  })
}
