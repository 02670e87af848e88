// `gsd hooks`: what is registered where and why, and what switches each check.
import { join } from 'node:path'
import { SWITCHES } from '../../artifacts/config/switches.js'
import { isSwitchedOn } from '../../hooks/check.js'
import { knownChecks } from '../../hooks/checks/all.js'
import { readText } from '../../install/disk.js'
import { type EditState, valueAt } from '../../install/edits/edit.js'
import { realDisk } from '../../node/files.js'
import { personalSettings } from '../../node/personal-settings.js'
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

export async function hooks(given: HooksGiven, world: World): Promise<Answer> {
  const paint = colours(given, world)
  const places = placesOf(given, world)
  const unrecorded = unrecordedIn(given, places)
  const found = places.flatMap((place) => registeredIn(place, namedRuntimes(given)))
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
  const running = checks.filter((check) => check.on && check.registered).length
  return {
    exit: 0,
    result: { action: 'hooks', registered: found, unrecorded, checks },
    text: blocks(
      found.length + unrecorded.length === 0
        ? ['Nothing is installed, so no hook runs.']
        : [`${running} of ${checks.length} checks run in your sessions. To register none: gsd install --no-hooks`],
      [
        paint.bold('Checks (- is on in the settings, but registered nowhere)'),
        ...checks.map((check) => {
          const state = check.on ? (check.registered ? paint.green('on ') : idle) : paint.dim('off')
          return `${state} ${check.id}: ${check.about} (${switchOf(check)})`
        }),
      ],
      ...found.map((one) => [
        paint.bold(`${runtimeOf(one.runtime).title} (${one.scope})`),
        ...(one.none === null ? [] : [`  no hooks: ${one.none}`]),
        ...momentLines(one, paint),
        ...(one.approval === null ? [] : [`  ${paint.yellow('!')} ${one.approval}`]),
      ]),
      unrecordedLines(unrecorded, paint),
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
