import { GROUPS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

const [FOLDER, ARCHIVE] = ['.planning/phases/01-foundation', '.planning/milestones/v0.9-phases']

verbContract(GROUPS.verify, {
  'verification.status': [
    { words: ['1'] },
    { words: [FOLDER] },
    { words: ['9'], exit: 1 },
    { words: ['1', '--override', 'It starts', '--reason', 'seen by hand'] },
    { words: ['1', '--override', 'It starts'], exit: 2 },
    { words: ['8', '--override', 'x', '--reason', 'y'], exit: 2, files: { [`${ARCHIVE}/08-old/08-UAT.md`]: '' } },
  ],
})
