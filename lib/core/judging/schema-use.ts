// Which tools for database schemas a project uses, by its packages and their own files.
import { objectIn } from '../../std/json.js'
import { isThere, textAt } from '../project/project-files.js'
import type { View } from '../view.js'
import type { SchemaTool } from './push-facts.js'

/** Answers for one project; its package.json is read once. */
export function schemaUse(view: View): (tool: SchemaTool) => boolean {
  const packages = packagesOf(view)
  return ({ packages: named, signs }) =>
    named.some((name) => packages.has(name)) || signs.some((path) => isThere(view, path))
}

/** Names of the packages that package.json asks for. */
function packagesOf(view: View): ReadonlySet<string> {
  const value = objectIn(textAt(view, 'package.json') ?? '{}') ?? {}
  return new Set(
    ['dependencies', 'devDependencies', 'peerDependencies'].flatMap((key) => {
      const group = value[key]
      return typeof group === 'object' && group !== null ? Object.keys(group) : []
    }),
  )
}
