// The manifest of a scope: every file we own, with the digest of our text, and our entries in the user's files.
import { posix } from 'node:path'
import { gsdError } from '../errors.js'
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
  /** Digest of our text, even if the user has edited the file. */
  sha256: s.text(),
  owners: s.listOf(s.text()),
  kind: s.oneOf(FILE_KINDS),
  /** Digest of our text from which the user's version was edited; present while a merge conflict is open. */
  base: s.maybe(s.text()),
})
const fileEdit = s.record({
  /** `<row id>:<path>`; the path is relative to the row's root and may begin with `../`. */
  file: s.text(),
  format: s.oneOf(EDIT_FORMATS),
  owners: s.listOf(s.text()),
  created: s.bool(),
  /** Digest of the original file, whose bytes are stored. Absent if there was no file, or its content is not known. */
  before: s.maybe(s.text()),
  /** Digest of the file after our last write. */
  after: s.text(),
  /** Our entries in the file. */
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
  /** Keys of our files that the user deleted; they are restored only on request. */
  suppressed: s.listOf(s.text()),
  created_dirs: s.listOf(s.text()),
  /** Files that are generated from ours on this machine; they may be missing or differ. */
  regenerable: s.listOf(s.text()),
  /** Optional edits of settings that the user accepted. */
  offers: s.listOf(s.oneOf(OFFERS)),
  edits: s.listOf(fileEdit),
  /** Registered third-party servers, perhaps some that only a newer version knows. */
  extras: s.listOf(s.text()),
})

export type OwnedFile = s.Infer<typeof ownedFile>
type Recorded = s.Infer<typeof shape>
/** A file of the user's that has our entries, and how to restore it. */
export type FileEdit = Omit<s.Infer<typeof fileEdit>, 'edits'> & {
  readonly edits: readonly Edit[]
}
export type Manifest = Omit<Recorded, 'runtimes' | 'edits' | 'extras'> & {
  readonly extras: readonly ExtraId[]
  readonly edits: readonly FileEdit[]
  readonly runtimes: readonly RuntimeId[]
}

/** `<row>:<path below the row's root>`, with `/`. */
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

const sortedByKey = <T>(map: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)))

/** The manifest as a file: keys in a fixed order and no time, so that the same installation gives the same bytes. */
export const manifestText = (manifest: Omit<Manifest, 'schema' | 'pack'>): string => {
  const value: Recorded = {
    schema: SCHEMA,
    pack: PACK,
    version: manifest.version,
    scope: manifest.scope,
    runtimes: [...manifest.runtimes].sort(),
    profile: manifest.profile,
    roots: sortedByKey(manifest.roots),
    files: sortedByKey(manifest.files),
    suppressed: [...manifest.suppressed].sort(),
    created_dirs: [...manifest.created_dirs].sort(),
    regenerable: [...manifest.regenerable].sort(),
    offers: [...manifest.offers].sort(),
    edits: [...manifest.edits].sort((a, b) => (a.file < b.file ? -1 : 1)),
    extras: [...manifest.extras].sort(),
  }
  return `${JSON.stringify(value)}\n`
}

/** Whether the path is the root, inside or above the root, or a folder with an edited file. */
function isFolderKey(key: string, edits: readonly { readonly file: string }[]): boolean {
  const { path } = splitKey(key)
  return (
    path === '' ||
    /^\.\.(\/\.\.)*$/.test(path) ||
    isInside(path) ||
    edits.some(({ file }) => file.startsWith(`${key}/`))
  )
}

/** Whether an edited file may be at this path: at most one folder above a global root, and never above the project. */
function isEditableKey(key: string, scope: string): boolean {
  const { root, path } = splitKey(key)
  if (!isRuntimeId(root)) return false
  const up = /^(?:\.\.\/)*/.exec(path)?.[0] ?? ''
  const maxUp = scope === 'local' ? runtimeOf(root).home.local.split('/').length : 1
  return up.length / 3 <= maxUp && isInside(path.slice(up.length))
}

const unusable = (path: string, reason: string, newer: string | null = null) =>
  gsdError(
    newer === null ? 'INSTALL_REFUSED' : 'SCHEMA_NEWER',
    `${path} cannot be used: ${reason}`,
    newer === null
      ? 'restore it from a backup, or delete it and install again: unchanged files are then recorded again'
      : `update the pack to ${newer}, ${UPDATE}`,
  )

/** Throws `SCHEMA_NEWER` or `INSTALL_REFUSED` if the text is not a valid manifest: nothing can be replaced without one. */
export function readManifest(content: string, path: string): Manifest {
  const parsed = parsedJson(content)
  if (parsed === undefined) throw unusable(path, 'it is not JSON')
  // Earlier versions left out empty lists.
  const value = { offers: [], edits: [], extras: [], ...(parsed as { schema?: unknown; version?: unknown }) }
  const { schema, version } = value
  if (typeof schema === 'number' && schema > SCHEMA)
    throw unusable(
      path,
      `it has schema ${schema}, but this version supports ${SCHEMA}`,
      typeof version === 'string' && /^\d[\w.-]*$/.test(version) ? version : 'the latest version',
    )
  const [mismatch] = s.mismatches(shape, value)
  if (mismatch !== undefined)
    throw unusable(path, `at ${mismatch.at} expected ${mismatch.expected}, received ${mismatch.received}`)
  const found = value as unknown as Recorded
  const { runtimes } = found
  const keys = [...Object.keys(found.files), ...found.suppressed, ...found.regenerable]
  const places = [...keys, ...found.created_dirs, ...Object.keys(found.roots).map((root) => `${root}:`)]
  const unknown = places.find((key) => !isRuntimeId(splitKey(key).root))
  if (unknown !== undefined) throw unusable(path, `"${unknown}" is in a root unknown to this version`)
  const stray =
    keys.find((key) => !isInside(splitKey(key).path)) ??
    found.edits.find(({ file }) => !isEditableKey(file, found.scope))?.file ??
    found.created_dirs.find((key) => !isFolderKey(key, found.edits))
  if (stray !== undefined) throw unusable(path, `"${stray}" is outside its root`)
  if (!runtimes.every(isRuntimeId)) throw unusable(path, 'it names a client unknown to this version')
  return {
    ...found,
    runtimes,
    edits: found.edits as readonly FileEdit[],
    extras: found.extras.filter(isExtraId),
  }
}
