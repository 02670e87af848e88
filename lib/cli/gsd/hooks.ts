// `gsd hooks`: each registration with its file and reason, and the switch of each check.

import { join } from 'node:path'
import { SWITCHES, type SwitchKey } from '../../artifacts/config/switches.js'
import { type Args, arg } from '../../core/verb.js'
import { isSwitchedOn } from '../../hooks/check.js'
import { knownChecks } from '../../hooks/checks/all.js'
import { readText } from '../../install/disk.js'
import { valueAt } from '../../install/edits/edit.js'
import { type Installed, physical } from '../../install/installed.js'
import { keyOf } from '../../install/manifest.js'
import { hearsAnother, momentsOf } from '../../install/registered.js'
import { realDisk } from '../../node/files.js'
import { personalSettings } from '../../node/personal-settings.js'
import { type RuntimeId, runtimeOf } from '../../runtimes/all.js'
import type { Moment, Point } from '../../runtimes/hooks.js'
import type { Scope } from '../../runtimes/terms.js'
import { objectIn } from '../../std/json.js'
import { clientAction } from './action.js'
import { COMMON, type GivenOf } from './flags.js'
import { blocks, colours } from './report.js'
import { type InstallTarget, installTargets, namedRuntimes } from './selection.js'
import type { Answer, World } from './world.js'

const ARGS = {
  what: arg.choice(['explain'], 'Show registrations, and the switch of each check', { positional: true }),
  ...COMMON,
} as const satisfies Args
type Given = GivenOf<typeof ARGS>

interface Registered {
  readonly runtime: RuntimeId
  readonly scope: Scope
  readonly moments: readonly { readonly point: Point; readonly event: string; readonly file: string }[]
  readonly approval: string | null
  /** Why no session event is registered; null if one is. */
  readonly none: string | null
}

/** Not a session event, but registered like one. */
const LINE = 'status-line' satisfies Point

function registeredIn({ installed, scope }: InstallTarget, named: readonly RuntimeId[]): readonly Registered[] {
  if (installed === null) return []
  const all = installed.manifest.runtimes
  return all
    .filter((id) => named.length === 0 || named.includes(id))
    .map((id): Registered => {
      const moments = registrationsOf(id, installed, scope)
      const isThere = moments.some(({ point }) => point !== LINE)
      const approval = isThere ? (runtimeOf(id).hooks?.approval ?? null) : null
      return { runtime: id, scope, moments, approval, none: isThere ? null : whyNone(id, all, scope) }
    })
}

/** Reads the manifest, which has the events and files. */
function registrationsOf(id: RuntimeId, { manifest, roots }: Installed, scope: Scope) {
  const row = runtimeOf(id).hooks
  if (row === null) return []
  const call = { script: '', runtime: id }
  const lines = (row.events[LINE] ?? []).map((event): Moment => ({ point: LINE, event, tools: null }))
  return [...momentsOf(row), ...lines].flatMap((moment) => {
    const { point, event } = moment
    const keys = point === LINE ? [LINE] : (row.settings?.edits([moment], call).map(({ key }) => key) ?? [])
    const edited = manifest.edits.filter(
      ({ owners, edits }) => owners.includes(id) && edits.some(({ key }) => keys.includes(key)),
    )
    const own = row.files?.({ moments: [moment], call, scope, source: () => '' }) ?? []
    const written = own.map(({ path }) => keyOf(id, path)).filter((key) => manifest.files[key] !== undefined)
    const files = [...edited.map(({ file }) => file), ...written]
    return files.map((file) => ({ point, event, file: physical(realDisk, roots, file) }))
  })
}

function whyNone(id: RuntimeId, all: readonly RuntimeId[], scope: Scope): string {
  const row = runtimeOf(id)
  if (row.hooks === null) return 'this client has no hooks'
  if (hearsAnother(row, all, scope)) return "it runs another client's hooks here"
  return `not registered; to register them: gsd install --${scope} --${id} --hooks`
}

const momentLines = ({ moments }: Registered): readonly string[] =>
  [...new Set(moments.map(({ file }) => file))].map((path) => {
    const events = moments.filter(({ file }) => file === path).map(({ event }) => event)
    return `  in ${path}: ${events.join(', ')}`
  })

export async function hooks(given: Given, world: World): Promise<Answer> {
  const paint = colours(world)
  const places = installTargets(given, world)
  const found = places.flatMap((place) => registeredIn(place, namedRuntimes(given)))
  const settings = settingsAround(world.cwd)
  const at = (values: unknown, key: string) => valueAt(values, key.split('.'))
  const heard = new Set(found.flatMap(({ moments }) => moments.map(({ point }) => point)))
  const checks = knownChecks().map(({ id, about, points, setting }) => {
    const isOn =
      setting === null ||
      isSwitchedOn(setting, at(settings, setting), () => at(personalSettings(world.env).settings, setting))
    const guard = setting !== null && SWITCHES[setting].guard !== null
    return { id, about, points, setting, guard, on: isOn, registered: points.some((point) => heard.has(point)) }
  })
  const idle = paint.dim('-  ')
  const running = checks.filter((check) => check.on && check.registered).length
  return {
    exit: 0,
    result: { action: 'hooks', registered: found, checks },
    text: blocks(
      found.length === 0
        ? ['Nothing is installed, so no hooks run.']
        : [`${running} of ${checks.length} checks run in your sessions. To unregister them: gsd install --no-hooks`],
      [
        paint.bold('Checks (-: on in the settings, but not registered)'),
        ...checks.map((check) => {
          const state = check.on ? (check.registered ? paint.green('on ') : idle) : paint.dim('off')
          return `${state} ${check.id}: ${check.about} (${switchOf(check)})`
        }),
      ],
      ...found.map((one) => [
        paint.bold(`${runtimeOf(one.runtime).title} (${one.scope})`),
        ...(one.none === null ? [] : [`  no hooks: ${one.none}`]),
        ...momentLines(one),
        ...(one.approval === null ? [] : [`  ${paint.yellow('!')} ${one.approval}`]),
      ]),
    ),
  }
}

interface Switchable {
  readonly points: readonly Point[]
  readonly setting: SwitchKey | null
  readonly on: boolean
}

/** The switch of a check. For a guard only the setting's file is named, with no command to copy. */
function switchOf({ points, setting, on }: Switchable): string {
  if (setting === null) return points.includes(LINE) ? 'gsd install --no-statusline' : 'always on'
  if (SWITCHES[setting].guard?.safe === on) return `${setting}, ${on ? 'off' : 'on'} only in your own ${OWN_FILE}`
  return `gsd-tools config set ${setting} ${on ? 'false' : 'true'}`
}

/** Only this file can turn a guard off: no project can write there. */
const OWN_FILE = '~/.gsd/config.json'

const settingsAround = (cwd: string): unknown =>
  objectIn(readText(realDisk, join(cwd, '.planning/config.json')) ?? '{}') ?? {}

export const action = clientAction({
  about: 'Explain the hooks: what runs in a session, where it is registered, how to switch it',
  args: ARGS,
  run: hooks,
})
