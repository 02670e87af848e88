// A check may load code of a repository below the project, so a change there invalidates receipts.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { commitAll, tryUnit } from '../support/cheating.js'
import { countingProject } from '../support/counting.js'
import { summaryDraft } from '../support/drafts.js'
import { disposeProjects, type TempProject } from '../support/project.js'
import { commitPart } from '../support/work.js'

afterEach(disposeProjects)

const SUITE = 'suite.test.js'
const suiteOf = (expression: string) =>
  `require('node:test').test('answer', () => { require('node:assert').equal(${expression}, 3) })\n`
const LIB = 'api/lib.js'
const GOOD = 'module.exports = 3\n'
const BAD = 'module.exports = 4\n'

function gitIn(folder: string, ...args: readonly string[]): void {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'protocol.file.allow=always']
  execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'pipe' })
}

function repositoryAt(folder: string): void {
  gitIn(folder, 'init', '--quiet')
  gitIn(folder, 'add', '--all')
  gitIn(folder, 'commit', '--quiet', '--allow-empty', '--message=api')
}

const projectWithSuite = (suite = suiteOf("require('./api/lib.js')")) =>
  countingProject({ plans: { '01': { run: ['node', '--test', SUITE] } }, files: { [SUITE]: suite } })

const SETUPS: Readonly<Record<string, () => TempProject>> = {
  'a repository that git does not track'() {
    const project = projectWithSuite().initGit()
    project.write(LIB, GOOD)
    repositoryAt(project.at('api'))
    return project
  },
  'a repository that is listed and ignored'() {
    const project = projectWithSuite()
    const config = JSON.parse(project.read('.planning/config.json'))
    project.write('.planning/config.json', JSON.stringify({ ...config, planning: { sub_repos: ['api'] } }))
    project.write('.gitignore', 'api/\n')
    project.initGit().write(LIB, GOOD)
    repositoryAt(project.at('api'))
    return project
  },
  'a submodule'() {
    const project = projectWithSuite().initGit()
    const source = join(project.home, 'source')
    mkdirSync(source)
    writeFileSync(join(source, 'lib.js'), GOOD)
    repositoryAt(source)
    gitIn(project.root, 'submodule', '--quiet', 'add', source, 'api')
    commitAll(project, 'api')
    return project
  },
  'a repository in a repository'() {
    const project = projectWithSuite(suiteOf("require('./api/deep/lib.js')")).initGit()
    project.write('api/main.js', '')
    project.write('api/deep/lib.js', GOOD)
    repositoryAt(project.at('api/deep'))
    repositoryAt(project.at('api'))
    return project
  },
}

async function finishUnit(project: TempProject): Promise<void> {
  const summary = summaryDraft('01-counting', '01', { requirements: ['COUNT-01', 'COUNT-02'] })
  const output = await tryUnit(project, 'execute-plan', '01-01', { '01-01-SUMMARY.md': summary }, () =>
    commitPart(project, '01'),
  )
  expect(project.has('.planning/phases/01-counting/01-01-VERIFY.json'), output).toBe(true)
}

async function runCheck(project: TempProject): Promise<[string, boolean]> {
  const { receipts } = (await project.ask('check', 'run', '1')).json()
  return [receipts[0].outcome, receipts[0].reused]
}

describe('a change in a repository below the project', () => {
  it.each(Object.keys(SETUPS))('makes the check run again, which fails: %s', async (name) => {
    const project = (SETUPS[name] as () => TempProject)()
    await finishUnit(project)
    expect(await runCheck(project)).toEqual(['pass', true])
    project.write(project.has('api/deep/lib.js') ? 'api/deep/lib.js' : LIB, BAD)
    expect(await runCheck(project)).toEqual(['fail', false])
  })
})
