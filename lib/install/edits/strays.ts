// Entries in a client's settings that call the programs of an installation although its record does not name them: a copy of the settings from before
// was put back, say. Whoever removes the programs takes them along, because the client would call what is gone.
import { join } from 'node:path'
import { type RuntimeId, runtimeOf } from '../../runtimes/all.js'
import type { Scope } from '../../runtimes/terms.js'
import { same } from '../../std/same.js'
import { type Disk, readText } from '../disk.js'
import { type Installed, isWithin, physical } from '../installed.js'
import { type FileEdit, keyOf } from '../manifest.js'
import { offersOf } from '../registered.js'
import { stateOf } from './editors.js'
import { factsOf } from './planned.js'

export interface Strayed {
  /** What the record says of the file, with what it does not know of. */
  readonly entry: FileEdit
  readonly path: string
  /** Keys of the entries that the record does not know. */
  readonly strays: readonly string[]
}

/** How such an entry spells the folder of the programs. */
export const programsOf = ({ manifest: { scope }, roots }: Installed): string =>
  `${factsOf({ scope: scope as Scope, roots, node: 'node' }).payload}/bin/`

/** Every settings file of these clients that is there, with what is recorded of it and what is not. */
export function strayedFiles(installed: Installed, runtimes: readonly RuntimeId[], disk: Disk): readonly Strayed[] {
  const { manifest, roots } = installed
  const scope = manifest.scope as Scope
  const facts = factsOf({ scope, roots, node: 'node' })
  const found = new Map<string, Strayed>(
    manifest.edits.map((entry) => {
      const path = physical(disk, roots, entry.file)
      return [path, { entry, path, strays: [] }]
    }),
  )
  for (const id of runtimes)
    for (const { files, edits } of offersOf(runtimeOf(id), scope))
      for (const { path: name, format } of [...files[scope], ...(scope === 'local' ? files.committed : [])]) {
        const path = disk.real(join(roots[id], name))
        const text = isWithin(disk.real(join(roots[id], name.startsWith('../') ? '..' : '')), path)
          ? readText(disk, path)
          : null
        if (text === null) continue
        const there = found.get(path)?.entry ?? { file: keyOf(id, name), format, owners: [id], ...UNRECORDED }
        const strays = edits(facts)
          .filter((edit) => JSON.stringify(edit).includes(programsOf(installed)))
          .filter((edit) => !there.edits.some((one) => same(one, edit)))
          .filter((edit) => stateOf(format, text, edit) === 'present')
        // Not as a run left it, so what was before that run is no use.
        const entry = strays.length === 0 ? there : { ...there, after: '', edits: [...there.edits, ...strays] }
        found.set(path, { path, entry, strays: [...(found.get(path)?.strays ?? []), ...strays.map(({ key }) => key)] })
      }
  return [...found.values()]
}

const UNRECORDED = { created: false, edits: [], after: '' } as const
