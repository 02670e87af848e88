// Reads a project's files and lists its folders, but nothing outside the root.
import { isAscii, isUtf8 } from 'node:buffer'
import { readdirSync, realpathSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { isInternalFile } from '../core/writing/places.js'
import { type ErrorBody, GsdError, gsdError } from '../errors.js'
import type { Reader } from '../markdown/native.js'
import type { Entry, Source, Spans, Tree } from '../ports.js'
import { parentOf } from '../std/paths.js'
import { sha256, sha256Bytes } from './digest.js'
import { errno, isAtOrBelow, isTooDeep, MAX_DEPTH, plainFile, statOf, targetOf } from './disk.js'
import { fixOf } from './system-error-fixes.js'

/** Size limit for files. No planning file is larger, and a larger one would exceed a verb's memory. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024
/** Size limit for Markdown and JSON files, which are parsed. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024

export const limitOf = (path: string): number =>
  path.endsWith('.md') || path.endsWith('.json') ? MAX_DOCUMENT_BYTES : MAX_FILE_BYTES

const NO_SPANS: Spans = new Uint32Array(0)
const NO_BYTES = new Uint8Array(0)
/** Codes of an absent folder. A name that is too long for the file system does not exist. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'])

class FileSource implements Source {
  readonly path: string
  readonly text: string | null
  readonly #reader: Reader | null
  /** The file's bytes; empty if the text has them all. */
  readonly #bytes: Uint8Array
  #spans: Spans | undefined
  #sha256: string | undefined

  constructor(path: string, text: string | null, reader: Reader | null, bytes: Uint8Array = NO_BYTES) {
    this.path = path
    this.text = text
    this.#reader = reader
    this.#bytes = bytes
  }

  get spans(): Spans {
    this.#spans ??= this.#scan()
    return this.#spans
  }

  get sha256(): string {
    this.#sha256 ??= this.text === null ? sha256Bytes(this.#bytes) : sha256(this.text)
    return this.#sha256
  }

  #scan(): Spans {
    if (this.text === null || !this.path.endsWith('.md')) return NO_SPANS
    if (this.#reader === null) throw new Error(`${this.path} is read as Markdown, but no scanner was given`)
    return this.#reader.scanner.scan(this.text)
  }
}

/** A source for a text that is not on the disk; scanned like a file of that name. */
export const sourceOf = (path: string, text: string, reader: Reader | null): Source =>
  new FileSource(path, text, reader)

class DiskTree implements Tree {
  readonly #root: string
  readonly #reader: Reader | null
  #realRoot: string | undefined
  /** Whether a folder is inside the root when its links are followed, by path relative to the root. */
  readonly #inside = new Map<string, boolean>()
  readonly #notice: (body: ErrorBody) => void

  constructor(root: string, reader: Reader | null, notice: (body: ErrorBody) => void) {
    this.#root = root
    this.#reader = reader
    this.#notice = notice
  }

