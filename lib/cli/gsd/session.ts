// Carries out one run that changes files: recovers an interrupted earlier run, applies the plan, makes the answer.

import { isWithin } from '../../install/installed.js'
import type { Notice, Operation, Plan } from '../../install/operation.js'
import { apply, type InstallPlace, recover } from '../../node/apply.js'
import { realDisk } from '../../node/files.js'
import type { Scope } from '../../runtimes/terms.js'
import type { CommonGiven } from './flags.js'
import { ownFolder } from './own-folder.js'
import { type InstallTarget, installTargetOf } from './selection.js'
import type { Answer, World } from './world.js'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export interface RecoveredTarget extends InstallTarget {
  /** Folders where an interrupted run was completed or discarded. */
  readonly recovered: readonly string[]
}

/** Returns the target of a run. First recovers an interrupted run there, except in a dry run. */
export function recoveredTarget(scope: Scope, given: CommonGiven, world: World): RecoveredTarget {
  const found = installTargetOf(scope, given, world)
  if (given.dryRun) return { ...found, recovered: [] }
  const onSkipped = (path: string) =>
    world.err(`gsd: ${path} is kept: it has changed since an interrupted run, or is outside the project\n`)
  const bases = [baseOf(found, world), ...(scope === 'local' ? [homeBase(world)] : [])]
  const recovered = bases.filter((base) => recover({ ...base, onSkipped })).map(({ base }) => base)
  for (const base of recovered) world.err(`gsd: cleaned up after an interrupted run in ${base}\n`)
  return { ...(recovered.length === 0 ? found : installTargetOf(scope, given, world)), recovered }
}

type ScopePlace = Pick<InstallTarget, 'scope' | 'project'>

const homeBase = ({ home }: World): InstallPlace => ({ base: realDisk.real(home), isProject: false })

const baseOf = ({ scope, project }: ScopePlace, world: World): InstallPlace =>
  scope === 'local' ? { base: realDisk.real(project), isProject: true } : homeBase(world)

/** Applies a plan. Ignores signals meanwhile: applying takes a second, and after a kill the next run recovers. */
export async function carryOut(plan: Plan, place: ScopePlace, world: World): Promise<void> {
  const ignore = () => {}
  for (const signal of SIGNALS) process.on(signal, ignore)
  try {
    const folder = realDisk.real(ownFolder(world))
    const isUsersOwn = ({ path }: Operation) => place.scope === 'local' && (path === folder || isWithin(folder, path))
    const scoped = plan.operations.filter((one) => !isUsersOwn(one))
    await apply({ ...plan, operations: scoped }, baseOf(place, world))
    // The user's own folder is outside the project, so its changes are a run in the home folder.
    const usersOwn = plan.operations.filter(isUsersOwn)
    await apply({ ...plan, operations: usersOwn, expects: [] }, homeBase(world))
  } finally {
    for (const signal of SIGNALS) process.off(signal, ignore)
  }
}

const plainOperation = (one: Operation): Readonly<Record<string, unknown>> => ({
  kind: one.kind,
  stage: one.stage,
  path: one.path,
  ...(one.kind === 'put' ? { why: one.why, bytes: one.bytes.length } : {}),
})

interface Run {
  readonly action: string
  readonly dryRun: boolean
  readonly scope: Scope
  readonly recovered: readonly string[]
}

export interface RunAnswer extends Answer {
  readonly notices: readonly Notice[]
}

export const answerTo = (
  { action, dryRun, scope, recovered }: Run,
  { operations, notices }: Plan,
  fields: Readonly<Record<string, unknown>>,
  text: string,
): RunAnswer => ({
  exit: notices.some(({ level }) => level === 'decide') ? 4 : 0,
  result: { action, dry_run: dryRun, scope, ...fields, recovered, operations: operations.map(plainOperation), notices },
  notices,
  text,
})
