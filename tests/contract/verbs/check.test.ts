import { GROUPS } from '../../../lib/verbs/all.js'
import { passedCheck } from '../../support/evidence.js'
import { verbContract } from '../../support/verb-contract.js'

const FOLDER = '.planning/phases/01-foundation'

const receipt = JSON.stringify({
  v: 1,
  plan: '01-01',
  at: '2026-01-02T10:00:00.000Z',
  verdict: 'pass',
  treeDigest: 'x',
  receipts: [
    passedCheck({
      id: 'abc',
      name: 'there',
      argv: ['node', '-e', "require('node:fs').accessSync('README.md')"],
      tests: { passed: null, failed: null, skipped: null },
    }),
  ],
})
const RECORDED = { [`${FOLDER}/01-01-VERIFY.json`]: receipt }

verbContract(GROUPS.check, {
  'check.run': [
    { words: ['01-02'], once: true },
    { words: ['9'], exit: 1 },
  ],
  'check.replay': [
    { words: [], files: RECORDED },
    { words: [], exit: 1 },
    { words: ['--ci'], exit: 1, files: RECORDED },
  ],
})