  list(directory: string): readonly Entry[] {
    const folder = this.#absolute(directory)
    if (!this.#isInside(directory)) return []
    if (isTooDeep(directory)) throw tooDeep(directory)
    try {
      const entries = readdirSync(folder, { withFileTypes: true }).map((found): Entry => {
        const kind = found.isFile() ? 'file' : found.isDirectory() ? 'directory' : 'other'
        // A folder that is not a link is inside the root if its parent is.
        if (kind === 'directory') this.#inside.set(`${directory}/${found.name}`, true)
        return {
          name: found.name,
          kind: found.isSymbolicLink() ? this.#kindOfTarget(`${directory}/${found.name}`) : kind,
        }
      })
      return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
    } catch (error) {
      const code = errno(error)
      if (ABSENT.has(code)) return []
      const message = `the folder ${directory} cannot be listed: ${code}`
      throw new GsdError({ code: 'IO', message, fix: fixOf(code, folder) }, { cause: error })
    }
  }

  read(path: string): Source | null {
    const absolute = this.#absolute(path)
    return this.#isInside(parentOf(path)) ? this.#readFile(path, absolute) : null
  }

  #readFile(path: string, absolute: string): Source | null {
    const maxBytes = limitOf(path)
    let found = plainFile(absolute, { maxBytes })
    if (found === 'other') {
      const stat = statOf(absolute)
      if (stat?.isSymbolicLink() === true && this.#kindOfTarget(path) === 'file')
        found = plainFile(targetOf(absolute) ?? absolute, { maxBytes })
      else if (stat !== null && !stat.isSymbolicLink() && !stat.isDirectory())
        this.#notice(notRead(path, 'is neither a file nor a folder (a pipe, a socket or a device)'))
    }
    if (found === 'absent' || found === 'other') return null
    if (typeof found === 'string') throw readError(path, absolute, found)
    const { bytes } = found
    if (isAscii(bytes)) return new FileSource(path, bytes.toString('latin1'), this.#reader)
    if (isUtf8(bytes)) return new FileSource(path, bytes.toString('utf8'), this.#reader)
    return new FileSource(path, null, this.#reader, bytes)
  }

  #absolute(path: string): string {
    if (path.startsWith('/') || path.includes('\0') || (path.includes('..') && path.split('/').includes('..')))
      throw gsdError(
        'PATH_OUTSIDE',
        `"${path.replaceAll('\0', '\\0')}" is not a path inside ${this.#root}`,
        'use a path inside the project, relative to its root',
      )
    return this.#root + sep + path
  }

  #isInside(directory: string): boolean {
    const inside = this.#inside.get(directory) ?? this.#leadsInside(directory)
    this.#inside.set(directory, inside)
    return inside
  }

  /** Whether a path stays inside the root when links are followed. Reports planning files that do not. */
  #leadsInside(path: string): boolean {
    let real: string
    try {
      this.#realRoot ??= realpathSync.native(this.#root)
      real = realpathSync.native(join(this.#root, path))
    } catch {
      return false
    }
    const top = this.#realRoot
    // Only this program writes to these folders, so any link in them is refused.
    const isInside = isInternalFile(path) ? real === join(top, path) : isAtOrBelow(top, real)
    if (!isInside && isPlanning(path)) this.#notice(notRead(path, `is a link elsewhere, to ${real}`))
    return isInside
  }

  /** The kind of a link's target; `other` if it is outside the root, absent, special, or not Markdown in `.planning/`. */
  #kindOfTarget(path: string): Entry['kind'] {
    if (!this.#leadsInside(path)) return 'other'
    const at = join(this.#root, path)
    const found = statSync(at, { throwIfNoEntry: false })
    if (found === undefined) return 'other'
    if (found.isDirectory()) return 'directory'
    if (!found.isFile()) return 'other'
    // Only documents may be links, not settings, secrets or records.
    if (!isPlanning(path) || (extname(path) === '.md' && extname(targetOf(at) ?? '') === '.md')) return 'file'
    this.#notice(notRead(path, 'is a link to something that is not a document'))
    return 'other'
  }
}

const tooDeep = (directory: string): GsdError =>
  gsdError(
    'BAD_DATA',
    `folders are nested more than ${MAX_DEPTH} deep in ${directory.split('/').slice(0, 4).join('/')}, too deep for a planning folder`,
    'find their origin, and remove them',
  )

const isPlanning = (path: string): boolean => path === '.planning' || path.startsWith('.planning/')

const notRead = (path: string, why: string): ErrorBody => ({
  code: 'PATH_OUTSIDE',
  message: `${path} ${why}, so it is not read`,
  fix: `replace ${path} with a real file or folder`,
})

const readError = (path: string, absolute: string, problem: 'size' | 'unreadable'): GsdError =>
  problem === 'size'
    ? gsdError(
        'BAD_DATA',
        `${path} is larger than ${limitOf(path) / 1024 / 1024} MB, so it is not read`,
        `shorten ${path}, restore it from git, or move it out of the planning folder`,
      )
    : gsdError('IO', `${path} cannot be read`, fixOf('EACCES', absolute))

/**
 * Opens the files below `root`, by relative paths with `/`. Links are followed inside the root; others count as absent.
 * `reader`: null if no Markdown is read. `notice` is called for pipes, and for unread links below `.planning/`.
 */
export const openTree = (root: string, reader: Reader | null, notice: (body: ErrorBody) => void = () => {}): Tree =>
  new DiskTree(root, reader, notice)
