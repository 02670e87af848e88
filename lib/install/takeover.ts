// Replaces another pack of the family in the same place. Its record proves which files are its own.
import { basename, dirname, join } from 'node:path'
import { RUNTIME_IDS, type RuntimeId, runtimeOf, SHARED } from '../runtimes/all.js'
import { BLOCK_FILES, EXTRA_CONFIGS, FORMER_HOMES } from '../runtimes/former.js'
import type { Runtime } from '../runtimes/runtime.js'
import { type Fields, objectIn } from '../std/json.js'
import { bytesOf, type Disk, digestOf, readText, textOf } from './disk.js'
import type { Notice, Operation } from './operation.js'
import { isBelow, type Kept, keepAside, rewritten } from './patches.js'
import { CUTS, type RunsGone, signedHooks, unproven, withoutBlocks } from './settings.js'
import { MANIFEST_NAME, type Roots } from './target.js'
import { stem } from './visible.js'

export interface Foreign {
  /** Rows with this root. */
  readonly rows: readonly RuntimeId[]
  /** Physical root. */
  readonly path: string
  /** The root as the user's settings spell it. */
  readonly spelled: string
  /** Physical root of entries that several clients read. */
  readonly shared: string
  readonly pack: string
  readonly version: string
  /** Existing files that are provably theirs, by physical path. */
  readonly files: ReadonlyMap<string, ForeignFile>
}
interface ForeignFile {
  /** The present bytes. */
  readonly digest: string
  /** Equal to their record; otherwise the file is kept aside before it is removed. */
  readonly clean: boolean
  /** The original bytes; null if not recorded. */
  readonly hash: string | null
  /** Path below the root whose patches folder keeps it. */
  readonly below: string
}

/** The other pack's small unrecorded files, which no user writes. */
const RECORDS = [MANIFEST_NAME, 'gsd-install-state.json', '.gsd-profile', '.gsd-source'] as const
const PAYLOADS: Readonly<Record<string, string>> = { 'gsd-core': 'gsd-core', 'get-shit-done': 'get-shit-done-cc' }

/** Command lines that start their programs from the registry. */
const PACKAGES: readonly string[] = ['@opengsd/gsd-core', 'get-shit-done-cc']

interface TheirRecord {
  readonly version: string
  readonly files: ReadonlyMap<string, string>
}

function theirRecord(disk: Disk, root: string): TheirRecord | null {
  const text = readText(disk, join(root, MANIFEST_NAME))
  if (text === null) return null
  const { version, files: named }: Fields = objectIn(text) ?? {}
  if (typeof version !== 'string' || typeof named !== 'object' || named === null) return null
  const files = Object.entries(named).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && isBelow(entry[0]),
  )
  return files.length === 0 ? null : { version, files: new Map(files) }
}

/** Installations of the other packs below the given roots and former roots. */
export function findForeign(disk: Disk, roots: Roots): readonly Foreign[] {
  const base = dirname(roots[SHARED])
  const places = [
    ...RUNTIME_IDS.map((id) => ({ id, path: roots[id] })),
    ...FORMER_HOMES.map(({ runtime, path }) => ({ id: runtime, path: join(base, path) })),
  ].map((place) => ({ ...place, root: disk.real(place.path) }))
  return [...new Set(places.map(({ root }) => root))].flatMap((root) => {
    const record = theirRecord(disk, root)
    const here = places.filter((place) => place.root === root)
    const spelled = here[0]?.path ?? root
    const rows = here.map(({ id }) => id)
    return record === null ? [] : [foreignAt(disk, roots, { rows, path: root, spelled }, record)]
  })
}

/** Settings files of the rows, without duplicates. */
const configsOf = (rows: readonly RuntimeId[]): Runtime['configs'] => {
  const extra = EXTRA_CONFIGS.map((path) => ({ path, format: 'jsonc' }) as const)
  const all = [...extra, ...rows.flatMap((id) => runtimeOf(id).configs)]
  return [...new Map(all.map((config) => [config.path, config] as const)).values()]
}

