// Plans the replacement of another GSD pack in the same place, whose record proves which files are its own.
import { basename, dirname, join } from 'node:path'
import { RUNTIME_IDS, type RuntimeId, runtimeOf, SHARED } from '../runtimes/all.js'
import { BLOCK_FILES, EXTRA_CONFIGS, FORMER_HOMES } from '../runtimes/former.js'
import type { Runtime } from '../runtimes/runtime.js'
import { type Fields, objectIn } from '../std/json.js'
import { counted } from '../std/text.js'
import { bytesOf, type Disk, digestOf, readText, textOf } from './disk.js'
import type { Notice, Operation } from './operation.js'
import { type EditedFile, freeFolder, rewriteOperation, setAside, staysBelowRoot } from './patches.js'
import { markedHooks, REMOVE_FROM, type RefersToRemoved, unprovenFiles, withoutBlocks } from './settings.js'
import { MANIFEST_NAME, PATCHES_FOLDER, type Roots } from './target.js'
import { stem } from './visible.js'

/** An installation of another pack in one root. */
export interface ForeignInstall {
  /** Rows with this root. */
  readonly rows: readonly RuntimeId[]
  /** Physical root. */
  readonly path: string
  /** The root as the user's settings spell it. */
  readonly spelled: string
  /** Physical path of the shared root. */
  readonly shared: string
  readonly pack: string
  readonly version: string
  /** Existing files that are provably that pack's, or that have our names (`withNamesakes`), by physical path. */
  readonly files: ReadonlyMap<string, ForeignFile>
}
interface ForeignFile {
  /** Digest of the present bytes. */
  readonly digest: string
  /** Whether the file is as recorded; otherwise it is set aside before it is removed. */
  readonly isClean: boolean
  /** Digest of the original bytes; null if it is not recorded. */
  readonly hash: string | null
  /** Path below the root. */
  readonly below: string
}

/** The other pack's small unrecorded files, which no user writes. */
const RECORDS = [MANIFEST_NAME, 'gsd-install-state.json', '.gsd-profile', '.gsd-source'] as const
const PACK_NAMES: Readonly<Record<string, string>> = { 'gsd-core': 'gsd-core', 'get-shit-done': 'get-shit-done-cc' }

/** npm packages of the other packs, as command lines name them. */
const PACKAGES: readonly string[] = ['@opengsd/gsd-core', 'get-shit-done-cc']

/** Version, and digests of the recorded files by path below the root. */
interface ForeignRecord {
  readonly version: string
  readonly files: ReadonlyMap<string, string>
}

/** Reads another pack's record; null if there is none or it lists no file. */
function foreignRecordAt(disk: Disk, root: string): ForeignRecord | null {
  const text = readText(disk, join(root, MANIFEST_NAME))
  if (text === null) return null
  const { version, files: named }: Fields = objectIn(text) ?? {}
  if (typeof version !== 'string' || typeof named !== 'object' || named === null) return null
  const files = Object.entries(named).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && staysBelowRoot(entry[0]),
  )
  return files.length === 0 ? null : { version, files: new Map(files) }
}

/** Finds installations of the other packs in the given roots and former roots. */
export function findForeign(disk: Disk, roots: Roots): readonly ForeignInstall[] {
  const base = dirname(roots[SHARED])
  const places = [
    ...RUNTIME_IDS.map((id) => ({ id, path: roots[id] })),
    ...FORMER_HOMES.map(({ runtime, path }) => ({ id: runtime, path: join(base, path) })),
  ].map((place) => ({ ...place, root: disk.real(place.path) }))
  return [...new Set(places.map(({ root }) => root))].flatMap((root) => {
    const record = foreignRecordAt(disk, root)
    const placesAtRoot = places.filter((place) => place.root === root)
    const spelled = placesAtRoot[0]?.path ?? root
    const rows = placesAtRoot.map(({ id }) => id)
    return record === null ? [] : [foreignAt(disk, roots, { rows, path: root, spelled }, record)]
  })
}

/** Settings files of the rows, without duplicates. */
const configsOf = (rows: readonly RuntimeId[]): Runtime['configs'] => {
  const extra = EXTRA_CONFIGS.map((path) => ({ path, format: 'jsonc' }) as const)
  const all = [...extra, ...rows.flatMap((id) => runtimeOf(id).configs)]
  return [...new Map(all.map((config) => [config.path, config] as const)).values()]
}

