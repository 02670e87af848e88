// Extensions that failed at moments of a session so often that they are not asked again in it, as the memory of the session holds it.
import { isFields } from '../../std/fields.js'

/** Whoever fails so often in one session is not asked again in it, unless its manifest wants a failure to hold. */
export const MOST_FAILURES = 3

export interface Failed {
  readonly times: number
  /** The moment of the last time, and what went wrong then. */
  readonly point: string
  readonly why: string
}

/** By extension. */
export type Failures = Readonly<Record<string, Failed>>

export const failuresIn = (value: unknown): Failures =>
  isFields(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, failed]) => {
          if (!isFields(failed)) return []
          const { times, point, why } = failed
          return typeof times === 'number' && typeof point === 'string' && typeof why === 'string'
            ? [[name, { times, point, why }]]
            : []
        }),
      )
    : {}

export const asideIn = (failures: Failures): readonly string[] =>
  Object.keys(failures).filter((name) => (failures[name]?.times ?? 0) >= MOST_FAILURES)