function foreignAt(
  disk: Disk,
  roots: Roots,
  place: Pick<Foreign, 'rows' | 'path' | 'spelled'>,
  record: TheirRecord,
): Foreign {
  const { rows, path: root } = place
  const files = new Map<string, ForeignFile>()
  const shared = disk.real(roots[SHARED])
  const claim = (path: string, below: string, hash: string | null, bytes = disk.read(path)) => {
    const digest = bytes === null ? null : digestOf(bytes)
    if (digest !== null) files.set(path, { digest, clean: digest === hash, hash, below })
  }
  // Entries may be in another root than the record; only the digest proves them there.
  const elsewhere = [SHARED, ...rows].flatMap((id) => {
    const folder = disk.real(roots[id])
    const places = Object.values(runtimeOf(id).places).flatMap((place) => (place === null ? [] : [`${place.folder}/`]))
    return folder === root ? [] : [{ folder, places }]
  })
  for (const [below, hash] of record.files) {
    claim(join(root, below), below, hash)
    for (const { folder, places } of elsewhere) {
      const bytes = places.some((place) => below.startsWith(place)) ? disk.read(join(folder, below)) : null
      if (bytes !== null && digestOf(bytes) === hash) claim(join(folder, below), below, hash, bytes)
    }
  }
  for (const below of [...signedHooks(disk, root), ...roleFiles(record)])
    if (!files.has(join(root, below))) claim(join(root, below), below, null)
  for (const name of RECORDS) {
    const bytes = disk.read(join(root, name))
    if (bytes !== null) claim(join(root, name), name, digestOf(bytes))
  }
  const payload = [...record.files.keys()].map((path) => PAYLOADS[path.split('/')[0] as string]).find(Boolean)
  return { ...place, shared, pack: payload ?? 'a pack of this family', version: record.version, files }
}

/** Files converted from recorded agents for a client with another format. */
const roleFiles = ({ files }: TheirRecord): readonly string[] =>
  [...files.keys()].flatMap((path) => (/^agents\/gsd-[\w-]+\.md$/.test(path) ? [path.replace(/md$/, 'toml')] : []))

/** Client folders where the family writes unrecorded files. */
const NAMED = ['agents', 'command', 'commands', 'skills'] as const

/** Adds files under names that we install, because a client lists a name once. `names`: installed names. */
export function withNamesakes(disk: Disk, foreign: Foreign, names: ReadonlySet<string>): Foreign {
  const files = new Map(foreign.files)
  for (const folder of NAMED)
    for (const name of disk.list(join(foreign.path, folder)).filter((one) => names.has(stem(one))))
      for (const below of [`${folder}/${name}`, `${folder}/${name}/SKILL.md`]) {
        const [path, bytes] = [join(foreign.path, below), disk.read(join(foreign.path, below))]
        if (bytes !== null && !files.has(path))
          files.set(path, { digest: digestOf(bytes), clean: false, hash: null, below })
      }
  return { ...foreign, files }
}

const isTheirFolder = (below: string): boolean => below.includes('/') || /^(\.?gsd-|get-shit-done$)/.test(below)

export interface TakeOver {
  readonly operations: readonly Operation[]
  readonly notices: readonly Notice[]
  /** Physical folders to remove if empty; ours may be created in their place. */
  readonly folders: ReadonlySet<string>
}

/** Keeps edited files aside, removes the rest and registrations. `kept`: paths we write; `staying`: other installs. */
export function planTakeOver(
  disk: Disk,
  foreign: readonly Foreign[],
  kept: ReadonlySet<string>,
  staying: readonly Foreign[],
): TakeOver {
  const parts = [
    ...foreign.map((one) => takeOverOne(disk, one, kept)),
    // Another installation of that pack may still read the blocks in the shared root.
    ...(staying.length > 0 ? [] : foreign.map((one) => cutBlocks(disk, one, one.shared))),
  ]
  const operations = new Map<string, Operation>()
  // Two records may list one file.
  for (const one of parts.flatMap((part) => part.operations))
    if (!operations.has(one.path)) operations.set(one.path, one)
  return {
    operations: [...operations.values()],
    notices: [
      ...new Map(
        parts.flatMap(({ notices }) => notices).map((notice) => [`${notice.path} ${notice.message}`, notice] as const),
      ).values(),
    ],
    folders: new Set(parts.flatMap(({ folders }) => [...folders])),
  }
}

function takeOverOne(disk: Disk, foreign: Foreign, kept: ReadonlySet<string>): TakeOver {
  const edited = [...foreign.files].flatMap(([path, { clean, hash, below }]): readonly Kept[] => {
    if (clean) return []
    const base = disk.read(join(foreign.path, 'gsd-pristine', below))
    const known = base !== null && digestOf(base) === hash ? base : null
    return [{ path: below, mine: disk.read(path) ?? bytesOf(''), base: known }]
  })
  const removals = [...foreign.files]
    .filter(([path]) => !kept.has(path))
    .map(([path, { digest }]): Operation => ({ kind: 'remove', stage: 'remove', path, before: digest }))
  const folders = new Set([...foreign.files].flatMap(([path, { below }]) => theirFolders(path, below)))
  const cut = cutRegistrations(disk, foreign)
  const blocks = cutBlocks(disk, foreign, foreign.path)
  const note: Notice = {
    level: 'note',
    path: foreign.path,
    message: `replaces ${foreign.pack} ${foreign.version}: ${foreign.files.size} files${edited.length === 0 ? '' : `, ${edited.length} of them edited or unrecorded and backed up`}; uninstalling does not restore it`,
    fix: edited.length === 0 ? '' : `see ${join(foreign.path, 'gsd-local-patches', foreign.version)}`,
  }
  return {
    operations: [
      ...keepAside(disk, foreign.path, foreign.version, edited, foreign.pack),
      ...removals,
      ...cut.operations,
      ...blocks.operations,
      ...[...folders].map((path): Operation => ({ kind: 'remove-directory', stage: 'tidy', path })),
    ],
    notices: [note, ...cut.notices, ...blocks.notices, ...unprovenNotice(disk, foreign, kept)],
    folders,
  }
}

