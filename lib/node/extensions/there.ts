// Whether there is anything to look for: all that a call pays where nobody has an extension.
import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import type { Extensions } from '../../core/extensions/port.js'
import { personalFolderOf, type Variables } from '../home.js'

const isThere = (folder: string): boolean => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true

/** Whether the person or the project has a folder of extensions. */
export const haveExtensions = (root: string, env: Variables): boolean =>
  [`${root}/.gsd/extensions`, `${personalFolderOf(env, homedir)}/extensions`].some(isThere)

/** Null where neither has one. */
export async function extensionsAt(root: string, env: Variables, bin: string): Promise<Extensions | null> {
  if (!haveExtensions(root, env)) return null
  const { openExtensions } = await import('./open.js')
  return openExtensions({ root, env, bin })
}
