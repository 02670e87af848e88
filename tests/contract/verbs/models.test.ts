import { modelsRoster } from '../../../lib/verbs/models/roster.js'
import { verbContract } from '../../support/verb-contract.js'

const ANSWER = `Done.

\`\`\`yaml gsd-return
status: COMPLETE
report: .planning/phases/01-foundation/01-02-SUMMARY.md
concerns: [slow]
needs: []
\`\`\`
`

verbContract(modelsRoster, {
  'resolve-model': [{ words: ['gsd-planner'] }, { words: ['executor', '--explain'] }, { words: ['plannr'], exit: 1 }],
  'resolve-execution': [
    { words: ['executor'] },
    { words: ['executor', '--attempt', '2', '--effort', 'max', '--host', 'agents'] },
    { words: ['executr'], exit: 1 },
  ],
  'resolve-granularity': [{ words: [] }, { words: ['planner'] }, { words: ['nobody'] }],
  'resolve-agent': [{ words: ['--name', 'Code Reviewer'] }, { words: ['nobody-at-all'], exit: 1 }],
  'model.classify': [{ words: ['01-02'] }, { words: ['09-09'], exit: 1 }, { words: ['x'], exit: 1 }],
  'agent.classify-failure': [
    { words: ['rate limit, retry after 30s'] },
    { words: ['--', 'network error'] },
    { words: [], exit: 2 },
  ],
  'agent.parse-return': [
    { words: ['answer.md'], files: { 'answer.md': ANSWER } },
    { words: ['README.md', '--agent', 'gsd-executor'], exit: 1 },
    { words: ['none.md'], exit: 1 },
  ],
  'agent-skills': [{ words: ['planner'] }, { words: ['plannr'], exit: 1 }],
  'skill-manifest': [
    { words: [] },
    {
      words: ['--skills-dir', 'skills', '--write'],
      files: { 'skills/one/SKILL.md': '---\nname: one\ndescription: "Does one thing"\n---\nText.\n' },
    },
  ],
  'skills-root': [{ words: ['agents'] }, { words: ['nothing-like-it'], exit: 1 }],
  'effort.sync': [{ words: [] }, { words: ['--apply'] }],
})
