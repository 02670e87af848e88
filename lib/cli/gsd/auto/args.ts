// The flags of `gsd auto`.

import { type Args, arg } from '../../../core/verb.js'
import { PERMISSIONS } from '../../../runtimes/runtime.js'
import type { GivenOf } from '../flags.js'
import { DRIVERS } from './drivers/driver.js'

export const ARGS = {
  what: arg.choice(['start', 'stop'], '`stop` ends the run after its current sessions', { positional: true }),
  to: arg.text('Last phase of the run'),
  model: arg.text("Model of the sessions, in the client's spelling"),
  permissions: arg.choice(
    PERMISSIONS,
    'Permissions of a session: client (its own settings), edits, all; default: client',
  ),
  driver: arg.choice(
    DRIVERS,
    "How sessions run: cli (the client's command line), acp (Agent Client Protocol); default: cli",
  ),
  jobs: arg.text('Number of units at a time, each in its own worktree; default: 1'),
  workers: arg.flag('Be the lead run: workers (gsd worker) build the units, and this run checks and merges them'),
  remote: arg.text('With --workers, the git remote that shares the project; default: claims.remote or origin'),
  queue: arg.text(
    'With --workers, a PostgreSQL database for the claims, as postgres://…; default: GSD_QUEUE or the remote',
  ),
  maxSessions: arg.text('Maximum number of sessions; default: 50'),
  minutes: arg.text('Maximum minutes of the whole run; default: 480'),
  maxTokens: arg.text(
    'Maximum uncached input and output tokens of all sessions, if the client records them; default: 20000000',
  ),
  maxCost: arg.text('Maximum cost in US dollars at list prices, if the client records tokens; default: 50'),
  sessionMinutes: arg.text('Maximum minutes of one session; default: 60'),
  idleMinutes: arg.text('Maximum minutes without output; default: 15'),
  answerMinutes: arg.text('Minutes to wait for a remote answer (gsd notify); default: 60'),
  json: arg.flag('One line of JSON for each event'),
  quiet: arg.flag('Print only how the run ended'),
} as const satisfies Args

export type AutoGiven = GivenOf<typeof ARGS>
