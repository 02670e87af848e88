// Serializes calls that must not overlap.

export function inTurn<A extends readonly unknown[], R>(
  call: (...given: A) => Promise<R>,
): (...given: A) => Promise<R> {
  let last: Promise<unknown> = Promise.resolve()
  return (...given) => {
    const next = last.then(() => call(...given))
    last = next.catch(() => {})
    return next
  }
}
