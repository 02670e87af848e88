// The flags of `gsd worker`.
import { type Args, arg } from '../../../core/verb.js'
import { ARGS as AUTO } from '../auto/args.js'
import type { GivenOf } from '../flags.js'

const { driver, to, model, route, permissions, maxSessions, minutes, maxTokens, maxCost, sessionMinutes, idleMinutes } =
  AUTO

export const ARGS = {
  remote: arg.text('Where the plan lies: a URL, a folder, or a remote of this repository; origin when left out'),
  branch: arg.text('Branch of the plan; the one that the remote checks out when left out'),
  queue: arg.text('A PostgreSQL for the claims, as postgres://…; GSD_QUEUE or the remote when left out'),
  waitMinutes: arg.text('Minutes without a free unit at most; 60 when left out'),
  ...{ driver, to, model, route, permissions, maxSessions, minutes, maxTokens, maxCost, sessionMinutes, idleMinutes },
  ...{ json: AUTO.json, quiet: AUTO.quiet, noColor: AUTO.noColor },
} as const satisfies Args

export type WorkerGiven = GivenOf<typeof ARGS>
