// What a change leaves as it was: it puts few things into a list, or takes few away, and what stayed is not read a second time.

/** What of a list before a change stands in the one after it, counted from the front or from the end; by the index in the one after it. */
export function stayedOf<Was, Is>(
  before: readonly Was[],
  after: readonly Is[],
  isSame: (was: Was, is: Is) => boolean,
): (index: number) => Was | undefined {
  const shift = before.length - after.length
  return (index) => {
    const is = after[index] as Is
    const first = before[index]
    if (first !== undefined && isSame(first, is)) return first
    const last = shift === 0 ? undefined : before[index + shift]
    return last !== undefined && isSame(last, is) ? last : undefined
  }
}
