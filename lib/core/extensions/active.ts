// Which extensions run, and in which order. Pure.
import { valueAt } from '../../artifacts/config/nested.js'
import type { Notice } from '../../errors.js'
import { objectIn } from '../../std/json.js'
import type { Manifest, Point } from './manifest.js'
import type { FoundExtension, Ground } from './port.js'

export const EXTENSION_STATES = ['active', 'untrusted', 'broken'] as const
type ExtensionState = (typeof EXTENSION_STATES)[number]

const optionsKey = (name: string) => `extensions.options.${name}`

/** The project's settings; none if the file is unreadable. */
const optionsOfProject = (name: string, ground: Ground): unknown =>
  valueAt(objectIn(ground.source(`${ground.base}/config.json`)?.text ?? '{}') ?? {}, optionsKey(name))

/** The subject of the user's approval: the bytes, and the project's options. Any change asks again. */
export const extensionDigest = (ground: Ground, { name, digest }: FoundExtension): string =>
  ground.digest(JSON.stringify(['extension', name, digest, optionsOfProject(name, ground) ?? null]))

/** The user's options come first. User extensions ignore those of a project. */
export const optionsOf = ({ name, source }: FoundExtension, ground: Ground) =>
  valueAt(ground.caller.personal.settings, optionsKey(name)) ??
  (source === 'project' ? optionsOfProject(name, ground) : undefined) ??
  {}

export interface Placed {
  readonly found: FoundExtension
  readonly state: ExtensionState
}

export function extensionStates(all: readonly FoundExtension[], ground: Ground): readonly Placed[] {
  const isTrusted = (found: FoundExtension): boolean =>
    found.source === 'user' || ground.caller.trustedBy(extensionDigest(ground, found)) !== null
  const stateOf = (found: FoundExtension): ExtensionState =>
    found.manifest === null ? 'broken' : isTrusted(found) ? 'active' : 'untrusted'
  return all.map((found) => ({ found, state: stateOf(found) }))
}

export interface Active {
  readonly found: FoundExtension
  readonly manifest: Manifest
}

/** Active extensions, outermost first: the user's, then by name. */
export const activeIn = (all: readonly FoundExtension[], ground: Ground): readonly Active[] =>
  extensionStates(all, ground).flatMap(({ found, state }) =>
    state === 'active' && found.manifest !== null ? [{ found, manifest: found.manifest }] : [],
  )

/** Why an extension does not run. */
export const whyNot = ({ found: { name, problem }, state }: Placed): readonly Notice[] =>
  problem !== null
    ? [problem]
    : state !== 'untrusted'
      ? []
      : [
          {
            code: 'EXT_UNTRUSTED',
            message: `the extension ${name} of this project is not trusted in its present form, so it does not run`,
            fix: `review .gsd/extensions/${name}, then the user runs: gsd ext trust ${name}`,
          },
        ]

/** `holds`: the point that it blocks. */
export const failureNotice = (
  { name, source, folder }: FoundExtension,
  problem: string,
  holds: Point | null,
): Notice => ({
  code: 'EXT_FAILED',
  message: `the extension ${name} ${holds === null ? 'was left out' : `failed at ${holds}, and its manifest requires it`}: ${problem}`,
  fix: `fix it; to continue without it, the user runs: ${source === 'user' ? `move ${folder} away` : `gsd ext revoke ${name}`}`,
})
