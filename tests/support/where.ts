// Tests that make sense only where something is there: a tool of the machine, a fact of the data that a table of tests is made from. Elsewhere no test is
// made. What is made runs: a run that skips one fails (see no-skips.ts).
import { describe, it } from 'vitest'

const none = Object.assign(() => {}, { each: () => () => {} })

export const itWhere = (isThere: boolean): typeof it => (isThere ? it : (none as unknown as typeof it))
export const describeWhere = (isThere: boolean): typeof describe =>
  isThere ? describe : (none as unknown as typeof describe)
