// Tests that are defined only under a condition, such as a tool of the machine, because a skipped test fails the run (see no-skips.ts).
import { describe, it } from 'vitest'

const none = Object.assign(() => {}, { each: () => () => {} })

export const itWhere = (isMet: boolean): typeof it => (isMet ? it : (none as unknown as typeof it))
export const describeWhere = (isMet: boolean): typeof describe =>
  isMet ? describe : (none as unknown as typeof describe)
