import { GROUPS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(GROUPS.milestone, {
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
    { words: ['v1.0', '--force', '--yes'] },
    { words: ['1.0', '--force', '--yes'] },
    { words: ['v1.0', '--force'], exit: 4 },
    { words: ['v1.0', '--yes'], exit: 1 },
    { words: ['v3.0', '--force', '--yes'], exit: 1 },
  ],
})
