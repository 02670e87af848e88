// What all Markdown files with front matter have in common: one way to read and judge them, whatever their bodies are.
import type { Issue } from '../../errors.js'
import { readFrontMatter } from '../../markdown/frontmatter.js'
import type { Source } from '../../ports.js'
import type { Kind, Parsed } from '../codec.js'
import { frontDraftIssues } from '../parts/draft-issues.js'
import { notText } from '../parts/issues.js'
import { fencedIssue, openingFence } from '../parts/line-issues.js'
import { placeholderIssues } from '../parts/placeholders.js'
import { parsed } from '../parts/read-kind.js'
import type { NamedField } from './document-fields.js'
import { frontSchema } from './front-schema.js'

export interface Frame<V> extends Pick<Kind<V>, 'id' | 'about' | 'shape'> {
  readonly fields: readonly NamedField[]
  read(source: Source): V
  /** What is wrong or odd behind the front matter. */
  odd(source: Source, value: V): readonly Issue[]
  /** What a draft must not be without; `odd` is what was found in its body. */
  lacks(source: Source, value: V, odd: readonly Issue[]): readonly Issue[]
  /** Where the prose ends in which a bracket is a placeholder; the end of the file when absent. */
  proseEnd?(source: Source): number
}

export function framed<V>(file: Frame<V>): Kind<V> {
  const { id, about, shape } = file

  function parse(source: Source): Parsed<V> {
    const value = file.read(source)
    return parsed(source, value, () => [...readFrontMatter(source).issues, ...file.odd(source, value)])
  }

  function checkDraft(source: Source): readonly Issue[] {
    if (source.text === null) return [notText(source)]
    const fence = openingFence(source)
    if (fence !== null) return [fencedIssue(source, fence)]
    const value = file.read(source)
    const prose = { start: readFrontMatter(source).bodyStart, end: file.proseEnd?.(source) ?? source.text.length }
    const lacks = file.lacks(source, value, file.odd(source, value))
    return [...frontDraftIssues(source), ...lacks, ...placeholderIssues(source, prose)]
  }

  const schema = file.fields.length === 0 ? {} : { frontSchema: () => frontSchema(file.fields) }
  return { id, about, shape, ...schema, parse, checkDraft }
}
