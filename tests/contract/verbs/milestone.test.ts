import { milestoneRoster } from '../../../lib/verbs/milestone/roster.js'
import { verbContract } from '../../support/verb-contract.js'

const QUEUED = {
  '.planning/ROADMAP.md':
    '# R\n\n## v1.0 A\n\n### Phase 1: Foundation\n**Goal**: x\n\n## v1.1 B\n\n### Phase 2: Next\n**Goal**: y\n**Depends on**: Phase 1\n\n## v1.2 C\n\n### Phase 3: Third\n**Goal**: z\n',
}
const QUICK = { '.planning/quick/260105-abc-mend/260105-abc-SUMMARY.md': '# x\n' }

verbContract(milestoneRoster, {
  'milestone.audit': [
    {
      words: ['v1.0'],
      files: {
        '.planning/ledger.jsonl': '',
        '.planning/ROADMAP.md':
          '# R\n\n## v1.0 A\n\n- [x] **Phase 1: Foundation** - x\n\n### Phase 1: Foundation\n**Goal**: x\n',
      },
      exit: 1,
    },
    { words: [], exit: 1 },
    { words: ['v7'], exit: 1 },
  ],
  'milestone.complete': [
    { words: ['v1.0', '--force', '--confirm'] },
    { words: ['1.0', '--force', '--archive-phases', '--confirm'] },
    { words: ['v1.0', '--force'], exit: 4 },
    { words: ['v1.0', '--confirm'], exit: 1 },
    { words: ['v3.0', '--force', '--confirm'], exit: 1 },
  ],
  'milestone.archive-quick': [
    { words: ['v1.0', '--confirm'], files: QUICK },
    { words: ['v1.0'], files: QUICK, exit: 4 },
    { words: ['v9', '--confirm'], files: QUICK, exit: 1 },
    { words: ['next', '--confirm'], exit: 2 },
  ],
  'queue.show': [{ words: [], files: QUEUED }],
  'queue.move': [
    { words: ['v1.2', '--first'], files: QUEUED },
    { words: ['v1.1', '--first'], files: QUEUED, exit: 3 },
    { words: ['v9', '--last'], files: QUEUED, exit: 1 },
    { words: ['v1.1'], files: QUEUED, exit: 2 },
  ],
  'queue.validate': [
    { words: [], files: QUEUED },
    {
      words: [],
      files: { '.planning/ROADMAP.md': `---\nqueue: [v1.1, v1.0]\n---\n${QUEUED['.planning/ROADMAP.md']}` },
      exit: 1,
    },
  ],
})
