// Which extensions run, and in which order. Pure.
import { valueAt } from '../../artifacts/config/nested.js'
import type { Notice } from '../../errors.js'
import { objectIn } from '../../std/json.js'
import type { Manifest, Point } from './manifest.js'
import type { FoundExtension, Ground } from './port.js'

export const EXTENSION_STATES = ['active', 'untrusted', 'broken'] as const
type ExtensionState = (typeof EXTENSION_STATES)[number]

const optionsKey = (name: string) => `extensions.options.${name}`

/** Returns the extension's options in the project's settings; undefined if there are none, or the file is unreadable. */
const optionsOfProject = (name: string, ground: Ground): unknown =>
  valueAt(objectIn(ground.source(`${ground.base}/config.json`)?.text ?? '{}') ?? {}, optionsKey(name))

/** Returns the digest that the user approves, over the extension's files and the project's options for the extension. */
export const extensionDigest = (ground: Ground, { name, digest }: FoundExtension): string =>
  ground.digest(JSON.stringify(['extension', name, digest, optionsOfProject(name, ground) ?? null]))

/** Returns the user's options or, if there are none and the extension is the project's, the project's options. */
export const optionsOf = ({ name, source }: FoundExtension, ground: Ground) =>
  valueAt(ground.caller.personal.settings, optionsKey(name)) ??
  (source === 'project' ? optionsOfProject(name, ground) : undefined) ??
  {}

export function stateOf(found: FoundExtension, ground: Ground): ExtensionState {
  if (found.manifest === null) return 'broken'
  const isTrusted = found.source === 'user' || ground.caller.trustedBy(extensionDigest(ground, found)) !== null
  return isTrusted ? 'active' : 'untrusted'
}

export type Active = FoundExtension & { readonly manifest: Manifest }

/** Returns active extensions, outermost first: the user's extensions, then the project's, each by name. */
export const activeIn = (all: readonly FoundExtension[], ground: Ground): readonly Active[] =>
  all.filter((found): found is Active => stateOf(found, ground) === 'active')

export function inactiveNotices(found: FoundExtension, ground: Ground): readonly Notice[] {
  const { name, problem } = found
  if (problem !== null) return [problem]
  if (stateOf(found, ground) !== 'untrusted') return []
  const message = `the extension ${name} of this project is not trusted in its present form, so it does not run`
  const fix = `review .gsd/extensions/${name}, then the user runs: gsd ext trust ${name}`
  return [{ code: 'EXT_UNTRUSTED', message, fix }]
}

export function failureNotice(failed: FoundExtension, problem: string, blockedPoint: Point | null): Notice {
  const outcome = blockedPoint === null ? 'was left out' : `failed at ${blockedPoint}, and its manifest requires it`
  const call = failed.source === 'user' ? `move ${failed.folder} away` : `gsd ext revoke ${failed.name}`
  const fix = `fix the extension; to continue without it, the user runs: ${call}`
  return { code: 'EXT_FAILED', message: `the extension ${failed.name} ${outcome}: ${problem}`, fix }
}
