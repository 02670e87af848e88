// Finds the pack's programs on this machine.
import { basename, delimiter, dirname, join } from 'node:path'

const INSTALLED_PATH = '.agents/get-shit-done/bin/gsd-tools.cjs'

/** The command and first arguments that start each program. */
export interface Programs {
  readonly tools: readonly string[]
  readonly gsd: readonly string[]
}

/** Where to search. */
export interface Places {
  /** The setting `gsd.path`; empty if it is not set. */
  readonly path: string
  readonly project: string
  readonly home: string
  readonly PATH: string
  exists(path: string): boolean
}

/** Returns the programs, or null if none is found. A path from the setting is not checked: an error will name it. */
export function findPrograms({ path, project, home, PATH, exists }: Places): Programs | null {
  if (path !== '') return programsAt(path)
  const candidates = [
    join(project, INSTALLED_PATH),
    join(home, INSTALLED_PATH),
    ...PATH.split(delimiter)
      .filter((folder) => folder !== '')
      .map((folder) => join(folder, 'gsd-tools')),
  ]
  const found = candidates.find(exists)
  return found === undefined ? null : programsAt(found)
}

function programsAt(tools: string): Programs {
  const sibling = (name: string) => join(dirname(tools), name)
  if (tools.endsWith('.cjs')) return { tools: ['node', tools], gsd: ['node', sibling('gsd.cjs')] }
  if (tools.endsWith('.js')) return { tools: ['node', tools], gsd: ['node', sibling('install.js')] }
  return { tools: [tools], gsd: [sibling(basename(tools).replace('gsd-tools', 'gsd'))] }
}
