// Reads the commits since the work on a unit began. All acceptance rules share this reading of git's history.
import { baseName, parentOf } from '../../../std/paths.js'
import { changesStep, type UnitStep } from '../../builtin-steps.js'
import { settingOf } from '../../derivation/facts.js'
import { attemptLines, readLedger } from '../../history/ledger.js'
import type { Results } from '../../verb.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import { keyPaths, PREFIX_STEP, prefixIn } from './repository.js'
import type { Work } from './work.js'

const CHANGES = 'finish:changes'
const CHANGES_NOW = 'finish:changes-now'

/** Returns HEAD at the start of the first attempt since the unit was last completed: later attempts build on its commits. */
function firstStartCommit({ view, claim }: Pick<Work, 'view' | 'claim'>): string | null {
  const lines = attemptLines(readLedger(view), claim.unitType, claim.unitId)
  const ended = lines.findLastIndex((line) => line.kind === 'outcome' && line.status === 'completed')
  for (const line of lines.slice(ended + 1))
    if (line.kind === 'claim' && line.startCommit !== undefined) return line.startCommit
  return claim.startCommit
}

/** Returns the git steps, if any. If this clone lacks the first attempt's start commit, this attempt's start counts. */
export function changeSteps(work: Pick<Work, 'view' | 'claim' | 'results'>): readonly UnitStep[] {
  if (!work.view.hasGit) return []
  const isLost = (work.results.get(CHANGES)?.exitCode ?? 0) !== 0
  const again = isLost ? [changesStep(work.claim.startCommit, CHANGES_NOW)] : []
  return [changesStep(firstStartCommit(work), CHANGES), ...again, PREFIX_STEP]
}

/** A commit and the files of the project that it changes, without planning files. */
interface Commit {
  readonly hash: string
  readonly files: readonly { readonly status: string; readonly path: string }[]
  /** Whether the commit changes files other than planning files. */
  readonly isWork: boolean
}

/** Returns the commits, newest first, without merges and empty commits; null if git did not run or failed. */
export function commitsIn(results: Results): readonly Commit[] | null {
  const result = [CHANGES, CHANGES_NOW].map((name) => results.get(name)).find((found) => found?.exitCode === 0)
  if (result === undefined) return null
  const prefix = prefixIn(results)
  return result.stdout
    .split(/^@/m)
    .map((block) => block.split('\n'))
    .flatMap(([hash = '', ...lines]) => {
      const all = lines
        .filter((line) => line.includes('\t'))
        .map((line) => ({ status: line.slice(0, 1), path: line.slice(line.indexOf('\t') + 1) }))
      if (all.length === 0) return []
      const work = all.filter(({ path }) => !path.startsWith(`${prefix}.planning/`))
      // A path that git quotes never appears in a file list.
      const files = work
        .filter(({ path }) => path.startsWith(prefix) && !path.startsWith('"'))
        .map(({ status, path }) => ({ status, path: path.slice(prefix.length) }))
      return [{ hash, files, isWork: work.length > 0 }]
    })
}

/** Whether the plan names files outside `.planning/`, and no settings name nested repositories, which would have the commits. */
const changesCode = ({ plan, derivation: { facts } }: Work): boolean =>
  keyPaths(plan?.plan ?? null, null).length > 0 &&
  ['[]', 'null', 'false'].includes(JSON.stringify(settingOf(facts, 'planning.sub_repos')))

/** Returns the known commits since the work began. If the plan changes code, commits of planning files alone do not count. */
const commitsSince = (work: Work): readonly string[] =>
  (commitsIn(work.results) ?? []).filter(({ isWork }) => isWork || !changesCode(work)).map(({ hash }) => hash)

const COMMIT_IT =
  'commit the work and finish again; if the work already existed, name its commits below "## Already Done" in the SUMMARY; if the plan cannot be executed, say why below "## Blockers"'

export const commitFindings = (work: Work, path: string): readonly UnitFinding[] =>
  !work.view.hasGit || commitsSince(work).length > 0
    ? []
    : [finding('NO_COMMIT', 'there is no commit since the work on this unit began', path, COMMIT_IT)]

export const pathExists = (view: Work['view'], path: string): boolean =>
  view.list(parentOf(path) || '.').some(({ name }) => name === baseName(path))
