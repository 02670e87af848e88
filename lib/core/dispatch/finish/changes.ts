// What git says was changed since the work on a unit began: one look at the history, which every rule of acceptance reads.
import { bareFolder, baseName, slashed } from '../../../std/paths.js'
import { changesStep, lookStep, type UnitStep } from '../../builtin-steps.js'
import { settingOf } from '../../derivation/facts.js'
import { readLedger } from '../../history/ledger.js'
import { changedPaths, PREFIX_STEP, prefixIn } from './repository.js'
import type { Results, Work } from './work.js'

/** Before the subject of a commit, so that no subject passes for a file. */
const SUBJECT = '\u0001'
const CHANGES = 'finish:changes'
const CHANGES_NOW = 'finish:changes-now'
const IGNORED = 'finish:ignored'

type Looking = Pick<Work, 'view' | 'claim' | 'results' | 'derivation'>

/** HEAD when the first attempt began that no finish has ended; a later one goes on with its commits. */
function firstStart({ view, claim }: Pick<Work, 'view' | 'claim'>): string | null {
  const lines = readLedger(view).lines.flatMap((line) =>
    (line.kind === 'claim' || line.kind === 'outcome') &&
    line.unitType === claim.unitType &&
    line.unitId === claim.unitId
      ? [line]
      : [],
  )
  const ended = lines.findLastIndex((line) => line.kind === 'outcome' && line.status === 'completed')
  for (const line of lines.slice(ended + 1))
    if (line.kind === 'claim' && line.startCommit !== undefined) return line.startCommit
  return claim.startCommit
}

/** Nothing without git. A first attempt made elsewhere may have begun at a commit that was never here, or is here no more: then this one counts. */
export function changeSteps(work: Pick<Work, 'view' | 'claim' | 'results'>): readonly UnitStep[] {
  if (!work.view.hasGit) return []
  const isLost = (work.results.get(CHANGES)?.exitCode ?? 0) !== 0
  const again = isLost ? [changesStep(work.claim.startCommit, CHANGES_NOW)] : []
  return [changesStep(firstStart(work), CHANGES), ...again, PREFIX_STEP]
}

/** A commit with what it changes of the project beside planning files. */
export interface Change {
  readonly hash: string
  readonly subject: string
  readonly files: readonly { readonly status: string; readonly path: string }[]
  /** Files of the repository that lie beside the project, as its top names them. */
  readonly outside: readonly string[]
  /** It changes files of the repository beside those of planning. */
  readonly isWork: boolean
  /** It joins branches; what they bring stands in their own commits. */
  readonly isMerge: boolean
}

/** Newest first, without those that change nothing; null before they were asked for, and where git did not answer. */
export function changesIn(results: Results): readonly Change[] | null {
  const result = [CHANGES, CHANGES_NOW].map((name) => results.get(name)).find((found) => found?.exitCode === 0)
  if (result === undefined) return null
  const prefix = prefixIn(results)
  return result.stdout
    .split(/^@/m)
    .map((block) => block.split('\n'))
    .flatMap(([head = '', ...lines]) => {
      const [hash = '', ...parents] = head.split(' ')
      const isMerge = parents.length > 1
      const subject = lines.find((line) => line.startsWith(SUBJECT))?.slice(SUBJECT.length) ?? ''
      const all = lines
        .filter((line) => line.includes('\t') && !line.startsWith(SUBJECT))
        .map((line) => ({ status: line.slice(0, 1), path: line.slice(line.indexOf('\t') + 1) }))
      if (hash === '' || (all.length === 0 && !isMerge)) return []
      const work = all.filter(({ path }) => !path.startsWith(`${prefix}.planning/`))
      // What git can only quote is no name that a list of files would have.
      const plain = work.filter(({ path }) => !path.startsWith('"'))
      const files = plain
        .filter(({ path }) => path.startsWith(prefix))
        .map(({ status, path }) => ({ status, path: path.slice(prefix.length) }))
      const outside = plain.flatMap(({ path }) => (path.startsWith(prefix) ? [] : [path]))
      return [{ hash, subject, files, outside, isWork: work.length > 0, isMerge }]
    })
}

