// Runs one verb: finds the project, resolves path arguments, loads what the verb needs, and passes it a view.
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { isatty } from 'node:tty'
import { KIND_LOADERS, type LoadedKinds } from '../artifacts/all.js'
import type { ArtifactId } from '../artifacts/paths.js'
import type { Answer, Args, Calls, Change, Ctx, Need, Verb } from '../core/verb.js'
import { View } from '../core/view.js'
import { type ErrorBody, gsdError } from '../errors.js'
import { systemClock } from '../node/clock.js'
import { sha256 } from '../node/digest.js'
import { withPendingWrites } from '../node/intent.js'
import { openPack } from '../node/pack.js'
import { findProject, hasGit, hasLargeRoadmap, insideProject, type Project } from '../node/project.js'
import type { VerbResult, Workspace } from '../node/transaction.js'
import { openTree, sourceOf } from '../node/tree.js'
import type { Presence, Tree } from '../ports.js'
import type { Flags, Request, Value } from './arguments.js'
import { recognisedHost, toolsCommand } from './launcher.js'
import type { World } from './world.js'

export async function call(verb: Verb, request: Request, around: World): Promise<Answer<unknown>> {
  const { typed } = request.args
  const isTypedGiven = typeof typed === 'string' && around.typed === undefined
  const world = isTypedGiven ? (await import('./typed.js')).withTyped(typed, request.flags, around) : around
  const calls = needs(verb, 'calls') ? (await import('./calls.js')).callsFrom(request.flags, world) : undefined
  const { continueWith, ...answer } = await callOne(verb, request, world, calls)
  return continueWith === undefined ? answer : continueWith(answer)
}

const needs = (verb: Verb, need: Need): boolean => verb.needs?.includes(need) === true

async function callOne(verb: Verb, { args, flags }: Request, world: World, calls?: Calls): Promise<Change<unknown>> {
  const start = startFolder(flags, world)
  const project = await projectFor(verb, start, flags, world)
  const given = resolvePaths(verb.args, args, (path) => insideProject(project.root, start, path))
  const context = await prepare(verb, project, flags, world)
  if (hasLargeRoadmap(project)) world.deferOptimization?.()
  const runOnView = () => verb.run({ view: context.view(), ...calls } as Ctx<Need>, given)
  // The verbs that this one calls write their own edits.
  if (verb.writes === undefined || (calls !== undefined && !needs(verb, 'programs'))) return runOnView()
  if (verb.isReadOnly?.(given) === true) return withApplied(verb, { answer: await runOnView(), applied: NOTHING })
  const answer = await write(verb, given, context, calls)
  const question = questionFor(answer, given, context)
  if (question === null) return answer
  const { agreesAtTerminal } = await import('../node/agreeing.js')
  return agreesAtTerminal(question)
    ? write(verb, { ...given, [YES_FLAG]: true }, context, calls)
    : { ...answer, exit: 1, error: DECLINED }
}

const DECLINED: ErrorBody = { code: 'DECLINED', message: 'nothing was done', fix: 'repeat the command to try again' }

const YES_FLAG = 'yes'

const ASKING: ReadonlySet<string | undefined> = new Set(['CONFIRM_REQUIRED', 'PERSON_ONLY'])

/** Returns the question to ask a user at a terminal instead of printing a command to type; null if there is none. */
function questionFor(
  { error }: Answer<unknown>,
  given: Readonly<Record<string, Value>>,
  { canAsk }: CallContext,
): string | null {
  return canAsk && given[YES_FLAG] === false && ASKING.has(error?.code) ? (error as ErrorBody).message : null
}

export function startFolder(flags: Flags, world: World): string {
  const given = flags.cwd
  if (given === undefined) return world.cwd
  const folder = resolve(world.cwd, given)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder
  throw gsdError('USAGE', `--cwd is not a folder: ${folder}`, 'pass an existing folder')
}

/** Finds the project. If there is none and the verb needs none, the caller's folder serves as the root. */
async function projectFor(verb: Verb, start: string, flags: Flags, world: World): Promise<Project> {
  const anyWorkstream = verb.needsWorkstream === false
  const found = findProject({ start, env: world.env, workstream: flags.ws, anyWorkstream })
  if (found !== null) return requireWorkstream(verb, found)
  if (verb.needsProject === false) return { root: start, base: '.planning', choices: null }
  throw (await import('./no-project.js')).noProject({ start, env: world.env })
}

function requireWorkstream(verb: Verb, project: Project): Project {
  const { choices } = project
  if (choices === null || !(verb.needsWorkstream ?? verb.needsProject !== false)) return project
  throw gsdError(
    'WORKSTREAM_NONE_ACTIVE',
    `this project uses workstreams, but none is active; it has ${choices.join(', ')}`,
    `choose one with --ws ${choices[0]}, or activate it: run gsd-tools workstream set ${choices[0]}`,
  )
}

/** Rebases path arguments from the caller's folder to the project root. */
function resolvePaths(
  declared: Args,
  args: Readonly<Record<string, Value>>,
  inside: (path: string) => string,
): Readonly<Record<string, Value>> {
  const resolved: Record<string, Value> = { ...args }
  for (const [key, arg] of Object.entries(declared)) {
    const value = args[key]
    if (arg.type === 'path' && typeof value === 'string') resolved[key] = inside(value)
    if (arg.type === 'list' && arg.of === 'path' && Array.isArray(value)) resolved[key] = value.map(inside)
  }
  return resolved
}

export const standardInput = ({ stdin }: World): string => (stdin === undefined ? readFileSync(0, 'utf8') : stdin())

