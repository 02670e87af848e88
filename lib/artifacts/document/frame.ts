// Markdown files with front matter: one reader and checker for all of them.
import type { Issue } from '../../errors.js'
import { readFrontMatter } from '../../markdown/frontmatter.js'
import type { Source } from '../../ports.js'
import type { Kind } from '../codec.js'
import { fencedIssue, frontDraftIssues, openingFence } from '../parts/draft-issues.js'
import { notText, parsed } from '../parts/issues.js'
import { placeholderIssues } from '../parts/placeholders.js'

export interface Frame<V> extends Pick<Kind<V>, 'id' | 'about'> {
  read(source: Source): V
  odd?(source: Source, value: V): readonly Issue[]
  /** Issues for missing parts of a draft; `odd` are the issues already found. */
  lacks(source: Source, value: V, odd: readonly Issue[]): readonly Issue[]
  /** End of the prose in which brackets are placeholders; the end of the file if absent. */
  proseEnd?(source: Source): number
}

export function framed<V>(file: Frame<V>): Kind<V> {
  const { id, about } = file
  const odd = (source: Source, value: V) => file.odd?.(source, value) ?? []
  return {
    ...{ id, about },
    parse(source) {
      const value = file.read(source)
      return parsed(source, value, () => [...readFrontMatter(source).issues, ...odd(source, value)])
    },
    checkDraft(source) {
      if (source.text === null) return [notText(source)]
      const fence = openingFence(source)
      if (fence !== null) return [fencedIssue(source, fence)]
      const value = file.read(source)
      const prose = { start: readFrontMatter(source).bodyStart, end: file.proseEnd?.(source) ?? source.text.length }
      const lacks = file.lacks(source, value, odd(source, value))
      return [...frontDraftIssues(source), ...lacks, ...placeholderIssues(source, prose)]
    },
  }
}
