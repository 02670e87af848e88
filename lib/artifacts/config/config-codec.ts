// config.json: the project's settings. Keys, types and defaults are in config-keys.ts.
import { objectIn } from '../../std/json.js'
import { locateJson } from '../../std/json-tree.js'
import type { Kind } from '../codec.js'
import { issueAt, parsed } from '../parts/issues.js'
import type { ConfigValue } from './config.js'
import { settingIssues } from './config-check.js'

const UNREADABLE: ConfigValue = { settings: {}, readable: false }

export const config: Kind<ConfigValue> = {
  id: 'config',
  about: 'Settings of the project',

  parse(source) {
    const settings = objectIn(source.text ?? '')
    return settings === null
      ? parsed(source, UNREADABLE, () => [unreadable(source.path, source.text ?? '')])
      : parsed(source, { settings, readable: true }, () => settingIssues(source, settings))
  },
}

function unreadable(path: string, text: string) {
  const found = locateJson(text, { strict: true })
  const { offset, problem } = 'problem' in found ? found : { offset: 0, problem: 'object expected' }
  // One character is enough to locate the fault; more might leak a secret key.
  const received = offset >= text.length ? 'the end of the file' : JSON.stringify(text[offset])
  const at = issueAt({ path, text }, offset, {
    code: 'CONFIG_PARSE_FAILED',
    expected: 'an object: { … }',
    received,
    message: `${path} is not valid JSON: ${problem}, found ${received}`,
    fix: '',
  })
  return { ...at, fix: `Correct line ${at.line}, column ${at.column} of ${path}.` }
}
