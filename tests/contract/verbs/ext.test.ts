import { ROSTERS } from '../../../lib/verbs/all.js'
import { extension } from '../../support/extensions.js'
import { verbContract } from '../../support/verb-contract.js'

const files = extension("api.on('next', () => ({ kind: 'default' }))")
const off = { ...files, '.planning/config.json': '{"planning_schema":1,"extensions":{"disabled":["demo"]}}\n' }

verbContract(ROSTERS.ext, {
  'ext.list': [{ words: [] }, { words: [], files }],
  'ext.trust': [
    { words: ['demo'], files },
    { words: ['demo'], exit: 1 },
    { words: ['demo'], files, exit: 4 },
    { words: ['demo', '--revoke'], files },
    { words: ['demo', '--revoke'], exit: 1 },
  ],
  'ext.switch': [
    { words: ['demo', 'on'], files: off },
    { words: ['demo', 'off'], files },
    { words: ['demo', 'off'], exit: 1 },
    { words: ['demo'], exit: 2 },
  ],
})
