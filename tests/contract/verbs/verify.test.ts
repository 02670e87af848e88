import { ROSTERS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

const FOLDER = '.planning/phases/01-foundation'

verbContract(ROSTERS.verify, {
  'verification.status': [{ words: ['1'] }, { words: [FOLDER] }, { words: ['9'], exit: 1 }],
  'verification.override': [
    { words: ['1', 'It starts', '--reason', 'seen by hand'] },
    { words: ['9', 'It starts', '--reason', 'x'], exit: 1 },
  ],
})
