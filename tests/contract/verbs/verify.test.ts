import { GROUPS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

const FOLDER = '.planning/phases/01-foundation'

verbContract(GROUPS.verify, {
  'verification.status': [
    { words: ['1'] },
    { words: [FOLDER] },
    { words: ['9'], exit: 1 },
    { words: ['1', '--override', 'It starts', '--reason', 'seen by hand'] },
    { words: ['1', '--override', 'It starts'], exit: 2 },
  ],
})
