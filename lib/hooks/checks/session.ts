// Session start: news of a newer version, and the background look for one.
import { UPDATE } from '../../std/set-up.js'
import { compareVersions } from '../../std/version.js'
import type { CheckAt } from '../check.js'
import type { Surroundings } from '../surroundings.js'

const DAY_MS = 24 * 60 * 60_000

const PLAIN = /^\d+\.\d+\.\d+$/

/** Whether `found` is newer than `own`; never if it is not a plain version. */
export const isNewer = (found: string, own: string): boolean =>
  PLAIN.test(found) && PLAIN.test(own) && compareVersions(found, own) > 0

/** Version and time of the last update check, as stored in the payload. */
function lookedUp({ read, payload }: Surroundings): { readonly latest: string; readonly at: number } | null {
  try {
    const { latest, at } = JSON.parse(read(`${payload}/update.json`) ?? '') as { latest?: unknown; at?: unknown }
    return typeof latest === 'string' && typeof at === 'number' ? { latest, at } : null
  } catch {
    return null
  }
}

export const sessionStart: CheckAt<'session-start'> = {
  id: 'session-start',
  about: 'Reports a newer version of the pack',
  points: ['session-start'],
  actions: null,
  setting: 'hooks.session_start',
  needsProject: false,
  run: (_, around) => {
    const found = lookedUp(around)
    if (found === null || !isNewer(found.latest, around.version)) return []
    const text = `GSD Pack ${found.latest} is out, ${around.version} is installed. To update, ${UPDATE}`
    return [{ kind: 'message', text }]
  },
}

export const updateCheck: CheckAt<'session-start'> = {
  id: 'update-check',
  about: 'Checks for a newer version at most daily, in the background; the only use of the network',
  points: ['session-start'],
  actions: null,
  setting: 'hooks.update_check',
  needsProject: true,
  run: (_, around, { now, look }) => {
    const found = lookedUp(around)
    if (found === null || now() - found.at >= DAY_MS) look()
    return []
  },
}
