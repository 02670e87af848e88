// A kind of planning file in a test: texts of its corpus, what they are read as, and what a change does to one.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Codec } from '../../lib/artifacts/codec.js'
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
