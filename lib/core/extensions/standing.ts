// Which of the extensions that were found count, and in which order. Pure.
import { valueAt } from '../../artifacts/config/nested.js'
import type { Notice } from '../../errors.js'
import type { Digest } from '../../ports.js'
import { isJsonObject, type Json, type JsonObject, objectIn } from '../../std/json.js'
import type { Manifest } from './manifest.js'
import { type FoundExtension, type Ground, SOURCES, type Trace } from './port.js'

/** `active`: its handlers run · `off`: the settings say so, or nobody switched it on · `untrusted`: nobody agreed to exactly these bytes · `shadowed`: another one of its name counts · `broken`: it cannot be used. */
export const STANDINGS = ['active', 'off', 'untrusted', 'shadowed', 'broken'] as const
export type Standing = (typeof STANDINGS)[number]

/** What is agreed to when an extension of a project is trusted: another byte is another extension. */
export const extensionDigest = (digest: Digest, { name, digest: own }: FoundExtension): string =>
  digest(JSON.stringify(['extension', name, own]))

const OFF = 'extensions.disabled'
const ONLY = 'extensions.enabled'
/** Of those that come with the package. */
const ON = 'extensions.shipped'

/** Trees of an older tool name extensions by records. */
const nameIn = (value: unknown): string | null =>
  typeof value === 'string' ? value : isJsonObject(value) && typeof value['id'] === 'string' ? value['id'] : null

const namesAt = (settings: JsonObject, key: string): readonly string[] | null => {
  const value = valueAt(settings, key)
  return Array.isArray(value) ? value.map(nameIn).filter((name) => name !== null) : null
}

/** What the project's settings say; a file that cannot be read says nothing. */
const projectSettings = (ground: Ground): JsonObject =>
  objectIn(ground.source(`${ground.base}/config.json`)?.text ?? '{}') ?? {}

/** A project switches off what it brought itself; what a person keeps for all projects, only they switch off. */
function isOff({ name, source }: FoundExtension, own: JsonObject, project: JsonObject): boolean {
  const speak = source === 'user' ? [own] : [own, project]
  const names = (key: string) => speak.map((settings) => namesAt(settings, key))
  if (names(OFF).some((off) => off?.includes(name))) return true
  return source === 'package'
    ? ![...names(ON), ...names(ONLY)].some((on) => on?.includes(name))
    : names(ONLY).some((only) => only !== null && !only.includes(name))
}

/** Lists of one file of settings that change where it switches an extension; what stands in them beside names stays. */
export function listsWith(
  settings: JsonObject,
  { name, source }: FoundExtension,
  isOn: boolean,
): Readonly<Record<string, readonly Json[]>> {
  const listAt = (key: string): readonly Json[] => {
    const value = valueAt(settings, key)
    return Array.isArray(value) ? value : []
  }
  const without = (key: string) => listAt(key).filter((one) => nameIn(one) !== name)
  const isNamed = (key: string) => without(key).length < listAt(key).length
  const added = (key: string) => (isNamed(key) ? {} : { [key]: [...listAt(key), name] })
  const removed = (key: string) => (isNamed(key) ? { [key]: without(key) } : {})
  if (source === 'package' && !isOn) return isNamed(ON) ? removed(ON) : added(OFF)
  if (!isOn) return added(OFF)
  const only = valueAt(settings, ONLY)
  return { ...removed(OFF), ...(source === 'package' ? added(ON) : Array.isArray(only) ? added(ONLY) : {}) }
}

export interface Placed {
  readonly found: FoundExtension
  readonly standing: Standing
}

