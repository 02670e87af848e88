// A kind of planning file in a test: texts of its corpus, what they are read as, and what a change does to one.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Codec, Parsed } from '../../lib/artifacts/codec.js'
import { Doc } from '../../lib/artifacts/doc.js'
import type { Source } from '../../lib/ports.js'
import { lineChanges } from './lines.js'
import { sourceFrom } from './sources.js'

export function readingOf<T>(codec: Codec<T>) {
  const corpus = (name: string) =>
    readFileSync(fileURLToPath(new URL(`../corpus/${codec.id}/${name}/input.md`, import.meta.url)), 'utf8')
  const parse = (text: string): T => codec.parse(sourceFrom(text)).value
  /** The text must read back as the value that was asked for, and neither changing nor writing it again may touch it. */
  const changed = (text: string, change: (value: T) => T) => {
    const wanted = change(parse(text))
    const written = codec.render(wanted, sourceFrom(text))
    if (!('text' in written)) throw new Error(written.refused.message)
    expect(parse(written.text)).toEqual(wanted)
    expect(change(parse(written.text))).toEqual(wanted)
    expect(codec.render(wanted, sourceFrom(written.text))).toEqual(written)
    return { text: written.text, ...lineChanges(text, written.text) }
  }
  return { corpus, parse, changed }
}

interface Read<T> {
  readonly id: string
  parse(source: Source): Parsed<T>
}

/** The same for a kind that is changed by named edits. */
export function editingOf<T>({ id, parse: read }: Read<T>) {
  const corpus = (name: string) =>
    readFileSync(fileURLToPath(new URL(`../corpus/${id}/${name}/input.md`, import.meta.url)), 'utf8')
  const parse = (text: string): T => read(sourceFrom(text)).value
  /** The text with the edit in it, or why it was refused; what the edit answers looks at the text as it reads afterwards. */
  const tried = (text: string, change: (doc: Doc, value: T) => unknown) => {
    const source = sourceFrom(text)
    const doc = new Doc(source)
    const differs = change(doc, read(source).value) as ((after: T) => unknown) | undefined
    const written = doc.finish()
    const after = 'text' in written ? written.text : text
    const refused = 'text' in written ? (differs?.(parse(after)) ?? null) : written.refused.message
    return { refused, text: after, ...lineChanges(text, after) }
  }
  const edited = (text: string, change: (doc: Doc, value: T) => unknown) => {
    const { refused, ...result } = tried(text, change)
    expect(refused).toBeNull()
    return result
  }
  return { corpus, parse, edited, tried }
}
