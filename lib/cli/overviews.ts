// Questions about a whole project: what they were answered is kept in the index, and given again as long as nothing has changed that it rests on. What proves
// something or looks for damage is never among them.
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { startedWith } from '../core/dispatch/asked.js'
import type { Merged } from '../core/writing/unmerged.js'
import { systemClock } from '../node/clock.js'
import { personalFolder } from '../node/custody.js'
import { haveExtensions } from '../node/extensions/there.js'
import { PERSONAL_FOLDERS, personalFolderOf } from '../node/home.js'
import type { KnownFiles } from '../node/index/known.js'
import type { PartedFiles } from '../node/index/parts.js'
import { type Place, placeFor } from '../node/index/place.js'
import type { Stamper } from '../node/index/stamps.js'
import { Watch } from '../node/index/watch.js'
import { TRANSACTIONS } from '../node/intent.js'
import { installedCall, VERSION } from '../node/pack.js'
import { hasGit, isLarge, type Project } from '../node/project.js'
import { SEALED_AGREEMENTS } from '../node/sealed-agreements.js'
import { once } from '../std/once.js'
import type { Answer, Verb } from '../verbs/verb.js'
import type { Flags, Value } from './arguments.js'
import type { World } from './world.js'

/** Each of them looks into SUMMARYs, by which a call knows it before this is loaded. */
export const OVERVIEWS: ReadonlySet<string> = new Set([
  'brief',
  'history-digest',
  'next',
  'pending.list',
  'progress',
  'requirements.list',
  'roadmap.analyze',
  'state.derive',
  'state.json',
])

/** Answers about one phase that many files go into: they are made anew each time, from what is known about the files. */
const ABOUT_PHASES: ReadonlySet<string> = new Set(['init', 'phase.list-plans'])

/** Answers about one phase that its own part of large files goes into. */
const ABOUT_PARTS: ReadonlySet<string> = new Set(['phase.plan-index', 'roadmap.get-phase'])

/**
 * Writes that show where the work stands beside what they change: of the files of phases, which they leave alone, they use what is known. What they change is
 * always read. A write that proves something, takes something or puts a word into the ledger is never among them.
 */
export const REFRESHING: ReadonlySet<string> = new Set([
  'decision.add',
  'phase.add',
  'phase.edit',
  'phase.insert',
  'replan',
  'state.advance-plan',
  'state.begin-phase',
  'state.planned-phase',
  'state.sync',
  'state.update-progress',
])

/** Files and folders from which on an answer is worth keeping. At ten phases keeping one costs a twentieth of making it, and finding it saves half; below, there is little to save. */
const LARGE = 40

/** What `GSD_INDEX` may say: `off` switches the index off, `always` keeps answers about small projects too. */
const SWITCH = 'GSD_INDEX'

export interface Asked {
  readonly verb: Verb
  readonly args: Readonly<Record<string, Value>>
  readonly flags: Flags
  readonly project: Project & { readonly absent?: true }
  readonly world: World
  /** The client that called. */
  readonly host: (world: World) => Promise<string | null>
}

export interface Overview {
  readonly watch: Watch
  /** The answer as it was given, where it still holds. */
  find(): Promise<Answer<unknown> | null>
  keep(answer: Answer<unknown>): Promise<void>
}

/** What a call may ask the index for. */
export interface Index {
  /** Null where the question is about few files, and for a write. */
  readonly overview: Overview | null
  /** Null in a small project, and for what proves something or looks for damage. */
  files(): Promise<Known | null>
}

/** What is known about single files. */
export interface Known {
  /** For one look at the project: a question has one, a write looks anew when it has the lock. */
  open(): KnownFiles | PartedFiles
  /** Keeps what the last look found out. */
  keep(): void
}

type Calling = Pick<Asked, 'flags' | 'project' | 'world'>

const isOff = ({ flags, project, world }: Calling): boolean =>
  flags['no-index'] === true || world.env[SWITCH] === 'off' || project.absent === true

