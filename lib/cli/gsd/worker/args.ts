// The flags of `gsd worker`.
import { type Args, arg } from '../../../core/verb.js'
import { ARGS as AUTO } from '../auto/args.js'
import type { GivenOf } from '../flags.js'

const { driver, to, model, permissions, maxSessions, minutes, maxTokens, maxCost, sessionMinutes, idleMinutes } = AUTO

export const ARGS = {
  remote: arg.text('Location of the plan: a URL, a folder, or a remote of this repository; default: origin'),
  branch: arg.text('Branch of the plan; default: the main branch of the remote'),
  queue: arg.text('A PostgreSQL for the claims, as postgres://…; default: GSD_QUEUE or the remote'),
  waitMinutes: arg.text('Maximum minutes without a free unit; default: 60'),
  ...{ driver, to, model, permissions, maxSessions, minutes, maxTokens, maxCost, sessionMinutes, idleMinutes },
  ...{ json: AUTO.json, quiet: AUTO.quiet },
} as const satisfies Args

export type WorkerGiven = GivenOf<typeof ARGS>
