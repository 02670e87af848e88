import { estimates } from '../../../lib/features/estimates/feature.js'
import { verbContract } from '../../support/verb-contract.js'

const ON = { '.planning/config.json': '{"workflow":{"estimates":true}}' }

verbContract(estimates.roster, {
  'estimate-check': [
    { words: ['--tokens', '5000'], files: ON },
    { words: ['--tokens', '500000', '--calibrated'], files: ON, exit: 1 },
  ],
  'estimate-calibrate': [
    { words: [], files: ON },
    { words: [], exit: 1 },
  ],
})