interface CallContext {
  readonly workspace: Workspace
  readonly canAsk: boolean
  view(): View
}

async function loadNeeds(verb: Verb, { root }: Project, world: World) {
  const touched = [...new Set([...verb.reads, ...(verb.writes ?? [])])]
  const [codecs, native, host, pack, presence, extensions] = await Promise.all([
    loadCodecs(touched),
    touched.every((artifact) => artifact === 'config') ? null : import('../markdown/native.js'),
    needs(verb, 'host') ? recognisedHost(world) : null,
    needs(verb, 'pack') ? packFor(world) : undefined,
    touched.includes('claim') ? loadPresence(world, root) : undefined,
    needs(verb, 'extensions') ? import('../node/extensions/open.js') : null,
  ])
  const opened = extensions?.openExtensions({ root, env: world.env }) ?? null
  return { codecs, reader: native?.chooseReader() ?? null, host, pack, presence, extensions: opened }
}

async function prepare(verb: Verb, project: Project, flags: Flags, world: World): Promise<CallContext> {
  const { reader, pack, presence, ...loaded } = await loadNeeds(verb, project, world)
  const [{ openCaller }, { removeAgreed, saveAgreed }] = await Promise.all([
    import('../node/caller.js'),
    import('../node/trusted.js'),
  ])
  const clock = world.clock ?? systemClock
  const toSource = (path: string, text: string) => sourceOf(path, text, reader)
  const decides = Object.hasOwn(verb.args, YES_FLAG) || needs(verb, 'speaker')
  const canAsk = decides && world.isPerson === undefined && (await isAtTerminal(world))
  const trustedList = await approvedDigest(flags, world)
  const caller = openCaller({
    env: world.env,
    root: project.root,
    now: clock.now,
    isPerson: world.isPerson ?? canAsk,
    typed: world.typed ?? null,
  })
  const files = () =>
    withPendingWrites(project.root, openTree(project.root, reader, world.notice), toSource, world.notice)
  const view = (over = (tree: Tree) => tree) =>
    new View({
      tree: over(files()),
      clock,
      digest: sha256,
      ...(pack === undefined ? {} : { pack }),
      ...(reader === null ? {} : { sourceOf: toSource }),
      base: project.base,
      projectRoot: project.root,
      hasGit: hasGit(project.root),
      caller,
      ...(presence === undefined ? {} : { presence }),
      ...loaded,
    })
  const workspace: Workspace = {
    root: project.root,
    base: project.base,
    clock,
    digest: sha256,
    openView: view,
    saveAgreed: (agreed) => saveAgreed(world.env, project.root, caller.mark, agreed),
    removeAgreed: (digests) => removeAgreed(world.env, project.root, caller.mark, digests),
    trustedList,
    lockWaitMs: world.lockWaitMs,
  }
  return { workspace, view, canAsk }
}

/** Returns the digest of the commands this call may start: from `--trust`, which agents cannot use, or GSD_TRUST. */
async function approvedDigest(flags: Flags, world: World): Promise<string | null> {
  const isByFlag = flags.trust !== undefined && (await recognisedHost(world)) === null
  return (isByFlag ? flags.trust : world.env['GSD_TRUST']) || null
}

const packFor = async (world: World) =>
  openPack(world.bin, world.script, await recognisedHost(world), await toolsCommand(world))

async function loadCodecs(artifacts: readonly ArtifactId[]): Promise<LoadedKinds> {
  const loaded = await Promise.all(
    artifacts.map(async (artifact) => [artifact, await KIND_LOADERS[artifact]?.()] as const),
  )
  return Object.fromEntries(loaded.filter(([, codec]) => codec !== undefined))
}

/** Whether input and output are a terminal, and no agent client set its variable; an editor's own terminal counts. */
const isAtTerminal = async (world: World): Promise<boolean> =>
  world.stdin === undefined && isatty(0) && isatty(1) && (await recognisedHost(world)) === null

async function loadPresence({ env, presence }: World, root: string): Promise<Presence> {
  if (presence !== undefined) return presence
  const [{ openPresence, RUN_MARK }, { CALLERS, PROGRAMS }] = await Promise.all([
    import('../node/presence.js'),
    import('../runtimes/rows.js'),
  ])
  const firstSet = (names: readonly string[]) => names.map((name) => env[name]).find(Boolean) ?? null
  const callers = Object.values(CALLERS)
  const session = firstSet(callers.flatMap(({ sessionVariable }) => sessionVariable ?? []))
  const isAbove = session !== null || firstSet(callers.flatMap(({ recognisedBy }) => recognisedBy)) !== null
  return openPresence({ session, run: env[RUN_MARK], root, programs: PROGRAMS, isAbove })
}

async function write(
  verb: Verb,
  args: Readonly<Record<string, Value>>,
  { workspace }: CallContext,
  calls: Calls | undefined,
): Promise<Change<unknown>> {
  const { runVerb } = await import('../node/transaction.js')
  return withApplied(verb, await runVerb(workspace, verb, args, {}, calls))
}

const NOTHING: VerbResult['applied'] = { changed: false, changed_files: [], journal: null }

/** Adds to an answer which planning files changed, if its verb can write any, and how to redo an undo. */
function withApplied({ writes }: Verb, { answer, applied }: VerbResult): Change<unknown> {
  const { edits: _, ...rest } = answer
  const isUndo = answer.undoes !== undefined && applied.journal !== null
  return {
    ...rest,
    result: {
      ...(answer.result as object),
      ...(writes?.length === 0 ? {} : applied),
      ...(isUndo ? { redo: `gsd-tools undo ${applied.journal}` } : {}),
    },
  }
}
