// Receipts for policies of other tools: statements that keep to the in-toto specification.
import { Ajv } from 'ajv'
import { afterEach, describe, expect, it } from 'vitest'
import { COUNTING, countingProject } from '../support/counting.js'
import { disposeProjects } from '../support/project.js'
import { carryOut } from '../support/work.js'

afterEach(disposeProjects)

const RESOURCE = {
  type: 'object',
  additionalProperties: false,
  anyOf: [{ required: ['uri'] }, { required: ['digest'] }, { required: ['content'] }],
  properties: {
    name: { type: 'string' },
    uri: { type: 'string' },
    digest: { type: 'object', minProperties: 1, additionalProperties: { type: 'string', pattern: '^[0-9a-f]+$' } },
    content: { type: 'string', pattern: '^[A-Za-z0-9+/]*={0,2}$', maxLength: 1368 },
    downloadLocation: { type: 'string' },
    mediaType: { type: 'string' },
    annotations: { type: 'object' },
  },
}
const NAMES = { type: 'array', items: { type: 'string' } }

/** Statement v1 with the predicate test-result v0.1, as their specifications say. */
const STATEMENT = {
  type: 'object',
  additionalProperties: false,
  required: ['_type', 'subject', 'predicateType', 'predicate'],
  properties: {
    _type: { const: 'https://in-toto.io/Statement/v1' },
    subject: { type: 'array', minItems: 1, items: { allOf: [RESOURCE, { required: ['digest'] }] } },
    predicateType: { const: 'https://in-toto.io/attestation/test-result/v0.1' },
    predicate: {
      type: 'object',
      additionalProperties: false,
      required: ['result', 'configuration'],
      properties: {
        result: { enum: ['PASSED', 'WARNED', 'FAILED'] },
        configuration: { type: 'array', items: RESOURCE },
        url: { type: 'string' },
        passedTests: NAMES,
        warnedTests: NAMES,
        failedTests: NAMES,
      },
    },
  },
}

const isStatement = new Ajv({ strict: false, allErrors: true }).compile(STATEMENT)

describe('check export', () => {
  it('writes a statement per plan, about the tree that the checks saw', async () => {
    const project = countingProject({
      plans: { '01': {}, '02': {} },
      commands: [['node', '--check', 'part-01.js']],
    }).initGit()
    await carryOut(project, '01')
    await carryOut(project, '02')
    const called = await project.ask('check', 'export', '--out', 'proof.jsonl')
    expect(called.exit, called.stdout).toBe(0)
    const { statements } = called.json()
    expect(statements).toHaveLength(2)
    for (const statement of statements) {
      isStatement(statement)
      expect(isStatement.errors).toBeNull()
    }
    const stored = JSON.parse(project.read(`${COUNTING}/01-02-VERIFY.json`))
    expect(statements[1]).toMatchObject({
      subject: [{ name: 'tree', digest: { sha256: stored.treeDigest } }],
      predicate: {
        result: 'PASSED',
        passedTests: ['node part-02.test.js'],
        warnedTests: ['node --check part-01.js'],
        failedTests: [],
      },
    })
    const lines = project.read('proof.jsonl').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(statements)
    const [, command] = statements[1].predicate.configuration
    expect(JSON.parse(atob(command.content))).toEqual({
      argv: ['node', 'part-02.test.js'],
      cwd: '.',
      expect: 0,
      required: true,
    })
  })

  it('tells a result that proves nothing from one that does', async () => {
    const project = countingProject({ plans: { '01': { run: ['true'] } } }).initGit()
    await project.ask('check', 'run', '1')
    const { statements } = (await project.ask('check', 'export')).json()
    isStatement(statements[0])
    expect(isStatement.errors).toBeNull()
    expect(statements[0].predicate).toMatchObject({ result: 'WARNED', warnedTests: ['true'] })
  })
})
