// The lines that a change removed and added, as in a diff.

/** Compares two texts by their longest common subsequence of lines; a line that gained or lost its CR counts as changed. */
export function lineChanges(
  before: string,
  after: string,
): { readonly removed: readonly string[]; readonly added: readonly string[] } {
  const a = linesOf(before)
  const b = linesOf(after)
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  const at = (i: number, j: number) => (table[i] as number[])[j] as number
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      (table[i] as number[])[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const removed: string[] = []
  const added: string[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      i++
      j++
    } else if (j < b.length && (i === a.length || at(i, j + 1) >= at(i + 1, j))) added.push(b[j++] as string)
    else removed.push(a[i++] as string)
  }
  return { removed, added }
}

const linesOf = (text: string) =>
  text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g)?.map((line) => line.replace(/\n$/, '')) ?? []
