// Whether there is anything to look for: all that a call pays where nobody has an extension.
import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import type { Extensions } from '../../core/extensions/port.js'
import { PERSONAL_FILES, personalFolderOf, type Variables } from '../home.js'
import { plainText } from '../plain-file.js'

interface Place {
  readonly root: string
  readonly base: string
}

const isThere = (folder: string): boolean => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true

/** A letter may be written as an escape. */
const isSaid = (path: string): boolean =>
  /"extensions"|\\u/.test(plainText(path, { most: 1 << 24, follow: true }) ?? '')

/** Whether the person or the project has a folder of extensions, or settings that may switch on one of the pack. */
function haveExtensions({ root, base }: Place, env: Variables): boolean {
  const personal = personalFolderOf(env, homedir)
  return (
    isThere(`${root}/.gsd/extensions`) ||
    isThere(`${personal}/extensions`) ||
    isSaid(`${root}/${base}/config.json`) ||
    PERSONAL_FILES.some((name) => isSaid(`${personal}/${name}`))
  )
}

/** Null where there are none that could count; `isAny`: those that nobody switched on are looked for too. */
export async function extensionsAt(
  place: Place,
  env: Variables,
  bin: string,
  isAny: boolean,
): Promise<Extensions | null> {
  if (!isAny && !haveExtensions(place, env)) return null
  const { openExtensions } = await import('./open.js')
  return openExtensions({ root: place.root, env, bin })
}
