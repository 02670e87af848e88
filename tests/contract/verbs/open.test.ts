import { GROUPS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

const FOLDER = '.planning/phases/01-foundation'
const UAT = {
  [`${FOLDER}/01-UAT.md`]:
    '---\nstatus: testing\nphase: 01-foundation\n---\n## Current Test\nnumber: 1\nname: Starts\n\n## Tests\n\n### 1. Starts\nexpected: It starts\nresult: [pending]\n',
}

verbContract(GROUPS.open, {
  open: [{ words: [] }, { words: ['--all', '--kind', 'uat'], files: UAT }, { words: ['--kind', 'toods'], exit: 2 }],
})
