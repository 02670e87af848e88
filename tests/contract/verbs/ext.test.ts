import { GROUPS } from '../../../lib/verbs/all.js'
import { extension } from '../../support/extensions.js'
import { verbContract } from '../../support/verb-contract.js'

const files = extension("api.on('next', () => ({ kind: 'default' }))")

verbContract(GROUPS.ext, {
  'ext.list': [{ words: [] }, { words: [], files }],
  'ext.trust': [
    { words: ['demo'], files },
    { words: ['demo'], exit: 1 },
    { words: ['demo'], files, exit: 4 },
    { words: ['demo', '--revoke'], files },
    { words: ['demo', '--revoke'], exit: 1 },
  ],
})
