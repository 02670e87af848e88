// Questions about a whole project: what they were answered is kept in the index, and given again as long as nothing has changed that it rests on. What proves
// something or looks for damage is never among them.
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../node/clock.js'
import { haveExtensions } from '../node/extensions/there.js'
import { personalFolderOf } from '../node/home.js'
import { type Place, placeFor } from '../node/index/place.js'
import { Watch } from '../node/index/watch.js'
import { TRANSACTIONS } from '../node/intent.js'
import { installedCall, VERSION } from '../node/pack.js'
import { hasGit, type Project } from '../node/project.js'
import { SEALED_AGREEMENTS } from '../node/sealed-agreements.js'
import type { Answer, Verb } from '../verbs/verb.js'
import type { Flags, Value } from './arguments.js'
import type { World } from './world.js'

/** Each of them looks into SUMMARYs, by which a call knows it before this is loaded. */
export const OVERVIEWS: ReadonlySet<string> = new Set([
  'history-digest',
  'next',
  'pending.list',
  'progress',
  'requirements.list',
  'roadmap.analyze',
  'state.derive',
  'state.json',
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

/** Null where the question is another one, or where the index is switched off. */
export async function overviewOf(asked: Asked): Promise<Overview | null> {
  const { verb, flags, project, world } = asked
  const isOff = flags['no-index'] === true || world.env[SWITCH] === 'off'
  if (isOff || verb.kind !== 'query' || project.absent === true || !OVERVIEWS.has(verb.name)) return null
  const needs = verb.needs ?? []
  if (needs.includes('person') || needs.includes('suspects')) return null
  // What others added may rest on anything.
  if (needs.includes('extensions') && haveExtensions(project.root, world.env)) return null
  // A checkout's prompts are rendered from many files while it runs.
  if (needs.includes('pack') && installedCall(world.bin, world.script) === null) return null
  const begun = Date.now()
  const { root } = project
  const realRoot = realAt(root)
  const host = needs.includes('host') ? await asked.host(world) : null
  const call = callText(asked, realRoot, host)
  const place = realRoot === null ? null : placeFor(world.env, realRoot, call)
  if (place === null) return null
  return kept({ place, call, begun, watch: new Watch() }, asked)
}

interface Going {
  readonly place: Place
  readonly call: string
  readonly begun: number
  readonly watch: Watch
}

function kept({ place, call, begun, watch }: Going, { world, flags, project: { root } }: Asked): Overview {
  const many = async () =>
    (flags.reader ?? world.env['GSD_READER']) === 'ts'
      ? undefined
      : (await import('../node/index/native-stamps.js')).nativeStamps
  const clock = world.clock ?? systemClock
  return {
    watch,
    async find() {
      if (!existsSync(place.file)) return null
      const { findKept } = await import('../node/index/kept.js')
      const found = findKept(place, call, root, { at: clock.now(), day: clock.today() }, await many())
      return found === null ? null : (JSON.parse(found) as Answer<unknown>)
    },
    async keep(answer) {
      if (watch.isFleeting || (watch.files.size + watch.folders.size < LARGE && world.env[SWITCH] !== 'always')) return
      const [{ keep }, { filesOutside }, stamping] = await Promise.all([
        import('../node/index/kept.js'),
        import('../node/index/outside.js'),
        many(),
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
      keep(keeping, stamping)
    },
  }
}

/** Everything but files and the time that the answer may depend on. */
const callText = ({ verb, args, flags, project, world }: Asked, realRoot: string | null, host: string | null): string =>
  JSON.stringify([
    VERSION,
    world.bin,
    world.script,
    process.platform,
    process.arch,
    process.getuid?.() ?? null,
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
  ])

function realAt(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch {
    return null
  }
}
