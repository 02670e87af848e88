// Reads news of an unattended run from its output: active sessions and the results of merges.
import { objectIn } from '../../std/json.js'
import type { MergeResult } from './shown.js'

interface RunSession {
  readonly unit: string
  readonly since: string
  readonly model: string | null
  readonly log: string
}

export interface RunNews {
  readonly sessions: readonly RunSession[]
  /** Newest first, one per unit. */
  readonly lane: readonly MergeResult[]
}

const LANE = new Set(['merged', 'back', 'held'])

export function runNewsIn(text: string): RunNews {
  const active = new Map<unknown, RunSession>()
  const lane = new Map<string, MergeResult>()
  for (const line of text.split('\n')) {
    const { at, event, index, unit, model, log, reason } = objectIn(line) ?? {}
    if (typeof at !== 'string' || typeof unit !== 'string') continue
    if (event === 'session' && typeof log === 'string')
      active.set(index, { unit, since: at, model: typeof model === 'string' ? model : null, log })
    if (event === 'ended') active.delete(index)
    if (typeof event !== 'string' || !LANE.has(event)) continue
    lane.delete(unit)
    lane.set(unit, { at, unit, is: event as MergeResult['is'], reason: typeof reason === 'string' ? reason : null })
  }
  return { sessions: [...active.values()], lane: [...lane.values()].reverse() }
}