export function standings(all: readonly FoundExtension[], ground: Ground): readonly Placed[] {
  const project = projectSettings(ground)
  const own = ground.caller.personal.settings
  const placed = all.map((found) => ({ found, standing: standingOf(found) }))
  // Only one that would run stands before another: what nobody agreed to puts nothing in the shade.
  const counts = placed.filter(({ standing }) => standing === 'active').map(({ found }) => found)
  return placed.map(({ found, standing }) => {
    const isLater = counts.some((other) => other.name === found.name && rankOf(other) < rankOf(found))
    return { found, standing: standing === 'active' && isLater ? 'shadowed' : standing }
  })

  function standingOf(found: FoundExtension): Standing {
    if (found.problem !== null || found.manifest === null || found.digest === null) return 'broken'
    if (isOff(found, own, project)) return 'off'
    if (found.source === 'project' && ground.caller.trustedBy(extensionDigest(ground.digest, found)) === null)
      return 'untrusted'
    return 'active'
  }
}

export const rankOf = ({ source }: FoundExtension): number => SOURCES.indexOf(source)

export interface Active {
  readonly found: FoundExtension
  readonly manifest: Manifest
  readonly priority: number
}

/** The settings' word before the manifest's. */
export function priorityOf({ name, priority }: Manifest, ground: Ground): number {
  const said = valueAt(projectSettings(ground), `extensions.priorities.${name}`)
  return typeof said === 'number' && Number.isInteger(said) ? said : priority
}

/** Whoever may start programs takes no word of the tree for it: what is started there, the person says. */
export function optionsOf({ name, grants }: Manifest, ground: Ground): Json {
  const key = `extensions.options.${name}`
  const own = valueAt(ground.caller.personal.settings, key)
  if (own !== undefined) return own as Json
  return (grants.includes('run') ? undefined : (valueAt(projectSettings(ground), key) as Json | undefined)) ?? {}
}

/** Those that count, outermost first: by priority, then the package's before the person's and theirs before the project's, then by name. */
export function activeIn(all: readonly FoundExtension[], ground: Ground): readonly Active[] {
  return standings(all, ground)
    .flatMap(({ found, standing }): readonly Active[] => {
      if (standing !== 'active' || found.manifest === null) return []
      return [{ found, manifest: found.manifest, priority: priorityOf(found.manifest, ground) }]
    })
    .sort(
      (a, b) => a.priority - b.priority || rankOf(b.found) - rankOf(a.found) || (a.found.name < b.found.name ? -1 : 1),
    )
}

/** What a person is told of one that does not count. */
export const WHY: Readonly<Record<Exclude<Standing, 'active'>, (found: FoundExtension) => Notice>> = {
  off: ({ name, source }) => ({
    code: 'EXT_OFF',
    message:
      source === 'package'
        ? `${name} comes with the pack and runs where you want it`
        : `the settings switch ${name} off`,
    fix: `gsd-tools ext switch ${name} on`,
  }),
  untrusted: ({ name }) => ({
    code: 'EXT_UNTRUSTED',
    message: `nobody on this machine agreed to the extension ${name} as it is in this project, so it does not run`,
    fix: `look at .gsd/extensions/${name}, then a person: gsd ext trust ${name}`,
  }),
  shadowed: ({ name }) => ({
    code: 'EXT_SHADOWED',
    message: `another extension ${name} runs in its place: that of the project stands before the person's own, and theirs before that of the pack`,
    fix: 'give one of the two another name',
  }),
  broken: ({ name, problem }) =>
    problem ?? { code: 'EXT_MANIFEST', message: `${name} cannot be used`, fix: 'fix its manifest' },
}

/** One of the person's own is theirs to switch. */
const switchOff = ({ name, source }: Trace): string =>
  source === 'user' ? `the person runs gsd ext disable ${name} --user` : `gsd-tools ext switch ${name} off`

/** What is said of a handler that failed. */
export const failureNotice = (trace: Trace): Notice => ({
  code: 'EXT_FAILED',
  message: `the extension ${trace.name} ${trace.holds === null ? 'was left out' : `failed at ${trace.holds} and wants nothing to go on then`} (${trace.result}): ${trace.message}`,
  fix: `gsd ext list shows it; to go on without it: ${switchOff(trace)}`,
})

export const isFailure = ({ result }: Trace): boolean => result !== 'ok' && result !== 'not-asked'
