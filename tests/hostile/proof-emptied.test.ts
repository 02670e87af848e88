// Test files that stay where they are and are counted as before, although nothing in them can fail any more.
import { afterEach, describe, expect, it } from 'vitest'
import { agreed } from '../support/agreed.js'
import { commitAll, tryUnit, type Ways, wholeWay } from '../support/cheating.js'
import { countingProject } from '../support/counting.js'
import { summaryDraft } from '../support/drafts.js'
import { disposeProjects, type TempProject } from '../support/project.js'
import { commitPart } from '../support/work.js'

afterEach(disposeProjects)

const LIB = 'part-01.js'
const TEST = 'part-01.test.js'
const BROKEN = 'module.exports = () => 99\n'
const EMPTIED = "const { test } = require('node:test')\ntest('counts', () => {})\n"
const OLD = 'old.test.js'
const OLD_TEST =
  "const assert = require('node:assert')\nrequire('node:test').test('is kept', () => assert.equal(require('./old.js')('a'), 1))\n"

const withOld = (): TempProject =>
  countingProject({
    commands: [['node', OLD]],
    files: { 'old.js': 'module.exports = () => 1\n', [OLD]: OLD_TEST },
  }).initGit()

const emptied = (project: TempProject): void => {
  project.write(LIB, BROKEN)
  project.write(TEST, EMPTIED)
  commitAll(project)
}

const emptiedOld = (project: TempProject): void => {
  project.write('old.js', BROKEN)
  project.write(OLD, EMPTIED)
}

describe('tests in which nothing can fail any more prove nothing', () => {
  it.each<[string, () => TempProject, Ways, RegExp]>([
    ['after the plan was finished', () => countingProject().initGit(), { before: emptied }, /can fail .*part-01\.test/],
    ['after the verification', () => countingProject().initGit(), { late: emptied }, /can fail .*part-01\.test/],
    ['by the plan itself, in tests that were there', withOld, { work: emptiedOld }, /can fail .*old\.test/],
    [
      'in a file that git is told to show as no text, with a way of its own to show it',
      withOld,
      {
        work: (project) => {
          project.write('.gitattributes', '*.test.js binary diff=nothing\n')
          project.git('config', 'diff.nothing.command', 'true')
          project.git('config', 'diff.nothing.textconv', 'true')
          emptiedOld(project)
        },
      },
      /can fail .*old\.test/,
    ],
    ...['diff.noprefix=true', 'color.ui=always'].map((setting): [string, () => TempProject, Ways, RegExp] => [
      `where git has the setting ${setting}`,
      withOld,
      {
        work: (project) => {
          project.git('config', ...setting.split('='))
          emptiedOld(project)
        },
      },
      /can fail .*old\.test/,
    ]),
    [
      'in a file whose name git writes in quotes',
      () =>
        countingProject({
          commands: [['node', '--test']],
          files: { 'old.js': 'module.exports = () => 1\n', [`an "old.test.js`]: OLD_TEST },
        }).initGit(),
      {
        work: (project) => {
          project.write('old.js', BROKEN)
          project.write('an "old.test.js', EMPTIED)
        },
      },
      /can fail .*old\.test/,
    ],
    [
      'in a file that git is told to take for unchanged',
      withOld,
      {
        before: (project) => {
          project.git('update-index', '--assume-unchanged', OLD)
          emptiedOld(project)
        },
      },
      /can fail .*old\.test/,
    ],
    [
      'where the history was cut behind it, so that git shows nothing',
      withOld,
      {
        late: (project) => {
          emptiedOld(project)
          commitAll(project)
          project.write('.git/shallow', project.git('rev-parse', 'HEAD'))
          project.git('reflog', 'expire', '--expire=now', '--all')
          project.git('gc', '--quiet', '--prune=now')
        },
      },
      /can fail .*tests of which git shows nothing \(fatal: bad object/,
    ],
    [
      'where git is told to show other commits in the place of the first ones',
      withOld,
      {
        work: (project) => {
          emptiedOld(project)
          commitAll(project)
          const older = project.git('rev-list', 'HEAD').trim().split('\n')
          const other = project.git('commit-tree', 'HEAD^{tree}', '-m', 'other').trim()
          for (const commit of older) project.git('replace', commit, other)
          project.write(LIB, `${project.read(LIB)}// more\n`)
        },
      },
      /can fail .*old\.test/,
    ],
  ])('%s', async (_, make, ways, reason) => {
    const end = await wholeWay(make(), ways)
    expect([end.word === 'passed', end.done], end.said).toEqual([false, 0])
    expect(end.said).toMatch(reason)
  })

  it('until a person says so, once, of exactly these files', async () => {
    const project = withOld()
    const summary = { '01-01-SUMMARY.md': summaryDraft('01-counting', '01') }
    const said = await tryUnit(project, 'execute-plan', '01-01', summary, () => {
      commitPart(project, '01')
      emptiedOld(project)
      commitAll(project)
    })
    const token = /"claim":"([0-9a-f]+)"/.exec(said)?.[1] ?? ''
    const asked = await project.ask('check', 'accept-fewer', '01-01')
    expect(asked.json().error.message).toContain('test files hold nothing any more that can fail: old.test.js')
    expect((await agreed(project, 'check', 'accept-fewer', '01-01')).exit).toBe(0)
    expect((await project.ask('unit', 'finish', '--claim', token)).json().status).toBe('completed')
    // Another one is another question.
    project.write(TEST, EMPTIED)
    commitAll(project)
    const again = await project.ask('check', 'run', '1')
    expect(again.stdout).toMatch(/can fail .*part-01\.test/)
  })
})

describe('ordinary changes of tests', () => {
  it.each<[string, (project: TempProject) => void]>([
    ['new tests without a known word', (project) => project.write('new.test.js', EMPTIED)],
    [
      'a helper beside tests, out of which a refusal went',
      (project) => {
        project.write('tests/helper.js', 'module.exports = () => { throw new Error("no") }\n')
        commitAll(project)
        project.write('tests/helper.js', 'module.exports = () => 1\n')
      },
    ],
    [
      'an assertion that moved into a helper which says so',
      (project) => {
        project.write('tests/same.js', "exports.expectOne = (got) => require('node:assert').equal(got, 1)\n")
        project.write(
          OLD,
          "const { expectOne } = require('./tests/same.js')\nrequire('node:test').test('is kept', () => expectOne(require('./old.js')('a')))\n",
        )
      },
    ],
  ])('%s', async (_, work) => {
    const end = await wholeWay(withOld(), { work })
    expect([end.word, end.done], end.said).toEqual(['passed', 1])
  })
})
