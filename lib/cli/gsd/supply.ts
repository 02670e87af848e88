// The sources of an installation: the bundles around this program and its package's prompts.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ownCommand, UNAGREED } from '../../assets/own-commands.js'
import { type AssetReader, type Assets, hookSources, knowsName, loadAssets } from '../../assets/pack.js'
import { renderPack } from '../../assets/render.js'
import { type Page, personalPages, teamPages } from '../../core/pages.js'
import type { Notice } from '../../install/operation.js'
import type { Supply } from '../../install/wanted.js'
import { pageGround } from '../../node/caller.js'
import { sourcesIn, VERSION } from '../../node/pack.js'
import { readPacked } from '../../node/packed.js'
import type { Scope } from '../../runtimes/terms.js'
import { type Settings, UNSET, withModels } from './agent-models.js'
import type { InstallTarget } from './selection.js'
import type { World } from './world.js'

/** The package's folder; null in an installed copy, which has nothing newer to install. */
export function packageAround(bin: string): string | null {
  const root = dirname(bin)
  return existsSync(join(root, 'commands')) && existsSync(join(bin, 'gsd-tools.cjs')) ? root : null
}

/** The package around this program, or an installed copy's parts of it: its bundles and all prompt sources, packed. */
export function openSupply(
  bin: string,
  scope: Scope,
  settings: Settings = UNSET,
  pages: readonly Page[] = [],
): Supply & { readonly knows: (name: string) => boolean; readonly notices: readonly Notice[] } {
  const root = packageAround(bin)
  const sources = openSources(bin)
  const assets = loadAssets(sources)
  const programs = [...bundles(bin), ...(scope === 'local' ? [] : root === null ? ownAddon(bin) : addon(root))]
  const read = pages.map((page) => ({ page, command: ownCommand(page, assets) }))
  const own = read.flatMap(({ command }) => ('problem' in command ? [] : [command]))
  return {
    version: VERSION,
    programs,
    hookSource: hookSources(sources),
    knows: (name) => knowsName(assets, name),
    render: (runtime, launcher, profile, entries) =>
      withModels(renderPack(assets, runtime, launcher, profile, entries, own), runtime, settings),
    notices: read.flatMap(({ page, command }) => ('problem' in command ? skippedNotice(page, command.problem) : [])),
  }
}

/** The user's own commands for this scope: a project's in its folders, the user's in their home. */
export const ownPages = (place: InstallTarget, { env, cwd }: World): readonly Page[] =>
  (place.scope === 'local' ? teamPages(pageGround(place.project, env)) : personalPages(pageGround(cwd, env))).filter(
    ({ folder }) => folder === 'commands',
  )

const skippedNotice = ({ path }: Page, problem: string): Notice => ({
  level: 'note',
  path: null,
  message: `${path} was left out: ${problem}`,
  fix: problem === UNAGREED ? 'review it, then run gsd trust and install again' : 'fix it, then install again',
})

/** The pack's prompts: from their folders in a checkout, where they are edited; else packed, in a third of the time. */
export const openAssets = (bin: string): Assets => loadAssets(openSources(bin))

function openSources(bin: string): AssetReader {
  const root = packageAround(bin)
  const isCheckout = root !== null && existsSync(join(root, 'lib'))
  return isCheckout ? sourcesIn(root) : packedSources(join(bin, SOURCES))
}

/** All sources of the pack in one file, so that an installed copy can add other commands. */
const SOURCES = 'sources.json.br'

function packedSources(path: string): AssetReader {
  const texts = JSON.parse(readPacked(path)) as Readonly<Record<string, string>>
  return {
    list: (folder) => Object.keys(texts).filter((name) => name.startsWith(`${folder}/`)),
    read: (name) => texts[name] ?? null,
  }
}

const bundles = (bin: string): Supply['programs'] =>
  readdirSync(bin)
    .filter((name) => /\.c?js(\.br)?$|^\w+\.json\.br$|^NOTICE\.txt$/.test(name))
    .filter((name) => statSync(join(bin, name)).isFile())
    .map((name) => ({ path: name, bytes: readFileSync(join(bin, name)) }))

const ownAddon = (bin: string): Supply['programs'] => {
  const folder = join(bin, 'native')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.node')) : []
  return names.map((name) => ({ path: `native/${name}`, bytes: readFileSync(join(folder, name)) }))
}

/** This machine's native scanner, if packaged. A project's folder moves between machines and gets none. */
function addon(root: string): Supply['programs'] {
  const target = `${process.platform}-${process.arch}`
  return [target, `${target}-musl`].flatMap((name) => {
    const found = [
      join(root, 'native', `gsd-native.${name}.node`),
      join(root, 'node_modules', '@gsd-pack', `native-${name}`, 'gsd-native.node'),
      join(root, '..', '@gsd-pack', `native-${name}`, 'gsd-native.node'),
    ].find((path) => existsSync(path))
    return found === undefined ? [] : [{ path: `native/gsd-native.${name}.node`, bytes: readFileSync(found) }]
  })
}
