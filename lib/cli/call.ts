// Runs one verb: finds the project, resolves path arguments, loads what the verb declares, and hands it a view.
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type ArtifactId, CODECS, type CodecRegistry } from '../artifacts/all.js'
import type { Codec } from '../artifacts/codec.js'
import { readSettings } from '../core/project/settings.js'
import { View, type ViewParts } from '../core/view.js'
import { layOver } from '../core/writing/overlay.js'
import { GsdError } from '../errors.js'
import { featureOf } from '../features/verbs.js'
import type { Reader, ReaderName } from '../markdown/native.js'
import { systemClock } from '../node/clock.js'
import { withPendingWrites } from '../node/intent.js'
import { openPack, UNOPENED_PACK } from '../node/pack.js'
import { findProject, hasGit, insideProject, type Project, projectAround } from '../node/project.js'
import type { Applied, Workspace } from '../node/transaction.js'
import { digestBy, openTree, sourceOf } from '../node/tree.js'
import type { Answer, Args, Change, Mutation, Task, Verb } from '../verbs/verb.js'
import { spoken } from '../verbs/verb.js'
import type { Flags, Request, Value } from './arguments.js'
import type { World } from './execute.js'

export async function call(verb: Verb, { args, flags }: Request, world: World): Promise<Answer<unknown>> {
  const start = startFolder(flags, world)
  const project = projectFor(verb, start, flags, world)
  const given = resolvePaths(verb.args, args, (path) => insideProject(project.root, start, path))
  const switched = switchedBy(verb)
  const open = await prepare(
    switched === null ? verb : { ...verb, reads: [...verb.reads, 'config'] },
    project,
    flags,
    world,
    stdinFor(verb.args, given, world),
  )
  if (switched !== null) refuseWhileOff(verb, switched, open)
  if (verb.kind === 'query') return verb.run(given, open.view())
  if (verb.kind === 'mutation' && verb.onlyLooks?.(given as never) === true)
    return written({ answer: verb.run(given as never, open.view()), applied: UNTOUCHED }, dryRunOf(flags))
  return write(verb, given, open, flags)
}

/** The feature that can refuse the verb, if it has a switch. */
function switchedBy(verb: Verb): SwitchedFeature | null {
  const feature = featureOf(verb.name)
  return feature === null || feature.switch === null ? null : { id: feature.id, switch: feature.switch }
}

interface SwitchedFeature {
  readonly id: string
  readonly switch: string
}

function refuseWhileOff(verb: Verb, feature: SwitchedFeature, open: Opened): void {
  const settings = readSettings(open.view())
  if (settings.problem !== null) throw new GsdError(settings.problem)
  if (settings.get(feature.switch) === true) return
  throw new GsdError({
    code: 'FEATURE_OFF',
    message: `${spoken(verb.name)} belongs to the feature "${feature.id}", which is off`,
    fix: `gsd-tools config set ${feature.switch} true`,
  })
}

function startFolder(flags: Flags, world: World): string {
  const given = flags.cwd ?? flags['project-dir']
  if (given === undefined) return world.cwd
  const folder = resolve(world.cwd, given)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder
  throw new GsdError({ code: 'USAGE', message: `--cwd names no folder: ${folder}`, fix: 'give a folder that is there' })
}

interface Ground extends Project {
  /** There is no project: the caller's folder stands in for its root. */
  readonly absent?: true
}

function projectFor(verb: Verb, start: string, flags: Flags, world: World): Ground {
  const anyWorkstream = verb.needsWorkstream === false
  const found = findProject({ start, env: world.env, workstream: flags.ws, anyWorkstream })
  if (found !== null) return withWorkstream(verb, found)
  if (verb.needsProject === false) return { root: start, base: '.planning', choices: null, absent: true }
  throw noProject(start, projectAround({ start, env: world.env }))
}

const noProject = (start: string, around: ReturnType<typeof projectAround>): GsdError =>
  around === null
    ? new GsdError({
        code: 'NO_PROJECT',
        message: `expected a folder .planning/ in ${start} or above it, found none`,
        fix: 'go to the project, name it with --cwd <folder>, or begin one with the new-project command',
      })
    : new GsdError({
        code: 'NO_PROJECT',
        message: `the repository ${around.repository} has no .planning/ of its own, and the project in ${around.root} does not name it as one of its repositories`,
        fix: `gsd-tools config set planning.sub_repos '["${around.repository}"]' --cwd ${around.root}, if it belongs there`,
      })

function withWorkstream(verb: Verb, project: Project): Project {
  const { choices } = project
  if (choices === null || !(verb.needsWorkstream ?? verb.needsProject !== false)) return project
  throw new GsdError({
    code: 'WORKSTREAM_NONE_ACTIVE',
    message: `this project is planned in workstreams and none is active; there are ${choices.join(', ')}`,
    fix: `name one with --ws ${choices[0]}, or make it the active one: gsd-tools workstream set ${choices[0]}`,
  })
}

/** Paths are given relative to the caller's folder; a verb sees them relative to the project root. */
function resolvePaths(
  declared: Args,
  args: Readonly<Record<string, Value>>,
  inside: (path: string) => string,
): Readonly<Record<string, Value>> {
  const out: Record<string, Value> = { ...args }
  for (const [key, arg] of Object.entries(declared)) {
    const value = args[key]
    if (arg.type === 'path' && typeof value === 'string') out[key] = value === '-' ? STDIN : inside(value)
    if (arg.type === 'list' && arg.of === 'path' && Array.isArray(value)) out[key] = value.map(inside)
  }
  return out
}

