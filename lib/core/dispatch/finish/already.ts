// A plan whose work already existed: it changes nothing, and its checks prove the work.
import type { SummaryValue } from '../../../artifacts/summary/summary.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import { isThere } from './changes.js'
import { filesOf, namedPath } from './repository.js'
import type { Work } from './work.js'

/** `status:` of its SUMMARY. */
export const ALREADY = 'already'

export const isAlready = (summary: SummaryValue | null): boolean => summary?.status === ALREADY

const HASH = /\b[0-9a-f]{7,40}\b/g
export const hashesIn = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.flatMap((text) => text.match(HASH) ?? [])),
]

/** Artifacts that the plan requires and that are missing. */
export function alreadyFindings({ plan, view }: Work, path: string): readonly UnitFinding[] {
  const named =
    plan === null ? [] : [...plan.plan.tasks.flatMap(({ files }) => files), ...plan.plan.mustHaves.artifacts]
  const promised = new Set([...filesOf(plan?.plan ?? null, null), ...named.flatMap((entry) => namedPath(entry) ?? [])])
  const missing = [...promised].filter((file) => !isThere(view, file))
  return missing.length === 0
    ? []
    : [
        finding(
          'ALREADY_MISSING',
          `the plan promises ${missing.slice(0, 5).join(', ')}, which does not exist`,
          path,
          'do the missing work, commit it, and omit "## Already Done"',
        ),
      ]
}
