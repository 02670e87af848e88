// Span edits: the only way text of an existing file is changed.

/** Replace `text[start, end)` by `insert`; offsets are UTF-16 units of the text before any edit. */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly insert: string
}

/** Applies non-overlapping splices in one pass; two insertions at one place keep their order. Throws on overlap: that is a programming error. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const ordered = splices.map((splice, index) => ({ splice, index }))
  ordered.sort((a, b) => a.splice.start - b.splice.start || a.index - b.index)
  let out = ''
  let at = 0
  for (const { splice } of ordered) {
    if (splice.start < at || splice.end < splice.start || splice.end > text.length)
      throw new RangeError(`splice ${splice.start}..${splice.end} overlaps another one or leaves the text`)
    out += text.slice(at, splice.start) + splice.insert
    at = splice.end
  }
  return out + text.slice(at)
}
