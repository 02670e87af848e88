// The commits a SUMMARY names, and those made since the work on its unit began.
import { commitsStep, type UnitStep } from '../../builtin-steps.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import { changeSteps, changesIn, hasSubRepos } from './changes.js'
import { filesOf } from './repository.js'
import type { Results, Work } from './work.js'

/** Hashes of the commits since the work began, newest first; empty if unknown or without git. */
function commitsSince(work: Work): readonly string[] {
  const counted = (changesIn(work.results) ?? []).filter(
    ({ isWork, isMerge }) => isWork || isMerge || !changesCode(work),
  )
  return counted.every(({ isMerge }) => isMerge) ? [] : counted.map(({ hash }) => hash)
}

const OWN_COMMITS = 'finish:own-commits'

/** Looks for commits of this attempt. */
export const ownCommitsStep = ({ startCommit }: Work['claim']): UnitStep => commitsStep(startCommit, OWN_COMMITS)

export function hasCommitted(results: Results): boolean {
  const found = results.get(OWN_COMMITS)
  return found?.exitCode === 0 && found.stdout.trim() !== ''
}

const strangers = (work: Work, named: readonly string[]): readonly string[] => {
  const known = commitsSince(work)
  return named.filter((hash) => !known.some((full) => full.startsWith(hash)))
}

const lookFor = (hash: string) => `finish:commit:${hash}`

/** The plan changes files of this repository other than planning files. */
const changesCode = ({ plan, derivation }: Work): boolean =>
  filesOf(plan?.plan ?? null, null).length > 0 && !hasSubRepos(derivation)

/** Looks up the commits since the start, then whether other named commits exist. */
export function commitSteps(work: Work, named: readonly string[]): readonly UnitStep[] {
  const since = changeSteps(work)
  if (since.some(({ name }) => !work.results.has(name))) return since
  const looks = strangers(work, named).map((hash) => ({
    name: lookFor(hash),
    argv: ['git', 'rev-parse', '--verify', '--quiet', `${hash}^{commit}`] as const,
  }))
  return [...since, ...looks]
}

export function commitFindings(work: Work, named: readonly string[], path: string): readonly UnitFinding[] {
  if (!work.view.hasGit) return []
  const known = commitsSince(work)
  if (known.length === 0)
    return [
      finding(
        'NO_COMMIT',
        'no commit since the work on this unit began',
        path,
        'commit the work and finish again; if it was already done, name its commits below "## Already Done" in the SUMMARY; if the plan cannot be executed, say why below "## Blockers"',
      ),
    ]
  const fix = `name the real ones: ${known
    .slice(0, 5)
    .map((hash) => hash.slice(0, 10))
    .join(', ')}`
  const unknown = strangers(work, named)
  const missing = unknown.filter((hash) => work.results.get(lookFor(hash))?.exitCode !== 0)
  if (missing.length > 0)
    return missing.map((hash) =>
      finding('UNKNOWN_COMMIT', `the SUMMARY names the commit ${hash}, which does not exist`, path, fix),
    )
  return named.length > 0 && unknown.length === named.length
    ? [
        finding(
          'UNKNOWN_COMMIT',
          `the SUMMARY names ${unknown.join(', ')}, all older than the work on this unit`,
          path,
          fix,
        ),
      ]
    : []
}
