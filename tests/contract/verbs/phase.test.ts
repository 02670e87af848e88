import { GROUPS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

const SHIPPED = {
  '.planning/ROADMAP.md':
    '# Roadmap\n\n<details>\n<summary>✅ v0.9 Old (Phases 7-8)</summary>\n\n### Phase 7: Old\n**Goal**: x\n\n</details>\n\n## v1.0 First\n\n### Phase 1: Foundation\n**Goal**: y\n',
  '.planning/phases/07-old/07-CONTEXT.md': '# x\n',
}

verbContract(GROUPS.phase, {
  'phase.add': [
    { words: ['Exports for people'], once: true },
    { words: ['Urgent mend', '--after', '1'], once: true },
    { words: ['Urgent', '--after', '9'], exit: 1 },
    { words: ['  '], exit: 2 },
  ],
  'phase.edit': [
    { words: ['3', '--title', 'Reports for all', '--goal', 'All numbers', '--mode', 'mvp'] },
    { words: ['3', '--depends-on', '1', '--requirements', 'REP-01, AUTH-01'] },
    { words: ['3', '--criteria', 'Numbers add up', 'People read them'] },
    { words: ['3'], exit: 2 },
    { words: ['9', '--title', 'x'], exit: 1 },
    { words: ['3', '--requirements', 'REP-02'], exit: 1 },
  ],
  'phase.remove': [
    { words: ['2'], once: true },
    { words: ['1', '--force', '--yes'], once: true },
    { words: ['1'], exit: 1 },
    { words: ['1', '--force'], exit: 4 },
    { words: ['9'], exit: 1 },
  ],
  'phase.complete': [
    { words: ['1'], exit: 1 },
    { words: ['9'], exit: 1 },
  ],
  'phase.plan-index': [{ words: ['1'] }, { words: ['--phase', '01'] }, { words: ['9'], exit: 1 }],
  'phases.archive': [
    { words: ['--yes'], files: SHIPPED },
    { words: [], files: SHIPPED, exit: 4 },
    { words: ['--yes'] },
  ],
})