/** Null for other calls, where the index is switched off, and where it would lie in the project. */
export async function indexFor(asked: Asked): Promise<Index | null> {
  const { flags, project, world } = asked
  const { root } = project
  const begun = Date.now()
  const isAlways = world.env[SWITCH] === 'always'
  if (isOff(asked)) return null
  const { name } = asked.verb
  if (ABOUT_PARTS.has(name)) return partsFor(asked, begun)
  const isWrite = REFRESHING.has(name)
  if (!OVERVIEWS.has(name) && !ABOUT_PHASES.has(name) && !isWrite) return null
  const isKnown = isAlways || isLarge(project)
  if (!OVERVIEWS.has(name) && !isKnown) return null
  const realRoot = realAt(root)
  const placeOf = (call: string) => (realRoot === null ? null : placeFor(world.env, realRoot, call))
  if (placeOf('files') === null) return null
  const stampers = once(async () => {
    const [{ Stamper }, many] = await Promise.all([import('../node/index/stamps.js'), stampingOf(flags, world)])
    return () => new Stamper(root, many)
  })
  const stamper = once(async () => (await stampers())())
  const call = await overviewCall(asked, realRoot)
  const at = call === null ? null : placeOf(call)
  return {
    overview:
      call === null || at === null ? null : kept({ place: at, call, begun, stamper, watch: new Watch() }, asked),
    async files() {
      if (!isKnown) return null
      const [{ KnownFiles }, { behindSeals }, stamperAnew, shared] = await Promise.all([
        import('../node/index/known.js'),
        import('../node/index/outside.js'),
        stampers(),
        stamper(),
      ])
      const { tree, files } = behindSeals(world.env, root)
      const call = JSON.stringify(['files', ...programText(world), root, realRoot, tree])
      let last: KnownFiles | null = null
      return {
        open() {
          if (last !== null && !isWrite) return last
          last = new KnownFiles({
            place: placeOf(call) as Place,
            call,
            begun,
            at: (world.clock ?? systemClock).now(),
            outside: [world.script, ...files],
            stamper: isWrite ? stamperAnew() : shared,
            always: isAlways,
            mayKnow: isWrite ? unchangedBy(asked) : () => true,
          })
          return last
        },
        keep: () => last?.keep(),
      }
    },
  }
}

/** For a call about one phase of a large project. */
async function partsFor({ project: { root, base }, world }: Asked, begun: number): Promise<Index | null> {
  const realRoot = realAt(root)
  if (realRoot === null || !isLarge({ root, base }) || placeFor(world.env, realRoot, 'parts') === null) return null
  const { PartedFiles } = await import('../node/index/parts.js')
  const files = new PartedFiles({
    root,
    entry(path) {
      const call = JSON.stringify(['parts', ...programText(world), root, realRoot, path])
      return { place: placeFor(world.env, realRoot, call) as Place, call }
    },
    begun,
    at: (world.clock ?? systemClock).now(),
    script: world.script,
  })
  return { overview: null, files: async () => ({ open: () => files, keep: () => files.keep() }) }
}

/** For a write in a large project: which folders hold no marks of an unfinished merge. Null where the index is switched off, or would lie in the project. */
export async function mergedFor(asked: Calling): Promise<(() => Merged) | null> {
  if (isOff(asked)) return null
  const { project, world } = asked
  const { root } = project
  const realRoot = realAt(root)
  const place = realRoot === null ? null : placeFor(world.env, realRoot, 'merged')
  if (place === null) return null
  const [{ mergedFolders }, stamping] = await Promise.all([
    import('../node/index/merged.js'),
    stampingOf(asked.flags, world),
  ])
  const call = JSON.stringify(['merged', ...programText(world), root, realRoot])
  return () => mergedFolders({ root, stamping, place, call, now: (world.clock ?? systemClock).now })
}

