// All contents of a folder, for moving or removing it as a whole.
import type { View } from '../view.js'

/** Files below a folder; each folder follows its content. */
export function filesIn(view: View, folder: string): readonly string[] {
  return [
    ...view
      .list(folder)
      .flatMap(({ name, kind }) => (kind === 'directory' ? filesIn(view, `${folder}/${name}`) : [`${folder}/${name}`])),
    `${folder}/`,
  ]
}

/** Entries that are neither file nor folder: their content is elsewhere, so they cannot be moved. */
export const linksIn = (view: View, folder: string): readonly string[] =>
  view
    .list(folder)
    .flatMap(({ name, kind }) =>
      kind === 'directory' ? linksIn(view, `${folder}/${name}`) : kind === 'other' ? [`${folder}/${name}`] : [],
    )
