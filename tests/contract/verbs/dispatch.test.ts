import { GROUPS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(GROUPS.dispatch, {
  next: [{ words: [] }, { words: ['--phase', '1'] }],
  begin: [
    { words: [], once: true },
    { words: ['execute-plan', '01-02'], once: true },
    { words: ['execute-plan', '09-01'], exit: 1 },
    { words: ['nonsense', '1'], exit: 2 },
    { words: ['execute-plan'], exit: 2 },
  ],
  'project.create': [{ words: [], exit: 1 }],
  order: [
    { words: ['build both phases', '--scope', 'phases 1-2'] },
    { words: [] },
    { words: ['build it', '--scope', 'phase of the moon'], exit: 2 },
    { words: [' '], exit: 2 },
    { words: ['build it', '--drop'], exit: 2 },
    { words: ['--drop'] },
    { words: ['--drop'], files: { '.planning/ORDER.md': '---\nscope: all\ngiven: 2026-01-01\n---\n\nbuild it\n' } },
  ],
  'unit.claim': [
    { words: ['execute-plan', '01-02', '--revision', '{revision}'], once: true },
    { words: ['execute-plan', '09-01', '--revision', '{revision}'], exit: 1 },
    { words: ['nonsense', '1'], exit: 2 },
  ],
  'unit.finish': [{ words: ['--claim', 'no-such-token'], exit: 3 }],
  'unit.reset': [{ words: ['execute-plan', '01-02', '--reason', 'mended'], exit: 1 }],
  'state.derive': [{ words: [] }, { words: ['--explain'] }],
})
