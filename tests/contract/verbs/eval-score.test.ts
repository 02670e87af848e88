import { evalScore } from '../../../lib/features/eval-score/feature.js'
import { verbContract } from '../../support/verb-contract.js'

const ON = { '.planning/config.json': '{"workflow":{"eval_score":true}}' }
const MEANS = ['--infra', 'yes,no,no,yes,no']

verbContract(evalScore.roster, {
  'eval.score': [
    { words: ['--covered', '3', '--total', '5', ...MEANS], files: ON },
    { words: ['--covered', '0', '--total', '0', ...MEANS], files: ON },
    { words: ['--covered', '6', '--total', '5', ...MEANS], files: ON, exit: 2 },
    { words: ['--covered', '1', '--total', '5', '--infra', 'yes'], files: ON, exit: 2 },
  ],
})
