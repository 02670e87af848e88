import { ROSTERS } from '../../../lib/verbs/all.js'
import { OURS } from '../../support/project.js'
import { verbContract } from '../../support/verb-contract.js'

const DRIFTED = {
  '.planning/STATE.md': (OURS['.planning/STATE.md'] as string).replace('Phase: 1 of 3', 'Phase: 2 of 3'),
}

verbContract(ROSTERS.health, {
  health: [
    { words: [] },
    { words: ['--repair', 'STATE_DRIFT'], files: DRIFTED },
    { words: ['--repair', 'STAT_DRIFT'], exit: 2 },
  ],
})
