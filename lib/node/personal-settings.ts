// Reads the user's files for all projects in `~/.gsd`: `defaults.json`, overridden by `config.json`, and `models.json`.
import { homedir } from 'node:os'
import { mergeSettings } from '../artifacts/config/nested.js'
import { tableWith } from '../core/project/models.js'
import { type ErrorBody, gsdError } from '../errors.js'
import type { ModelTable, Personal } from '../ports.js'
import { SHIPPED_MODELS } from '../runtimes/models.js'
import { objectIn } from '../std/json.js'
import { locateJson } from '../std/json-tree.js'
import { positionOf } from '../std/text.js'
import { plainText } from './disk.js'
import { PERSONAL_FILES, personalFolderOf, type Variables } from './home.js'

const MAX_BYTES = 1024 * 1024

/** The user's settings. If a file cannot be parsed, `problem` says so and there are no settings. */
export function personalSettings(env: Variables): Personal {
  let settings: Personal['settings'] = {}
  for (const name of PERSONAL_FILES) {
    const path = `${personalFolderOf(env, homedir)}/${name}`
    // The user may keep the file elsewhere behind a link.
    const text = plainText(path, { maxBytes: MAX_BYTES, follow: true })
    if (text === null) continue
    const values = objectIn(text)
    if (values === null) return { settings: {}, problem: unreadable(path, text) }
    settings = mergeSettings(settings, values)
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
  const text = plainText(path, { maxBytes: MAX_BYTES, follow: true })
  const found = text === null ? SHIPPED_MODELS : tableWith(objectIn(text), SHIPPED_MODELS)
  if (typeof found !== 'string') return found
  throw gsdError('BAD_DATA', `${path}: ${found}`, `correct ${path} as docs/how-to/models.md shows`)
}
