import { ROSTERS } from '../../../lib/verbs/all.js'
import { verbContract, withOlder } from '../../support/verb-contract.js'

verbContract(withOlder(ROSTERS.models, 'models'), {
  'model.explain': [
    { words: ['execute-plan', '01-01', '--attempt', '2', '--spent', '60', '--host', 'claude'] },
    { words: ['audit-milestone', 'v1'] },
    { words: ['build-plan', '01-01'], exit: 2 },
  ],
  'resolve-model': [{ words: ['gsd-planner'] }, { words: ['executor', '--explain'] }, { words: ['plannr'], exit: 1 }],
  'agent.classify-failure': [
    { words: ['rate limit, retry after 30s'] },
    { words: ['--', 'network error'] },
    { words: [], exit: 2 },
  ],
  'agent-skills': [{ words: ['planner'] }, { words: ['plannr'], exit: 1 }],
  'skill-manifest': [
    { words: [] },
    {
      words: ['--skills-dir', 'skills', '--write'],
      files: { 'skills/one/SKILL.md': '---\nname: one\ndescription: "Does one thing"\n---\nText.\n' },
    },
  ],
})
