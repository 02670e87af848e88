import { stateRoster } from '../../../lib/verbs/state/roster.js'
import { verbContract } from '../../support/verb-contract.js'

const DRAFT = '.planning/.runtime/drafts/x/note.md'

verbContract(stateRoster, {
  'state.get': [
    { words: [] },
    { words: ['Status'] },
    { words: ['Session Continuity'] },
    { words: ['Nonsense'], exit: 1 },
  ],
  'state.json': [{ words: [] }],
  'state.update': [
    { words: ['Resume file', 'notes.md'] },
    { words: ['Status', 'done'], exit: 1 },
    { words: ['Nonsense', 'x'], exit: 1 },
  ],
  'state.patch': [
    { words: ['--Resume file', 'a.md', '--Stopped at', 'half way'] },
    { words: ['--Resume file', 'a.md', '--Progress', '9'], exit: 1 },
  ],
  'state.add-decision': [
    { words: ['--summary', 'Use files', '--phase', '1', '--rationale', 'simple'] },
    { words: ['--summary-file', DRAFT], files: { [DRAFT]: 'Use a queue\n' } },
    { words: [], exit: 2 },
  ],
  'state.add-blocker': [{ words: ['--text', 'No key yet'] }, { words: [], exit: 2 }],
  'state.record-session': [{ words: ['--stopped-at', 'Task 2', '--resume-file', 'a.md'] }],
})
