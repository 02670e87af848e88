// Deep equality of plain data.

/** Whether two values are equal: keys in any order, items in order; `undefined` counts as absent. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => same(item, b[i]))
  const left = a as Record<string, unknown>
  const right = b as Record<string, unknown>
  const keys = keysOf(left)
  return (
    keys.length === keysOf(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && same(left[key], right[key]))
  )
}

const keysOf = (value: Record<string, unknown>) => Object.keys(value).filter((key) => value[key] !== undefined)
