// Does what the board's page asks for: the same verbs as at a terminal, with the word of the person who started the board there.
import { GsdError } from '../../../errors.js'
import { inTurn } from '../../../std/in-turn.js'
import { loadVerb } from '../../../verbs/registry.js'
import { call } from '../../call.js'
import { askToStop, autoFolder, autoRuns, isAskedToStop } from '../auto/standing.js'
import type { World } from '../world.js'
import { type Wanted, wantedIn } from './acts.js'

/** Whoever waits for a lock answers nobody meanwhile, not even a page that only looks. */
const BUSY_MS = 250

interface Said {
  readonly status: 200 | 400 | 409
  readonly text: string
}

export interface Acting {
  auto(): AutoStanding
  act(name: string, body: string): Promise<Said>
}

/** Whether an unattended run goes on, or was asked to end. */
type AutoStanding = 'none' | 'runs' | 'ends'

export function actingOn(root: string, world: World): Acting {
  const folder = autoFolder(root, world)
  // Two calls of one process would hold one lock.
  const run = inTurn((wanted: Wanted) => (wanted.verb === 'run' ? stopRun(folder, wanted) : callVerb(wanted, world)))
  return {
    auto: () => (autoRuns(folder) ? (isAskedToStop(folder) ? 'ends' : 'runs') : 'none'),
    async act(name, body) {
      const wanted = wantedIn(name, body)
      return typeof wanted === 'string' ? { status: 400, text: wanted } : run(wanted)
    },
  }
}

async function stopRun(folder: string, { done }: Wanted): Promise<Said> {
  return askToStop(folder) ? { status: 200, text: done } : { status: 409, text: 'Nothing runs for this project.' }
}

async function callVerb({ verb, args, done }: Wanted, { env, cwd, bin }: World): Promise<Said> {
  try {
    const request = { args, flags: {} }
    const world = { argv: [], env, cwd, bin, script: '', isPerson: true, lockWaitMs: BUSY_MS } as const
    const { error } = await call(await loadVerb(verb as Exclude<Wanted['verb'], 'run'>), request, world)
    return error === undefined ? { status: 200, text: done } : refused(error)
  } catch (thrown) {
    if (thrown instanceof GsdError) return refused(thrown.body)
    throw thrown
  }
}

const refused = ({ message, fix }: GsdError['body']): Said => ({ status: 409, text: `${message}; ${fix}` })
