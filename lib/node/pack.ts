// Opens the pack that this CLI belongs to: the installed payload around it, or the checkout it was built in.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { EntryPlace, PackageSpelling } from '../assets/host.js'
import type { AssetReader } from '../assets/pack.js'
import type { Pack } from '../ports.js'
import { attempt } from '../std/attempt.js'
import { slashed } from '../std/paths.js'
import { PAYLOAD_FILE, payloadAround, scriptCommand } from './own-call.js'

declare const __GSD_VERSION__: string | undefined

export const VERSION: string = typeof __GSD_VERSION__ === 'string' ? __GSD_VERSION__ : '0.0.0-source'

/** What an installation or a package says about its payload. */
interface PayloadFacts extends Partial<EntryPlace> {
  /** The client for which the texts are rendered; also the assumed caller if no variable identifies one. */
  readonly runtime: string
  /** Installed commands. */
  readonly listed: readonly string[]
  /** Placeholder of the payload's folder in texts that were rendered before the folder was known. */
  readonly root?: string
  readonly spelling?: PackageSpelling
}

const textAt = (path: string): string | null => attempt(() => readFileSync(path, 'utf8'), null)

/** Files for people who edit prompts, which are not installed. */
const README_FILE = /(?:^|[\\/])README\.md$/

/** Reads the pack's sources in a folder. */
export const sourcesIn = (root: string): AssetReader => ({
  list: (folder) =>
    attempt(() => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }), [])
      .filter((name) => name.endsWith('.md') && !README_FILE.test(name))
      .map((name) => `${folder}/${slashed(name)}`)
      .sort(),
  read: (path) => textAt(join(root, path)),
})

/** Opens the pack around the running bundle. `bin`: the bundle's folder; `script`: the script that users run. */
export async function openPack(
  bin: string,
  script: string,
  caller: string | null = null,
  cli = scriptCommand(script),
): Promise<Pack> {
  const payload = payloadAround(bin)
  return payload === null ? openSources(dirname(bin), script, caller) : openPayload(payload, caller, cli)
}

const placedIn = ({ scope, shared }: Partial<PayloadFacts>): EntryPlace | undefined =>
  scope === undefined || shared === undefined ? undefined : { scope, shared }

async function openPayload(payload: string, caller: string | null, cli: string): Promise<Pack> {
  const { openHost } = await import('../assets/host.js')
  const facts = JSON.parse(textAt(join(payload, PAYLOAD_FILE)) ?? '{}') as Partial<PayloadFacts>
  const runtime = facts.runtime ?? 'agents'
  const root = slashed(payload)
  const hostOf = (id: string | null) => openHost(id, runtime, facts.spelling, placedIn(facts))
  const withRoot = (text: string | null): string | null =>
    facts.root === undefined ? text : (text?.replaceAll(facts.root, () => root) ?? null)
  return {
    version: VERSION,
    runtime,
    listed: (facts.listed ?? []).map((name) => name.replace(/^gsd-/, '')),
    root,
    read: (path) => withRoot(textAt(join(payload, path))),
    cli,
    host: await hostOf(caller),
    hostNamed: hostOf,
  }
}

/** Opened checkouts, so that a process that answers many calls reads the sources once. */
const checkouts = new Map<string, Promise<Pack>>()

/** Opens a checkout: its sources are rendered for `SHARED` when they are read. */
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
  const sources = openSourcePack(sourcesIn(root), { cli: scriptCommand(script), payload: slashed(root) })
  return {
    version: VERSION,
    runtime: SHARED,
    root: slashed(root),
    cli: scriptCommand(script),
    host: await openHost(caller, SHARED),
    hostNamed: (id) => openHost(id, SHARED),
    get listed() {
      return sources.listed
    },
    read: sources.read,
  }
}
