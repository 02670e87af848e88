// The place one column of the matrix happens in: a home, a project inside it, and where every row puts things there.
import { join } from 'node:path'
import { NO_EDITS } from '../../../lib/install/edits/choice.js'
import { rereads } from '../../../lib/install/edits/second.js'
import { EXTRA_IDS } from '../../../lib/install/extras.js'
import { planInstall } from '../../../lib/install/plan.js'
import { type Choice, type Roots, rootsOf } from '../../../lib/install/target.js'
import { steadyDisk } from '../../../lib/node/files.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../../../lib/runtimes/all.js'
import type { EditFormat } from '../../../lib/runtimes/offers.js'
import type { Scope } from '../../../lib/runtimes/terms.js'
import type { Environment } from './hostile-home.js'
import { packSupply } from './supplies.js'

/** A file the pack wants when a row is installed alone. */
export interface Place {
  readonly path: string
  readonly isListed: boolean
}

/** A file of the user's in which a client is told something. */
interface ConfigPlace {
  readonly path: string
  readonly format: EditFormat
}

export interface Ground {
  /** Everything lies below it; nothing else is looked at. */
  readonly base: string
  readonly home: string
  readonly project: string
  readonly scope: Scope
  readonly env: Environment
  readonly roots: Roots
  /** How many files a home that is full of them gets. */
  readonly crowd: number
}

export const groundAt = (
  place: Pick<Ground, 'base' | 'home' | 'project' | 'scope' | 'crowd'>,
  env: Environment,
): Ground => ({ ...place, env, roots: rootsOf(place.scope, { ...place, env, platform: process.platform }) })

export const choiceOn = (ground: Ground, runtimes: readonly RuntimeId[], more: Partial<Choice> = {}): Choice => ({
  scope: ground.scope,
  runtimes,
  roots: ground.roots,
  home: ground.home,
  profile: ['full'],
  node: 'node',
  restore: false,
  replace: false,
  compiled: null,
  // Everything that is offered, so that settings are edited wherever a row can.
  edits: {
    ...NO_EDITS,
    rereads,
    extras: EXTRA_IDS,
    offers: { permissions: true, instructions: true, hooks: true, statusline: true, mcp: true },
  },
  ...more,
})

/** What is written for each row that is installed alone with the smallest profile, on a ground where nothing is yet. */
export const placesOn = (ground: Ground): ReadonlyMap<RuntimeId, readonly Place[]> =>
  new Map(
    RUNTIME_IDS.map((id) => {
      const { operations } = planInstall(
        choiceOn(ground, [id], { profile: ['core'] }),
        packSupply('first'),
        steadyDisk(),
      )
      const places = operations.flatMap(({ kind, path, stage }) =>
        kind === 'put' && (stage === 'listed' || stage === 'payload') && !path.endsWith('/pristine.json.br')
          ? [{ path, isListed: stage === 'listed' }]
          : [],
      )
      return [id, places]
    }),
  )

/** Files of the rows that are the user's, each once, whichever rows name it. */
export const configsOn = (ground: Ground, ids: readonly RuntimeId[] = RUNTIME_IDS): readonly ConfigPlace[] => [
  ...new Map(
    ids.flatMap((id) => {
      const { configs, offers } = runtimeOf(id)
      return [...configs, ...offers.flatMap(({ files }) => [...files[ground.scope], ...files.committed])].map(
        ({ path, format }) => [join(ground.roots[id], path), { path: join(ground.roots[id], path), format }] as const,
      )
    }),
  ).values(),
]

/** Roots that do not lie in another one, each once, the shortest first. */
export const outerRoots = (ground: Ground): readonly string[] => {
  const all = [...new Set(Object.values(ground.roots))].sort((a, b) => a.length - b.length)
  return all.filter((root) => !all.some((other) => root.startsWith(`${other}/`)))
}
