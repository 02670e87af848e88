import { driftGuard } from '../../../lib/features/drift-guard/feature.js'
import { verbContract } from '../../support/verb-contract.js'

const ON = { '.planning/config.json': '{"workflow":{"drift_guard":true}}' }

verbContract(driftGuard.roster, {
  'drift-guard': [
    { words: ['authority'], files: ON },
    { words: ['severity', '--status', 'contradicts'], files: ON },
    { words: ['phase-status', '--phase', '1'], files: ON },
    { words: ['severity'], files: ON, exit: 2 },
    { words: ['phase-status', '--phase', '9'], files: ON, exit: 1 },
    { words: ['authority'], exit: 1 },
  ],
})
