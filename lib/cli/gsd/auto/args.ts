// The flags of `gsd auto`.

import { type Args, arg } from '../../../core/verb.js'
import { PERMISSIONS } from '../../../runtimes/runtime.js'
import { type GivenOf, NO_COLOR } from '../flags.js'
import { DRIVERS } from './drivers/driver.js'

export const ARGS = {
  what: arg.choice(['start', 'stop'], 'stop ends a run that goes on elsewhere', { positional: true }),
  to: arg.text('The last phase of the run', { names: 'phase' }),
  untilQuestion: arg.flag('End at the first question, also at one that sessions may answer'),
  model: arg.text('Model of the sessions, as the client spells it'),
  route: arg.flag('Choose the model of each session by the weight of its unit'),
  permissions: arg.choice(
    PERMISSIONS,
    'What a session may do: client (its own settings decide), edits, all; client when left out',
  ),
  driver: arg.choice(
    DRIVERS,
    "How sessions run: cli (the client's command line), acp (Agent Client Protocol); cli when left out",
  ),
  jobs: arg.text('Units at a time, each in a work tree of its own; 1 when left out'),
  workers: arg.flag('Lead only: workers elsewhere build the units (gsd worker), this run checks and merges them'),
  remote: arg.text('With --workers, the remote to share the plan over; claims.remote or origin when left out'),
  queue: arg.text(
    'With --workers, a PostgreSQL for the claims, as postgres://…; GSD_QUEUE or the remote when left out',
  ),
  maxSessions: arg.text('Sessions at most; 50 when left out'),
  minutes: arg.text('Minutes of the whole run at most; 480 when left out'),
  maxTokens: arg.text(
    'Tokens that all sessions may read anew and write, where the client writes them down; 20000000 when left out',
  ),
  maxCost: arg.text('US dollars that they may cost at list prices, where it does; 50 when left out'),
  sessionMinutes: arg.text('Minutes of one session at most; 60 when left out'),
  idleMinutes: arg.text('Minutes without a sign of life at most; 15 when left out'),
  answerMinutes: arg.text('Minutes to wait for an answer from elsewhere (gsd notify); 60 when left out'),
  dryRun: arg.flag('Say what would begin now, and run nothing'),
  json: arg.flag('One JSON document an event, a line each'),
  quiet: arg.flag('Say only how it ended'),
  noColor: NO_COLOR,
} as const satisfies Args

export type AutoGiven = GivenOf<typeof ARGS>
