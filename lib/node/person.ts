// What lies outside any project: the person's folders, their own settings, and the variables of the call. Nothing is written.
import { readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { config } from '../artifacts/config/config-codec.js'
import { mergeSettings } from '../artifacts/config/settings.js'
import type { Personal } from '../core/view.js'
import type { Entry, Person } from '../ports.js'
import { slashed } from '../std/paths.js'
import { homeOf, PERSONAL_FILES, personalFolderOf, type Variables } from './home.js'
import { sourceOf } from './tree.js'

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

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

export const openPerson = (env: Variables, cwd: string): Person => ({
  home: homeOf(env, homedir),
  cwd: slashed(cwd),
  variable: (name) => env[name] || null,
  list: entriesOf,
  read: textOf,
})

const personalFolder = (env: Variables): string => personalFolderOf(env, homedir)

export function personalSettings(env: Variables): Personal {
  let settings: Personal['settings'] = {}
  for (const name of PERSONAL_FILES) {
    const path = `${personalFolder(env)}/${name}`
    const text = textOf(path)
    if (text === null) continue
    const { value, issues } = config.parse(sourceOf(path, text, null))
    const [issue] = issues
    if (!value.readable)
      return {
        settings: {},
        problem: {
          code: 'CONFIG_PARSE_FAILED',
          message: issue?.message ?? `${path} is not a JSON object`,
          fix: issue?.fix ?? `fix ${path}`,
        },
      }
    settings = mergeSettings(settings, value.settings)
  }
  return { settings, problem: null }
}
