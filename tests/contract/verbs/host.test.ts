import { ROSTERS } from '../../../lib/verbs/all.js'
import { verbContract, withOlder } from '../../support/verb-contract.js'

verbContract(withOlder(ROSTERS.host, 'host'), {
  'instructions.generate': [
    { words: [] },
    { words: ['--output', 'docs/AGENT.md'], files: { 'docs/AGENT.md': '# Ours\n' } },
    { words: ['--output', 'agent.txt'], exit: 2 },
  ],
  'detect-custom-files': [{ words: ['--config-dir', 'home'] }, { words: [], exit: 2 }],
  discover: [
    { words: [] },
    { words: ['--kind', 'skill'] },
    { words: ['--all'] },
    { words: ['--kind', 'nothing'], exit: 2 },
  ],
})
