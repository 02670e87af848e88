// Which keys the files of a format may have, for clients that check them all.
import type { Emit } from '../runtime.js'
import { commandPlain } from './commands.js'
import { agentPermissions } from './permissions.js'

export const CLOSED_KEYS: ReadonlyMap<Emit, readonly string[]> = new Map([
  [commandPlain, ['description']],
  [agentPermissions, ['description', 'mode', 'permission']],
])
