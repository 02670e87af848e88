// Notes that a paused session leaves for the next session. They block nothing.
import type { View } from '../view.js'

const isHandoff = (name: string): boolean =>
  name === 'HANDOFF.json' || (name.startsWith('.continue-here') && name.endsWith('.md'))

/** Lists the handoff files in `.planning`, the planning base and a phase folder, relative to the project root. */
export const handoffsIn = (view: View, phaseFolder: string | null): readonly string[] =>
  [...new Set(['.planning', view.base, ...(phaseFolder === null ? [] : [phaseFolder])])].flatMap((folder) =>
    view
      .list(folder)
      .filter(({ kind, name }) => kind === 'file' && isHandoff(name))
      .map(({ name }) => `${folder}/${name}`),
  )
