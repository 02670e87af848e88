// Replaces spans of a text, and leaves all other text as it is.

/** A replacement of `text[start, end)` with `insert`; offsets are UTF-16 units of the original text. */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly insert: string
}

/** Applies splices; insertions at one offset keep their order. Throws RangeError if any overlap or leave the text. */
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
