// Verdicts that rest on words alone: promises that are put off, quick tasks that verify themselves, commits without work, counts that anybody prints.
import { afterEach, describe, expect, it } from 'vitest'
import { commitAll, endOf, tryUnit } from '../support/cheating.js'
import { COUNTING, countingProject } from '../support/counting.js'
import { summaryDraft, verificationDraft } from '../support/drafts.js'
import { disposeProjects, type Files, type TempProject } from '../support/project.js'
import { carryOut, claim, commitPart, draft, finish } from '../support/work.js'

afterEach(disposeProjects)

const CRITERIA = ['A text of three words gives 3', 'A text of two lines gives 2']

describe('a promise that is left to a later phase', () => {
  const proof = (lines: string) => `goal: yes, words are counted\n\n${lines}`
  const holds = (keys: string) => `- ${keys}: holds\n  - tried: ran it → 3\n  - awkward: empty → 0\n`
  const verified = async (file: string, text: string, done: readonly string[] = []) => {
    const project = countingProject()
    project.initGit()
    await carryOut(project)
    for (const id of done) project.write(COUNTING.replace('01-counting', id), '')
    const said = await tryUnit(project, 'verify-phase', '01', { [file]: text })
    return { said, word: (await endOf(project)).word }
  }
  const truths = (key: string) => `- ${key}: holds\n  - tried: ran it → 3\n  - awkward: twice → 3\n`

  it.each([
    ['all of it', '- 1, 2: deferred: Phase 2\n', 'DEFERRED_ALL'],
    ['to a phase that is none', `${holds('1')}- 2: deferred: Phase 9\n`, 'DEFERRED_NOWHERE'],
    ['to itself', `${holds('1')}- 2: deferred: Phase 1\n`, 'DEFERRED_NOWHERE'],
    ['to nobody', `${holds('1')}- 2: deferred: some day\n`, 'DEFERRED_NOWHERE'],
  ])('%s: nothing is verified', async (_, lines, code) => {
    const { said, word } = await verified('01-PROOF.md', proof(`${lines}${truths('01.1')}`))
    expect([word === 'passed', said.includes(code)], said).toEqual([false, true])
  })

  it('is none either where the report is written by hand', async () => {
    const later = CRITERIA.map((truth) => `  - truth: "${truth}"\n    addressed_in: Phase 2\n`).join('')
    const text = verificationDraft('01-counting').replace('score: 2/2', `deferred:\n${later}score: 0/2`)
    const { said, word } = await verified('01-VERIFICATION.md', text)
    expect([word === 'passed', said.includes('DEFERRED_ALL')], said).toEqual([false, true])
  })

  it('may be one of several, to an open phase behind it', async () => {
    const { said, word } = await verified(
      '01-PROOF.md',
      proof(`${holds('1')}- 2: deferred: Phase 2, which prints\n${truths('01.1')}`),
    )
    expect(word, said).toBe('passed')
  })
})

describe('a quick task that brings its own verdict', () => {
  const quick = async (files: Files, commands?: readonly (readonly string[])[]) => {
    const project = countingProject(commands === undefined ? {} : { commands }).initGit()
    const claimed = await claim(project, 'quick', 'mend the count')
    const number = (claimed.answer.unitId as string).split('-').slice(0, 2).join('-')
    commitPart(project, '01')
    draft(project, claimed, {
      [`${number}-SUMMARY.md`]: summaryDraft('quick', '01'),
      ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`${number}-${name}`, text])),
    })
    const called = await finish(project, claimed)
    return { said: called.stdout, state: project.has('.planning/STATE.md') ? project.read('.planning/STATE.md') : '' }
  }
  const VERDICT = { 'VERIFICATION.md': verificationDraft('quick') }

  it('is not called verified where no check ran', async () => {
    const { said, state } = await quick(VERDICT)
    expect([said.includes('NO_CHECK'), state.includes('Verified')], said).toEqual([true, false])
  })

  it('is where one passed', async () => {
    const { said } = await quick(VERDICT, [['node', '--test', 'part-01.test.js']])
    expect(JSON.parse(said)).toMatchObject({ status: 'completed', receipts: [expect.any(String)] })
  })

  it('is done, and no more, without one', async () => {
    const { said } = await quick({})
    expect(JSON.parse(said)).toMatchObject({ status: 'completed', receipts: [] })
  })
})

describe('work that is none', () => {
  it('is a commit that changes no file', async () => {
    const project = countingProject({ plans: { '01': { run: ['node', '--test', 'part-01.test.js'] } } }).initGit()
    commitPart(project, '01')
    const said = await tryUnit(
      project,
      'execute-plan',
      '01-01',
      { '01-01-SUMMARY.md': summaryDraft('01-counting', '01') },
      () => commitAll(project, 'feat: nothing'),
    )
    expect([said.includes('NO_COMMIT'), project.has(`${COUNTING}/01-01-SUMMARY.md`)], said).toEqual([true, false])
  })
})

describe('counts that a test runner counted before', () => {
  const manifest = (test: string) => JSON.stringify({ name: 'x', private: true, scripts: { test } })
  const project = (): TempProject =>
    countingProject({
      commands: [['npm', 'test']],
      plans: { '01': { run: ['node', '--test', 'part-01.test.js'] } },
      files: {
        'package.json': manifest('node --test two.test.js'),
        'two.test.js': "const { test } = require('node:test')\ntest('a', () => {})\ntest('b', () => {})\n",
      },
    }).initGit()
  const built = (own: TempProject, test: string, files: Files) =>
    tryUnit(own, 'execute-plan', '01-01', { '01-01-SUMMARY.md': summaryDraft('01-counting', '01') }, () => {
      commitPart(own, '01')
      own.write('package.json', manifest(test))
      for (const [path, text] of Object.entries(files)) own.write(path, text)
      commitAll(own)
    })

  it('are not replaced by those that a script prints', async () => {
    const own = project()
    const said = await built(own, 'node tests.js', { 'tests.js': "console.log('# tests 9\\n# pass 9\\n# fail 0')\n" })
    expect(said).toContain('its counts cannot be seen any more; 2 tests passed before')
    expect(own.has(`${COUNTING}/01-01-SUMMARY.md`)).toBe(false)
  })

  it('are those of another runner as well', async () => {
    const own = project()
    const said = await built(own, 'node --test two.test.js three.test.js', {
      'three.test.js': "require('node:test').test('c', () => {})\n",
    })
    expect(own.has(`${COUNTING}/01-01-SUMMARY.md`), said).toBe(true)
  })
})
