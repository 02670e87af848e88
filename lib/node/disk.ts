// Plain read access to a project's files; spans come from the scanner it is given.

import { isUtf8 } from 'node:buffer'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Spans } from '../markdown/spans.js'
import type { Entry, Scanner, Source, Tree } from '../ports.js'
import { sha256Bytes } from './digest.js'

const NO_SPANS: Spans = new Uint32Array(0)

const isMissing = (thrown: unknown) => ['ENOENT', 'ENOTDIR'].includes((thrown as NodeJS.ErrnoException).code ?? '')

class FileSource implements Source {
  readonly path: string
  readonly text: string | null
  readonly #bytes: Uint8Array
  readonly #scanner: Scanner | null
  #spans: Spans | undefined
  #sha256: string | undefined

  constructor(path: string, bytes: Uint8Array, scanner: Scanner | null) {
    this.path = path
    this.#bytes = bytes
    this.#scanner = scanner
    this.text = isUtf8(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8') : null
  }

  get spans(): Spans {
    this.#spans ??= this.#scanned()
    return this.#spans
  }

  get sha256(): string {
    this.#sha256 ??= sha256Bytes(this.#bytes)
    return this.#sha256
  }

  #scanned(): Spans {
    if (this.text === null || !this.path.endsWith('.md')) return NO_SPANS
    if (this.#scanner === null) throw new Error(`${this.path} is read as Markdown, but the verb declares no Markdown`)
    return this.#scanner.scan(this.text)
  }
}

/** A source for text that is not on disk. */
export const sourceOf = (path: string, text: string, scanner: Scanner | null): Source =>
  new FileSource(path, Buffer.from(text, 'utf8'), scanner)

/** `scanner` null: for callers that read no Markdown. */
export function openDisk(root: string, scanner: Scanner | null): Tree {
  return {
    list(directory) {
      try {
        return readdirSync(join(root, directory), { withFileTypes: true })
          .map(
            (found): Entry => ({
              name: found.name,
              kind: found.isFile() ? 'file' : found.isDirectory() ? 'directory' : 'other',
            }),
          )
          .sort((a, b) => (a.name < b.name ? -1 : 1))
      } catch (thrown) {
        if (isMissing(thrown)) return []
        throw thrown
      }
    },
    read: (paths) =>
      paths.map((path) => {
        try {
          return new FileSource(path, readFileSync(join(root, path)), scanner)
        } catch (thrown) {
          if (isMissing(thrown) || (thrown as NodeJS.ErrnoException).code === 'EISDIR') return null
          throw thrown
        }
      }),
  }
}
