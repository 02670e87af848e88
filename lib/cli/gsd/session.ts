// One run that changes files: signals, progress, recovery of an interrupted run before it, and the exit code at the end.
import { hostname } from 'node:os'
import type { Owner } from '../../install/apply/claim.js'
import { apply, recover } from '../../install/apply.js'
import { Ended, type EndStatus } from '../../install/ended.js'
import type { Notice, Operation, Plan } from '../../install/operation.js'
import { isAlive, startOf } from '../../node/alive.js'
import { realDisk } from '../../node/files.js'
import { progressLine } from '../../node/terminal.js'
import type { Scope } from '../../runtimes/terms.js'
import type { CommonGiven } from './flags.js'
import { ownFolder } from './own-folder.js'
import { type Place, placeOf } from './selection.js'
import type { Answer, GsdExit, World } from './world.js'

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

const owner = (): Owner => ({ pid: process.pid, host: hostname(), start: startOf(process.pid) })

/** Another host's process cannot be asked; it is taken to be at work. */
const isAtWork = ({ pid, host, start }: Owner): boolean => {
  if (host !== hostname()) return true
  const now = isAlive(pid) ? startOf(pid) : null
  return isAlive(pid) && (start === null || now === null || now === start)
}

const PHASES = {
  save: 'saving what is there',
  stage: 'writing',
  write: 'putting in place',
  undo: 'undoing',
} as const

/** A place in which no interrupted run is left. */
export interface MendedPlace extends Place {
  /** Roots that were half-done. */
  readonly recovered: readonly string[]
}

/**
 * The place a run starts from. Where an interrupted run is undone, the place is read again: records and folders
 * of a half-done run say what was never installed, and what follows from them would outlive the run. A dry run
 * changes nothing and takes the place as it is. Says on stderr what was fixed.
 */
export function mendedPlace(scope: Scope, given: CommonGiven, world: World): MendedPlace {
  const found = placeOf(scope, given, world)
  if (given.dryRun) return { ...found, recovered: [] }
  const folders = [...Object.values(found.roots), ...(world.home === '' ? [] : [ownFolder(world)])]
  const roots = new Set(folders.map((root) => realDisk.real(root)))
  const strange = (path: string) =>
    world.err(
      `gsd: a record of an interrupted run names ${path}, which is not as that run could leave it; it stays as it is\n`,
    )
  const recovered = recover([...roots], { alive: isAtWork, project: projectIn(found), strange })
  for (const root of recovered) world.err(`gsd: an interrupted run had left ${root} half-done; that is put right now\n`)
  return { ...(recovered.length === 0 ? found : placeOf(scope, given, world)), recovered }
}

type ScopePlace = Pick<Place, 'scope' | 'project'>

const projectIn = ({ scope, project }: ScopePlace): string | null => (scope === 'local' ? realDisk.real(project) : null)

/** Runs a plan. A signal undoes it and throws `Ended` with the code a shell expects. */
export async function carryOut(
  plan: Plan,
  world: World,
  { place, quiet }: { readonly place: ScopePlace; readonly quiet: boolean },
): Promise<void> {
  const ending = new AbortController()
  let status: EndStatus | null = null
  const handlers = Object.entries(SIGNALS).map(([signal, code]) => {
    const handler = () => {
      status = code
      ending.abort()
    }
    process.on(signal, handler)
    return () => process.off(signal, handler)
  })
  const line = progressLine(quiet ? () => {} : (text) => world.err(text), world.isTTY.err)
  try {
    await apply(plan, {
      owner: owner(),
      alive: isAtWork,
      project: projectIn(place),
      besides: world.home === '' ? [] : [realDisk.real(ownFolder(world))],
      signal: ending.signal,
      onStep: ({ phase, done, total }) => line.show(PHASES[phase], done, total),
    })
  } catch (error) {
    if (status !== null) throw new Ended(status, error)
    throw error
  } finally {
    line.end()
    for (const off of handlers) off()
  }
}

const exitFor = (notices: readonly Notice[]): GsdExit => (notices.some(({ level }) => level === 'decide') ? 4 : 0)

/** An operation without its bytes, for `--json`; with the diff of a person's file where one was made. */
const plainOperation = (operation: Operation, diff: string | undefined): Readonly<Record<string, unknown>> => ({
  ...(operation.kind === 'put'
    ? {
        kind: operation.kind,
        stage: operation.stage,
        path: operation.path,
        why: operation.why,
        bytes: operation.bytes.length,
      }
    : { kind: operation.kind, stage: operation.stage, path: operation.path }),
  ...(diff === undefined ? {} : { diff }),
})

interface Run {
  readonly action: string
  readonly dryRun: boolean
  readonly scope: Scope
  readonly recovered: readonly string[]
  /** What a dry run found out about a person's files, by path. */
  readonly diffs?: ReadonlyMap<string, string>
}

/** The answer of a run, and what its plan had to say. */
export interface RunAnswer extends Answer {
  readonly notices: readonly Notice[]
}

/** What every run answers, with the fields of its own. */
export const answerTo = (
  { action, dryRun, scope, recovered, diffs }: Run,
  { operations, notices }: Plan,
  own: Readonly<Record<string, unknown>>,
  text: string,
): RunAnswer => ({
  exit: exitFor(notices),
  result: {
    action,
    dry_run: dryRun,
    scope,
    ...own,
    recovered,
    operations: operations.map((one) => plainOperation(one, diffs?.get(one.path))),
    notices,
  },
  notices,
  text,
})
