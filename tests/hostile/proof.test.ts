// Ways to have a phase called verified although nothing proves it. None of them may end as `passed` or done, and each is told why.
import { chmodSync, renameSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { frameLine } from '../../lib/core/history/journal.js'
import { sha256 } from '../../lib/node/digest.js'
import { commitAll, planWith, tryUnit, type Ways, wholeWay } from '../support/cheating.js'
import { COUNTING, countingProject } from '../support/counting.js'
import { planDraft, summaryDraft } from '../support/drafts.js'
import { disposeProjects, type Files, type TempProject } from '../support/project.js'
import { claim, commitPart, draft, finish, work } from '../support/work.js'

afterEach(disposeProjects)

const PLAN = `${COUNTING}/01-01-PLAN.md`

async function refused(project: TempProject, reason: RegExp, ways: Ways = {}) {
  const end = await wholeWay(project, ways)
  expect([end.word === 'passed', end.done], end.said).toEqual([false, 0])
  expect(end.said).toMatch(reason)
}

const script = (text: string): Files => ({
  'package.json': `${JSON.stringify({ name: 'x', private: true, scripts: { x: text, test: text } })}\n`,
})

describe('a command that cannot fail proves nothing', () => {
  it.each<[string, readonly string[], Files?]>([
    ['true', ['true']],
    ['an absolute true', ['/bin/true']],
    ['env true', ['env', 'true']],
    ['env with a variable', ['env', '-i', 'A=1', 'true']],
    ['nested wrappers', ['nice', '-n', '5', 'timeout', '10', 'true']],
    ['test 1', ['test', '1']],
    ['[ 1 ]', ['[', '1', ']']],
    [':', [':']],
    ['an echo of a summary', ['echo', '5 passed']],
    ['printf', ['printf', '# tests 5\\n# pass 5\\n# fail 0\\n']],
    ['a file with a summary', ['cat', 'passed.txt'], { 'passed.txt': '# tests 5\n# pass 5\n# fail 0\n' }],
    ['node -e 0', ['node', '-e', '0']],
    ['node -e with an echo', ['node', '-e', 'console.log("# tests 5\\n# pass 5\\n# fail 0")']],
    ['sh -c true', ['sh', '-c', 'true']],
    ['bash -lc with a tail', ['bash', '-lc', 'node --test nothing.test.js || true']],
    ['sh -c with a last word of its own', ['sh', '-c', 'node --test nothing.test.js; exit 0']],
    ['a negated false', ['sh', '-c', '! false']],
    ['a negated run that cannot start', ['bash', '-c', '! node --test nothing.test.js']],
    ['a text that loads nothing', ['node', '-e', 'if(0)process.exit(1)']],
    ['an alias of git', ['git', '-c', 'alias.t=!true', 't']],
    ['xargs true', ['xargs', 'true']],
    ['a file compared with itself', ['cmp', 'part-01.js', './part-01.js']],
    ['npm run x: true', ['npm', 'run', 'x'], script('true')],
    ['npm run x: exit 0', ['npm', 'run', 'x'], script('exit 0')],
    ['npm run x: echo', ['npm', 'run', '--silent', 'x'], script('echo 5 passed')],
    ['npm test: swallowed', ['npm', 'test'], script('node --test nothing.test.js || exit 0')],
    ['npm test: through a pipe', ['npm', 'test'], script('node --test nothing.test.js | cat')],
    ['yarn', ['yarn', 'x'], script('true')],
    ['a version', ['node', '--version']],
    ['an ls', ['ls', '-la']],
    ['expect 1 of a false', ['false']],
  ])('%s', async (name, run, files = {}) => {
    const project = countingProject({ plans: { '01': { run } }, files }).initGit()
    if (name.startsWith('expect 1')) project.write(PLAN, planWith('  - run: ["false"]\n    expect: 1\n'))
    await refused(project, /cannot fail|proves nothing|its summary counts|was not found|not a check as written/)
  })
})

describe('a run that ends well although tests failed', () => {
  it.each([
    ['RSpec with another exit code', '5 examples, 2 failures'],
    ['Maven that ignores them', '[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 1\n[INFO] BUILD SUCCESS'],
    ['Gradle that ignores them', '3 tests completed, 1 failed\nBUILD SUCCESSFUL in 1s'],
    ['TAP behind a pipe', '1..2\nok 1 a\nnot ok 2 b'],
  ])('is a failure: %s', (_name, says) =>
    refused(
      countingProject({
        plans: { '01': { run: ['npm', 'test'] } },
        files: { ...script('node run.js'), 'run.js': `console.log(${JSON.stringify(says)})\n` },
      }).initGit(),
      /its summary counts/,
    ),
  )
})

describe('a package of a repository of many', () => {
  it('is judged by its own script, not by that of the whole', () =>
    refused(
      countingProject({
        plans: { '01': { run: ['npm', 'test', '-w', 'part'] } },
        files: {
          'package.json': `${JSON.stringify({ private: true, workspaces: ['packages/*'], scripts: { test: 'node look.js' } })}\n`,
          'packages/part/package.json': `${JSON.stringify({ name: 'part', version: '1.0.0', scripts: { test: 'true' } })}\n`,
        },
      }).initGit(),
      /proves nothing|cannot fail/,
    ))
})

const fakeVitest = (says: string): Files => ({
  'node_modules/.bin/vitest': `#!/usr/bin/env node\nconsole.log(${JSON.stringify(says)})\n`,
  'node_modules/vitest/package.json': '{"name":"vitest","version":"1.0.0","bin":"x.js"}',
})

describe('a run without a test proves nothing', () => {
  it.each<[string, readonly string[], Files]>([
    ['no test in the file', ['node', '--test', 'empty.test.js'], { 'empty.test.js': '// nothing\n' }],
    [
      'every test skipped',
      ['node', '--test', 'skipped.test.js'],
      { 'skipped.test.js': "require('node:test').test('a', { skip: true }, () => {})\n" },
    ],
    ...['junit', 'dot', 'lcov'].map((reporter): [string, readonly string[], Files] => [
      `no test in the file, as ${reporter} tells it`,
      ['node', '--test', `--test-reporter=${reporter}`, 'empty.test.js'],
      { 'empty.test.js': '// nothing\n' },
    ]),
    [
      'every test skipped, where a test is a dot',
      ['node', '--test', '--test-reporter=dot', 'skipped.test.js'],
      { 'skipped.test.js': "require('node:test').test('a', { skip: true }, () => {})\n" },
    ],
    ...["echo '# pass 5'", "printf '# pass 5\\n# fail 0\\n'", 'cat passed.txt'].map(
      (printer): [string, readonly string[], Files] => [
        `no test in the file, and ${printer} behind it`,
        ['npm', 'run', 'x'],
        {
          ...script(`node --test empty.test.js && ${printer}`),
          'empty.test.js': '// nothing\n',
          'passed.txt': '# pass 5\n# fail 0\n',
        },
      ],
    ),
    ['a list of the tests there are', ['npx', 'vitest', 'list'], fakeVitest('a > b')],
    [
      'a runner that passes without tests',
      ['npx', 'vitest', 'run', '--passWithNoTests'],
      fakeVitest('No test files found, exiting with code 0'),
    ],
    ...[
      '5 examples, 0 failures, 5 pending',
      '5 runs, 8 assertions, 0 failures, 0 errors, 5 skips',
      'OK, but some tests were skipped!\nTests: 5, Assertions: 0, Skipped: 5.',
      'ok | 0 passed | 0 failed | 3 filtered out (8ms)',
      '[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 2',
      'No projects matched the filters in "/x"',
      '1..2\nok 1 a # skip\nok 2 b # skip',
    ].map((says): [string, readonly string[], Files] => [
      `none executed, as another language says it: ${says}`,
      ['npm', 'test'],
      {
        'package.json': '{"name":"x","scripts":{"test":"node run.js"}}',
        'run.js': `console.log(${JSON.stringify(says)})`,
      },
    ]),
    [
      'a runner for which no test will do, and that says nothing',
      ['npx', 'playwright', 'test', '--pass-with-no-tests'],
      { 'node_modules/.bin/vitest': '', 'node_modules/.bin/playwright': '#!/bin/sh\n' },
    ],
    [
      'a summary that counts none',
      ['npm', 'test'],
      {
        'package.json': '{"name":"x","scripts":{"test":"node run.js"}}',
        'run.js': 'console.log("Tests  0 passed (0)")',
      },
    ],
  ])('%s', async (_name, run, files) => {
    const project = countingProject({ plans: { '01': { run } }, files })
    if (project.has('node_modules/.bin/vitest')) project.write('.gitignore', 'node_modules\n')
    project.initGit()
    for (const name of ['vitest', 'playwright'])
      if (project.has(`node_modules/.bin/${name}`)) chmodSync(project.at(`node_modules/.bin/${name}`), 0o755)
    await refused(project, /no test|whether a test was executed cannot be seen|prints a summary that no test made/)
  })
})

describe('a variable of whoever calls', () => {
  const FAILING = "require('node:test').test('a', () => { throw new Error('no') })\n"
  const FILES = {
    'fails.test.js': FAILING,
    'package.json': '{"name":"x","scripts":{"test":"node --test fails.test.js"}}',
    Makefile: 'check:\n\tnode --test fails.test.js\n',
  }

  it.each<[string, string, readonly string[]]>([
    ['NODE_TEST_CONTEXT', 'child-v8', ['node', '--test', 'fails.test.js']],
    ['MAKEFLAGS', 'n', ['make', 'check']],
    ['npm_config_script_shell', '/bin/true', ['npm', 'test']],
    ['NPM_CONFIG_SCRIPT_SHELL', '/bin/true', ['npm', 'test']],
    ['BASH_ENV', './leave.sh', ['bash', '-c', 'node --test fails.test.js']],
    ['BASH_FUNC_node%%', '() { true; }', ['bash', '-c', 'node --test fails.test.js']],
  ])('%s makes no check of a failing suite pass', (name, value, run) => {
    const files = { ...FILES, 'leave.sh': 'exit 0\n' }
    const project = countingProject({ plans: { '01': { run } }, files }).initGit()
    const { verdict } = project.runIn('.', { [name]: value }, 'check', 'run', '01-01').json()
    expect(verdict).toBe('fail')
  })
})

const SUITE = 'suite.test.js'
const suite = (tests: number, skipped = 0): string =>
  `const { test } = require('node:test')\n${Array.from({ length: tests }, (_, n) => `test('t${n}', ${n < skipped ? '{ skip: true }, ' : ''}() => {})\n`).join('')}`
const RUN_SUITE = ['node', '--test', SUITE]

describe('a setting of the project', () => {
  const checked: Files = {
    'package.json': `${JSON.stringify({ name: 'x', private: true, scripts: { x: 'node look.js' } })}\n`,
    'look.js': "process.exit(require('./part-01.js')('a b c') === 3 ? 0 : 1)\n",
  }
  const broken = (text: string) => (at: TempProject) => {
    at.write('part-01.js', 'module.exports = () => 99\n')
    at.write('.npmrc', text)
  }

  it.each(['script-shell=/bin/true', ' script-shell = "true"', 'fund=false\r\nscript-shell=/bin/echo\r'])(
    'has no other program run the scripts: %s',
    (text) =>
      refused(
        countingProject({ plans: { '01': { run: ['npm', 'run', 'x'] } }, files: checked }).initGit(),
        /\.npmrc has/,
        {
          work: broken(`${text}\n`),
        },
      ),
  )

  it('may name the shell that runs them', async () => {
    const run = ['npm', 'run', 'x']
    const project = countingProject({
      plans: { '01': { run } },
      files: { ...checked, '.npmrc': 'script-shell=/bin/sh\n' },
    })
    expect((await wholeWay(project.initGit())).word).toBe('passed')
  })

  it('a file that is called like the runner which counted before counts for nothing', () => {
    const scripts = (test: string) => `${JSON.stringify({ name: 'x', private: true, scripts: { test } })}\n`
    const fake = '#!/bin/sh\necho "      Tests  5 passed (5)"\n'
    const installed = { 'node_modules/.bin/vitest': fake, '.gitignore': 'node_modules\n' }
    const project = countingProject({
      commands: [['npm', 'test']],
      files: { 'package.json': scripts('vitest run'), ...installed },
    }).initGit()
    chmodSync(project.at('node_modules/.bin/vitest'), 0o755)
    return refused(project, /counts cannot be seen any more/, {
      work: (at) => {
        at.write('vitest', fake)
        chmodSync(at.at('vitest'), 0o755)
        at.write('package.json', scripts('./vitest run'))
      },
    })
  })
})

describe('a suite that became weaker proves nothing', () => {
  const withSuite = (files: Files = {}) =>
    countingProject({ commands: [RUN_SUITE], files: { [SUITE]: suite(5), ...files } }).initGit()

  it('fewer tests than at the claim', () =>
    refused(withSuite(), /2 tests passed where 5/, { work: (project) => project.write(SUITE, suite(2)) }))

  it('fewer tests than in the last receipt', () =>
    refused(withSuite(), /2 tests passed where 5/, {
      before(project) {
        project.write(SUITE, suite(2))
        commitAll(project)
      },
    }))

  it.each(['cancelled', 'failed'])('fewer tests than at the claim before, which was %s', async (status) => {
    const project = withSuite()
    const summary = {
      '01-01-SUMMARY.md': summaryDraft('01-counting', '01', { requirements: ['COUNT-01', 'COUNT-02'] }),
    }
    const said = await tryUnit(project, 'execute-plan', '01-01', summary, () => {
      commitPart(project, '01')
      project.write(SUITE, suite(2))
      commitAll(project)
    })
    const token = /"claim":"([0-9a-f]+)"/.exec(said)?.[1] ?? ''
    await project.ask('unit', 'finish', '--claim', token, '--status', status)
    project.write('part-01.js', '// to be done again\n')
    commitAll(project)
    await refused(project, /2 tests passed where 5/)
  })

  it('a word for fewer tests that nobody on this machine gave', async () => {
    const project = withSuite()
    const line = {
      kind: 'agreed',
      at: '2098-01-01T00:00:00.000Z',
      action: 'check.accept-fewer',
      about: JSON.stringify(['.', ...RUN_SUITE]),
      word: 'terminal',
      fewer: {
        from: { passed: 5, failed: 0, skipped: 0 },
        to: { passed: 2, failed: 0, skipped: 0 },
        removed: [],
      },
    }
    await refused(project, /2 tests passed where 5/, {
      work(at) {
        at.write(SUITE, suite(2))
        at.write('.planning/ledger.jsonl', at.read('.planning/ledger.jsonl') + frameLine(line, sha256))
      },
    })
  })

  it('tests that are skipped now', () =>
    refused(withSuite(), /skipped/, { work: (project) => project.write(SUITE, suite(6, 1)) }))

  it('counts that are hidden now', () =>
    refused(
      countingProject({
        commands: [['npm', 'test', '--silent']],
        files: { [SUITE]: suite(5), 'package.json': '{"name":"x","scripts":{"test":"node --test suite.test.js"}}' },
      }).initGit(),
      /counts/,
      {
        work(project) {
          project.write(SUITE, suite(1))
          project.write(
            'package.json',
            '{"name":"x","scripts":{"test":"node --test --test-reporter=dot suite.test.js"}}',
          )
        },
      },
    ))

  it('test files that are gone, in a suite without counts', () =>
    refused(
      countingProject({
        commands: [['node', 'run.js']],
        plans: { '01': { run: ['node', 'run.js'] } },
        files: {
          'run.js': "for (const f of require('node:fs').readdirSync('tests')) require('./tests/' + f)\n",
          'tests/a.test.js': '',
          'tests/b.test.js': 'if (process.env.NOPE) process.exit(1)\n',
        },
      }).initGit(),
      /test files? .*removed|b\.test\.js/,
      { work: (project) => project.remove('tests/b.test.js') },
    ))
})

describe('a failure that is called a success proves nothing', () => {
  const failing = { 'fails.test.js': "require('node:test').test('a', () => { throw new Error('no') })\n" }

  it('expect: 1 on a failing suite', async () => {
    const project = countingProject({ files: failing })
    project.write(PLAN, planWith('  - run: ["node", "--test", "fails.test.js"]\n    expect: 1\n'))
    await refused(project.initGit(), /failing|expect/)
  })

  it('the command of the project once more, with expect: 1, does not hide it', async () => {
    const project = countingProject({
      commands: [['node', 'probe.js']],
      files: { 'probe.js': "process.exit(require('node:fs').existsSync('broken') ? 1 : 0)\n" },
    })
    project.write(
      PLAN,
      planWith('  - run: ["node", "part-01.test.js"]\n  - run: ["node", "probe.js"]\n    expect: 1\n'),
    )
    await refused(project.initGit(), /probe\.js/, { work: (at) => at.write('broken', '') })
  })

  it('a check that failed before and after', async () => {
    const project = countingProject({ commands: [['node', '--test', 'fails.test.js']], files: failing })
    project.write(PLAN, planWith('').replace('verify:\n', ''))
    await refused(project.initGit(), /before/)
  })

  it('a summary with failures and the exit code 0', async () => {
    const files = {
      'run.js':
        "const r = require('node:child_process').spawnSync(process.execPath, ['--test', 'fails.test.js'], { encoding: 'utf8', env: { PATH: process.env.PATH } })\nconsole.log(r.stdout)\n",
      ...failing,
    }
    await refused(countingProject({ plans: { '01': { run: ['node', 'run.js'] } }, files }).initGit(), /1 .*fail/)
  })

  it('required: false on everything', () => {
    const project = countingProject({ files: { [SUITE]: suite(3) } })
    project.write(
      '.planning/config.json',
      JSON.stringify({
        planning_schema: 1,
        workflow: { research: false, plan_check: false },
        verification: { commands: [{ run: RUN_SUITE, required: false }] },
      }),
    )
    project.write(PLAN, planWith('').replace('verify:\n', ''))
    return refused(project.initGit(), /required/)
  })

  it('a time limit', () => {
    const project = countingProject({ files: { 'slow.js': 'setTimeout(() => {}, 60000)\n' } })
    project.write(
      '.planning/config.json',
      JSON.stringify({
        planning_schema: 1,
        workflow: { research: false, plan_check: false },
        verification: { commands: [{ run: ['node', 'slow.js'], timeout: 1 }] },
      }),
    )
    return refused(project.initGit(), /time limit/)
  })
})

describe('a plan of the phase whose file is gone', () => {
  const SECOND = `${COUNTING}/01-02-PLAN.md`
  const planned = async () => {
    const project = countingProject({ plans: {} }).initGit()
    await work(project, 'plan-phase', '01', {
      '01-01-PLAN.md': planDraft('01-counting', '01'),
      '01-02-PLAN.md': planDraft('01-counting', '02'),
    })
    commitAll(project)
    return project
  }

  it.each<[string, (project: TempProject) => void]>([
    ['deleted', (project) => project.remove(SECOND)],
    ['under a name of no plan', (project) => renameSync(project.at(SECOND), project.at(`${COUNTING}/01-02-plan.md`))],
    ['in another folder', (project) => renameSync(project.at(SECOND), project.at('.planning/01-02-PLAN.md'))],
  ])('is missed where the phase is proven: %s', async (_, lose) => {
    const project = await planned()
    const text = project.read(SECOND)
    const { word, done, said } = await wholeWay(project, { before: lose })
    expect([word, done]).toEqual(['missing', 0])
    expect(said).toContain('PLAN_GONE')
    project.write(SECOND, text.replace('---\n', '---\nstatus: superseded\n'))
    const claim = said.split('"claim":"').at(-1)?.split('"')[0] as string
    expect((await project.ask('unit', 'finish', '--claim', claim)).json()).toMatchObject({ verdict: 'accept' })
  })
})

describe('what git was told not to look at', () => {
  it.each(['--assume-unchanged', '--skip-worktree'])('is named, and its work is not taken for committed: %s', (flag) =>
    refused(countingProject().initGit(), /HIDDEN_FROM_GIT.*part-01\.js/, {
      work: (project) => {
        const works = project.read('part-01.js')
        project.write('part-01.js', 'module.exports = () => 0\n')
        commitAll(project)
        project.git('update-index', flag, 'part-01.js')
        project.write('part-01.js', works)
      },
    }),
  )
})

describe('work of which git does not show whether it is committed', () => {
  it('is not taken for committed', async () => {
    const project = countingProject().initGit()
    const claimed = await claim(project, 'execute-plan', '01-01')
    commitPart(project, '01')
    project.write('part-01.js', 'module.exports = () => 0\n')
    project.git('config', 'diff.orderFile', project.at('.git/no-such-order'))
    draft(project, claimed, { '01-01-SUMMARY.md': summaryDraft('01-counting', '01') })
    const { findings } = (await finish(project, claimed)).json()
    expect(findings[0]).toMatchObject({
      code: 'UNCOMMITTED',
      message: expect.stringContaining('git does not show which files are committed'),
    })
  })
})

describe('a check that was exchanged proves nothing', () => {
  const weaker = (project: TempProject) => project.write(PLAN, planWith('  - run: ["node", "--check", "part-01.js"]\n'))

  it('verify: of the plan, after the claim', () =>
    refused(countingProject().initGit(), /node part-01\.test\.js/, { work: weaker }))

  it('verify: of the plan, after it was carried out', () =>
    refused(countingProject().initGit(), /node part-01\.test\.js/, {
      before(project) {
        weaker(project)
        project.remove(`${COUNTING}/01-01-VERIFY.json`)
      },
    }))

  it('the commands of the project, after the claim', () =>
    refused(countingProject({ commands: [RUN_SUITE], files: { [SUITE]: suite(2) } }).initGit(), /suite\.test\.js/, {
      work: (project) =>
        project.write('.planning/config.json', project.read('.planning/config.json').replace('"--test"', '"--check"')),
    }))

  it('two checks of one name do not hide each other', () => {
    const project = countingProject({
      plans: { '01': {} },
      files: { 'bad.js': 'process.exit(3)\n', [SUITE]: suite(2) },
    })
    project.write(
      '.planning/config.json',
      JSON.stringify({
        planning_schema: 1,
        workflow: { research: false, plan_check: false },
        verification: {
          commands: [
            { name: 'tests', run: RUN_SUITE },
            { name: 'tests', run: ['no-such-program'] },
          ],
        },
      }),
    )
    return refused(project.initGit(), /no-such-program/)
  })

  it('an entry that cannot be run as it is written is missed', () => {
    const project = countingProject({ commands: [RUN_SUITE], files: { [SUITE]: suite(2) } })
    const config = JSON.parse(project.read('.planning/config.json'))
    config.verification.commands.push({ run: ['npm', 'test', '&&', 'npm', 'run', 'e2e'] })
    project.write('.planning/config.json', JSON.stringify(config))
    return refused(project.initGit(), /not a check as written/)
  })

  it('a folder that leads out of the project', async () => {
    const project = countingProject({ plans: { '01': {} } })
    const { symlinkSync, mkdirSync, writeFileSync } = await import('node:fs')
    mkdirSync(`${project.home}/elsewhere`)
    writeFileSync(`${project.home}/elsewhere/${SUITE}`, suite(3))
    symlinkSync(`${project.home}/elsewhere`, project.at('sub'))
    project.write(
      '.planning/config.json',
      JSON.stringify({
        planning_schema: 1,
        workflow: { research: false, plan_check: false },
        verification: { commands: [{ run: RUN_SUITE, cwd: 'sub' }] },
      }),
    )
    project.write(PLAN, planWith('').replace('verify:\n', ''))
    await refused(project.initGit(), /out of the project/)
  })

  it('a script that lies elsewhere', async () => {
    const project = countingProject()
    project.write('../home/ok.js', 'process.exit(0)\n')
    project.write(PLAN, planWith(`  - run: ["node", ${JSON.stringify(`${project.home}/ok.js`)}]\n`))
    await refused(project.initGit(), /out(?:side| of) the project/)
  })

  it('a check that changes the code it judges', () =>
    refused(
      countingProject({
        plans: { '01': { run: ['node', 'mend.js'] } },
        files: {
          'mend.js': "require('node:fs').writeFileSync('part-01.js', 'module.exports = () => 3 // ' + Math.random())\n",
        },
      }).initGit(),
      /changed/,
    ))
})
