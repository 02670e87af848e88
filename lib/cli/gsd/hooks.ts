// `gsd hooks`: what is registered where and why, how each check is switched off, and what an event costs.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SWITCHES } from '../../artifacts/config/switches.js'
import { GsdError } from '../../errors.js'
import { knownChecks } from '../../features/checks.js'
import { isSwitchedOn } from '../../hooks/check.js'
import { readText } from '../../install/disk.js'
import { physical } from '../../install/installed.js'
import { splitKey } from '../../install/manifest.js'
import { HOOK_PROGRAM, hearsAnother, momentsOf } from '../../install/registered.js'
import { payloadOf } from '../../install/target.js'
import { realDisk } from '../../node/files.js'
import { personalSettings } from '../../node/person.js'
import { type RuntimeId, runtimeOf } from '../../runtimes/all.js'
import type { Point } from '../../runtimes/hooks.js'
import { isJsonObject, objectIn } from '../../std/json.js'
import type { HooksGiven } from './flags.js'
import { blocks, colours } from './report.js'
import { namedRuntimes, type Place, placesOf } from './selection.js'
import type { Answer, World } from './world.js'

export async function hooks(given: HooksGiven, world: World): Promise<Answer> {
  return given.what === 'bench' ? bench(given, world) : explain(given, world)
}

interface Registered {
  readonly runtime: RuntimeId
  readonly scope: string
  /** Files that hold registrations, absolute. */
  readonly files: readonly string[]
  readonly moments: readonly { readonly point: Point; readonly event: string; readonly checks: readonly string[] }[]
  readonly approval: string | null
  /** Why nothing is registered; null: something is. */
  readonly none: string | null
}

function registeredIn({ installed, roots, scope }: Place, named: readonly RuntimeId[]): readonly Registered[] {
  const all = installed.flatMap(({ manifest }) => manifest.runtimes)
  return installed.flatMap(({ manifest }) =>
    manifest.runtimes
      .filter((id) => named.length === 0 || named.includes(id))
      .map((id): Registered => {
        const row = runtimeOf(id)
        const own = Object.entries(manifest.files).filter(
          ([, { kind, owners }]) => kind === 'hook' && owners.includes(id),
        )
        const edited = manifest.edits.filter(
          ({ file, undos }) => splitKey(file).root === id && undos.some(({ edit }) => isHook(edit.key)),
        )
        const files = [...own.map(([key]) => key), ...edited.map(({ file }) => file)].map((key) =>
          physical(realDisk, roots, key),
        )
        const moments = row.hooks === null || files.length === 0 ? [] : momentsOf(row.hooks)
        return {
          runtime: id,
          scope,
          files,
          moments: moments.map(({ point, event }) => ({ point, event, checks: checksAt(point) })),
          approval: files.length === 0 ? null : (row.hooks?.approval ?? null),
          none: files.length > 0 ? null : whyNone(id, all, scope),
        }
      }),
  )
}

const isHook = (key: string): boolean => key.startsWith('hook') || key === 'status-line'

const checksAt = (point: Point) =>
  knownChecks()
    .filter(({ points }) => points.includes(point))
    .map(({ id }) => id)

function whyNone(id: RuntimeId, all: readonly RuntimeId[], scope: Place['scope']): string {
  const row = runtimeOf(id)
  if (row.hooks === null) return 'this client starts no hooks'
  if (hearsAnother(row, all, scope)) return 'it runs the hooks of another client here'
  return 'they are left out; to register them: gsd install --hooks'
}

