import { windows } from '../../../lib/features/windows/feature.js'
import { verbContract } from '../../support/verb-contract.js'

const ON = { '.planning/config.json': '{"workflow":{"windows":true}}' }
const ONE = { ...ON, '.planning/WINDOWS.md': '- [ ] **W-1** (2026-01-01): Lamp\n' }

verbContract(windows.roster, {
  windows: [
    { words: ['status'], files: ON },
    { words: ['append', '--text', 'The lamp is out', '--phase', '1'], files: ON },
    { words: ['fixed', 'W-1'], files: ONE },
    { words: ['waive', 'W-1', '--reason', 'nobody looks'], files: ONE },
    { words: ['waive', 'W-1'], files: ONE, exit: 2 },
    { words: ['fixed', 'W-9'], files: ONE, exit: 1 },
    { words: ['status'], exit: 1 },
  ],
})
