// Where the programs of the pack are.
import { basename, delimiter, dirname, join } from 'node:path'

const INSTALLED = '.agents/get-shit-done/bin/gsd-tools.cjs'

/** The words that start each program. */
export interface Programs {
  readonly tools: readonly string[]
  readonly gsd: readonly string[]
}

export interface Around {
  /** The setting; empty when there is none. */
  readonly path: string
  readonly project: string
  readonly home: string
  readonly PATH: string
  exists(path: string): boolean
}

/** What the setting names is taken as it is, so that an error names it too. */
export function findPrograms({ path, project, home, PATH, exists }: Around): Programs | null {
  if (path !== '') return programsAt(path)
  const places = [
    join(project, INSTALLED),
    join(home, INSTALLED),
    ...PATH.split(delimiter)
      .filter((folder) => folder !== '')
      .map((folder) => join(folder, 'gsd-tools')),
  ]
  const found = places.find(exists)
  return found === undefined ? null : programsAt(found)
}

function programsAt(tools: string): Programs {
  const beside = (name: string) => join(dirname(tools), name)
  if (tools.endsWith('.cjs')) return { tools: ['node', tools], gsd: ['node', beside('gsd.cjs')] }
  if (tools.endsWith('.js')) return { tools: ['node', tools], gsd: ['node', beside('install.js')] }
  return { tools: [tools], gsd: [beside(basename(tools).replace('gsd-tools', 'gsd'))] }
}
