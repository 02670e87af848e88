// The record of a scope: every file we own, with the digest of its text. It is all an uninstall needs.
import { posix } from 'node:path'
import { GsdError } from '../errors.js'
import { isRuntimeId, type RuntimeId, runtimeOf } from '../runtimes/all.js'
import { EDIT_FORMATS, type Edit, OFFERS } from '../runtimes/offers.js'
import { parsedJson } from '../std/json.js'
import { UPDATE } from '../std/set-up.js'
import * as s from '../std/shape.js'
import { type ExtraId, isExtraId } from './extras.js'
import { FILE_KINDS } from './operation.js'
import { PACK } from './target.js'

const SCHEMA = 1

const ownedFile = s.record({
  /** Digest of our text; the file may be the user's version of it. */
  sha256: s.text(),
  owners: s.listOf(s.text()),
  kind: s.oneOf(FILE_KINDS),
  /** Digest of the base of the user's version, while a conflict is open. */
  base: s.maybe(s.text()),
})
const fileEdit = s.record({
  /** The row, and the path from its root, which may begin with `../`. */
  file: s.text(),
  format: s.oneOf(EDIT_FORMATS),
  owners: s.listOf(s.text()),
  /** We created the file. */
  created: s.bool(),
  /** Digest of the original file, whose bytes are in the store. Absent if there was no file or it is unknown. */
  before: s.maybe(s.text()),
  /** Digest of the file as we left it. */
  after: s.text(),
  /** Our entries in it. */
  edits: s.listOf(
    s.record({
      key: s.text(),
      what: s.oneOf(['set', 'add', 'block']),
      path: s.maybe(s.listOf(s.text())),
      value: s.maybe(s.any()),
      text: s.maybe(s.text()),
    }),
  ),
})
const shape = s.record({
  schema: s.int(),
  pack: s.text(),
  version: s.text(),
  scope: s.oneOf(['global', 'local']),
  runtimes: s.listOf(s.text()),
  profile: s.listOf(s.text()),
  roots: s.mapOf(s.text()),
  files: s.mapOf(ownedFile),
  suppressed: s.listOf(s.text()),
  created_dirs: s.listOf(s.text()),
  /** Files derived from ours on this machine; they may be missing or differ. */
  regenerable: s.listOf(s.text()),
  /** Edits of settings that the user accepted. */
  offers: s.listOf(s.oneOf(OFFERS)),
  edits: s.listOf(fileEdit),
  /** Registered third-party servers; a newer version may know more. */
  extras: s.listOf(s.text()),
})

export type OwnedFile = s.Infer<typeof ownedFile>
type Recorded = s.Infer<typeof shape>
/** A file of the user's with our entries, and how to restore it. */
export type FileEdit = Omit<s.Infer<typeof fileEdit>, 'edits'> & {
  readonly edits: readonly Edit[]
}
export type Manifest = Omit<Recorded, 'runtimes' | 'edits' | 'extras'> & {
  readonly extras: readonly ExtraId[]
  readonly edits: readonly FileEdit[]
  readonly runtimes: readonly RuntimeId[]
}

/** `<row>:<path below its root>`, with `/`. */
export type FileKey = `${string}:${string}`
export const keyOf = (root: string, path: string): FileKey => `${root}:${path}`
export const splitKey = (key: string): { readonly root: string; readonly path: string } => {
  const at = key.indexOf(':')
  return { root: key.slice(0, at), path: key.slice(at + 1) }
}

const isInside = (path: string): boolean =>
  path !== '' &&
  !posix.isAbsolute(path) &&
  posix.normalize(path) === path &&
  !path.startsWith('..') &&
  !/[\\\0]|^[A-Za-z]:/.test(path)

