// Finds what an installation needs: the bundles next to this program, and the pack's prompts.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ownCommand, UNTRUSTED } from '../../assets/own-commands.js'
import { type AssetReader, type Assets, hookSources, knowsName, loadAssets } from '../../assets/pack.js'
import { renderPack } from '../../assets/render.js'
import { type Page, personalPages, teamPages } from '../../core/pages.js'
import type { Notice } from '../../install/operation.js'
import type { Supply } from '../../install/wanted.js'
import { pageGround } from '../../node/caller.js'
import { sourcesIn, VERSION } from '../../node/pack.js'
import { readPacked } from '../../node/packed.js'
import type { Scope } from '../../runtimes/terms.js'
import { type Settings, withModels } from './agent-models.js'
import type { InstallTarget } from './selection.js'
import type { World } from './world.js'

/** Returns the package's folder; null in an installed copy, which has nothing newer to install. */
export function packageAround(bin: string): string | null {
  const root = dirname(bin)
  return existsSync(join(root, 'commands')) && existsSync(join(bin, 'gsd-tools.cjs')) ? root : null
}

/** Returns the programs and prompts to install, from the package around this program or from an installed copy. */
export function openSupply(
  bin: string,
  scope: Scope,
  settings: Settings,
  pages: readonly Page[],
): Supply & { readonly isKnownName: (name: string) => boolean; readonly notices: readonly Notice[] } {
  const root = packageAround(bin)
  const sources = openSources(bin)
  const assets = loadAssets(sources)
  const programs = [...bundles(bin), ...(scope === 'local' ? [] : root === null ? installedAddon(bin) : addon(root))]
  const parsed = pages.map((page) => ({ page, command: ownCommand(page, assets) }))
  const ownCommands = parsed.flatMap(({ command }) => ('problem' in command ? [] : [command]))
  return {
    version: VERSION,
    programs,
    hookSource: hookSources(sources),
    isKnownName: (name) => knowsName(assets, name),
    render: (runtime, launcher, profile, entries) =>
      withModels(renderPack(assets, runtime, launcher, profile, entries, ownCommands), runtime, settings),
    notices: parsed.flatMap(({ page, command }) => ('problem' in command ? skippedNotice(page, command.problem) : [])),
  }
}

/** Returns the pages that are commands: in local scope the project's, in global scope the user's. */
export const ownCommandPages = (place: InstallTarget, { env, cwd }: World): readonly Page[] =>
  (place.scope === 'local' ? teamPages(pageGround(place.project, env)) : personalPages(pageGround(cwd, env))).filter(
    ({ folder }) => folder === 'commands',
  )

const skippedNotice = ({ path }: Page, problem: string): Notice => ({
  level: 'note',
  path: null,
  message: `${path} was not installed: ${problem}`,
  fix: problem === UNTRUSTED ? 'review it, then run gsd trust and install again' : 'fix it, then install again',
})

/** Loads the pack's prompts: in a checkout from their folders, otherwise from one packed file, in a third of the time. */
export const openAssets = (bin: string): Assets => loadAssets(openSources(bin))

function openSources(bin: string): AssetReader {
  const root = packageAround(bin)
  const isCheckout = root !== null && existsSync(join(root, 'lib'))
  return isCheckout ? sourcesIn(root) : packedSources(join(bin, SOURCES))
}

/** The packed file with all prompt sources. With it, an installed copy can install further commands. */
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

const installedAddon = (bin: string): Supply['programs'] => {
  const folder = join(bin, 'native')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.node')) : []
  return names.map((name) => ({ path: `native/${name}`, bytes: readFileSync(join(folder, name)) }))
}

/** Returns this machine's native scanner, if the package has one. A project gets none, because its folder moves between machines. */
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
