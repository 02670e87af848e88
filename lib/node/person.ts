// What lies outside any project: the person's folders and the variables of the call. Nothing is written.
import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import type { Entry, Person } from '../ports.js'
import { slashed } from '../std/paths.js'
import { homeOf, type Variables } from './home.js'
import { plainText } from './plain-file.js'

export type { Variables } from './home.js'

function entriesOf(folder: string): readonly Entry[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .map(
        (found): Entry => ({
          name: found.name,
          kind: found.isDirectory() ? 'directory' : found.isFile() ? 'file' : 'other',
        }),
      )
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}

/** No file that a client or a person has is longer. */
const MOST = 16 * 1024 * 1024

/** A project may have a pipe or a device in the place of such a file, or a link to one, which would be read for ever. */
const textOf = (path: string): string | null => plainText(path, { most: MOST, follow: true })

export const openPerson = (env: Variables, cwd: string): Person => ({
  home: homeOf(env, homedir),
  cwd: slashed(cwd),
  variable: (name) => env[name] || null,
  list: entriesOf,
  read: textOf,
})
