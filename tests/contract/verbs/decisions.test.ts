import { GROUPS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

const question = {
  '.planning/decisions/pending/2026-01-05-which-unit-aaaa.md':
    '---\nid: 2026-01-05-which-unit-aaaa\nquestion: Which unit?\noptions:\n  - Metres\n  - Feet\nphase: "01"\nasked: "2026-01-05T10:00:00.000Z"\nchoice: ""\n---\n\n# Which unit?\n',
}
const SUMMARY = '.planning/phases/01-foundation/01-01-SUMMARY.md'
const leftover = {
  [SUMMARY]:
    '---\nphase: 01-foundation\nplan: "01"\ncompleted: "2026-01-02"\ncompleted_at: "2026-01-02T10:00:00.000Z"\n---\n\n# Summary\n\n## Known Issues\n\nPending actions:\n- count the last line too\n',
}

verbContract(GROUPS.decisions, {
  'decision.add': [
    { words: ['--question', 'Which unit?', '--options', 'Metres|Feet', '--phase', '1'] },
    { words: ['--question', 'Which unit?', '--phase', '99'], exit: 1 },
    { words: ['--question', ' '], exit: 2 },
  ],
  'decision.list': [{ words: [], files: question }, { words: ['--status', 'answered'] }],
  'decision.answer': [
    {
      words: ['2026-01-05-which-unit-aaaa', '--choice', 'feet', '--by', 'Ann', '--note', 'we fly'],
      files: question,
      once: true,
    },
    { words: ['2026-01-05-which-unit-aaaa', '--choice', 'Miles', '--by', 'Ann'], files: question, exit: 2 },
    { words: ['nothing', '--choice', 'Feet', '--by', 'Ann'], exit: 1 },
  ],
  'pending.list': [{ words: [], files: leftover }, { words: ['1'] }, { words: ['99'], exit: 1 }],
  'pending.accept': [
    { words: ['01-01', '--reason', 'good enough'], files: leftover },
    { words: ['01-01', '--reason', 'good enough'], exit: 1 },
    { words: ['07-01', '--reason', 'good enough'], exit: 1 },
  ],
  metrics: [{ words: [] }, { words: ['--by', 'plan'] }],
})
