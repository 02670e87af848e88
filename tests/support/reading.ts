// Reads and edits texts of one kind of planning file in tests.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Parsed } from '../../lib/artifacts/codec.js'
import { Doc } from '../../lib/artifacts/doc.js'
import { GsdError } from '../../lib/errors.js'
import type { Source } from '../../lib/ports.js'
import { lineChanges } from './lines.js'
import { sourceFrom } from './sources.js'

interface Codec<T> {
  readonly id: string
  parse(source: Source): Parsed<T>
}

export function editingOf<T>({ id, parse: read }: Codec<T>) {
  const corpus = (name: string) =>
    readFileSync(fileURLToPath(new URL(`../corpus/${id}/${name}/input.md`, import.meta.url)), 'utf8')
  const parse = (text: string): T => read(sourceFrom(text)).value
  /** Applies an edit; returns the text after it, and why it was refused or null. An edit may return a check of the value that is read back. */
  const tried = (text: string, change: (doc: Doc, value: T) => unknown) => {
    const source = sourceFrom(text)
    const doc = new Doc(source)
    try {
      const differs = change(doc, read(source).value) as ((after: T) => unknown) | undefined
      const after = doc.editedText()
      return { refused: differs?.(parse(after)) ?? null, text: after, ...lineChanges(text, after) }
    } catch (error) {
      if (!(error instanceof GsdError)) throw error
      return { refused: error.message, text, ...lineChanges(text, text) }
    }
  }
  const edited = (text: string, change: (doc: Doc, value: T) => unknown) => {
    const { refused, ...result } = tried(text, change)
    expect(refused).toBeNull()
    return result
  }
  return { corpus, parse, edited, tried }
}
