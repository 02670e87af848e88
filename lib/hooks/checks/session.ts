// Session start: news of a newer version, and the background look for one.
import { UPDATE } from '../../std/set-up.js'
import { compareVersions } from '../../std/version.js'
import type { CheckAt } from '../check.js'
import type { Surroundings } from '../surroundings.js'

const DAY_MS = 24 * 60 * 60_000
const PLAIN = /^\d+\.\d+\.\d+$/

/** Version and time of the last look, as stored in the payload. */
function lookedUp({ read, payload }: Surroundings): { readonly latest: string; readonly at: number } | null {
  try {
    const { latest, at } = JSON.parse(read(`${payload}/update.json`) ?? '') as { latest?: unknown; at?: unknown }
    return typeof latest === 'string' && PLAIN.test(latest) && typeof at === 'number' ? { latest, at } : null
  } catch {
    return null
  }
}

export const updateCheck: CheckAt<'session-start'> = {
  id: 'update-check',
  about: 'Looks for a newer version at most daily, in the background; the only use of the network',
  points: ['session-start'],
  actions: null,
  setting: 'hooks.update_check',
  needsProject: false,
  run: (_, around, { now, look }) => {
    const found = lookedUp(around)
    if (found === null || now() - found.at >= DAY_MS) look()
    if (found === null || compareVersions(found.latest, around.version) <= 0) return []
    const text = `GSD Pack ${found.latest} is out, ${around.version} is installed. To update, ${UPDATE}`
    return [{ kind: 'message', text }]
  },
}
