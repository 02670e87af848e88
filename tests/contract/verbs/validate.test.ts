import { ROSTERS } from '../../../lib/verbs/all.js'
import { OURS } from '../../support/project.js'
import { verbContract } from '../../support/verb-contract.js'

const DRIFTED = {
  '.planning/STATE.md': (OURS['.planning/STATE.md'] as string).replace('Phase: 1 of 3', 'Phase: 2 of 3'),
}

verbContract(ROSTERS.validate, {
  'validate.health': [
    { words: [] },
    { words: ['--repair', 'STATE_DRIFT'], files: DRIFTED },
    { words: ['--backfill'] },
    { words: ['--repair', 'STAT_DRIFT'], exit: 2 },
  ],
  'validate.context': [
    { words: ['--tokens-used', '1000', '--context-window', '200000'] },
    { words: ['--tokens-used', '1000'], exit: 2 },
    { words: ['--tokens-used', '1', '--context-window', '0'], exit: 2 },
  ],
})