/** Where a verb finds the text of the standard input, which the path argument `-` or a flag `--stdin` means. The ending makes it Markdown for whoever wants spans. */
const STDIN = '-.md'

function stdinFor(declared: Args, given: Readonly<Record<string, Value>>, world: World): string | null {
  const asked = Object.entries(declared).some(
    ([key, { type }]) =>
      (type === 'path' && given[key] === STDIN) || (type === 'flag' && key === 'stdin' && given[key] === true),
  )
  if (!asked) return null
  return world.stdin === undefined ? readFileSync(0, 'utf8') : world.stdin()
}

interface Opened {
  readonly workspace: Workspace
  view(): View
}

/** Everything asynchronous happens here, so that a verb can be synchronous. */
async function prepare(verb: Verb, project: Ground, flags: Flags, world: World, stdin: string | null): Promise<Opened> {
  const touched = verb.kind === 'query' ? verb.reads : [...new Set([...verb.reads, ...verb.writes])]
  const [codecs, reader, host, pack, outside] = await Promise.all([
    loadCodecs(touched),
    touched.every((artifact) => artifact === 'config') ? null : loadReader(flags),
    verb.asksHost === true ? recognisedHost(world) : null,
    verb.asksPack === true ? openPack(world.bin, world.script) : UNOPENED_PACK,
    loadOutside(verb, project, flags, world),
  ])
  const clock = world.clock ?? systemClock
  const digest = digestBy(reader)
  const toSource = (path: string, text: string) => sourceOf(path, text, reader)
  const files = () => withPendingWrites(project.root, openTree(project.root, reader), toSource)
  const view = () =>
    new View({
      tree: stdin === null ? files() : layOver(files(), new Map([[STDIN, stdin]]), toSource),
      clock,
      digest,
      pack,
      codecs,
      base: project.base,
      projectRoot: project.root,
      host,
      hasGit: hasGit(project.root),
      reader: flags.reader === 'native' ? 'native' : 'ts',
      ...outside,
    })
  const workspace: Workspace = {
    root: project.root,
    base: project.base,
    clock,
    digest,
    codecs,
    openView: view,
    sourceOf: (path, text) => sourceOf(path, text, reader),
  }
  return { workspace, view }
}

/** The person's own settings count only where there is no project, so that one tree means the same for everybody. */
async function loadOutside(
  verb: Verb,
  project: Ground,
  flags: Flags,
  world: World,
): Promise<Pick<ViewParts, 'person' | 'personal'>> {
  const hasProject = project.absent !== true
  if (hasProject && verb.asksPerson !== true) return {}
  const { openPerson, personalSettings } = await import('../node/person.js')
  return {
    person: openPerson(world.env, startFolder(flags, world)),
    ...(hasProject ? {} : { personal: personalSettings(world.env) }),
  }
}

async function loadCodecs(artifacts: readonly ArtifactId[]): Promise<CodecRegistry> {
  const loaded = await Promise.all(
    artifacts.map(
      async (artifact): Promise<readonly [ArtifactId, Codec | undefined]> => [artifact, await CODECS[artifact]?.()],
    ),
  )
  return Object.fromEntries(loaded.filter(([, codec]) => codec !== undefined))
}

const READERS: readonly string[] = ['native', 'ts'] satisfies readonly ReaderName[]

async function loadReader({ reader: want }: Flags): Promise<Reader> {
  if (want !== undefined && !READERS.includes(want))
    throw new GsdError({
      code: 'USAGE',
      message: `--reader is one of ${READERS.join(', ')}; got "${want}"`,
      fix: 'leave --reader out',
    })
  const { chooseReader } = await import('../markdown/native.js')
  return chooseReader({ want: want as ReaderName | undefined })
}

/** The runtime whose client started this process, by the variables its row names. */
async function recognisedHost({ env }: World): Promise<string | null> {
  const { RUNTIME_IDS, runtimeOf } = await import('../runtimes/all.js')
  const isCaller = (id: (typeof RUNTIME_IDS)[number]) => runtimeOf(id).recognisedBy.some((name) => Boolean(env[name]))
  return RUNTIME_IDS.find(isCaller) ?? null
}

async function write(
  verb: Mutation | Task,
  args: Readonly<Record<string, Value>>,
  { workspace }: Opened,
  flags: Flags,
): Promise<Answer<unknown>> {
  const { runMutation, runTask } = await import('../node/transaction.js')
  const options = dryRunOf(flags)
  if (verb.kind === 'mutation') return written(runMutation(workspace, verb as never, args, options), options)
  const outcome = await runTask(workspace, verb as never, args, options)
  if ('planned' in outcome)
    return { result: { dry_run: true, steps: outcome.planned.map(({ name, argv, cwd }) => ({ name, argv, cwd })) } }
  return written(outcome, options)
}

const dryRunOf = (flags: Flags) => ({ dryRun: flags['dry-run'] === true })

const UNTOUCHED: Applied = { changed: false, changed_files: [], journal: null, edits: [] }

interface Written {
  readonly answer: Change<unknown>
  readonly applied: Applied
}

/** Adds to an answer what was, or under `--dry-run` would be, written. */
function written({ answer, applied }: Written, { dryRun }: { dryRun: boolean }): Answer<unknown> {
  const { edits: _, ...rest } = answer
  return {
    ...rest,
    result: {
      ...(answer.result as object),
      changed: applied.changed,
      changed_files: applied.changed_files,
      journal: applied.journal,
      ...(dryRun ? { dry_run: true, edits: applied.edits } : {}),
    },
  }
}
