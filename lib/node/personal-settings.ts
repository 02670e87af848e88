// The user's files for all projects in `~/.gsd`: `defaults.json`, overridden by `config.json`; and `models.json`.
import { homedir } from 'node:os'
import { mergeSettings } from '../artifacts/config/nested.js'
import { tableWith } from '../core/project/models.js'
import { type ErrorBody, GsdError } from '../errors.js'
import type { ModelTable, Personal } from '../ports.js'
import { SHIPPED_MODELS } from '../runtimes/models.js'
import { objectIn } from '../std/json.js'
import { locateJson } from '../std/json-tree.js'
import { positionOf } from '../std/text.js'
import { plainText } from './disk.js'
import { PERSONAL_FILES, personalFolderOf, type Variables } from './home.js'

const MAX = 1024 * 1024

/** If a file does not parse, it is reported, and none of the user's settings apply. */
export function personalSettings(env: Variables): Personal {
  let settings: Personal['settings'] = {}
  for (const name of PERSONAL_FILES) {
    const path = `${personalFolderOf(env, homedir)}/${name}`
    // The user may link to it.
    const text = plainText(path, { maxBytes: MAX, follow: true })
    if (text === null) continue
    const said = objectIn(text)
    if (said === null) return { settings: {}, problem: unreadable(path, text) }
    settings = mergeSettings(settings, said)
  }
  return { settings, problem: null }
}

function unreadable(path: string, text: string): ErrorBody {
  const found = locateJson(text, { strict: true })
  const { offset, problem } = 'problem' in found ? found : { offset: 0, problem: 'object expected' }
  const { line, column } = positionOf(text, offset)
  return {
    code: 'CONFIG_PARSE_FAILED',
    message: `${path}:${line}:${column}: your own settings are not valid JSON: ${problem}`,
    fix: `correct line ${line} of ${path}`,
  }
}

export function ownModels(env: Variables): ModelTable {
  const path = `${personalFolderOf(env, homedir)}/models.json`
  const text = plainText(path, { maxBytes: MAX, follow: true })
  const found = text === null ? SHIPPED_MODELS : tableWith(objectIn(text), SHIPPED_MODELS)
  if (typeof found !== 'string') return found
  throw new GsdError({
    code: 'BAD_DATA',
    message: `${path}: ${found}`,
    fix: 'correct it; docs/how-to/models.md shows its form',
  })
}
