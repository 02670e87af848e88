// The pack of a checkout, whose sources are rendered for the shared root when they are read.
import { CATALOG } from '../core/brief/catalog.js'
import type { Pack } from '../ports.js'
import { runtimeOf, SHARED } from '../runtimes/all.js'
import { once } from '../std/once.js'
import { catalogOf } from './catalog.js'
import { type AssetReader, loadAssets } from './pack.js'
import { orThrow, renderText } from './render.js'

export function openSourcePack(
  reader: AssetReader,
  { cli, payload }: { readonly cli: string; readonly payload: string },
): Pick<Pack, 'read' | 'listed'> {
  const target = { runtime: runtimeOf(SHARED), entries: 'own', cli, payload } as const
  // Lazy, because loading reads all sources.
  const load = once(() => loadAssets(reader))
  return {
    get listed() {
      return [...load().commands.keys()]
    },
    read: (path) => {
      const assets = load()
      if (path === CATALOG) return JSON.stringify(catalogOf(assets.commands.values()))
      const prompt = assets.all.find((candidate) => candidate.path === path)
      return prompt === undefined ? null : orThrow(renderText(prompt, target, assets))
    },
  }
}
