// Moments as people say them: how long ago, or the day where that is long. Pure; programs get the stamps.

/** As the pack writes moments: to the minute or finer, in UTC. */
const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?Z$/

/** From how many milliseconds on a unit is spoken of, largest first; what is further away than `FAR_MS` is a day. */
const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
] as const
const FAR_MS = 60 * 86_400_000

/** @param now milliseconds of the epoch */
export function ageText(stamp: string, now: number): string {
  const away = now - Date.parse(stamp)
  const size = Math.abs(away)
  if (Number.isNaN(away) || size >= FAR_MS) return stamp.slice(0, 10)
  const unit = UNITS.find(([ms]) => size >= ms)
  if (unit === undefined) return away >= 0 ? 'just now' : 'in a moment'
  const spoken = `${Math.floor(size / unit[0])} ${unit[1]}`
  return away >= 0 ? `${spoken} ago` : `in ${spoken}`
}

/** The value with each moment in it as people say it. */
export function aged(value: unknown, now: number): unknown {
  if (typeof value === 'string') return STAMP.test(value) ? ageText(value, now) : value
  if (Array.isArray(value)) return value.map((each) => aged(each, now))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, aged(field, now)]))
}
