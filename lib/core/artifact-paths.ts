// Maps a path to its kind of planning file, by the registry's paths in every scope of a planning base.
import { isExcluded } from '../artifacts/parts/excluded-files.js'
import type { ArtifactId } from '../artifacts/paths.js'
import { ARTIFACT_PATHS } from '../artifacts/paths.js'

/** A folder that mirrors another: paths that begin with `from` lose `names` of their segments and get `to` instead. */
const SCOPES: readonly { readonly from: string; readonly ends?: string; readonly to: string }[] = [
  { from: 'workstreams/', to: '' },
  { from: 'milestones/ws-', to: '' },
  { from: 'milestones/', ends: '-phases', to: 'phases/' },
  { from: 'milestones/', ends: '-quick', to: 'quick/' },
]

function unscoped(path: string): string {
  for (const { from, ends, to } of SCOPES) {
    if (!path.startsWith(from)) continue
    const slash = path.indexOf('/', from.length)
    if (slash < 0 || (ends !== undefined && !path.slice(0, slash).endsWith(ends))) continue
    return unscoped(to + path.slice(slash + 1))
  }
  return path
}

interface Rule {
  readonly id: ArtifactId
  /** Length of the literal part of a name: the longest matching rule wins. */
  readonly weight: number
  readonly fits: (name: string) => boolean
}

interface Rules {
  /** Whole paths. */
  readonly exact: ReadonlyMap<string, ArtifactId>
  /** Rules by folder, in which `*` matches one segment. */
  readonly folders: ReadonlyMap<string, readonly Rule[]>
  /** Folders whose whole content has one kind. */
  readonly below: readonly (readonly [string, ArtifactId])[]
}

const anyName = (text: string) => text.replace(/\{\w+\}/g, '*')

/** `{pp}-{NN}-PLAN.md`: a name that ends with `-PLAN.md`, or is `PLAN.md`. Others: the literal parts in order. */
function ruleOf(id: ArtifactId, file: string): Rule {
  const tail = file.slice(file.lastIndexOf('}') + 1)
  if (/^(?:\{\w+\}-)+[^{]*$/.test(file) && tail.startsWith('-')) {
    const bare = tail.slice(1)
    return { id, weight: tail.length, fits: (name) => name === bare || name.endsWith(tail) }
  }
  const pieces = file.split(/\{\w+\}/)
  const literal = pieces.join('').length
  return {
    id,
    weight: literal,
    fits: (name) => {
      let at = 0
      for (const [index, piece] of pieces.entries()) {
        const found = index === 0 ? (name.startsWith(piece) ? 0 : -1) : name.indexOf(piece, at)
        if (found < 0) return false
        at = found + piece.length
      }
      return name.endsWith(pieces.at(-1) ?? '') && name.length > literal
    },
  }
}

function compile(): Rules {
  const exact = new Map<string, ArtifactId>()
  const folders = new Map<string, Rule[]>()
  const below: [string, ArtifactId][] = []
  for (const [id, paths] of Object.entries(ARTIFACT_PATHS) as [ArtifactId, readonly string[]][])
    for (const path of paths) {
      const slash = path.lastIndexOf('/')
      const [folder, file] = [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)]
      if (!path.includes('{')) exact.set(path, id)
      else if (file === '{name}') below.push([`${folder}/`, id])
      else {
        const key = anyName(folder)
        const rule = file.includes('{')
          ? ruleOf(id, file)
          : { id, weight: file.length, fits: (name: string) => name === file }
        folders.set(
          key,
          [...(folders.get(key) ?? []), rule].sort((a, b) => b.weight - a.weight),
        )
      }
    }
  return { exact, folders, below }
}

let compiled: Rules | undefined

/** A phase's files by name; also in its `plans/` and in folders of quick tasks. */
const PHASE_FOLDER = /^(?:phases|quick|archive)\/[^/]+(?:\/plans)?$/

/** The artifact kind of a path (relative to the project root); `other` if the registry has no row for it. */
export function artifactOf(path: string, base = '.planning'): ArtifactId {
  compiled ??= compile()
  const { exact, folders, below } = compiled
  const inBase = path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path.replace(/^\.planning\//, '')
  const local = unscoped(inBase)
  const whole = exact.get(local)
  if (whole !== undefined) return whole
  if (local.startsWith('.runtime/') || local.startsWith('journal/'))
    return below.find(([folder]) => local.startsWith(folder))?.[1] ?? 'other'
  const slash = local.lastIndexOf('/')
  const folder = local.slice(0, Math.max(slash, 0))
  const name = local.slice(slash + 1)
  const first = folder.indexOf('/')
  const general = first < 0 ? folder : `${folder.slice(0, first)}/*`
  const own = match(folders.get(folder), name) ?? match(folders.get(general), name)
  if (own !== null) return own
  if (isExcluded(name)) return 'other'
  if (folder !== '' && !PHASE_FOLDER.test(folder)) return 'other'
  const nested = folder.endsWith('/plans') ? match(folders.get('phases/*/plans'), name) : null
  return nested ?? match(folders.get('phases/*'), name) ?? 'other'
}

const match = (rules: readonly Rule[] | undefined, name: string): ArtifactId | null =>
  isExcluded(name) ? null : (rules?.find((rule) => rule.fits(name))?.id ?? null)
