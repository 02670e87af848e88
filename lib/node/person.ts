// What lies outside any project: the person's folders, their own settings, and the variables of the call. Nothing is written.
import { readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { config } from '../artifacts/config/config.js'
import { mergeSettings } from '../artifacts/config/settings.js'
import type { Personal } from '../core/view.js'
import type { Entry, Person } from '../ports.js'
import { sourceOf } from './tree.js'

type Variables = Readonly<Record<string, string | undefined>>

const slashed = (path: string): string => path.replaceAll('\\', '/')

const homeOf = (env: Variables): string => slashed(env['HOME'] || env['USERPROFILE'] || homedir())

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
  home: homeOf(env),
  cwd: slashed(cwd),
  variable: (name) => env[name] || null,
  list: entriesOf,
  read: textOf,
})

/** Files of the person's own folder, the later one over the earlier: what new projects start from, and what holds for the person everywhere. */
const FILES = ['defaults.json', 'config.json'] as const

/** Folder of the person's own settings: `~/.gsd`, or below the home that `GSD_HOME` names. */
const personalFolder = (env: Variables): string => `${slashed(env['GSD_HOME'] || homeOf(env))}/.gsd`

export function personalSettings(env: Variables): Personal {
  let settings: Personal['settings'] = {}
  for (const name of FILES) {
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
          message: issue?.message ?? `${path} is no JSON object`,
          fix: issue?.fix ?? `mend ${path}`,
        },
      }
    settings = mergeSettings(settings, value.settings)
  }
  return { settings, problem: null }
}
