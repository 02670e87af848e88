// Unrecorded files of other packs of the family: marker blocks, marked hook scripts, files with the family's name.
import { join } from 'node:path'
import { LOOSE_TEXTS } from '../runtimes/former.js'
import { type Disk, readText } from './disk.js'
import { linesOf } from './merge.js'

const BEGIN = /^(?:<!-- GSD Configuration \u2014 managed by [\w-]+ installer -->|# GSD Hooks BEGIN\b.*)$/
const END = /^(?:<!-- (?:\/|End )GSD Configuration -->|# GSD Hooks END\b.*)$/

/** The text without marker blocks; null if there is none, or one is not closed. */
export function withoutBlocks(text: string): string | null {
  const kept: string[] = []
  let open: string[] | null = null
  let found = false
  for (const line of linesOf(text)) {
    if (open === null && BEGIN.test(line.trim())) open = []
    else if (open !== null && END.test(line.trim())) {
      open = null
      found = true
    } else (open ?? kept).push(line)
  }
  return found && open === null ? kept.join('') : null
}

/** Hook scripts below the root with the family's mark in their first lines. */
export const signedHooks = (disk: Disk, root: string): readonly string[] =>
  disk.list(join(root, 'hooks')).flatMap((name) => {
    const text = name.startsWith('gsd-') ? readText(disk, join(root, 'hooks', name)) : null
    return text?.split('\n', 3).some((line) => line.includes('gsd-hook-version: ')) ? [`hooks/${name}`] : []
  })

/** Files that carry the family's name or mention its payload: the user's, or an older version's. */
export function unproven(disk: Disk, root: string, isKnown: (path: string) => boolean): readonly string[] {
  const named = ['agents', 'command', 'commands', 'hooks', 'skills'].flatMap((folder) =>
    disk
      .list(join(root, folder))
      .filter((name) => /^gsd-/.test(name))
      .map((name) => join(root, folder, name)),
  )
  const speaking = LOOSE_TEXTS.map((name) => join(root, name)).filter((path) =>
    /(?:get-shit-done|gsd-core)\/workflows/.test(readText(disk, path) ?? ''),
  )
  return [...named, ...speaking].filter((path) => !isKnown(path))
}
