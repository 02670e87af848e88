import { ROSTERS } from '../../../lib/verbs/all.js'
import { verbContract, withOlder } from '../../support/verb-contract.js'

const FOLDER = '.planning/phases/01-foundation'
const PLAN = `${FOLDER}/01-02-PLAN.md`
const SUMMARY = `${FOLDER}/01-01-SUMMARY.md`
const PROMISING = {
  'promising.md': `---
phase: 1
plan: "01"
must_haves:
  artifacts:
    - path: src/part-01.ts
      exports: [one]
  key_links:
    - from: src/part-01.ts
      to: README.md
      pattern: "const\\\\s+one"
---
`,
}

verbContract(withOlder(ROSTERS.verify, 'verify'), {
  'verify.plan-structure': [{ words: [PLAN] }, { words: ['nothing.md'], exit: 1 }],
  'verify.phase-completeness': [
    { words: ['1'], exit: 1 },
    { words: ['9'], exit: 1 },
  ],
  'verify.references': [{ words: [PLAN] }, { words: ['README.md'] }],
  'verify-summary': [
    { words: [SUMMARY] },
    { words: [SUMMARY, '--check-count', '1'], git: true, exit: 1 },
    { words: ['nothing.md'], exit: 1 },
  ],
  'verify.commits': [
    { words: ['abc1234'], git: true, exit: 1 },
    { words: [], exit: 1 },
  ],
  'verify-path-exists': [{ words: ['README.md'] }, { words: ['nothing'], exit: 1 }, { words: ['../up'], exit: 2 }],
  'verify.artifacts': [
    { words: ['promising.md'], files: PROMISING },
    { words: [PLAN], exit: 1 },
    { words: ['nothing.md'], exit: 1 },
  ],
  'verify.key-links': [
    { words: ['promising.md'], files: PROMISING },
    { words: [PLAN], exit: 1 },
  ],
  'gap-analysis': [
    { words: ['--phase-dir', FOLDER], exit: 1 },
    { words: ['2'], exit: 1 },
  ],
  'verification.status': [{ words: ['1'] }, { words: [FOLDER] }, { words: ['9'], exit: 1 }],
  'verification.override': [
    { words: ['1', 'It starts', '--reason', 'seen by hand'] },
    { words: ['9', 'It starts', '--reason', 'x'], exit: 1 },
  ],
})
