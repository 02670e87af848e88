import { GROUPS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

const PLAN = '.planning/phases/01-foundation/01-02-PLAN.md'
const BROKEN = { '.planning/todos/pending/a.md': '---\ntitle: one: two\n---\n' }

verbContract(GROUPS.artifact, {
  lint: [
    { words: [PLAN] },
    { words: [] },
    { words: ['.planning/todos/pending/a.md', '--strict'], exit: 1, files: BROKEN },
    { words: ['nothing.md'], exit: 1 },
  ],
})
