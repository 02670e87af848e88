import { ROSTERS } from '../../../lib/verbs/all.js'
import { OURS } from '../../support/project.js'
import { verbContract, withOlder } from '../../support/verb-contract.js'

const DRAFT = '.planning/.runtime/drafts/x/note.md'

const STATE = OURS['.planning/STATE.md'] as string
const BLOCKED = STATE.replace('### Blockers/Concerns\n\nNone yet.', '### Blockers/Concerns\n\n- No key yet')
const OLD_ENTRIES = STATE.replace('### Decisions\n\n', '### Decisions\n\n- [Phase 1]: Something old\n')

verbContract(withOlder(ROSTERS.state, 'state'), {
  'state.get': [
    { words: [] },
    { words: ['Status'] },
    { words: ['Session Continuity'] },
    { words: ['Nonsense'], exit: 1 },
  ],
  'state.json': [{ words: [] }],
  'state.load': [{ words: [] }, { words: [], files: { '.planning/config.json': '{' }, exit: 1 }],
  'state-snapshot': [{ words: [] }],
  'state.validate': [{ words: [], exit: 1 }],
  'state.sync': [{ words: [] }, { words: ['--verify'] }],
  'state.rebuild': [{ words: [] }],
  'state.begin-phase': [
    { words: ['1'] },
    { words: ['--phase', '01', '--name', 'Foundation', '--plans', '2'] },
    { words: ['2'], exit: 1 },
    { words: ['1', '--plans', '3'], exit: 1 },
    { words: ['1', '--plans', 'three'], exit: 2 },
  ],
  'state.planned-phase': [{ words: ['--phase', '1', '--plans', '2'] }, { words: ['2'], exit: 1 }],
  'state.advance-plan': [{ words: [] }],
  'state.complete-phase': [
    { words: ['1'], exit: 1 },
    { words: ['Phase'], exit: 1 },
  ],
  'state.update-progress': [{ words: [] }],
  'state.milestone-switch': [{ words: ['--milestone', 'v1.0', '--name', 'First'] }, { words: ['v2.0'], exit: 1 }],
  'state.resolve-blocker': [
    { words: ['key'], files: { '.planning/STATE.md': BLOCKED }, once: true },
    { words: ['--text', 'nobody wrote this'], exit: 1 },
  ],
  'state.record-metric': [
    { words: ['--phase', '1', '--plan', '01', '--duration', '12min', '--tasks', '3', '--files', '5'] },
    { words: ['1', '2', '9min'] },
    { words: ['..', '2', '9min'], exit: 1 },
  ],
  'state.add-roadmap-evolution': [
    { words: ['--phase', '2', '--action', 'inserted', '--after', '1', '--note', 'why', '--urgent'] },
    { words: ['--phase', '2', '--action', 'sunk'], exit: 2 },
  ],
  'state.prune': [
    { words: [] },
    { words: ['--keep-recent', '0'], files: { '.planning/STATE.md': OLD_ENTRIES }, once: true },
  ],
  'state.signal-waiting': [
    { words: ['--question', 'Which one?', '--options', 'A|B', '--phase', '1'] },
    { words: ['--question', 'Which one?', '--phase', '44'], exit: 1 },
  ],
  'state.signal-resume': [
    { words: [] },
    { words: [], files: { '.planning/decisions/pending/q.md': '---\nquestion: Which?\n---\n' }, exit: 4 },
  ],
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