function explain(given: HooksGiven, world: World): Answer {
  const paint = colours(given, world)
  const found = placesOf(given, world).flatMap((place) => registeredIn(place, namedRuntimes(given)))
  const settings = settingsAround(world.cwd)
  const checks = knownChecks().map(({ id, about, points, setting }) => {
    const isOn =
      setting === null ||
      isSwitchedOn(setting, valueAt(settings, setting), () => valueAt(personalSettings(world.env).settings, setting))
    return { id, about, points, setting, guard: setting !== null && SWITCHES[setting].guard !== null, on: isOn }
  })
  return {
    exit: 0,
    result: { action: 'hooks', registered: found, checks },
    text: blocks(
      ...found.map(({ runtime, scope, files, moments, approval, none }) => [
        paint.bold(`${runtimeOf(runtime).title} (${scope})`),
        ...(none === null ? [] : [`  none: ${none}`]),
        ...files.map((file) => `  in ${file}`),
        ...moments.map(({ event, checks: names }) => `  ${event}: ${names.join(', ')}`),
        ...(approval === null ? [] : [`  ${paint.yellow('!')} ${approval}`]),
      ]),
      checks.map(({ id, about, setting, guard, on }) => {
        const call = `gsd-tools config set ${setting} ${on ? 'false' : 'true'}`
        const how =
          setting === null ? '' : guard && on ? ` (${setting}, off only in your own ${OWN_FILE})` : ` (${call})`
        return `${on ? paint.green('on ') : paint.dim('off')} ${id}: ${about}${how}`
      }),
      ['All of them: gsd install --no-hooks'],
    ),
  }
}

/** Where a guard is switched off: no tree can write there. */
const OWN_FILE = '~/.gsd/config.json'

const settingsAround = (cwd: string): unknown =>
  objectIn(readText(realDisk, join(cwd, '.planning/config.json')) ?? '{}') ?? {}

const valueAt = (settings: unknown, key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>(
      (at, part) => (isJsonObject(at as never) ? (at as Record<string, unknown>)[part] : undefined),
      settings,
    )

const ROUNDS = 20

/** What a client may say at each moment; enough that every check of it is asked. */
const SAYS: Readonly<Partial<Record<Point, Readonly<Record<string, unknown>>>>> = {
  'pre-tool': { tool_name: 'Write', tool_input: { file_path: 'a.txt', content: 'x\n' } },
  'post-tool': { tool_name: 'Read', tool_input: { file_path: 'a.txt' }, tool_response: 'x\n' },
  'prompt-submit': { prompt: 'hello' },
  'session-start': { source: 'startup' },
}

function bench(given: HooksGiven, world: World): Answer {
  const place = placesOf(given, world).find(({ installed }) => installed.length > 0)
  const [first] = place?.installed ?? []
  if (place === undefined || first === undefined)
    throw new GsdError({ code: 'NOT_FOUND', message: 'nothing is installed', fix: 'gsd install --help' })
  const script = join(payloadOf(place.roots[first.manifest.target]), 'bin', HOOK_PROGRAM)
  const runtime = first.manifest.runtimes.find((id) => runtimeOf(id).hooks !== null)
  const row = runtime === undefined ? null : runtimeOf(runtime).hooks
  if (runtime === undefined || row === null || !existsSync(script))
    throw new GsdError({ code: 'NOT_FOUND', message: 'no hooks are installed here', fix: 'gsd install --hooks' })
  const folder = mkdtempSync(join(tmpdir(), 'gsd-hooks-bench-'))
  try {
    const bare = measured(folder, ['-e', '0'], '')
    const events = momentsOf(row).map(({ point, event }) => {
      const said = { hook_event_name: event, session_id: 'bench', cwd: folder, ...SAYS[point] }
      const { p50, p95 } = measured(folder, [script, runtime, event], JSON.stringify(said))
      return { event, p50, p95, ratio: Math.round((p50 / bare.p50) * 100) / 100 }
    })
    const line = ({ event, p50, p95, ratio }: (typeof events)[number]) =>
      `${event.padEnd(24)} ${p50.toFixed(1).padStart(7)} ${p95.toFixed(1).padStart(7)}   ${ratio.toFixed(2)}`
    return {
      exit: 0,
      result: { action: 'hooks', runtime, rounds: ROUNDS, bare, events },
      text: blocks([
        `${runtimeOf(runtime).title}, ${ROUNDS} processes each, milliseconds`,
        `${'event'.padEnd(24)} ${'p50'.padStart(7)} ${'p95'.padStart(7)}   × node`,
        line({ event: 'node -e 0', ...bare, ratio: 1 }),
        ...events.map(line),
      ]),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function measured(cwd: string, args: readonly string[], input: string): { readonly p50: number; readonly p95: number } {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now()
    spawnSync(process.execPath, args, { cwd, input, stdio: ['pipe', 'ignore', 'ignore'] })
    return performance.now() - start
  }).sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] as number
  return { p50: at(0.5), p95: at(0.95) }
}