function theirFolders(path: string, below: string): readonly string[] {
  const [folder, at] = [dirname(path), dirname(below)]
  return at === '.' || !isTheirFolder(at) ? [] : [folder, ...theirFolders(folder, at)]
}

/** A command names a script by its physical path, the user's spelling, or from a variable for the root's parent. */
function runsOneOf(foreign: Foreign): RunsGone {
  const spelled = [...foreign.files].flatMap(([path, { below }]) => [
    path,
    join(foreign.spelled, below),
    ...(below.startsWith('hooks/gsd-') ? [`/${basename(foreign.spelled)}/${below}`] : []),
  ])
  const slashed = (text: string) => text.replaceAll('\\', '/')
  const gone = spelled.map(slashed)
  // Permissions name a whole payload; the user's own call into it is not a registration.
  const payloads = Object.keys(PAYLOADS).map((folder) => `/${basename(foreign.spelled)}/${folder}/`)
  return (text, part) => {
    const words = slashed(text)
    if (part === 'key') return payloads.some((folder) => words.includes(folder))
    return gone.some((path) => words.includes(path)) || words.split(' ').some((word) => PACKAGES.includes(word))
  }
}

/** Removes the other pack's blocks from the user's texts in a folder. */
function cutBlocks(disk: Disk, { pack }: Foreign, folder: string): TakeOver {
  const operations: Operation[] = []
  const notices: Notice[] = []
  for (const path of new Set(BLOCK_FILES.map((name) => disk.real(join(folder, name))))) {
    const bytes = disk.read(path)
    const left = bytes === null ? null : withoutBlocks(textOf(bytes) ?? '')
    if (bytes === null || left === null) continue
    operations.push(rewritten(path, left.trim() === '' ? null : left, digestOf(bytes), 'cut'))
    const message = `the block of ${pack} is removed; the rest of the file does not change`
    notices.push({ level: 'note', path, message, fix: '' })
  }
  return { operations, notices, folders: new Set() }
}

/** Files with the family's name that stay, because their owner is unknown. */
function unprovenNotice(disk: Disk, foreign: Foreign, kept: ReadonlySet<string>): readonly Notice[] {
  const known = [...foreign.files.keys(), ...kept]
  const left = unproven(disk, foreign.path, (path) =>
    known.some((each) => each === path || each.startsWith(`${path}/`)),
  )
  if (left.length === 0) return []
  const names = left.map((path) => path.slice(foreign.path.length + 1))
  return [
    {
      level: 'note',
      path: foreign.path,
      message: `${left.length} files are kept because no record lists them as ${foreign.pack}'s: ${names.slice(0, 12).join(', ')}${left.length > 12 ? ' …' : ''}`,
      fix: 'remove the ones you did not write',
    },
  ]
}

function cutRegistrations(disk: Disk, foreign: Foreign): Omit<TakeOver, 'folders'> {
  const runsGone = runsOneOf(foreign)
  const operations: Operation[] = []
  const notices: Notice[] = []
  for (const { path: name, format } of configsOf(foreign.rows)) {
    const path = disk.real(join(foreign.path, name))
    const bytes = disk.read(path)
    if (bytes === null) continue
    const text = textOf(bytes)
    const bare = text === null ? null : withoutBlocks(text)
    const found = text === null ? { problem: 'it is not UTF-8' } : CUTS[format](bare ?? text, runsGone)
    const cut = 'problem' in found || bare === null ? found : { ...found, count: found.count + 1, text: found.text }
    if ('problem' in cut) {
      notices.push({
        level: 'decide',
        path,
        message: `skipped because it does not parse (${cut.problem}); it may have entries that run ${foreign.pack}'s scripts`,
        fix: `remove every entry with ${join(foreign.path, 'hooks')}/gsd-*`,
      })
      continue
    }
    if (cut.count === 0) continue
    operations.push(rewritten(path, cut.empty ? null : cut.text, digestOf(bytes), 'cut'))
    const message = `${cut.count} registrations of ${foreign.pack} are removed; the rest of the file does not change`
    notices.push({ level: 'note', path, message, fix: '' })
  }
  return { operations, notices }
}
