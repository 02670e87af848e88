// Another pack of the family that is installed where ours goes: what of it is proven to be its own, and how that is taken away.
import { basename, dirname, join } from 'node:path'
import { RUNTIME_IDS, type RuntimeId, runtimeOf, SHARED } from '../runtimes/all.js'
import type { Runtime } from '../runtimes/runtime.js'
import { bytesOf, type Disk, digestOf, readText, textOf } from './disk.js'
import type { Notice, Operation } from './operation.js'
import { PatchBox } from './patches.js'
import { CUTS } from './settings.js'
import { MANIFEST_NAME, type Roots } from './target.js'

export interface Foreign {
  /** Every row whose root this is. */
  readonly rows: readonly RuntimeId[]
  /** Physical root. */
  readonly path: string
  /** The root as people and settings spell it. */
  readonly spelled: string
  readonly pack: string
  readonly version: string
  /** Every file that is there and provably theirs, by physical path. */
  readonly files: ReadonlyMap<string, ForeignFile>
}
interface ForeignFile {
  /** As it is now. */
  readonly digest: string
  /** Exactly as their record says; anything else is put aside, not just removed. */
  readonly clean: boolean
  /** Below the root whose patches folder keeps it. */
  readonly below: string
}

/** Small files of theirs that no record lists and no user writes. */
const RECORDS = [MANIFEST_NAME, 'gsd-install-state.json', '.gsd-profile', '.gsd-source'] as const
const PAYLOADS: Readonly<Record<string, string>> = { 'gsd-core': 'gsd-core', 'get-shit-done': 'get-shit-done-cc' }

interface TheirRecord {
  readonly version: string
  readonly files: ReadonlyMap<string, string>
}

function theirRecord(disk: Disk, root: string): TheirRecord | null {
  const text = readText(disk, join(root, MANIFEST_NAME))
  if (text === null) return null
  try {
    const value = JSON.parse(text) as { version?: unknown; files?: unknown }
    if (typeof value.version !== 'string' || typeof value.files !== 'object' || value.files === null) return null
    const files = Object.entries(value.files).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && isBelow(entry[0]),
    )
    return files.length === 0 ? null : { version: value.version, files: new Map(files) }
  } catch {
    return null
  }
}

const isBelow = (path: string): boolean => !/^([/\\]|[A-Za-z]:)/.test(path) && !path.split(/[/\\]/).includes('..')

/** Their installations below the given roots. */
export function findForeign(disk: Disk, roots: Roots): readonly Foreign[] {
  return [...new Set(RUNTIME_IDS.map((id) => disk.real(roots[id])))].flatMap((root) => {
    const record = theirRecord(disk, root)
    const rows = RUNTIME_IDS.filter((id) => disk.real(roots[id]) === root)
    return record === null ? [] : [foreignAt(disk, roots, rows, root, record)]
  })
}

/** Settings files of the rows, each once. */
const configsOf = (rows: readonly RuntimeId[]): Runtime['configs'] => [
  ...new Map(rows.flatMap((id) => runtimeOf(id).configs.map((config) => [config.path, config] as const))).values(),
]

function foreignAt(disk: Disk, roots: Roots, rows: readonly RuntimeId[], root: string, record: TheirRecord): Foreign {
  const files = new Map<string, ForeignFile>()
  const shared = disk.real(roots[SHARED])
  const claim = (path: string, below: string, hash: string | null): boolean => {
    const bytes = disk.read(path)
    if (bytes === null) return false
    const digest = digestOf(bytes)
    files.set(path, { digest, clean: hash === null ? false : digest === hash, below })
    return true
  }
  for (const [below, hash] of record.files) {
    if (claim(join(root, below), below, hash)) continue
    // Entries may lie in the shared root while the record stays with the client; there only the digest proves them.
    if (!below.startsWith(`${runtimeOf(SHARED).places.command?.folder}/`)) continue
    const elsewhere = join(shared, below)
    const bytes = disk.read(elsewhere)
    if (bytes !== null && digestOf(bytes) === hash) claim(elsewhere, below, hash)
  }
  for (const below of [...signedHooks(disk, root, record.version), ...roleFiles(disk, root, rows, record)])
    if (!files.has(join(root, below))) claim(join(root, below), below, null)
  for (const name of RECORDS) {
    const bytes = disk.read(join(root, name))
    if (bytes !== null) claim(join(root, name), name, digestOf(bytes))
  }
  const payload = [...record.files.keys()].map((path) => PAYLOADS[path.split('/')[0] as string]).find(Boolean)
  return {
    rows,
    path: root,
    spelled: roots[rows[0] as RuntimeId],
    pack: payload ?? 'a pack of this family',
    version: record.version,
    files,
  }
}

/** Hook scripts that carry their version in the second line but stand in no record. */
const signedHooks = (disk: Disk, root: string, version: string): readonly string[] =>
  disk.list(join(root, 'hooks')).flatMap((name) => {
    const text = name.startsWith('gsd-') ? readText(disk, join(root, 'hooks', name)) : null
    return text?.split('\n', 3).some((line) => line.endsWith(`gsd-hook-version: ${version}`)) ? [`hooks/${name}`] : []
  })

