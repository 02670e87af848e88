import { dispatchRoster } from '../../../lib/verbs/dispatch/roster.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(dispatchRoster, {
  next: [{ words: [] }, { words: ['--explain'] }, { words: ['--table'] }],
  'unit.claim': [
    { words: ['execute-plan', '01-02', '--revision', '{revision}'], once: true },
    { words: ['execute-plan', '09-01', '--revision', '{revision}'], exit: 1 },
    { words: ['nonsense', '1'], exit: 2 },
  ],
  'unit.finish': [{ words: ['--claim', 'no-such-token'], exit: 3 }],
  'unit.reset': [{ words: ['execute-plan', '01-02', '--reason', 'mended'], exit: 4 }],
  adopt: [{ words: [] }, { words: ['--drop'] }],
  'route.next-action': [{ words: [] }],
  'smart-entry': [{ words: [] }, { words: [], git: true }],
  'ui.banner': [{ words: ['Planning phase 2'] }, { words: [' '], exit: 2 }],
  'ui.next-up': [{ words: [] }],
  'state.derive': [{ words: [] }, { words: ['--explain'] }],
})
