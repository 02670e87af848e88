// The user's settings, below every project's: `~/.gsd/defaults.json`, then `~/.gsd/config.json` over it.
import { homedir } from 'node:os'
import { mergeSettings } from '../artifacts/config/nested.js'
import type { ErrorBody } from '../errors.js'
import type { Personal } from '../ports.js'
import { objectIn } from '../std/json.js'
import { locateJson } from '../std/json-tree.js'
import { positionOf } from '../std/text.js'
import { PERSONAL_FILES, personalFolderOf, type Variables } from './home.js'
import { plainText } from './plain-file.js'

/** Maximum size in bytes. */
const MOST = 1024 * 1024

/** Names a file that does not parse; then none of them counts. */
export function personalSettings(env: Variables): Personal {
  let settings: Personal['settings'] = {}
  for (const name of PERSONAL_FILES) {
    const path = `${personalFolderOf(env, homedir)}/${name}`
    // The user may link to it.
    const text = plainText(path, { most: MOST, follow: true })
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
