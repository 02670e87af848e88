import { GROUPS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(GROUPS.trust, {
  trust: [{ words: [] }, { words: ['--agree'] }, { words: ['--revoke'] }, { words: ['f'.repeat(64)], exit: 2 }],
})
