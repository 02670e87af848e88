// What the claims of a run are kept in.
import { randomBytes } from 'node:crypto'
import type { RightsPorts } from '../../../core/auto/rights.js'
import { claimsFolder } from '../../../core/dispatch/claims.js'
import type { Taker } from '../../../core/dispatch/held.js'
import { GIT_VARIABLES, remoteClaims } from '../../../core/dispatch/remote-claims.js'
import { openCaller } from '../../../node/caller.js'
import { folderClaims } from '../../../node/folder-claims.js'
import { openPresence, RUN_MARK } from '../../../node/presence.js'
import { runStep } from '../../../node/run.js'
import { ask, type Engine } from './engine.js'

export interface RunClaims extends RightsPorts {
  /** The remote that claims and the branch are pushed to; null: none. */
  readonly remote: string | null
}

export async function openClaims(engine: Engine, away: RightsPorts['away']): Promise<RunClaims> {
  const { cwd, base } = engine
  const taker = takerOf(engine)
  const setting = (await ask(engine, 'config', 'get', 'claims.remote', '--origin'))?.['value']
  const remote = typeof setting === 'string' && setting !== '' ? setting : null
  return {
    remote,
    folder: folderClaims(cwd, claimsFolder({ base }), taker),
    shared: remote === null ? null : remoteClaims(overNetwork(cwd), remote, taker),
    every: (ms, act) => {
      // A beat that fails is followed by another, and the claim is looked at before anything is handed in.
      const beat = setInterval(() => act().catch(() => null), ms).unref()
      return () => clearInterval(beat)
    },
    away,
  }
}

const PATIENCE_MS = 30_000

export const overNetwork = (cwd: string) => (words: readonly string[], stdin?: string) =>
  runStep(cwd, {
    ...{ argv: ['git', ...words], env: GIT_VARIABLES, timeoutMs: PATIENCE_MS, patienceMs: 5000 },
    ...(stdin === undefined ? {} : { stdin }),
  })

function takerOf({ cwd, env }: Engine): Taker {
  return {
    machine: openCaller({ env, root: cwd, now: Date.now }).mark ?? '',
    presence: openPresence({ session: null, run: env[RUN_MARK], root: cwd, programs: new Set(), isAbove: false }),
    clock: { now: Date.now },
    fresh: () => randomBytes(10).toString('hex'),
  }
}