const sorted = <T>(map: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Deterministic: keys in a fixed order, no time. */
export const manifestText = (manifest: Omit<Manifest, 'schema' | 'pack'>): string => {
  const value: Recorded = {
    schema: SCHEMA,
    pack: PACK,
    version: manifest.version,
    scope: manifest.scope,
    runtimes: [...manifest.runtimes].sort(),
    profile: manifest.profile,
    roots: sorted(manifest.roots),
    files: sorted(manifest.files),
    suppressed: [...manifest.suppressed].sort(),
    created_dirs: [...manifest.created_dirs].sort(),
    regenerable: [...manifest.regenerable].sort(),
    offers: [...manifest.offers].sort(),
    edits: [...manifest.edits].sort((a, b) => (a.file < b.file ? -1 : 1)),
    extras: [...manifest.extras].sort(),
  }
  return `${JSON.stringify(value)}\n`
}

/** Whether the path is inside the root, the root itself, a parent of it, or a folder with an edited file. */
function isFolderPlace(key: string, edits: readonly { readonly file: string }[]): boolean {
  const { path } = splitKey(key)
  return (
    path === '' ||
    /^\.\.(\/\.\.)*$/.test(path) ||
    isInside(path) ||
    edits.some(({ file }) => file.startsWith(`${key}/`))
  )
}

/** An edited file is below or beside its row's root, and never above the project. */
function isEditedPlace(key: string, scope: string): boolean {
  const { root, path } = splitKey(key)
  if (!isRuntimeId(root)) return false
  const up = /^(?:\.\.\/)*/.exec(path)?.[0] ?? ''
  const most = scope === 'local' ? runtimeOf(root).home.local.split('/').length : 1
  return up.length / 3 <= most && isInside(path.slice(up.length))
}

const unreadable = (path: string, reason: string, newer: string | null = null) =>
  new GsdError({
    code: newer === null ? 'INSTALL_REFUSED' : 'SCHEMA_NEWER',
    message: `${path} cannot be used: ${reason}`,
    fix:
      newer === null
        ? 'restore it from a backup, or delete it and install again: files that are unchanged are recorded anew'
        : `update the pack to ${newer}, ${UPDATE}`,
  })

/** Throws `SCHEMA_NEWER` or `INSTALL_REFUSED`: nothing can be removed or replaced without a valid record. */
export function readManifest(content: string, path: string): Manifest {
  const parsed = parsedJson(content)
  if (parsed === undefined) throw unreadable(path, 'it is not JSON')
  // Earlier versions left out empty lists.
  const value = { offers: [], edits: [], extras: [], ...(parsed as { schema?: unknown; version?: unknown }) }
  const { schema, version } = value
  if (typeof schema === 'number' && schema > SCHEMA)
    throw unreadable(
      path,
      `it has schema ${schema}, but this version supports ${SCHEMA}`,
      typeof version === 'string' && /^\d[\w.-]*$/.test(version) ? version : 'latest',
    )
  const [wrong] = s.mismatches(shape, value)
  if (wrong !== undefined) throw unreadable(path, `at ${wrong.at} expected ${wrong.expected}, got ${wrong.received}`)
  const found = value as unknown as Recorded
  const { runtimes } = found
  const keys = [...Object.keys(found.files), ...found.suppressed, ...found.regenerable]
  const places = [...keys, ...found.created_dirs, ...Object.keys(found.roots).map((root) => `${root}:`)]
  const unknown = places.find((key) => !isRuntimeId(splitKey(key).root))
  if (unknown !== undefined) throw unreadable(path, `"${unknown}" is in a root unknown to this version`)
  const odd =
    keys.find((key) => !isInside(splitKey(key).path)) ??
    found.edits.find(({ file }) => !isEditedPlace(file, found.scope))?.file ??
    found.created_dirs.find((key) => !isFolderPlace(key, found.edits))
  if (odd !== undefined) throw unreadable(path, `"${odd}" is outside its root`)
  if (!runtimes.every(isRuntimeId)) throw unreadable(path, 'it names a client unknown to this version')
  return {
    ...found,
    runtimes,
    edits: found.edits as readonly FileEdit[],
    extras: found.extras.filter(isExtraId),
  }
}
