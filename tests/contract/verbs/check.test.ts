import { ROSTERS } from '../../../lib/verbs/all.js'
import { passedCheck } from '../../support/evidence.js'
import { verbContract, withOlder } from '../../support/verb-contract.js'

const FOLDER = '.planning/phases/01-foundation'

/** A receipt of a check that passes everywhere. */
const receipt = JSON.stringify({
  v: 1,
  plan: '01-01',
  at: '2026-01-02T10:00:00.000Z',
  verdict: 'pass',
  executed: 1,
  skippedRequired: [],
  newFailures: [],
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
const RECORDED = {
  [`${FOLDER}/01-01-VERIFY.json`]: receipt,
}

const SPEC = `# Phase 1: specification

## Goal

A word is counted once.

## Acceptance Criteria

- [ ] "a b" is two words

## Ambiguity Report

| Dimension | Score | Min | Status | Notes |
|---|---|---|---|---|
| Goal clarity | 0.9 | 0.75 | met | |
| Boundary clarity | 0,85 | 0.70 | met | |
| Constraints | 80 % | 0.65 | met | |
| Acceptance criteria | **0.9** | 0.70 | met | |
`

verbContract(withOlder(ROSTERS.check, 'check'), {
  'check.run': [
    { words: ['01-02'], once: true },
    { words: ['9'], exit: 1 },
  ],
  'check.replay': [
    { words: [], files: RECORDED },
    { words: [], exit: 1 },
    { words: ['--ci'], exit: 1, files: RECORDED },
    { words: ['zzz'], exit: 1, files: RECORDED },
  ],
  'check.export': [
    { words: [], exit: 1 },
    { words: [], files: RECORDED },
    { words: ['zzz'], exit: 1 },
  ],
  'check.ship-ready': [
    { words: ['1'], exit: 1 },
    { words: ['1'], exit: 1, git: true },
  ],
  'check-commit': [{ words: [] }, { words: [], git: true }],
  'check.decision-coverage-plan': [
    { words: [FOLDER, `${FOLDER}/01-CONTEXT.md`], exit: 1 },
    { words: ['9'], exit: 1 },
  ],
  'check.decision-coverage-verify': [{ words: [FOLDER] }, { words: ['9'], exit: 1 }],
  'check.ambiguity': [
    { words: [`${FOLDER}/01-SPEC.md`], files: { [`${FOLDER}/01-SPEC.md`]: SPEC } },
    { words: [`${FOLDER}/01-SPEC.md`], files: { [`${FOLDER}/01-SPEC.md`]: SPEC.replace('0.9', '0.3') }, exit: 1 },
    { words: [`${FOLDER}/01-SPEC.md`], exit: 1 },
  ],
})
