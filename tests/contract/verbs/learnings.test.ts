import { learnings } from '../../../lib/features/learnings/feature.js'
import { verbContract } from '../../support/verb-contract.js'

const ONE = {
  '.planning/learnings/ports-1.md':
    '---\ncategory: pitfall\nconfidence: high\nsource: "01-01"\nlast_used: "2024-01-05"\n---\n\n# Ports\n\nPort 80 is taken.\n',
}
const SHARED = { ...ONE, '.planning/config.json': '{"features":{"global_learnings":true}}' }

verbContract(learnings.roster, {
  'learnings.query': [
    { words: ['--tag', 'port'], files: ONE },
    { words: [], files: ONE },
  ],
  'learnings.copy': [
    { words: [], files: SHARED, once: true },
    { words: [], files: ONE, exit: 1 },
  ],
  'learnings.prune': [
    { words: ['--older-than', '90d', '--confirm'], files: ONE },
    { words: ['--older-than', '90d'], files: ONE, exit: 4 },
    { words: ['--older-than', 'soon'], exit: 2 },
  ],
  'learnings.delete': [
    { words: ['ports-1', '--confirm'], files: ONE, once: true },
    { words: ['ports-1'], files: ONE, exit: 4 },
    { words: ['nothing', '--confirm'], exit: 1 },
  ],
})
