import { hostRoster } from '../../../lib/verbs/host/roster.js'
import { verbContract } from '../../support/verb-contract.js'

const WHOLE = [{ words: [] }] as const

verbContract(hostRoster, {
  'dispatch-isolation': [{ words: [] }, { words: ['--force-isolation', '--phase', '1'] }],
  'dispatch-capacity': WHOLE,
  'project-instruction-file': [{ words: [] }, { words: ['--runtime', 'agents'] }],
  'instructions.generate': [
    { words: [] },
    { words: ['--output', 'docs/AGENT.md'], files: { 'docs/AGENT.md': '# Ours\n' } },
    { words: ['--output', 'agent.txt'], exit: 2 },
  ],
  'detect-custom-files': [{ words: ['--config-dir', 'home'] }, { words: [], exit: 2 }],
  discover: [{ words: [] }, { words: ['--kind', 'skill'] }, { words: ['--kind', 'nothing'], exit: 2 }],
})
