// One run that changes files, recovery of an interrupted earlier run, and the exit code.

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

export interface MendedPlace extends InstallTarget {
  /** Folders with an interrupted run, now completed. */
  readonly recovered: readonly string[]
}

/** The place a run starts from. Completes an interrupted run first, except in a dry run. */
export function mendedPlace(scope: Scope, given: CommonGiven, world: World): MendedPlace {
  const found = installTargetOf(scope, given, world)
  if (given.dryRun) return { ...found, recovered: [] }
  const onSkipped = (path: string) =>
    world.err(`gsd: ${path} is in the record of an interrupted run, but was changed since; it is kept\n`)
  const bases = [baseOf(found, world), ...(scope === 'local' ? [homeBase(world)] : [])]
  const recovered = bases.filter((base) => recover({ ...base, onSkipped })).map(({ base }) => base)
  for (const base of recovered) world.err(`gsd: repairing an interrupted run in ${base}\n`)
  return { ...(recovered.length === 0 ? found : installTargetOf(scope, given, world)), recovered }
}

type ScopePlace = Pick<InstallTarget, 'scope' | 'project'>

const homeBase = ({ home }: World): InstallPlace => ({ base: realDisk.real(home), isProject: false })

const baseOf = ({ scope, project }: ScopePlace, world: World): InstallPlace =>
  scope === 'local' ? { base: realDisk.real(project), isProject: true } : homeBase(world)

/** Runs a plan. Ignores signals: a run takes a second, and the next run completes a killed one. */
export async function carryOut(plan: Plan, place: ScopePlace, world: World): Promise<void> {
  const deaf = () => {}
  for (const signal of SIGNALS) process.on(signal, deaf)
  try {
    const own = realDisk.real(ownFolder(world))
    const isApart = ({ path }: Operation) => place.scope === 'local' && (path === own || isWithin(own, path))
    const inside = plan.operations.filter((one) => !isApart(one))
    await apply({ ...plan, operations: inside }, baseOf(place, world))
    // The user's own files are not part of a run in a project.
    const apart = plan.operations.filter(isApart)
    await apply({ ...plan, operations: apart, expects: [] }, homeBase(world))
  } finally {
    for (const signal of SIGNALS) process.off(signal, deaf)
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
  own: Readonly<Record<string, unknown>>,
  text: string,
): RunAnswer => ({
  exit: notices.some(({ level }) => level === 'decide') ? 4 : 0,
  result: { action, dry_run: dryRun, scope, ...own, recovered, operations: operations.map(plainOperation), notices },
  notices,
  text,
})
