// Proves the finished phases of a tree that `tree.mjs` wrote, as units of this machine leave them: stamps, receipts, verifications, and the lines of the ledger.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importLibrary } from '../import-library.mjs'

const TREE = 'f'.repeat(64)

let library

/** `env`: whose key seals it. */
export async function proveTree(folder, env) {
  library ??= importLibrary({
    'lib/node/custody.js': ['openCustody'],
    'lib/core/history/seal.js': ['frameAt'],
    'lib/core/judging/proof.js': ['sealReceipt'],
    'lib/node/digest.js': ['sha256'],
  })
  const { openCustody, frameAt, sealReceipt, sha256 } = await library
  const view = {
    base: '.planning',
    digest: sha256,
    custody: openCustody({ env, root: folder, now: Date.now, seat: null }),
  }
  const planning = join(folder, '.planning')
  const lines = []
  let time = Date.parse('2026-01-02T00:00:00.000Z')
  const now = () => new Date((time += 1000)).toISOString()
  const put = (line) => lines.push(frameAt('.planning/ledger.jsonl', line, view))
  /** A unit that was claimed and completed; answers when. */
  const unit = (unitType, unitId, work = () => {}) => {
    const dispatchId = sha256(`${unitType} ${unitId}`).slice(0, 24)
    const about = { dispatchId, unitType, unitId, revision: TREE }
    put({ kind: 'claim', at: now(), ...about, attempt: 1, cause: 'default', milestone: 'v1.0', startCommit: null })
    work()
    const at = now()
    put({ kind: 'outcome', at, ...about, status: 'completed', failure: null })
    return at
  }
  put({ kind: 'adopted', at: now(), word: 'person', phases: [], plans: [] })
  const phases = readdirSync(join(planning, 'phases')).sort((a, b) => Number.parseFloat(a) - Number.parseFloat(b))
  for (const name of phases) {
    const id = name.slice(0, name.indexOf('-'))
    const at = (file) => join(planning, 'phases', name, file)
    const plans = readdirSync(at('.')).flatMap((file) => (file.endsWith('-PLAN.md') ? [file.slice(0, -8)] : []))
    if (!plans.every((plan) => existsSync(at(`${plan}-SUMMARY.md`)))) continue
    for (const plan of plans) {
      const done = unit('execute-plan', plan, () => {
        const file = sealReceipt(view, receiptOf(plan, now(), sha256('output')))
        const text = `${JSON.stringify(file, null, 2)}\n`
        writeFileSync(at(`${plan}-VERIFY.json`), text)
        put({ kind: 'receipt', at: file.at, phase: id, plan, tree: TREE, sha256: sha256(text) })
      })
      const summary = at(`${plan}-SUMMARY.md`)
      writeFileSync(summary, readFileSync(summary, 'utf8').replace('---\n', `---\ncompleted_at: ${done}\n`))
    }
    const rows = plans.map((plan) => {
      const file = `${plan}-SUMMARY.md`
      return `${file}\0${sha256(readFileSync(at(file), 'utf8'))}\n`
    })
    const covers = sha256(rows.sort().join(''))
    unit('verify-phase', id, () => {
      writeFileSync(at(`${id}-VERIFICATION.md`), verificationText(name, id, covers, now()))
      put({ kind: 'vouched', at: now(), phase: id, verdict: 'passed', covers })
    })
    unit('transition', id)
  }
  writeFileSync(join(planning, 'ledger.jsonl'), lines.join(''))
}

const receiptOf = (plan, at, outputSha256) => ({
  v: 1,
  plan,
  at,
  verdict: 'pass',
  executed: 1,
  skippedRequired: [],
  newFailures: [],
  treeDigest: TREE,
  receipts: [
    {
      id: `${plan}-1`,
      name: 'npm test',
      argv: ['npm', 'test'],
      cwd: '.',
      exitCode: 0,
      durationMs: 1200,
      tests: { passed: 12, failed: 0, skipped: 0 },
      counts: 'known',
      treeDigest: TREE,
      outputSha256,
      required: true,
      own: false,
      outcome: 'pass',
      baseline: null,
      baselineFailed: null,
      reason: null,
    },
  ],
})

const verificationText = (name, id, covers, at) => `---
phase: ${name}
verified: "${at}"
status: passed
score: 1/1 must-haves verified
covers: ${covers}
---

# Phase ${id}: verification report

## Observable Truths

| # | Truth | Status | Evidence |
|---|-------|--------|----------|
| 1 | It is there | VERIFIED | src/window.ts:1 |
`
