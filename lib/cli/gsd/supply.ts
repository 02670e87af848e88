// What an installation is made of: the bundles around this program and the prompt sources of the package it belongs to.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { loadAssets } from '../../assets/pack.js'
import { renderPack } from '../../assets/render.js'
import { GsdError } from '../../errors.js'
import type { Supply } from '../../install/wanted.js'
import { sourcesIn, VERSION } from '../../node/pack.js'
import type { Scope } from '../../runtimes/runtime.js'

/** The package's folder, or null where this runs from an installed copy: that one has nothing newer than itself to install. */
export function packageAround(bin: string): string | null {
  const root = dirname(bin)
  return existsSync(join(root, 'commands')) && existsSync(join(bin, 'gsd-tools.cjs')) ? root : null
}

export function openSupply(bin: string, scope: Scope): Supply {
  const root = packageAround(bin)
  if (root === null)
    throw new GsdError({
      code: 'INSTALL_REFUSED',
      message: `this is the installed copy ${VERSION}; it can show, mend and remove, but has nothing newer to install`,
      fix: 'npx gsd-pack@latest',
    })
  const assets = loadAssets(sourcesIn(root))
  return {
    version: VERSION,
    programs: [...bundles(bin), ...(scope === 'global' ? addon(root) : [])],
    render: (runtime, launcher, profile, entries) => renderPack(assets, runtime, launcher, profile, entries),
  }
}

const bundles = (bin: string): Supply['programs'] =>
  readdirSync(bin, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.cjs(?:\.br)?$|^NOTICE\.txt$/.test(name) && statSync(join(bin, name)).isFile())
    .map((name) => ({ path: name.replaceAll('\\', '/'), bytes: readFileSync(join(bin, name)) }))

/** The native scanner for this machine, if the package brings it. A project's folder travels to other machines and goes without. */
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
