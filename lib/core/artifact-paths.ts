// Maps a path to its kind of planning file, by the registry's paths in every scope of a planning base.
import { isExcluded } from '../artifacts/parts/excluded-files.js'
import { ARTIFACT_PATHS, type ArtifactId } from '../artifacts/paths.js'
import { once } from '../std/once.js'
import { baseName } from '../std/paths.js'

/** Folders that mirror another. */
const SCOPES: readonly (readonly [from: RegExp, to: string])[] = [
  [/^(?:workstreams\/|milestones\/ws-)[^/]*\//, ''],
  [/^milestones\/[^/]*-phases\//, 'phases/'],
  [/^milestones\/[^/]*-quick\//, 'quick/'],
]

function unscoped(path: string): string {
  const scope = SCOPES.find(([from]) => from.test(path))
  return scope === undefined ? path : unscoped(path.replace(...scope))
}

/** A phase's files by name; also in its `plans/`, in folders of quick tasks, and at the top. */
const PHASE_FOLDER = '(?:(?:phases|quick|archive)/{dir}/(?:plans/)?)?'

/** `{pp}-{NN}-PLAN.md`: a name that ends with `-PLAN.md`, or is `PLAN.md`. */
const formOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replaceAll('.', '\\.')
      .replace('phases/{dir}/', PHASE_FOLDER)
      .replace(/(?:\{\w+\}-)+(?=[^{}/]*$)/, '(?:{pp}-)?')
      .replace(/\/\{name\}$/, '/.+')
      .replace(/\{\w+\}/g, '[^/]+')}$`,
  )

/** Number of fixed letters in the name: the longest matching rule wins, and a whole path before all. */
const weightOf = (path: string): number =>
  path.includes('{') ? baseName(path).replace(/\{\w+\}/g, '').length : Number.POSITIVE_INFINITY

const rules = once(() =>
  (Object.entries(ARTIFACT_PATHS) as [ArtifactId, readonly string[]][])
    .flatMap(([id, paths]) => paths.map((path) => ({ id, weight: weightOf(path), form: formOf(path) })))
    .sort((a, b) => (a.weight === b.weight ? 0 : b.weight - a.weight)),
)

/** The artifact kind of a path (relative to the project root); `other` if the registry has no row for it. */
export function artifactOf(path: string, base = '.planning'): ArtifactId {
  const inBase = path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path.replace(/^\.planning\//, '')
  const local = unscoped(inBase)
  if (isExcluded(baseName(local)) && !/^(?:\.runtime|journal)\//.test(local)) return 'other'
  return rules().find(({ form }) => form.test(local))?.id ?? 'other'
}
