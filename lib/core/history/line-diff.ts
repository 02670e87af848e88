// The difference of two texts by lines, for people: what went with `-`, what came with `+`, the rest left out.

/** Above this many pairs of lines the changed middle is shown as one block. */
const MAX_PAIRS = 1_000_000

/** Lines as `-old`, `+new` and `@@ line` marks; '' when the texts are equal. */
export function lineDiff(before: string, after: string): string {
  const old = linesOf(before)
  const now = linesOf(after)
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  return middle(old.slice(start, old.length - end), now.slice(start, now.length - end), start).join('\n')
}

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.split('\n'))

function middle(old: readonly string[], now: readonly string[], offset: number): readonly string[] {
  if (old.length === 0 && now.length === 0) return []
  if (old.length * now.length > MAX_PAIRS) return [mark(offset), ...block(old, now)]
  const common = commonLengths(old, now)
  const out: string[] = []
  let gone: string[] = []
  let come: string[] = []
  const flush = (line: number) => {
    if (gone.length + come.length > 0) out.push(mark(line - come.length), ...block(gone, come))
    gone = []
    come = []
  }
  let i = 0
  let j = 0
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      flush(offset + j)
      i++
      j++
    } else if (j >= now.length || (i < old.length && at(common, i + 1, j) >= at(common, i, j + 1)))
      gone.push(old[i++] as string)
    else come.push(now[j++] as string)
  }
  flush(offset + j)
  return out
}

const mark = (before: number): string => `@@ ${before + 1}`
const block = (gone: readonly string[], come: readonly string[]): readonly string[] => [
  ...gone.map((line) => `-${line}`),
  ...come.map((line) => `+${line}`),
]

const at = (table: readonly Uint32Array[], i: number, j: number): number => table[i]?.[j] ?? 0

/** Length of the longest common run of lines, gaps allowed, from each pair on. */
function commonLengths(old: readonly string[], now: readonly string[]): readonly Uint32Array[] {
  const table = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1))
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      (table[i] as Uint32Array)[j] =
        old[i] === now[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1))
  return table
}
