// Where the parts of a text lie, as a text: a line for each, with the key it is asked by, words about it, and its place in bytes. Looking one up costs no reading of the others.

export interface PartRow {
  readonly words: readonly string[]
  readonly bytes: readonly [from: number, to: number] | null
}

interface Part {
  /** Without white space, as its words are. */
  readonly key: string
  readonly words?: readonly string[]
  /** In characters; null: it has no place of its own. */
  readonly range: readonly [from: number, to: number] | null
}

/** In the order of the parts. */
export function partTable(text: string, parts: readonly Part[]): string {
  const byteOf = bytesOf(
    text,
    parts.flatMap(({ range }) => range ?? []),
  )
  return parts
    .map(({ key, words = [], range }) => {
      const place = range === null ? '' : range.map(byteOf).join('-')
      return `\n${[key, ...words, place].join('\t')};`
    })
    .join('')
}

/** The parts of that key. */
export function partsIn(table: string, key: string): readonly PartRow[] {
  const rows: PartRow[] = []
  const begin = `\n${key}\t`
  for (let at = table.indexOf(begin); at >= 0; at = table.indexOf(begin, at + 1)) {
    const words = table.slice(at + begin.length, table.indexOf(';', at + begin.length)).split('\t')
    const [from, to] = (words.pop() ?? '').split('-')
    rows.push({ words, bytes: to === undefined ? null : [Number(from), Number(to)] })
  }
  return rows
}

/** Where these characters of a text lie in its bytes. */
function bytesOf(text: string, offsets: readonly number[]): (offset: number) => number {
  const encoder = new TextEncoder()
  // A pattern that runs once is interpreted, which takes many times as long on a text of millions of characters.
  if (encoder.encode(text).length === text.length) return (offset) => offset
  const known = new Map<number, number>()
  let [at, byte] = [0, 0]
  for (const offset of [...new Set(offsets)].sort((a, b) => a - b)) {
    byte += encoder.encode(text.slice(at, offset)).length
    at = offset
    known.set(offset, byte)
  }
  return (offset) => known.get(offset) as number
}