/** The install that a record describes. */
function foreignAt(
  disk: Disk,
  roots: Roots,
  place: Pick<ForeignInstall, 'rows' | 'path' | 'spelled'>,
  record: ForeignRecord,
): ForeignInstall {
  const { rows, path: root } = place
  const files = new Map<string, ForeignFile>()
  const shared = disk.real(roots[SHARED])
  const addFile = (path: string, below: string, hash: string | null, bytes = disk.read(path)) => {
    const digest = bytes === null ? null : digestOf(bytes)
    if (digest !== null) files.set(path, { digest, isClean: digest === hash, hash, below })
  }
  // Commands may be in another root than the record; there, only the digest proves whose they are.
  const otherRoots = [SHARED, ...rows].flatMap((id) => {
    const folder = disk.real(roots[id])
    const places = Object.values(runtimeOf(id).places).flatMap((place) => (place === null ? [] : [`${place.folder}/`]))
    return folder === root ? [] : [{ folder, places }]
  })
  for (const [below, hash] of record.files) {
    addFile(join(root, below), below, hash)
    for (const { folder, places } of otherRoots) {
      const bytes = places.some((place) => below.startsWith(place)) ? disk.read(join(folder, below)) : null
      if (bytes !== null && digestOf(bytes) === hash) addFile(join(folder, below), below, hash, bytes)
    }
  }
  for (const below of [...markedHooks(disk, root), ...roleFiles(record)])
    if (!files.has(join(root, below))) addFile(join(root, below), below, null)
  for (const name of RECORDS) {
    const bytes = disk.read(join(root, name))
    if (bytes !== null) addFile(join(root, name), name, digestOf(bytes))
  }
  const payload = [...record.files.keys()].map((path) => PACK_NAMES[path.split('/')[0] as string]).find(Boolean)
  return { ...place, shared, pack: payload ?? 'another GSD pack', version: record.version, files }
}

/** Paths that recorded agents have when they are converted for a client with another format. */
const roleFiles = ({ files }: ForeignRecord): readonly string[] =>
  [...files.keys()].flatMap((path) => (/^agents\/gsd-[\w-]+\.md$/.test(path) ? [path.replace(/md$/, 'toml')] : []))

/** Client folders in which the other packs write files without recording them. */
const NAMESAKE_FOLDERS = ['agents', 'command', 'commands', 'skills'] as const

/** Adds files with names that we install, as no client may list a name twice. `names`: our installed names. */
export function withNamesakes(disk: Disk, foreign: ForeignInstall, names: ReadonlySet<string>): ForeignInstall {
  const files = new Map(foreign.files)
  for (const folder of NAMESAKE_FOLDERS)
    for (const name of disk.list(join(foreign.path, folder)).filter((entry) => names.has(stem(entry))))
      for (const below of [`${folder}/${name}`, `${folder}/${name}/SKILL.md`]) {
        const [path, bytes] = [join(foreign.path, below), disk.read(join(foreign.path, below))]
        if (bytes !== null && !files.has(path))
          files.set(path, { digest: digestOf(bytes), isClean: false, hash: null, below })
      }
  return { ...foreign, files }
}

/** Whether a folder is the other pack's: its name says so, or it is inside another folder of the root. */
const isForeignFolder = (below: string): boolean => below.includes('/') || /^(\.?gsd-|get-shit-done$)/.test(below)

export interface TakeOver {
  readonly operations: readonly Operation[]
  readonly notices: readonly Notice[]
  /** Physical folders to remove if empty; we may create folders in their place. */
  readonly folders: ReadonlySet<string>
}

