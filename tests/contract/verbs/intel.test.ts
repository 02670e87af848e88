import { intel } from '../../../lib/features/intel/feature.js'
import { verbContract } from '../../support/verb-contract.js'

const ON = { '.planning/config.json': '{"intel":{"enabled":true}}' }
const STACK = '.planning/intel/stack.json'
const FILLED = {
  ...ON,
  [STACK]: '{"_meta":{"updated_at":"2026-01-05T00:00:00.000Z"},"entries":{"node":{"version":"20"}}}',
}

verbContract(intel.roster, {
  'intel.query': [
    { words: ['node'], files: FILLED },
    { words: ['node'], exit: 1 },
  ],
  'intel.status': [{ words: [] }, { words: [], files: FILLED }],
  'intel.update': [
    { words: [], files: ON },
    { words: [], exit: 1 },
  ],
  'intel.diff': [
    { words: [], files: ON },
    { words: [], exit: 1 },
  ],
  'intel.snapshot': [
    { words: [], files: FILLED },
    { words: [], exit: 1 },
  ],
  'intel.patch-meta': [
    { words: ['stack.json'], files: FILLED, once: true },
    { words: ['stack.json'], exit: 1 },
    { words: ['nonsense.json'], exit: 1 },
  ],
  'intel.validate': [{ words: [], files: ON, exit: 1 }],
  'intel.extract-exports': [{ words: ['src/part-01.ts'] }, { words: ['nothing.ts'], exit: 1 }],
})
