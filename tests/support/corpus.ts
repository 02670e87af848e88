// The Markdown documents of the test corpus.
import { isUtf8 } from 'node:buffer'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CORPUS = fileURLToPath(new URL('../corpus/', import.meta.url))

export interface Document {
  /** Relative to tests/corpus, with `/`. */
  readonly path: string
  readonly text: string
}

/** Reads all documents, sorted by path; files that are not UTF-8 are left out. */
export function readCorpus(): Document[] {
  return readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .flatMap((path) => {
      const bytes = readFileSync(join(CORPUS, path))
      return isUtf8(bytes) ? [{ path, text: bytes.toString('utf8') }] : []
    })
}
