// Line differences of texts, and a three-way merge.
import { diff3Merge, diffIndices } from 'node-diff3'

export const changesOf = (from: readonly string[], to: readonly string[]) => diffIndices([...from], [...to])

/** Returns `theirs` with the changes from `base` to `mine`; null on conflict, unless `both` keeps two additions. */
export function mergedLines(
  mine: readonly string[],
  base: readonly string[],
  theirs: readonly string[],
  { both = false } = {},
): readonly string[] | null {
  const out: string[] = []
  for (const { ok = [], conflict } of diff3Merge([...mine], [...base], [...theirs], { excludeFalseConflicts: true })) {
    if (conflict !== undefined && (!both || conflict.o.length > 0)) return null
    out.push(...ok, ...(conflict === undefined ? [] : [...conflict.a, ...conflict.b]))
  }
  return out
}

/** Returns `-old` and `+new` lines for display, each change below `@@ <line>`; '' if the texts are equal. */
export function lineDiff(before: string, after: string): string {
  const linesOf = (text: string) => (text === '' ? [] : text.split('\n'))
  return changesOf(linesOf(before), linesOf(after))
    .flatMap(({ buffer1Content: gone, buffer2: [at], buffer2Content: come }) => [
      `@@ ${at + 1}`,
      ...gone.map((line) => `-${line}`),
      ...come.map((line) => `+${line}`),
    ])
    .join('\n')
}
