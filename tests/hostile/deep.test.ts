// Deeply nested records and folders in a tree: recursion over them would exhaust the stack. They must not cause an internal error.
import { afterEach, describe, expect, it } from 'vitest'
import { sha256 } from '../../lib/node/digest.js'
import { CLAIM_PATH, CLAIM_RECORD } from '../support/claim-record.js'
import { disposeProjects, makeProject, OURS } from '../support/project.js'
import { roleBrief } from '../support/role-brief.js'

afterEach(disposeProjects)

const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
const PHASE = '.planning/phases/01-foundation'

/** Returns the text of a record, with a deeply nested last field added. */
const nested = (record: object): string => JSON.stringify(record).replace(/\}$/, `,"x":${DEEP}}`)

/** Returns the line of a log for such a record. */
const line = (record: object): string => {
  const text = nested(record)
  return `${JSON.stringify({ v: 1, n: text.length, h: sha256(text).slice(0, 16) })}\t${text}\n`
}

const FILES: Readonly<Record<string, readonly [path: string, text: string]>> = {
  'a claim that has run out': [CLAIM_PATH, nested({ ...CLAIM_RECORD, mac: 'x' })],
  'a receipt': [
    `${PHASE}/01-01-VERIFY.json`,
    nested({ v: 1, plan: '01-01', at: '2026-01-05T10:00:00.000Z', treeDigest: null, receipts: [], mac: 'x' }),
  ],
  'a line of the ledger': [
    '.planning/ledger.jsonl',
    line({ kind: 'moved', at: '2026-01-05T10:00:00.000Z', from: '.planning', to: '.planning', seal: 'x' }),
  ],
  'the record of a plan check': [
    `${PHASE}/01-CHECK.json`,
    `{"plans":{},"verdict":"issues","at":"","issues":[${DEEP}]}`,
  ],
  'the record of a plan check whose issues are no list': [
    `${PHASE}/01-CHECK.json`,
    '{"plans":{},"verdict":"issues","at":"","issues":{}}',
  ],
}

describe('a record that is deeply nested or has another shape', () => {
  it.each(Object.keys(FILES))('%s: causes no internal error', async (name) => {
    const project = makeProject(OURS).initGit()
    const [path, text] = FILES[name] ?? ['', '']
    project.write(path, text)
    for (const words of [['next'], ['begin'], ['verification', 'status', '1'], ['check', 'run', '1'], ['fsck']]) {
      const { exit, stdout } = await project.ask(...words)
      expect([words, exit === 70], stdout).toEqual([words, false])
    }
    for (const type of ['check-plan', 'plan-phase']) expect((await roleBrief(project, type, '1')).exit, type).toBe(0)
  })
})

it('folders nested deeper than any planning folder are named by lint, and cause no internal error', async () => {
  const project = makeProject(OURS)
  project.write(`.planning/${'a/'.repeat(100)}x.md`, 'x\n')
  for (const words of [['lint'], ['health'], ['next']]) {
    const { exit, stdout } = await project.ask(...words)
    expect([words, exit === 70], stdout).toEqual([words, false])
  }
  const { error } = (await project.ask('lint')).json()
  expect([error.code, error.message]).toEqual(['BAD_DATA', expect.stringContaining('.planning/a/a/a')])
})
