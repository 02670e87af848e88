// Finds extensions and reads each whole, once: what is digested is what is run. Nothing of them is imported, and no link is followed.
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { MANIFEST, readManifest } from '../../core/extensions/manifest.js'
import type { ExtensionSource, FoundExtension } from '../../core/extensions/port.js'
import { plainFile } from '../plain-file.js'

const MOST_FILES = 200
const MOST_BYTES = 4 << 20
const MOST_DEPTH = 8
const MOST_EXTENSIONS = 50
const MOST_MANIFEST = 64 << 10

interface Bundled {
  readonly path: string
  readonly bytes: Buffer
}

/** An extension with its bytes. */
export interface Bundle extends FoundExtension {
  readonly bundled: readonly Bundled[]
}

class Unreadable extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export function discover(folder: string, source: ExtensionSource): readonly Bundle[] {
  // A link in the place of the folder would lead to what nobody looked at.
  if (source === 'project' && [folder, join(folder, '..')].some((path) => !isFolder(path))) return []
  return namesIn(folder)
    .slice(0, MOST_EXTENSIONS)
    .map((name) => bundleOf({ name, source, folder: join(folder, name) }, filesIn))
}

const SHIPPED = 'extensions.json.br'

/** Those that come with the package: texts by their paths, in one file beside the programs. */
export function shipped(bin: string): readonly Bundle[] {
  const archive = join(bin, SHIPPED)
  const texts = JSON.parse(brotliDecompressSync(readFileSync(archive)).toString('utf8')) as Readonly<
    Record<string, string>
  >
  const files = Object.entries(texts).map(([path, text]) => {
    const [name = '', ...below] = path.split('/')
    return { name, path: below.join('/'), bytes: Buffer.from(text) }
  })
  return [...new Set(files.map(({ name }) => name))].map((name) =>
    bundleOf({ name, source: 'package', folder: archive }, () => files.filter((file) => file.name === name)),
  )
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
      .map(({ name }) => name)
      .sort()
  } catch {
    return []
  }
}

function bundleOf(
  { name, source, folder }: Pick<Bundle, 'name' | 'source' | 'folder'>,
  filesOf: (folder: string) => readonly Bundled[],
): Bundle {
  const none = { name, source, folder, manifest: null, digest: null, files: [], bundled: [] }
  try {
    const bundled = filesOf(folder)
    const text = bundled.find(({ path }) => path === MANIFEST)
    if (text === undefined) throw new Unreadable('EXT_MANIFEST', `it holds no ${MANIFEST}`)
    if (text.bytes.length > MOST_MANIFEST) throw new Unreadable('EXT_MANIFEST', `its ${MANIFEST} is too large`)
    const read = readManifest(text.bytes.toString('utf8'), name)
    if ('problem' in read) throw new Unreadable('EXT_MANIFEST', `${MANIFEST}: ${read.problem}`)
    if (!bundled.some(({ path }) => path === read.manifest.entry))
      throw new Unreadable('EXT_MANIFEST', `it holds no ${read.manifest.entry}`)
    return {
      ...none,
      manifest: read.manifest,
      digest: digestOf(bundled),
      files: bundled.map(({ path }) => path),
      bundled,
      problem: null,
    }
  } catch (error) {
    const { code, message } = error as Unreadable
    return {
      ...none,
      problem: {
        code: error instanceof Unreadable ? code : 'EXT_UNREADABLE',
        message: `the extension ${name} cannot be used: ${message}`,
        fix: `fix ${folder}, or remove it`,
      },
    }
  }
}

function filesIn(folder: string): readonly Bundled[] {
  if (!isFolder(folder)) throw new Unreadable('EXT_SYMLINK', 'it is a link')
  const found: Bundled[] = []
  let room = MOST_BYTES
  const walk = (below: string, depth: number): void => {
    if (depth > MOST_DEPTH) throw new Unreadable('EXT_TOO_DEEP', `its folders lie deeper than ${MOST_DEPTH}`)
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) {
        walk(path, depth + 1)
        continue
      }
      if (found.length >= MOST_FILES) throw new Unreadable('EXT_TOO_MANY_FILES', `it has more than ${MOST_FILES} files`)
      const file = plainFile(join(folder, path), { most: room })
      if (file === 'size') throw new Unreadable('EXT_TOO_BIG', 'it is larger than 4 MB')
      if (typeof file === 'string')
        throw new Unreadable('EXT_SPECIAL_FILE', `${path} is a link or no file that can be read`)
      room -= file.bytes.length
      found.push({ path, bytes: file.bytes })
    }
  }
  walk('', 1)
  return found.sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)))
}

/** Lengths stand before what they measure, so that no byte can change the place it counts for. */
function digestOf(files: readonly Bundled[]): string {
  const hash = createHash('sha256')
  for (const { path, bytes } of files) {
    hash.update(`${Buffer.byteLength(path)}:${path}:${bytes.length}:`)
    hash.update(bytes)
  }
  return hash.digest('hex')
}