/** Sets edited files aside and removes the installs. `kept`: paths that we write; `others`: installs that remain. */
export function planTakeOver(
  disk: Disk,
  foreign: readonly ForeignInstall[],
  kept: ReadonlySet<string>,
  others: readonly ForeignInstall[],
): TakeOver {
  const parts = [
    ...foreign.map((install) => planOne(disk, install, kept)),
    // An installation that remains may still need the blocks in the shared root.
    ...(others.length > 0 ? [] : foreign.map((install) => removeBlocks(disk, install, install.shared))),
  ]
  const operations = new Map<string, Operation>()
  // Two records may list the same file.
  for (const operation of parts.flatMap((part) => part.operations))
    if (!operations.has(operation.path)) operations.set(operation.path, operation)
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

/** Plans the replacement of one install. */
function planOne(disk: Disk, foreign: ForeignInstall, kept: ReadonlySet<string>): TakeOver {
  const edited = [...foreign.files].flatMap(([path, { isClean, hash, below }]): readonly EditedFile[] => {
    if (isClean) return []
    const base = disk.read(join(foreign.path, 'gsd-pristine', below))
    const known = base !== null && digestOf(base) === hash ? base : null
    return [{ path: below, mine: disk.read(path) ?? bytesOf(''), base: known }]
  })
  const removals = [...foreign.files]
    .filter(([path]) => !kept.has(path))
    .map(([path, { digest }]): Operation => ({ kind: 'remove', stage: 'remove', path, before: digest }))
  const folders = new Set([...foreign.files].flatMap(([path, { below }]) => foreignFolders(path, below)))
  const registrations = removeRegistrations(disk, foreign)
  const blocks = removeBlocks(disk, foreign, foreign.path)
  const asideFolder = freeFolder(disk, `${foreign.path}/${PATCHES_FOLDER}/${foreign.version}`, edited, foreign.pack)
  const note: Notice = {
    level: 'note',
    path: foreign.path,
    message: `replaces ${foreign.pack} ${foreign.version}: ${counted(foreign.files.size, 'file')}${edited.length === 0 ? '' : `, ${edited.length} of them edited or unrecorded and backed up`}; uninstalling does not restore it`,
    fix: edited.length === 0 ? '' : `see ${asideFolder}`,
  }
  return {
    operations: [
      ...setAside(disk, asideFolder, foreign.version, edited, foreign.pack),
      ...removals,
      ...registrations.operations,
      ...blocks.operations,
      ...[...folders].map((path): Operation => ({ kind: 'remove-directory', stage: 'tidy', path })),
    ],
    notices: [note, ...registrations.notices, ...blocks.notices, ...unprovenNotice(disk, foreign, kept)],
    folders,
  }
}

/** The folders between a file and the root that are the other pack's. `below`: the file's path below the root. */
function foreignFolders(path: string, below: string): readonly string[] {
  const [folder, at] = [dirname(path), dirname(below)]
  return at === '.' || !isForeignFolder(at) ? [] : [folder, ...foreignFolders(folder, at)]
}

/**
 * Returns a test for references to the files. A command names a script by its physical path, by the path as the user
 * spells it, or below a variable for the root's parent; or it names the pack's npm package.
 */
function refersToFilesOf(foreign: ForeignInstall): RefersToRemoved {
  const spelled = [...foreign.files].flatMap(([path, { below }]) => [
    path,
    join(foreign.spelled, below),
    ...(below.startsWith('hooks/gsd-') ? [`/${basename(foreign.spelled)}/${below}`] : []),
  ])
  const slashed = (text: string) => text.replaceAll('\\', '/')
  const paths = spelled.map(slashed)
  // A key, which is a permission, may name a whole payload; a command with such a path may be the user's own.
  const payloads = Object.keys(PACK_NAMES).map((folder) => `/${basename(foreign.spelled)}/${folder}/`)
  return (text, part) => {
    const slashedText = slashed(text)
    if (part === 'key') return payloads.some((folder) => slashedText.includes(folder))
    return (
      paths.some((path) => slashedText.includes(path)) || slashedText.split(' ').some((word) => PACKAGES.includes(word))
    )
  }
}

/** Removes the other pack's blocks from the user's instruction files in a folder. */
function removeBlocks(disk: Disk, { pack }: ForeignInstall, folder: string): TakeOver {
  const operations: Operation[] = []
  const notices: Notice[] = []
  for (const path of new Set(BLOCK_FILES.map((name) => disk.real(join(folder, name))))) {
    const bytes = disk.read(path)
    const remaining = bytes === null ? null : withoutBlocks(textOf(bytes) ?? '')
    if (bytes === null || remaining === null) continue
    operations.push(rewriteOperation(path, remaining.trim() === '' ? null : remaining, digestOf(bytes), 'cut'))
    const message = `the block of ${pack} is removed; the rest of the file does not change`
    notices.push({ level: 'note', path, message, fix: '' })
  }
  return { operations, notices, folders: new Set() }
}

/** The notice about `unprovenFiles`, which are kept; none if there are none. */
function unprovenNotice(disk: Disk, foreign: ForeignInstall, kept: ReadonlySet<string>): readonly Notice[] {
  const known = [...foreign.files.keys(), ...kept]
  const unproven = unprovenFiles(disk, foreign.path, (path) =>
    known.some((each) => each === path || each.startsWith(`${path}/`)),
  )
  if (unproven.length === 0) return []
  const names = unproven.map((path) => path.slice(foreign.path.length + 1))
  return [
    {
      level: 'note',
      path: foreign.path,
      message: `keeps ${counted(unproven.length, 'file')} that no record lists as ${foreign.pack}'s: ${names.slice(0, 12).join(', ')}${unproven.length > 12 ? ' …' : ''}`,
      fix: 'remove the ones you did not write',
    },
  ]
}

/** Removes the other pack's registrations from the clients' settings. */
function removeRegistrations(disk: Disk, foreign: ForeignInstall): Omit<TakeOver, 'folders'> {
  const refersToRemoved = refersToFilesOf(foreign)
  const operations: Operation[] = []
  const notices: Notice[] = []
  for (const { path: name, format } of configsOf(foreign.rows)) {
    const path = disk.real(join(foreign.path, name))
    const bytes = disk.read(path)
    if (bytes === null) continue
    const text = textOf(bytes)
    const unblocked = text === null ? null : withoutBlocks(text)
    const removal =
      text === null ? { problem: 'it is not UTF-8' } : REMOVE_FROM[format](unblocked ?? text, refersToRemoved)
    if ('problem' in removal) {
      notices.push({
        level: 'decide',
        path,
        message: `was not changed (${removal.problem}); it may have entries that run ${foreign.pack}'s scripts`,
        fix: `remove every entry with ${join(foreign.path, 'hooks')}/gsd-*`,
      })
      continue
    }
    // The blocks count as one registration.
    const count = removal.count + (unblocked === null ? 0 : 1)
    if (count === 0) continue
    operations.push(rewriteOperation(path, removal.empty ? null : removal.text, digestOf(bytes), 'cut'))
    const message = `no longer has ${counted(count, 'registration')} of ${foreign.pack}; the rest of the file does not change`
    notices.push({ level: 'note', path, message, fix: '' })
  }
  return { operations, notices }
}
