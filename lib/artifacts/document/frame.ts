// Markdown files with front matter: one reader and checker for all of them, and the checks of drafts by models.
import type { Issue } from '../../errors.js'
import { type FrontValue, isFrontList, readFrontMatter } from '../../markdown/frontmatter.js'
import { fencesOf, type Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { issueAt, type Kind, notText, parsed } from '../codec.js'
import { isPlaceholder, placeholderIssues } from '../parts/placeholders.js'

/** The issue for something missing in the whole file; `message` explains a contradiction. */
export const draftIssue = (source: Source, code: string, expected: string, fix: string, message?: string): Issue =>
  issueAt(source, null, {
    code,
    expected,
    received: 'none',
    message: message ?? `${source.path} lacks ${expected}`,
    fix,
  })

/** A requirement of a draft; `message` explains a contradiction. */
export type Need<V> = readonly [
  code: string,
  expected: string,
  fix: string,
  isMissing: (value: V, source: Source) => boolean,
  message?: string,
]

export const missingIn = <V>(needs: readonly Need<V>[], source: Source, value: V): readonly Issue[] =>
  needs
    .filter(([, , , isMissing]) => isMissing(value, source))
    .map(([code, expected, fix, , message]) => draftIssue(source, code, expected, fix, message))

/** In a draft every oddity of the front matter is an error: it costs the model one line to fix. */
function frontDraftIssues(source: Source): readonly Issue[] {
  const front = readFrontMatter(source)
  const odd = front.issues.map((issue): Issue => ({ ...issue, severity: 'error' }))
  const left = front.keys
    .filter(({ path }) => path.length === 1)
    .filter(({ path }) => holdsPlaceholder(front.data[path[0] ?? '']))
    .map((key) =>
      issueAt(source, key.start, {
        code: 'PLACEHOLDER',
        expected: 'a real value',
        received: (source.text ?? '').slice(key.valueStart, Math.min(key.valueEnd, key.valueStart + 80)),
        message: `a placeholder was left in ${key.path.join('.')}`,
        fix: 'Replace it with a real value, or remove the key.',
      }),
    )
  return [...odd, ...left]
}

function holdsPlaceholder(value: FrontValue = ''): boolean {
  if (typeof value === 'string') return isPlaceholder(value)
  const parts = isFrontList(value) ? value : Object.values(value)
  return parts.some((part) => holdsPlaceholder(part))
}

/** A fence that opens the draft, or encloses most of it after a greeting: its content would be lost. */
export function openingFence(source: Source): number | null {
  const text = source.text ?? ''
  const start = /\S/.exec(text.replace('\uFEFF', ' '))?.index ?? 0
  const isAround = ({ start: from, end }: Range): boolean =>
    from === start || (end - from > text.length / 2 && text.slice(start, from).split('\n').length <= MAX_GREETING)
  return fencesOf(source).find(isAround)?.start ?? null
}

const MAX_GREETING = 4

export const fencedIssue = (source: Source, at: number): Issue =>
  issueAt(source, at, {
    code: 'DRAFT_FENCED',
    expected: 'the draft itself',
    received: 'a draft inside a code fence',
    fix: 'Remove the line of backticks or tildes before it and the one after it, and change nothing else.',
  })

export interface Frame<V> extends Pick<Kind<V>, 'id' | 'about'> {
  read(source: Source): V
  odd?(source: Source, value: V): readonly Issue[]
  /** Issues for missing parts of a draft; `odd` are the issues already found. */
  lacks(source: Source, value: V, odd: readonly Issue[]): readonly Issue[]
  /** Where prose ends, in which brackets are placeholders. Default: the end of the file. */
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
