// The changes of a plan to shared files, as unified diffs.
import { changesOf } from '../std/line-changes.js'
import { type Disk, textOf } from './disk.js'
import { linesOf } from './merge.js'
import type { Operation } from './operation.js'

/** Lines of context around a change. */
const AROUND = 3

interface Span {
  readonly at: number
  readonly gone: readonly string[]
  readonly to: number
  readonly come: readonly string[]
}

/** Changes whose context overlaps share a hunk. */
function hunksOf(spans: readonly Span[]): readonly (readonly Span[])[] {
  const hunks: Span[][] = []
  for (const span of spans) {
    const last = hunks.at(-1)?.at(-1)
    if (last !== undefined && span.at - (last.at + last.gone.length) <= 2 * AROUND) hunks.at(-1)?.push(span)
    else hunks.push([span])
  }
  return hunks
}

const marked = (mark: string, lines: readonly string[]): readonly string[] =>
  lines.map((line) => (line.endsWith('\n') ? `${mark}${line}` : `${mark}${line}\n\\ No newline at end of file\n`))

/** If a side of the hunk is empty, its header names the line before. */
const range = (start: number, count: number): string => {
  const line = count === 0 ? start : start + 1
  return count === 1 ? `${line}` : `${line},${count}`
}

function hunkText(spans: readonly Span[], old: readonly string[]): string {
  const [first, last] = [spans[0] as Span, spans.at(-1) as Span]
  const from = Math.max(0, first.at - AROUND)
  const end = Math.min(old.length, last.at + last.gone.length + AROUND)
  const grown = spans.reduce((sum, { gone, come }) => sum + come.length - gone.length, 0)
  let done = from
  const body = spans.flatMap(({ at, gone, come }) => {
    const before = old.slice(done, at)
    done = at + gone.length
    return [...marked(' ', before), ...marked('-', gone), ...marked('+', come)]
  })
  const head = `@@ -${range(from, end - from)} +${range(first.to - (first.at - from), end - from + grown)} @@\n`
  return [head, ...body, ...marked(' ', old.slice(done, end))].join('')
}

/** The unified diff of two texts, empty if they are equal; null stands for no file. */
export function unified(path: string, before: string | null, after: string | null): string {
  const [old, next] = [linesOf(before ?? ''), linesOf(after ?? '')]
  const spans = changesOf(old, next).map(({ buffer1, buffer1Content, buffer2, buffer2Content }) => ({
    at: buffer1[0],
    gone: buffer1Content,
    to: buffer2[0],
    come: buffer2Content,
  }))
  if (spans.length === 0) return ''
  const side = (text: string | null) => (text === null ? '/dev/null' : path)
  return [`--- ${side(before)}\n+++ ${side(after)}\n`, ...hunksOf(spans).map((hunk) => hunkText(hunk, old))].join('')
}

/** Diffs by path, for each of the user's files that a plan edits, creates or removes. */
export function diffsOf(operations: readonly Operation[], disk: Disk): ReadonlyMap<string, string> {
  const edited = operations.filter(({ stage, kind }) => stage === 'config' && kind !== 'remove-directory')
  return new Map(
    edited.map((one) => {
      const there = disk.read(one.path)
      const after = one.kind === 'put' ? textOf(one.bytes) : null
      return [one.path, unified(one.path, there === null ? null : textOf(there), after)] as const
    }),
  )
}