/** Role files made from a recorded agent and named by the client's own settings. */
const roleFiles = (disk: Disk, root: string, rows: readonly RuntimeId[], record: TheirRecord): readonly string[] => {
  const configs = configsOf(rows).map(({ path }) => readText(disk, join(root, path)) ?? '')
  return [...record.files.keys()].flatMap((path) => {
    const role = path.match(/^(agents\/gsd-[a-z0-9-]+)\.md$/)?.[1]
    const file = role === undefined ? null : `${role}.toml`
    return file !== null && configs.some((text) => text.includes(join(root, file))) ? [file] : []
  })
}

/** Working folders of theirs that are empty between two runs. */
const STAGING = ['.gsd-staging/user-artifacts', '.gsd-staging'] as const

const isTheirFolder = (below: string): boolean => below.includes('/') || /^(\.?gsd-|get-shit-done$)/.test(below)

export interface TakeOver {
  readonly operations: readonly Operation[]
  readonly notices: readonly Notice[]
  /** Physical folders that go if nothing else is in them; ours may be made anew in their place. */
  readonly folders: ReadonlySet<string>
}

/** Puts edited files aside, removes the rest, and cuts their registrations out of the client's settings. `kept`: paths our own plan writes anyway. */
export function planTakeOver(disk: Disk, foreign: readonly Foreign[], kept: ReadonlySet<string>): TakeOver {
  const parts = foreign.map((one) => takeOverOne(disk, one, kept))
  return {
    operations: parts.flatMap(({ operations }) => operations),
    notices: parts.flatMap(({ notices }) => notices),
    folders: new Set(parts.flatMap(({ folders }) => [...folders])),
  }
}

function takeOverOne(disk: Disk, foreign: Foreign, kept: ReadonlySet<string>): TakeOver {
  const box = new PatchBox(disk, foreign.path, foreign.pack)
  const edited: string[] = []
  for (const [path, { clean, below }] of foreign.files) {
    if (clean) continue
    edited.push(below)
    box.keep(foreign.version, { path: below, mine: disk.read(path) ?? bytesOf(''), base: null })
  }
  const removals = [...foreign.files]
    .filter(([path]) => !kept.has(path))
    .map(([path, { digest }]): Operation => ({ kind: 'remove', stage: 'remove', path, before: digest }))
  const folders = new Set([
    ...[...foreign.files].flatMap(([path, { below }]) => theirFolders(path, below)),
    ...STAGING.map((name) => join(foreign.path, name)),
  ])
  const cut = cutRegistrations(disk, foreign)
  const note: Notice = {
    level: 'note',
    path: foreign.path,
    message: `replaces ${foreign.pack} ${foreign.version}: ${foreign.files.size} files${edited.length === 0 ? '' : `, ${edited.length} of them edited or unrecorded and kept aside`}; it is not restored by uninstall`,
    fix: edited.length === 0 ? '' : `look into ${join(foreign.path, 'gsd-local-patches', foreign.version)}`,
  }
  return {
    operations: [
      ...box.operations(),
      ...removals,
      ...cut.operations,
      ...[...folders].map((path): Operation => ({ kind: 'remove-directory', stage: 'tidy', path })),
    ],
    notices: [note, ...cut.notices],
    folders,
  }
}

function theirFolders(path: string, below: string): readonly string[] {
  const out: string[] = []
  let folder = dirname(path)
  for (let at = dirname(below); at !== '.' && isTheirFolder(at); at = dirname(at)) {
    out.push(folder)
    folder = dirname(folder)
  }
  return out
}

/** A command names a script by its physical path, as people spell the root, or from a variable that ends where the root's own name begins. */
function runsOneOf(foreign: Foreign): (text: string) => boolean {
  const spelled = [...foreign.files].flatMap(([path, { below }]) => [
    path,
    join(foreign.spelled, below),
    ...(below.startsWith('hooks/gsd-') ? [`/${basename(foreign.spelled)}/${below}`] : []),
  ])
  const slashed = (text: string) => text.replaceAll('\\', '/')
  const gone = spelled.map(slashed)
  return (text) => gone.some((path) => slashed(text).includes(path))
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
    const cut = text === null ? { problem: 'it is not UTF-8' } : CUTS[format](text, runsGone)
    if ('problem' in cut) {
      notices.push({
        level: 'decide',
        path,
        message: `left alone because it does not parse (${cut.problem}); entries that run ${foreign.pack}'s scripts may be in it`,
        fix: `take out every entry that names ${join(foreign.path, 'hooks')}/gsd-*`,
      })
      continue
    }
    if (cut.count === 0) continue
    const before = digestOf(bytes)
    operations.push(
      cut.empty
        ? { kind: 'remove', stage: 'config', path, before }
        : { kind: 'put', stage: 'config', path, before, bytes: bytesOf(cut.text), why: 'cut' },
    )
    notices.push({
      level: 'note',
      path,
      message: `${cut.count} registrations of ${foreign.pack} are taken out; nothing else in it changes`,
      fix: '',
    })
  }
  return { operations, notices }
}
