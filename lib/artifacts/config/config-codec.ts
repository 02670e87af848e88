// config.json: the project's settings. Keys, types and defaults are in config-keys.ts.
import { locateJson, objectIn } from '../../std/json.js'
import type { Kind } from '../codec.js'
import { issueAt } from '../parts/issues.js'
import { parsed } from '../parts/read-kind.js'
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
  const problem = 'problem' in found ? found.problem : { offset: 0, expected: 'an object: { … }' }
  // One character is enough to locate the fault; more might leak a secret key.
  const received = problem.offset >= text.length ? 'the end of the file' : JSON.stringify(text[problem.offset])
  const at = issueAt({ path, text }, problem.offset, {
    code: 'CONFIG_PARSE_FAILED',
    expected: problem.expected,
    received,
    message: `${path} is not valid JSON: expected ${problem.expected}, found ${received}`,
    fix: '',
  })
  return { ...at, fix: `Correct line ${at.line}, column ${at.column} of ${path}.` }
}
