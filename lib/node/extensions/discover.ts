// Finds extensions and reads their files, without importing them or following links.
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { MANIFEST, readManifest } from '../../core/extensions/manifest.js'
import type { FoundExtension } from '../../core/extensions/port.js'
import { plainFile } from '../disk.js'

const MAX_FILES = 200
const MAX_BYTES = 4 << 20

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true

export function discover(folder: string, source: FoundExtension['source']): readonly FoundExtension[] {
  // `extensions` and a project's `.gsd` must be real folders: a link in a clone may lead anywhere.
  if (!isFolder(folder) || (source === 'project' && !isFolder(join(folder, '..')))) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => name)
    .sort()
    .map((name) => extensionAt({ folder: join(folder, name), name, source }))
}

function extensionAt(place: Pick<FoundExtension, 'folder' | 'name' | 'source'>): FoundExtension {
  const { name, folder } = place
  const found = { ...place, manifest: null, digest: '', files: [], problem: null }
  try {
    const files = filesIn(folder)
    const text = files.get(MANIFEST)
    if (text === undefined) throw new Error(`it has no ${MANIFEST}`)
    const manifest = readManifest(text.toString('utf8'), name)
    if (!files.has(manifest.entry)) throw new Error(`it has no ${manifest.entry}`)
    return { ...found, manifest, digest: digestOf(files), files: [...files.keys()] }
  } catch (error) {
    const message = `the extension ${name} cannot be used: ${(error as Error).message}`
    return { ...found, problem: { code: 'EXT_MANIFEST', message, fix: `fix ${folder}, or remove it` } }
  }
}

/** All files below a folder, sorted by relative path. Throws for too many or too large files, and for a link. */
function filesIn(folder: string): ReadonlyMap<string, Buffer> {
  if (!isFolder(folder)) throw new Error('it is a link')
  const found: [string, Buffer][] = []
  let bytesLeft = MAX_BYTES
  const walk = (below: string): void => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) {
        walk(path)
        continue
      }
      if (found.length >= MAX_FILES) throw new Error(`it has more than ${MAX_FILES} files`)
      const file = plainFile(join(folder, path), { maxBytes: bytesLeft })
      if (file === 'size') throw new Error('it is larger than 4 MB')
      if (typeof file === 'string') throw new Error(`${path} is a link or not a readable file`)
      bytesLeft -= file.bytes.length
      found.push([path, file.bytes])
    }
  }
  walk('')
  return new Map(found.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
}

/** A digest of paths and contents, each with its length, so that no byte can move from one to the other. */
function digestOf(files: ReadonlyMap<string, Buffer>): string {
  const hash = createHash('sha256')
  for (const [path, bytes] of files) hash.update(`${Buffer.byteLength(path)}:${path}:${bytes.length}:`).update(bytes)
  return hash.digest('hex')
}
