// `gsd hooks`: what is registered where and why, what switches each check, and what an event costs.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SWITCHES } from '../../artifacts/config/switches.js'
import { GsdError } from '../../errors.js'
import { knownChecks } from '../../features/checks.js'
import { isSwitchedOn } from '../../hooks/check.js'
import { readText } from '../../install/disk.js'
import { type EditState, valueAt } from '../../install/edits/edit.js'
import { HOOK_PROGRAM, momentsOf } from '../../install/registered.js'
import { payloadOf } from '../../install/target.js'
import { realDisk } from '../../node/files.js'
import { personalSettings } from '../../node/person.js'
import type { Colours } from '../../node/terminal.js'
import { runtimeOf } from '../../runtimes/all.js'
import type { Point } from '../../runtimes/hooks.js'
import { objectIn } from '../../std/json.js'
import type { HooksGiven } from './flags.js'
import { LINE, type Registered, registeredIn } from './registrations.js'
import { blocks, colours } from './report.js'
import { namedRuntimes, placesOf } from './selection.js'
import { unrecordedIn, unrecordedLines } from './status.js'
import type { Answer, World } from './world.js'

export async function hooks(given: HooksGiven, world: World): Promise<Answer> {
  return given.what === 'bench' ? bench(given, world) : explain(given, world)
}

/** What is said of moments that are not, or not quite, as they were registered. */
const ELSE: Readonly<Record<Exclude<EditState, 'present'>, (one: Registered) => string>> = {
  gone: ({ runtime, scope }) => `not registered any more; back again: gsd install --${scope} --${runtime} --restore`,
  changed: () => 'not as it was registered, so whether it runs is up to what stands there',
}

function momentLines(one: Registered, paint: Colours): readonly string[] {
  const files = [...new Set(one.moments.map(({ file }) => file))]
  return files.flatMap((path) => {
    const of = (state: EditState) => one.moments.filter(({ file, state: is }) => file === path && is === state)
    return [
      `  in ${path}`,
      ...of('present').map(({ event, checks }) => `  ${event}: ${checks.join(', ')}`),
      ...(['gone', 'changed'] as const).flatMap((state) => {
        const events = of(state).map(({ event }) => event)
        return events.length === 0 ? [] : [`  ${paint.yellow('!')} ${events.join(', ')}: ${ELSE[state](one)}`]
      }),
    ]
  })
}

async function explain(given: HooksGiven, world: World): Promise<Answer> {
  const paint = colours(given, world)
  const { rereads } = await import('../../install/edits/second.js')
  const places = placesOf(given, world)
  const unrecorded = unrecordedIn(given, places)
  const found = places.flatMap((place) => registeredIn(place, namedRuntimes(given), rereads))
  const settings = settingsAround(world.cwd)
  const at = (values: unknown, key: string) => valueAt(values, key.split('.'))
  const called = new Set(
    found.flatMap(({ moments }) => moments.flatMap(({ state, checks }) => (state === 'present' ? checks : []))),
  )
  const checks = knownChecks().map(({ id, about, points, setting }) => {
    const isOn =
      setting === null ||
      isSwitchedOn(setting, at(settings, setting), () => at(personalSettings(world.env).settings, setting))
    const guard = setting !== null && SWITCHES[setting].guard !== null
    return { id, about, points, setting, guard, on: isOn, registered: called.has(id) }
  })
  const idle = paint.dim('-  ')
  return {
    exit: 0,
    result: { action: 'hooks', registered: found, unrecorded, checks },
    text: blocks(
      ...(found.length + unrecorded.length === 0 ? [['Nothing is installed, so no hook runs.']] : []),
      ...found.map((one) => [
        paint.bold(`${runtimeOf(one.runtime).title} (${one.scope})`),
        ...(one.none === null ? [] : [`  no hooks: ${one.none}`]),
        ...momentLines(one, paint),
        ...(one.approval === null ? [] : [`  ${paint.yellow('!')} ${one.approval}`]),
      ]),
      unrecordedLines(unrecorded, paint),
      [
        paint.bold('Checks (- is on in the settings, but registered nowhere)'),
        ...checks.map((check) => {
          const state = check.on ? (check.registered ? paint.green('on ') : idle) : paint.dim('off')
          return `${state} ${check.id}: ${check.about} (${switchOf(check)})`
        }),
      ],
      called.size === 0 ? [] : ['To register none: gsd install --no-hooks'],
    ),
  }
}

interface Switchable {
  readonly points: readonly Point[]
  readonly setting: string | null
  readonly guard: boolean
  readonly on: boolean
}

/** What switches a check. Whoever reads a guard's line is told where its setting lies, and given no call to copy. */
function switchOf({ points, setting, guard, on }: Switchable): string {
  if (setting === null) return points.includes(LINE) ? 'gsd install --no-statusline' : 'always on'
  if (guard && on) return `${setting}, off only in your own ${OWN_FILE}`
  return `gsd-tools config set ${setting} ${on ? 'false' : 'true'}`
}

/** Where a guard is switched off: no tree can write there. */
const OWN_FILE = '~/.gsd/config.json'

const settingsAround = (cwd: string): unknown =>
  objectIn(readText(realDisk, join(cwd, '.planning/config.json')) ?? '{}') ?? {}

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
