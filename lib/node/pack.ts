// The pack this CLI belongs to: the installed payload around it, or the source tree it was built in.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Packaged, Placed } from '../assets/host.js'
import type { AssetReader } from '../assets/pack.js'
import type { Pack } from '../ports.js'
import { attempt } from '../std/attempt.js'
import { slashed } from '../std/paths.js'
import { callOf, PAYLOAD_FACTS, payloadAround } from './own-call.js'

declare const __GSD_VERSION__: string | undefined

export const VERSION: string = typeof __GSD_VERSION__ === 'string' ? __GSD_VERSION__ : '0.0.0-source'

/** Facts written into a payload by the installer, beside its VERSION. */
interface PayloadFacts extends Partial<Placed> {
  /** The client the texts are rendered for; also the assumed caller if no variable names one. */
  readonly runtime: string
  readonly listed: readonly string[]
  /** Placeholder for the payload's folder in texts rendered before the folder is known. */
  readonly root?: string
  readonly spelling?: Packaged
}

const textAt = (path: string): string | null => attempt(() => readFileSync(path, 'utf8'), null)

/** Files for people who edit prompts; not installed. */
const FOR_PEOPLE = /(?:^|[\\/])README\.md$/

/** Reads the sources of the pack in a folder. */
export const sourcesIn = (root: string): AssetReader => ({
  list: (folder) =>
    attempt(() => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }), [])
      .filter((name) => name.endsWith('.md') && !FOR_PEOPLE.test(name))
      .map((name) => `${folder}/${slashed(name)}`)
      .sort(),
  read: (path) => textAt(join(root, path)),
})

/** Opens the pack around the running bundle. `bin` is the bundle's folder, `script` the path people call. */
export async function openPack(
  bin: string,
  script: string,
  caller: string | null = null,
  cli = callOf(script),
): Promise<Pack> {
  const payload = payloadAround(bin)
  return payload === null ? openSources(dirname(bin), script, caller) : openPayload(payload, caller, cli)
}

const placedBy = ({ scope, shared }: Partial<PayloadFacts>): Placed | undefined =>
  scope === undefined || shared === undefined ? undefined : { scope, shared }

async function openPayload(payload: string, caller: string | null, cli: string): Promise<Pack> {
  const { openHost } = await import('../assets/host.js')
  const facts = JSON.parse(textAt(join(payload, PAYLOAD_FACTS)) ?? '{}') as Partial<PayloadFacts>
  const runtime = facts.runtime ?? 'agents'
  const root = slashed(payload)
  const hostOf = (id: string | null) => openHost(id, runtime, facts.spelling, placedBy(facts))
  const placed = (text: string | null): string | null =>
    facts.root === undefined ? text : (text?.replaceAll(facts.root, () => root) ?? null)
  return {
    version: VERSION,
    runtime,
    listed: (facts.listed ?? []).map((name) => name.replace(/^gsd-/, '')),
    root,
    read: (path) => placed(textAt(join(payload, path))),
    cli,
    host: await hostOf(caller),
    hostNamed: hostOf,
  }
}

/** Cached, so that a process that answers many calls reads the sources once. */
const checkouts = new Map<string, Promise<Pack>>()

/** A checkout: sources, rendered for the neutral runtime when they are read. */
function openSources(root: string, script: string, caller: string | null): Promise<Pack> {
  const key = JSON.stringify([root, script, caller])
  const pack = checkouts.get(key) ?? checkoutAt(root, script, caller)
  checkouts.set(key, pack)
  return pack
}

async function checkoutAt(root: string, script: string, caller: string | null): Promise<Pack> {
  const [{ openHost }, { SHARED }, { openSourcePack }] = await Promise.all([
    import('../assets/host.js'),
    import('../runtimes/rows.js'),
    import('../assets/source-pack.js'),
  ])
  const sources = openSourcePack(sourcesIn(root), { cli: callOf(script), payload: slashed(root) })
  return {
    version: VERSION,
    runtime: SHARED,
    root: slashed(root),
    cli: callOf(script),
    host: await openHost(caller, SHARED),
    hostNamed: (id) => openHost(id, SHARED),
    get listed() {
      return sources.listed
    },
    read: sources.read,
  }
}
