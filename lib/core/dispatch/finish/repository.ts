// Checks whether a unit's files are committed: only committed work counts as done.
import { shellQuoted, someOf } from '../../../std/text.js'
import type { UnitStep } from '../../builtin-steps.js'
import type { PlanFacts } from '../../derivation/plan-facts.js'
import type { Results } from '../../verb.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { Work } from './work.js'

const STATUS = 'finish:status'
const PREFIX = 'finish:prefix'

/** The step that reads the project's path in its repository. */
export const PREFIX_STEP: UnitStep = { name: PREFIX, argv: ['git', 'rev-parse', '--show-prefix'] }
export const prefixIn = (results: Results): string => (results.get(PREFIX)?.stdout ?? '').trim()

const STATUS_STEP: UnitStep = {
  name: STATUS,
  argv: ['git', 'status', '--porcelain=v1', '-z', '--untracked-files=all', '--', '.'],
}

/** Returns the steps that read git's status; none if the project is not in a git repository. */
export const repositorySteps = ({ view }: Work) => (view.hasGit ? [STATUS_STEP, PREFIX_STEP] : [])

/** Returns a file list entry's path, without backticks and remark; null for patterns, outside paths, and words such as `none`. */
export function namedPath(entry: string): string | null {
  const [word] = entry
    .trim()
    .replace(/^`([^`]+)`.*$/, '$1')
    .split(/\s+(?=[-–—(#:])/)
  const path = (word ?? '').replace(/^\.\//, '').replace(/\/+$/, '')
  const outside = path === '' || path.startsWith('/') || path.split('/').includes('..')
  return outside || /[*?{}[\]<>]/.test(path) || /^(?:none|n\/a|-)\b/i.test(path) ? null : path
}

export const pathsIn = (entries: readonly string[]) => entries.flatMap((entry) => namedPath(entry) ?? [])

/** Lists the plan's files as written. Files that only tasks or `files_appended` name come last. */
export const listedFiles = ({ filesModified, filesAppended, tasks }: PlanFacts['plan']): readonly string[] => {
  const known = new Set(pathsIn(filesModified))
  const others = pathsIn([...tasks.flatMap(({ files }) => files), ...filesAppended])
  return [...new Set([...filesModified, ...others.filter((path) => !known.has(path))])]
}

/** Lists the files that a plan and its SUMMARY name, except files in `.planning/`, which the CLI maintains. */
export const keyPaths = (
  plan: Pick<PlanFacts['plan'], 'filesModified'> | null,
  summary: Pick<NonNullable<PlanFacts['summary']>, 'keyFiles'> | null,
): readonly string[] =>
  pathsIn([
    ...(plan?.filesModified ?? []),
    ...(summary?.keyFiles.created ?? []),
    ...(summary?.keyFiles.modified ?? []),
  ]).filter((path) => path !== '.planning' && !path.startsWith('.planning/'))

export interface GitStatus {
  /** A rename or copy also lists the old path. */
  readonly paths: readonly string[]
  readonly untracked: readonly string[]
}

/** Parses the output of `git status --porcelain -z`. */
export function parseStatus(status: string): GitStatus {
  const paths: string[] = []
  const untracked: string[] = []
  const entries = status.split('\0')
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i] as string
    if (entry.length < 4) continue
    const path = entry.slice(3)
    paths.push(path)
    if (entry.startsWith('??')) untracked.push(path)
    if (entry[0] === 'R' || entry[0] === 'C') paths.push(entries[++i] ?? '')
  }
  return { paths: paths.sort(), untracked }
}

/** Returns the project's uncommitted or untracked paths; null if git did not run, failed, or its output was truncated. */
function changedPaths(results: Results): readonly string[] | null {
  const status = results.get(STATUS)
  if (status?.exitCode !== 0 || status.cut === true) return null
  const prefix = prefixIn(results)
  return parseStatus(status.stdout).paths.map((path) => (path.startsWith(prefix) ? path.slice(prefix.length) : path))
}

/** Whether the path is one of these files or inside one of these folders. */
export const isWithin = (path: string, named: readonly string[]): boolean =>
  named.some((file) => path === file || path.startsWith(`${file}/`))

const MAX_SHOWN = 20
const plainWord = /^[\w./@+-]+$/
const quoted = (path: string) => (plainWord.test(path) ? path : shellQuoted(path))

export function uncommittedFindings(work: Work, named: readonly string[], path: string): readonly UnitFinding[] {
  const status = work.results.get(STATUS)
  const changed = changedPaths(work.results)
  if (changed === null && status !== undefined && status.problem !== 'not-found') {
    const why = status.stderr.trim().split('\n')[0] || (status.problem ?? 'its output is too long')
    const fix =
      'make git status --untracked-files=all work: in .gitignore, list the files that you do not want committed'
    return [finding('UNCOMMITTED', `git status failed: ${why}`, path, fix)]
  }
  const uncommitted = [...new Set(changed ?? [])].filter((one) => isWithin(one, named))
  if (uncommitted.length === 0) return []
  const files = uncommitted.slice(0, MAX_SHOWN).map(quoted).join(' ')
  const fix = `gsd-tools commit "${work.claim.unitId}: what changed" --files ${files}`
  return [finding('UNCOMMITTED', `uncommitted: ${someOf(uncommitted, null, MAX_SHOWN)}`, path, fix)]
}
