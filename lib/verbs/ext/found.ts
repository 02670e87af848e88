// What verbs about extensions share: finding one by its name, and how it is shown.
import { SOURCES } from '../../core/extensions/port.js'
import {
  optionsOf,
  type Placed,
  priorityOf,
  rankOf,
  STANDINGS,
  standings,
  WHY,
} from '../../core/extensions/standing.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { any, int, listOf, oneOf, orNull, record, text, texts } from '../../std/shape.js'
import { nearest } from '../../std/text.js'
import { findingsShape } from '../findings.js'
import { arg } from '../verb.js'

export const EXTENSION = arg.word('Extension, as ext list names it', { names: 'extension' })

const extensionShape = record({
  name: text(),
  version: orNull(text()),
  about: orNull(text()),
  source: oneOf(SOURCES),
  folder: text(),
  state: oneOf(STANDINGS),
  points: texts(),
  priority: orNull(int()),
  options: any('As its handlers are given them'),
  digest: orNull(text('Of every file in it')),
  notices: findingsShape,
})
export const extensionsShape = listOf(extensionShape)

export const placedIn = (view: View): readonly Placed[] =>
  view.extensions === null ? [] : standings(view.extensions.found, view)

export const shown = ({ found, standing }: Placed, view: View) => ({
  name: found.name,
  version: found.manifest?.version ?? null,
  about: found.manifest?.about ?? null,
  source: found.source,
  folder: found.folder,
  state: standing,
  points: found.manifest?.points ?? [],
  priority: found.manifest === null ? null : priorityOf(found.manifest, view),
  options: found.manifest === null ? {} : optionsOf(found.manifest, view),
  digest: found.digest,
  notices: standing === 'active' ? [] : [WHY[standing](found)],
})

type Named = { readonly placed: Placed } | { readonly error: ErrorBody }

/** Where several have the name, the one that stands before the others is meant. */
export function named(view: View, name: string): Named {
  const all = placedIn(view)
  const [placed] = all.filter(({ found }) => found.name === name).sort((a, b) => rankOf(a.found) - rankOf(b.found))
  if (placed !== undefined) return { placed }
  const near = nearest(
    name,
    all.map(({ found }) => found.name),
  )
  return {
    error: {
      code: 'NOT_FOUND',
      message: `there is no extension "${name}" in .gsd/extensions of the project, in ~/.gsd/extensions or in the pack`,
      fix: near === null ? `gsd ext new ${name}` : `did you mean ${near}?`,
    },
  }
}
