// Reads the clients' records in the user's home folder that belong to one project.
import { statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { TREES_FOLDER } from '../../../core/layout.js'
import type { Use } from '../../../core/usage/use.js'
import { rootsOf, type Surroundings } from '../../../install/target.js'
import { entriesIn, isAtOrBelow, plainText, targetOf } from '../../../node/disk.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf, SHARED } from '../../../runtimes/all.js'
import type { Records, TypedMessage } from '../../../runtimes/records.js'
import { slashed } from '../../../std/paths.js'

export interface ClientRecords {
  readonly client: RuntimeId
  readonly files: number
  readonly sessions: number
  /** Why usage of this client is unknown or incomplete; null if all its records were read. */
  readonly unread: string | null
}

interface ClientUsage {
  readonly client: ClientRecords
  readonly uses: readonly Use[]
}

/** Size limit of a record; a longer one counts as unreadable. */
const MAX_RECORD_BYTES = 256 * 1024 * 1024
const MAX_DEPTH = 6

/** Reads the uses of models in a project. `since`: epoch milliseconds; older files are not read. `ids`: the clients. */
export function usesIn(
  root: string,
  since: number,
  around: Surroundings,
  ids: readonly RuntimeId[] = RUNTIME_IDS,
): { readonly uses: readonly Use[]; readonly clients: readonly ClientRecords[] } {
  const roots = rootsOf('global', around)
  const project = realAt(root)
  const found = ids.flatMap((id): readonly ClientUsage[] => {
    // The shared folder belongs to no client.
    if (id === SHARED || statSync(roots[id], { throwIfNoEntry: false })?.isDirectory() !== true) return []
    const records = runtimeOf(id).records
    if (typeof records === 'string')
      return [{ client: { client: id, files: 0, sessions: 0, unread: records }, uses: [] }]
    return [usesOf(id, records, roots[id], project, since)]
  })
  return { uses: found.flatMap(({ uses }) => uses), clients: found.map(({ client }) => client) }
}

/** Returns what the user typed in the project's sessions, newest last; some clients do not record that. */
export function typedMessagesIn(
  root: string,
  since: number,
  around: Surroundings,
): readonly (TypedMessage & { client: RuntimeId })[] {
  const roots = rootsOf('global', around)
  const project = realAt(root)
  return RUNTIME_IDS.flatMap((id) => {
    const records = runtimeOf(id).records
    if (typeof records === 'string' || records.readTyped === null) return []
    const { readTyped } = records
    return filesBelow(roots[id], records, since).flatMap((path) => {
      const { text, about } = textsOf(roots[id], path, records)
      return readTyped(text ?? '', about)
        .filter(({ at, folder: ran }) => at >= since && ran !== null && isAtOrBelow(project, realAt(ran)))
        .map((message) => ({ ...message, client: id }))
    })
  }).sort((a, b) => a.at - b.at)
}

const textsOf = (root: string, path: string, { companionOf }: Pick<Records, 'companionOf'>) => ({
  text: plainText(join(root, path), { maxBytes: MAX_RECORD_BYTES }),
  about: companionOf === null ? null : plainText(join(root, companionOf(path)), { maxBytes: MAX_RECORD_BYTES }),
})

function usesOf(id: RuntimeId, records: Records, root: string, project: string, since: number): ClientUsage {
  const paths = filesBelow(root, records, since)
  const results = new Map<string, boolean>()
  const inProject = (path: string | null): boolean => {
    if (path === null) return false
    const known = results.get(path) ?? isAtOrBelow(project, realAt(path))
    results.set(path, known)
    return known
  }
  let unreadable = 0
  const uses = paths.flatMap((path) => {
    const { text, about } = textsOf(root, path, records)
    if (text === null) unreadable++
    return (text === null ? [] : records.read(text, about))
      .filter(({ folder, to }) => inProject(folder) && to >= since)
      .map(({ folder, ...use }): Use => ({ ...use, client: runtimeOf(id).title, tree: treeIn(project, folder) }))
  })
  return {
    uses,
    client: {
      client: id,
      files: paths.length,
      sessions: new Set(uses.map(({ session }) => session)).size,
      unread: unreadable === 0 ? null : `${unreadable} of ${paths.length} files cannot be read`,
    },
  }
}

function treeIn(project: string, folder: string | null): string | null {
  const path = folder === null ? '' : slashed(relative(project, realAt(folder)))
  return path.startsWith(`${TREES_FOLDER}/`) ? (path.slice(TREES_FOLDER.length + 1).split('/')[0] ?? null) : null
}

type Files = Pick<Records, 'folder' | 'suffix'>

/** Returns the paths of records changed since `since`, at most six folders deep, relative to the root, with `/`; follows no links. */
function filesBelow(root: string, records: Files, since: number, depth = MAX_DEPTH): readonly string[] {
  const { folder, suffix } = records
  return entriesIn(join(root, folder)).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    // If the records are in the root itself, its folders are not searched: they hold other things of the client.
    if (entry.isDirectory())
      return depth === 0 || folder === '' ? [] : filesBelow(root, { folder: path, suffix }, since, depth - 1)
    const isRecord = entry.isFile() && entry.name.endsWith(suffix)
    const changed = isRecord ? statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs : undefined
    return changed !== undefined && changed >= since ? [path] : []
  })
}

/** Resolves links, because a session may have used another path of a folder; a deleted folder keeps its path. */
const realAt = (path: string): string => targetOf(path) ?? path