/**
 * What a write may know: files of phases, which none of these changes, the roadmap, where it is not written, and of the requirements that nothing in them is to be
 * refreshed, or changed by an unfinished merge: who changes them reads them.
 */
function unchangedBy({ verb, project: { base } }: Asked): (path: string) => boolean {
  const roadmap = verb.kind === 'query' || verb.writes.includes('roadmap') ? null : `${base}/ROADMAP.md`
  const requirements = `${base}/REQUIREMENTS.md`
  return (path) => path === roadmap || path === requirements || path.startsWith(`${base}/phases/`)
}

/** What the answer depends on beside files; null where it is not kept. */
async function overviewCall(asked: Asked, realRoot: string | null): Promise<string | null> {
  const { verb, project, world } = asked
  if (verb.kind !== 'query' || !OVERVIEWS.has(verb.name)) return null
  const needs = verb.needs ?? []
  if (needs.includes('person') || needs.includes('suspects')) return null
  // What others added may rest on anything.
  if (needs.includes('extensions') && haveExtensions(project, world.env)) return null
  // So may what the person keeps for all projects, which briefs quote and follow.
  if (needs.includes('knowledge') && PERSONAL_FOLDERS.some((name) => existsSync(join(personalFolder(world.env), name))))
    return null
  // A checkout's prompts are rendered from many files while it runs.
  if (needs.includes('pack') && installedCall(world.bin, world.script) === null) return null
  return callText(asked, realRoot, needs.includes('host') ? await asked.host(world) : null)
}

interface Going {
  readonly place: Place
  readonly call: string
  readonly begun: number
  readonly stamper: () => Promise<Stamper>
  readonly watch: Watch
}

function kept({ place, call, begun, stamper, watch }: Going, { world, project: { root } }: Asked): Overview {
  const clock = world.clock ?? systemClock
  return {
    watch,
    async find() {
      if (!existsSync(place.file)) return null
      const { findKept } = await import('../node/index/kept.js')
      const found = findKept(place, call, { at: clock.now(), day: clock.today() }, await stamper())
      return found === null ? null : (JSON.parse(found) as Answer<unknown>)
    },
    async keep(answer) {
      if (watch.isFleeting) return
      const stamps = await stamper()
      const isSmall = stamps.whole === null && watch.files.size + watch.folders.size < LARGE
      if (isSmall && world.env[SWITCH] !== 'always') return
      const [{ keep }, { filesOutside }] = await Promise.all([
        import('../node/index/kept.js'),
        import('../node/index/outside.js'),
      ])
      watch.files.set(SEALED_AGREEMENTS, existsSync(join(root, SEALED_AGREEMENTS)))
      const keeping = {
        place,
        call,
        root,
        watch,
        outside: filesOutside(world, root, watch.packed),
        empty: [TRANSACTIONS],
        begun,
        at: clock.now(),
        answer,
      }
      keep(keeping, stamps)
    },
  }
}

const stampingOf = async (flags: Flags, world: World) =>
  (flags.reader ?? world.env['GSD_READER']) === 'ts'
    ? undefined
    : (await import('../node/index/native-stamps.js')).nativeStamps

/** The running program, and who runs it where. */
const programText = ({ bin, script }: World) => [
  VERSION,
  bin,
  script,
  process.platform,
  process.arch,
  process.getuid?.() ?? null,
]

/** Everything but files and the time that the answer may depend on. */
const callText = ({ verb, args, flags, project, world }: Asked, realRoot: string | null, host: string | null): string =>
  JSON.stringify([
    ...programText(world),
    project.root,
    realRoot,
    project.base,
    verb.name,
    Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1)),
    host,
    hasGit(project.root),
    flags.reader ?? null,
    personalFolderOf(world.env, () => ''),
    world.env['TZ'] ?? null,
    world.env['LANG'] ?? null,
    world.env['LC_ALL'] ?? null,
    startedWith(world.env),
  ])

function realAt(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch {
    return null
  }
}
