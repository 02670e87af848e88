// Which of the extensions that were found run, and in which order. Pure.
import { valueAt } from '../../artifacts/config/nested.js'
import type { Notice } from '../../errors.js'
import { type JsonObject, objectIn } from '../../std/json.js'
import type { Manifest, Point } from './manifest.js'
import { type FoundExtension, type Ground, SOURCES } from './port.js'

export const STANDINGS = ['active', 'off', 'untrusted', 'shadowed', 'broken'] as const
type Standing = (typeof STANDINGS)[number]

/** What the project's settings say; a file that cannot be read says nothing. */
const projectSettings = (ground: Ground): JsonObject =>
  objectIn(ground.source(`${ground.base}/config.json`)?.text ?? '{}') ?? {}

/** What a person agrees to: the bytes, and the options that the project gives them. Another byte asks again. */
export const extensionDigest = (ground: Ground, { name, digest }: FoundExtension): string =>
  ground.digest(JSON.stringify(['extension', name, digest, valueAt(projectSettings(ground), optionsKey(name)) ?? null]))

const optionsKey = (name: string) => `extensions.options.${name}`

/** The person's word comes first. Their own extensions take no word of a project. */
export function optionsOf({ name, source }: FoundExtension, ground: Ground) {
  const own = valueAt(ground.caller.personal.settings, optionsKey(name))
  return own ?? (source === 'project' ? valueAt(projectSettings(ground), optionsKey(name)) : undefined) ?? {}
}

export const DISABLED = 'extensions.disabled'

/** A project switches off what it brought itself; only the person switches off what they keep for all projects. */
const isOff = ({ name, source }: FoundExtension, ground: Ground): boolean =>
  [ground.caller.personal.settings, ...(source === 'project' ? [projectSettings(ground)] : [])].some((settings) => {
    const off = valueAt(settings, DISABLED)
    return Array.isArray(off) && off.includes(name)
  })

export interface Placed {
  readonly found: FoundExtension
  readonly standing: Standing
}

export function standings(all: readonly FoundExtension[], ground: Ground): readonly Placed[] {
  const standingOf = (found: FoundExtension): Standing => {
    if (found.manifest === null) return 'broken'
    if (isOff(found, ground)) return 'off'
    const isTrusted = found.source === 'user' || ground.caller.trustedBy(extensionDigest(ground, found)) !== null
    return isTrusted ? 'active' : 'untrusted'
  }
  const placed = all.map((found) => ({ found, standing: standingOf(found) }))
  const runs = ({ name, source }: FoundExtension) =>
    placed.some(({ found, standing }) => standing === 'active' && found.name === name && found.source === source)
  return placed.map(({ found, standing }) => {
    const isShadowed = standing === 'active' && found.source === 'user' && runs({ ...found, source: 'project' })
    return { found, standing: isShadowed ? 'shadowed' : standing }
  })
}

export interface Active {
  readonly found: FoundExtension
  readonly manifest: Manifest
}

/** The settings' word before the manifest's. */
export function priorityOf({ name, priority }: Manifest, ground: Ground): number {
  const said = valueAt(projectSettings(ground), `extensions.priorities.${name}`)
  return typeof said === 'number' && Number.isInteger(said) ? said : priority
}

/** Those that run, outermost first: by priority, then the person's before the project's, then by name. */
export function activeIn(all: readonly FoundExtension[], ground: Ground): readonly Active[] {
  const rank = ({ found, manifest }: Active) => [priorityOf(manifest, ground), -SOURCES.indexOf(found.source)] as const
  return standings(all, ground)
    .flatMap(({ found, standing }): readonly Active[] =>
      standing === 'active' && found.manifest !== null ? [{ found, manifest: found.manifest }] : [],
    )
    .sort((a, b) => {
      const [[priority, source], [other, otherSource]] = [rank(a), rank(b)]
      return priority - other || source - otherSource || (a.found.name < b.found.name ? -1 : 1)
    })
}

/** Why one does not run. */
export function whyNot({ found, standing }: Placed): readonly Notice[] {
  const { name, problem } = found
  if (problem !== null) return [problem]
  if (standing === 'off')
    return [{ code: 'EXT_OFF', message: `the settings switch ${name} off`, fix: `gsd-tools ext switch ${name} on` }]
  if (standing === 'untrusted')
    return [
      {
        code: 'EXT_UNTRUSTED',
        message: `nobody on this machine agreed to the extension ${name} as it is in this project, so it does not run`,
        fix: `look at .gsd/extensions/${name}, then a person: gsd ext trust ${name}`,
      },
    ]
  return standing === 'shadowed'
    ? [
        {
          code: 'EXT_SHADOWED',
          message: `the extension ${name} of this project runs in its place`,
          fix: 'give one of the two another name',
        },
      ]
    : []
}

/** `holds`: the point at which nothing goes on. */
export const failureNotice = ({ name, source }: FoundExtension, problem: string, holds: Point | null): Notice => ({
  code: 'EXT_FAILED',
  message: `the extension ${name} ${holds === null ? 'was left out' : `failed at ${holds}, and its manifest says that nothing goes on then`}: ${problem}`,
  fix: `fix it; to go on without it: ${source === 'user' ? `add ${name} to extensions.disabled in ~/.gsd/config.json` : `gsd-tools ext switch ${name} off`}`,
})
