// Lists all contents of a folder, for moving or removing the folder as a whole.
import type { View } from '../view.js'

/** Lists the files and folders below a folder, and the folder itself; each folder (ending in `/`) follows its content. */
export function filesIn(view: View, folder: string): readonly string[] {
  return [
    ...view
      .list(folder)
      .flatMap(({ name, kind }) => (kind === 'directory' ? filesIn(view, `${folder}/${name}`) : [`${folder}/${name}`])),
    `${folder}/`,
  ]
}

/** Lists entries that are neither files nor folders: their content is in another place, so they cannot be moved. */
export const linksIn = (view: View, folder: string): readonly string[] =>
  view
    .list(folder)
    .flatMap(({ name, kind }) =>
      kind === 'directory' ? linksIn(view, `${folder}/${name}`) : kind === 'other' ? [`${folder}/${name}`] : [],
    )
