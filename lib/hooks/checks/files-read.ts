// Which files a session has read.

const MOST_REMEMBERED = 200

export const filesRead = (known: unknown): readonly string[] => (Array.isArray(known) ? known : [])

/** With more of them; of many the oldest are forgotten. */
export const withRead = (known: unknown, paths: readonly string[]): readonly string[] =>
  [...new Set([...filesRead(known), ...paths])].slice(-MOST_REMEMBERED)