/** Files that differ from what they were when the work began, or were changed on the way; null where that cannot be known. */
export function changedFiles({ view, results, derivation }: Looking): ReadonlySet<string> | null {
  const changes = view.hasGit && !hasSubRepos(derivation) ? changesIn(results) : null
  if (changes === null) return null
  const committed = changes.flatMap(({ files, outside }) => [...files.map(({ path }) => path), ...outside])
  return new Set([...committed, ...(changedPaths(results) ?? [])])
}

/** Work in repositories below the project is not seen from here. */
export const hasSubRepos = ({ facts }: Work['derivation']): boolean =>
  !['[]', 'null', 'false'].includes(JSON.stringify(settingOf(facts, 'planning.sub_repos')))

/** Behind a path: which lines of it. */
const LINES = /(?::\d+(?:[-–:]\d+)?|#L\d+(?:-L?\d+)?)$/

/** A path of a list of files, as far as it says where something lies; null: nobody can tell. A pattern stands for the folder it begins with. */
function placeOf(entry: string): { readonly path: string; readonly isPattern: boolean } | null {
  const word = entry.trim().replace(/^`([^`]+)`.*$/, '$1')
  const named = (word.split(/\s+(?=[-–—(#:])/)[0] ?? '').trim().replace(LINES, '')
  const whole = bareFolder(slashed(named))
  const path = whole.replace(/[*?{<].*$/, '')
  const isPattern = path !== whole
  const isOutside =
    /^(?:\/|~|[a-z][\w+.-]*:)/i.test(whole) || whole.split('/').includes('..') || whole.split('/')[0] === '.planning'
  if (whole === '' || isOutside || /\s/.test(whole) || /^(?:none|n\/a|-|any|all)$/i.test(whole)) return null
  return { path, isPattern }
}

/** Whether anything changed where the entry points to; null: nobody can tell. */
export function isTouched(
  entry: string,
  { view, results }: Pick<Work, 'view' | 'results'>,
  changed: ReadonlySet<string>,
) {
  const place = placeOf(entry)
  if (place === null || ignoredIn(results).has(place.path)) return null
  const { isPattern } = place
  // A list may count from the root of the repository.
  const prefix = prefixIn(results)
  const path = prefix !== '' && place.path.startsWith(prefix) ? place.path.slice(prefix.length) : place.path
  if (isPattern) return [...changed].some((one) => one.startsWith(path))
  const isNear = (one: string) =>
    one === path ||
    one.startsWith(`${path}/`) ||
    // A repository within this one is named by its folder.
    path.startsWith(`${one}/`)
  if ([...changed].some(isNear)) return true
  if (isThere(view, path)) return false
  // What was to be made was made elsewhere.
  if ([...changed].some((one) => baseName(one) === baseName(path) && isThere(view, one))) return true
  // A bare word need not mean a file.
  return /[./]/.test(path) ? false : null
}

export function isThere(view: Work['view'], path: string): boolean {
  const slash = path.lastIndexOf('/')
  const name = path.slice(slash + 1)
  return view.list(slash < 0 ? '.' : path.slice(0, slash)).some((entry) => entry.name === name)
}

/** Whether git is told to ignore these: it sees no change of them. Asked only where something seems to be untouched. */
export function ignoredSteps(entries: readonly string[]): readonly UnitStep[] {
  const paths = [...new Set(entries.flatMap((entry) => placeOf(entry)?.path ?? []))].filter((path) => path !== '')
  return paths.length === 0
    ? []
    : [lookStep(IGNORED, ['git', '-c', 'core.quotePath=false', 'check-ignore', '--', ...paths.slice(0, MOST_PATHS)])]
}

const MOST_PATHS = 200

const ignoredIn = (results: Results): ReadonlySet<string> =>
  new Set((results.get(IGNORED)?.stdout ?? '').split('\n').filter((path) => path !== ''))
