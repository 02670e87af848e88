// How hard a client lets an agent think: the word that was asked for, brought into the words the client takes.
import type { Host } from '../../ports.js'

/** Every word there is, weakest first. */
const EFFORTS = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const

export interface Effort {
  /** What the client is told; null: nothing. */
  readonly effective: string | null
  readonly clamped: boolean
  /** Why it is not what was asked for. */
  readonly reason: string | null
}

const weight = (word: string): number => (EFFORTS as readonly string[]).indexOf(word)

/** The strongest word of the client that is not stronger than asked for; where all are stronger, the weakest. */
export function effortFor(asked: string | null, { id, effort }: Pick<Host, 'id' | 'effort'>): Effort {
  if (asked === null) return { effective: null, clamped: false, reason: 'no effort is set' }
  if (effort.parameter === null)
    return { effective: null, clamped: false, reason: `${id} takes no effort for an agent` }
  if (effort.levels.includes(asked)) return { effective: asked, clamped: false, reason: null }
  if (weight(asked) < 0)
    return { effective: null, clamped: false, reason: `"${asked}" is none of ${EFFORTS.join(', ')}` }
  const lower = effort.levels.filter((word) => weight(word) <= weight(asked)).at(-1)
  const effective = lower ?? effort.levels[0] ?? null
  return { effective, clamped: true, reason: `${id} takes ${effort.levels.join(', ')}` }
}
