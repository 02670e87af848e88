// Markdown files with front matter: the shared reader, and the shared checks of drafts.
import type { Issue } from '../../errors.js'
import { type FrontValue, isFrontList, readFrontMatter } from '../../markdown/frontmatter.js'
import { fencesOf, type Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { issueAt, type Kind, notText, parsed } from '../codec.js'
import { isPlaceholder, placeholderIssues } from '../parts/placeholders.js'

/** An issue of the whole file. `message` replaces the default, which says that something is missing. */
export const draftIssue = (source: Source, code: string, expected: string, fix: string, message?: string): Issue =>
  issueAt(source, null, {
    code,
    expected,
    received: 'none',
    message: message ?? `${source.path} lacks ${expected}`,
    fix,
  })

/** A rule for drafts; the predicate is true if the rule is broken. `message` as in `draftIssue`. */
export type DraftRule<V> = readonly [
  code: string,
  expected: string,
  fix: string,
  isBroken: (value: V, source: Source) => boolean,
  message?: string,
]

export const brokenRules = <V>(rules: readonly DraftRule<V>[], source: Source, value: V): readonly Issue[] =>
  rules
    .filter(([, , , isBroken]) => isBroken(value, source))
    .map(([code, expected, fix, , message]) => draftIssue(source, code, expected, fix, message))

/** In a draft every issue of the front matter is an error, because the model can fix it with one line. */
function frontDraftIssues(source: Source): readonly Issue[] {
  const front = readFrontMatter(source)
  const issues = front.issues.map((issue): Issue => ({ ...issue, severity: 'error' }))
  const left = front.keys
    .filter(({ path }) => path.length === 1)
    .filter(({ path }) => containsPlaceholder(front.data[path[0] ?? '']))
    .map((key) =>
      issueAt(source, key.start, {
        code: 'PLACEHOLDER',
        expected: 'a real value',
        received: (source.text ?? '').slice(key.valueStart, Math.min(key.valueEnd, key.valueStart + 80)),
        message: `a placeholder was left in ${key.path.join('.')}`,
        fix: 'Replace it with a real value, or remove the key.',
      }),
    )
  return [...issues, ...left]
}

function containsPlaceholder(value: FrontValue = ''): boolean {
  if (typeof value === 'string') return isPlaceholder(value)
  const parts = isFrontList(value) ? value : Object.values(value)
  return parts.some((part) => containsPlaceholder(part))
}

/** Offset of a fence around the draft, even after a short greeting; null if none. Fenced content would be lost. */
export function openingFence(source: Source): number | null {
  const text = source.text ?? ''
  const start = /\S/.exec(text.replace('\uFEFF', ' '))?.index ?? 0
  const isAround = ({ start: from, end }: Range): boolean =>
    from === start || (end - from > text.length / 2 && text.slice(start, from).split('\n').length <= MAX_GREETING_LINES)
  return fencesOf(source).find(isAround)?.start ?? null
}

const MAX_GREETING_LINES = 4

export const fencedIssue = (source: Source, at: number): Issue =>
  issueAt(source, at, {
    code: 'DRAFT_FENCED',
    expected: 'the draft itself',
    received: 'a draft inside a code fence',
    fix: 'Remove the line of backticks or tildes before it and the one after it, and change nothing else.',
  })

export interface Frame<V> extends Pick<Kind<V>, 'id' | 'about'> {
  read(source: Source): V
  parseIssues?(source: Source, value: V): readonly Issue[]
  /** The issues of a draft: what it lacks, and those of `issues` (found by `parseIssues`) that count in a draft. */
  draftIssues(source: Source, value: V, issues: readonly Issue[]): readonly Issue[]
  /** Offset at which the prose ends, in which brackets are placeholders. Default: the end of the file. */
  proseEnd?(source: Source): number
}

export function markdownKind<V>(file: Frame<V>): Kind<V> {
  const { id, about } = file
  const issues = (source: Source, value: V) => file.parseIssues?.(source, value) ?? []
  return {
    ...{ id, about },
    parse(source) {
      const value = file.read(source)
      return parsed(source, value, () => [...readFrontMatter(source).issues, ...issues(source, value)])
    },
    checkDraft(source) {
      if (source.text === null) return [notText(source)]
      const fence = openingFence(source)
      if (fence !== null) return [fencedIssue(source, fence)]
      const value = file.read(source)
      const prose = { start: readFrontMatter(source).bodyStart, end: file.proseEnd?.(source) ?? source.text.length }
      const draftOnly = file.draftIssues(source, value, issues(source, value))
      return [...frontDraftIssues(source), ...draftOnly, ...placeholderIssues(source, prose)]
    },
  }
}
