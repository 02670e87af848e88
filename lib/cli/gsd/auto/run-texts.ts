// Messages of auto runs and workers: how they end, what sessions may do, and their usage.
import { dollars } from '../../../core/auto/budget.js'
import type { End } from '../../../core/auto/decide.js'
import type { Permission } from '../../../runtimes/runtime.js'
import { counted } from '../../../std/text.js'
import type { Answer, GsdExit } from '../world.js'
import { knownUsage, minutesOf, type Run } from './run.js'

const ENDS: Readonly<Record<End, readonly [GsdExit, string]>> = {
  done: [0, 'Done'],
  person: [4, 'Needs your input'],
  budget: [5, 'Limit reached'],
  stuck: [6, 'No progress'],
  failed: [7, 'Failed'],
  asked: [130, 'Stopped on request'],
}

export const titleOf = (end: End): string => ENDS[end][1]

export const PERMITTED: Readonly<Record<Permission, string>> = {
  client: 'its own settings',
  edits: 'changing files without asking',
  all: 'everything without asking',
}

export interface Ending {
  readonly end: End
  readonly reason: string
  readonly fix?: string | null
}

export const reasonText = ({ reason, fix = null }: Ending): string =>
  `${reason}${fix === null ? '' : `\nTo continue: ${fix}`}`

export function endAnswer(run: Run, action: 'auto' | 'worker', ending: Ending): Answer {
  const { end, reason } = ending
  // Decisions name `gsd auto` for a worker too.
  const fix = ending.fix?.replaceAll('gsd auto', `gsd ${action}`) || null
  const sessions = run.tried.length
  const moved = run.tried.filter(({ outcome }) => outcome === 'moved').length
  const minutes = Math.round(minutesOf(run))
  return {
    exit: ENDS[end][0],
    result: { action, event: 'end', end, reason, fix, sessions, moved, minutes, ...knownUsage(run) },
    text: `${titleOf(end)}: ${reasonText({ end, reason, fix })}\n${counted(sessions, 'session')}, ${moved} with progress, ${minutes} min${usedText(run)}\n`,
  }
}

function usedText(run: Run): string {
  const { tokens, cost } = knownUsage(run)
  const { unknownUsage } = run.driver
  const more = (run.used?.unpriced ?? []).length > 0 ? ' and more' : ''
  const parts = [
    tokens === null ? null : `${tokens.toLocaleString('en')} tokens`,
    cost === null ? null : `${dollars(cost)}${more} at list prices of ${run.models.asOf}`,
  ].filter((part) => part !== null)
  return parts.length === 0 ? `; ${unknownUsage.tokens}` : `, ${parts.join(', ')}`
}
