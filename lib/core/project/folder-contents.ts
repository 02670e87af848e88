// What lies below a folder, whatever it is: for those who move or remove it as a whole.
import type { View } from '../view.js'

/** Files below a folder, and the folders themselves behind what is in them. */
export function filesIn(view: View, folder: string): readonly string[] {
  return [
    ...view
      .list(folder)
      .flatMap(({ name, kind }) => (kind === 'directory' ? filesIn(view, `${folder}/${name}`) : [`${folder}/${name}`])),
    `${folder}/`,
  ]
}

/** Entries that are neither file nor folder: their bytes lie elsewhere, so they cannot change places. */
export const linksIn = (view: View, folder: string): readonly string[] =>
  view
    .list(folder)
    .flatMap(({ name, kind }) =>
      kind === 'directory' ? linksIn(view, `${folder}/${name}`) : kind === 'other' ? [`${folder}/${name}`] : [],
    )
