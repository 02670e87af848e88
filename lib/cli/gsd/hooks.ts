// `gsd hooks`: each registration with its file and reason, and the switch of each check.

import { join } from 'node:path'
import { SWITCHES, type SwitchKey } from '../../artifacts/config/switches.js'
import { type Args, arg } from '../../core/verb.js'
import { isSwitchedOn } from '../../hooks/check.js'
import { knownChecks } from '../../hooks/checks/all.js'
import { readText } from '../../install/disk.js'
import { valueAt } from '../../install/edits/edit.js'
import { physical } from '../../install/installed.js'
import { hearsAnother } from '../../install/registered.js'
import { realDisk } from '../../node/files.js'
import { personalSettings } from '../../node/personal-settings.js'
import { type RuntimeId, runtimeOf } from '../../runtimes/all.js'
import type { Point } from '../../runtimes/hooks.js'
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
  /** Files with registrations of ours. */
  readonly files: readonly string[]
  readonly points: readonly string[]
  readonly approval: string | null
  /** Why no session event is registered; null if one is. */
  readonly none: string | null
}

/** Not a session event, but registered like one. */
const LINE = 'status-line' satisfies Point

/** Reads the record, which has the entries and files. */
function registeredIn({ installed, scope }: InstallTarget, named: readonly RuntimeId[]): readonly Registered[] {
  if (installed === null) return []
  const { manifest, roots } = installed
  const asked = manifest.runtimes.filter((id) => named.length === 0 || named.includes(id))
  return asked.map((id): Registered => {
    const row = runtimeOf(id).hooks
    const edited = manifest.edits.filter(({ owners }) => owners.includes(id))
    const withKey = (part: string) => edited.filter(({ edits }) => edits.some(({ key }) => key.startsWith(part)))
    const own = Object.entries(manifest.files).filter(([, { kind, owners }]) => kind === 'hook' && owners.includes(id))
    const session = [...withKey('hook').map(({ file }) => file), ...own.map(([key]) => key)]
    const line = withKey(LINE).map(({ file }) => file)
    const events = session.length === 0 ? [] : Object.keys(row?.events ?? {}).filter((one) => one !== LINE)
    return {
      runtime: id,
      scope,
      files: [...new Set([...session, ...line])].map((key) => physical(realDisk, roots, key)),
      points: [...events, ...(line.length === 0 ? [] : [LINE])],
      approval: session.length === 0 ? null : (row?.approval ?? null),
      none: session.length > 0 ? null : whyNone(id, manifest.runtimes, scope),
    }
  })
}

function whyNone(id: RuntimeId, all: readonly RuntimeId[], scope: Scope): string {
  const row = runtimeOf(id)
  if (row.hooks === null) return 'this client has no hooks'
  if (hearsAnother(row, all, scope)) return "it runs another client's hooks here"
  return `not registered; to register them: gsd install --${scope} --${id} --hooks`
}

export async function hooks(given: Given, world: World): Promise<Answer> {
  const paint = colours(world)
  const found = installTargets(given, world).flatMap((place) => registeredIn(place, namedRuntimes(given)))
  const settings = objectIn(readText(realDisk, join(world.cwd, '.planning/config.json')) ?? '{}') ?? {}
  const at = (values: unknown, key: string) => valueAt(values, key.split('.'))
  const heard = new Set(found.flatMap(({ points }) => points))
  const checks = knownChecks().map(({ id, about, points, setting }) => {
    const isOn =
      setting === null ||
      isSwitchedOn(setting, at(settings, setting), () => at(personalSettings(world.env).settings, setting))
    return { id, about, points, setting, on: isOn, registered: points.some((point) => heard.has(point)) }
  })
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
          const state = !check.on ? paint.dim('off') : check.registered ? paint.green('on ') : paint.dim('-  ')
          return `${state} ${check.id}: ${check.about} (${switchOf(check)})`
        }),
      ],
      ...found.map(({ runtime, scope, none, files, approval }) => [
        paint.bold(`${runtimeOf(runtime).title} (${scope})`),
        ...(none === null ? [] : [`  no hooks: ${none}`]),
        ...files.map((path) => `  in ${path}`),
        ...(approval === null ? [] : [`  ${paint.yellow('!')} ${approval}`]),
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

export const action = clientAction({
  about: 'Explain the hooks: what runs in a session, where it is registered, how to switch it',
  args: ARGS,
  run: hooks,
})
