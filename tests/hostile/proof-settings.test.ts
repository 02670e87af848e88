// What says how tests run is new or changed in a phase, with the counts as they were: whoever verifies is told of it, and says what it does.
import { afterEach, describe, expect, it } from 'vitest'
import { commitAll } from '../support/cheating.js'
import { COUNTED, countingProject } from '../support/counting.js'
import { summaryDraft } from '../support/drafts.js'
import { disposeProjects, type Files, type TempProject } from '../support/project.js'
import { type Claimed, claim, commitPart, draft, finish, finished } from '../support/work.js'

afterEach(disposeProjects)

const json = (value: object) => `${JSON.stringify(value)}\n`
const PACKAGE = {
  name: 'x',
  scripts: { test: 'npm run unit', unit: 'node --test old.test.js', start: 'node old.js' },
  dependencies: {},
}
const CARGO = '[package]\nname = "x"\n\n[[test]]\nname = "all"\n'
const PROJECT = '[project]\nname = "x"\n\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n'
const CFG = '[metadata]\nname = x\n\n[tool:pytest]\naddopts = -q\n'
const MAKE = 'all:\n\techo built\n\ntest:\n\tnode old.test.js\n'
const POM = '<project>\n<version>1</version>\n<artifactId>maven-surefire-plugin</artifactId>\n</project>\n'
const BUILD = "dependencies {\n  testImplementation 'a:b:1'\n}\ntest {\n  useJUnitPlatform()\n}\n"
const BEFORE: Files = {
  'old.js': 'module.exports = () => 1\n',
  'old.test.js': `const assert = require('node:assert')
const { test } = require('node:test')
test('is kept', () => assert.equal(require('./old.js')('a'), 1))
`,
  'package.json': json(PACKAGE),
  'Cargo.toml': CARGO,
  'pyproject.toml': PROJECT,
  'setup.cfg': CFG,
  Makefile: MAKE,
  'pom.xml': POM,
  'build.gradle': BUILD,
  'vitest.config.ts': "export default { test: { setupFiles: ['./lib/prepare.ts'], reporters: ['./tell.mjs'] } }\n",
  'lib/prepare.ts': 'export {}\n',
  'tell.mjs': 'export default class {}\n',
}

/** The plan is carried out, `change` with it, and the verification is begun; `late`: what lies there then, and is not committed. */
async function begun(
  change: (project: TempProject) => void,
  { before = BEFORE, late = () => {} }: { before?: Files; late?: (project: TempProject) => void } = {},
): Promise<{ project: TempProject; claimed: Claimed; brief: string }> {
  const project = countingProject({ commands: [['node', 'old.test.js']], files: before }).initGit()
  const work = await claim(project, 'execute-plan', '01-01')
  commitPart(project, '01')
  change(project)
  commitAll(project)
  draft(project, work, { '01-01-SUMMARY.md': summaryDraft('01-counting', '01') })
  await finished(project, work)
  late(project)
  const claimed = await claim(project, 'verify-phase', '01')
  const { stdout } = await project.ask('unit', 'brief', '--claim', claimed.token)
  return { project, claimed, brief: stdout }
}

const writes = (files: Files) => (project: TempProject) => {
  for (const [path, text] of Object.entries(files)) project.write(path, text)
}
const scripts = (more: object): Files => ({
  'package.json': json({ ...PACKAGE, scripts: { ...PACKAGE.scripts, ...more } }),
})

describe('what says how tests run', () => {
  it.each<[string, Files]>([
    ['conftest.py (says how tests run: new)', { 'conftest.py': 'def pytest_runtest_makereport(item, call): ...\n' }],
    ['pytest.ini (says how tests run: new)', { 'pytest.ini': '[pytest]\naddopts = -p mend\n' }],
    ['jest.config.js (says how tests run: new)', { 'jest.config.js': 'module.exports = {}\n' }],
    ['.mocharc.json (says how tests run: new)', { '.mocharc.json': '{"require":["./mend"]}\n' }],
    ['vitest.config.ts (says how tests run: changed)', { 'vitest.config.ts': 'export default {}\n' }],
    ['lib/prepare.ts (says how tests run: changed)', { 'lib/prepare.ts': 'process.exit = () => 0\n' }],
    ['tell.mjs (says how tests run: changed)', { 'tell.mjs': 'process.exit(0)\n' }],
    ['package.json (says how tests run: changed)', scripts({ unit: 'node --test --require ./mend.js old.test.js' })],
    ['package.json (says how tests run: changed)', scripts({ preunit: 'node mend.js' })],
    ['package.json (says how tests run: changed)', { 'package.json': json({ ...PACKAGE, jest: { bail: 1 } }) }],
    ['setup.cfg (says how tests run: changed)', { 'setup.cfg': CFG.replace('-q', '-q -p mend') }],
    ['pyproject.toml (says how tests run: changed)', { 'pyproject.toml': PROJECT.replace('"tests"', '"few"') }],
    ['Cargo.toml (says how tests run: changed)', { 'Cargo.toml': `${CARGO}harness = false\n` }],
    ['.cargo/config.toml (says how tests run: new)', { '.cargo/config.toml': '[target.x]\nrunner = "true"\n' }],
    ['test/test_helper.exs (says how tests run: new)', { 'test/test_helper.exs': 'ExUnit.start(exclude: [:all])\n' }],
    [
      'pom.xml (says how tests run: changed)',
      { 'pom.xml': POM.replace('</project>', '<testFailureIgnore>true</testFailureIgnore></project>') },
    ],
    [
      'build.gradle (says how tests run: changed)',
      { 'build.gradle': BUILD.replace('useJUnit', 'ignoreFailures = true\n  useJUnit') },
    ],
    ['Makefile (says how tests run: changed)', { Makefile: MAKE.replace('\tnode', '\t-node') }],
  ])('%s: the verifier is told, and a proof that is silent about it is refused', async (told, files) => {
    const { project, claimed, brief } = await begun(writes(files))
    expect(brief).toContain(told)
    draft(project, claimed, { '01-PROOF.md': COUNTED })
    const name = told.split(' ')[0] as string
    const refused = (await finish(project, claimed)).json()
    expect(refused.findings).toMatchObject([{ code: 'TESTS_CHANGED', message: expect.stringContaining(name) }])
    draft(project, claimed, {
      '01-PROOF.md': `${COUNTED}\n## Tests\n\n- ${name.split('/').at(-1)}: read; a broken old.js was seen to fail under it\n`,
    })
    await finished(project, claimed)
  })

  it.each<[string, string, (project: TempProject) => void]>([
    ['lies there and is not committed', 'not committed', (project) => project.write('conftest.py', 'x = 1\n')],
    [
      'is ignored by its own name',
      'not committed',
      (project) => {
        project.write('.git/info/exclude', 'conftest.py\n')
        project.write('conftest.py', 'x = 1\n')
      },
    ],
  ])('is told also where it %s', async (_, how, late) => {
    const { brief } = await begun(() => {}, { late })
    expect(brief).toContain(`conftest.py (says how tests run: ${how})`)
  })

  it('is told also where git is told to hide it', async () => {
    const { brief } = await begun((project) => {
      project.git('update-index', '--assume-unchanged', 'vitest.config.ts')
      project.write('vitest.config.ts', 'export default {}\n')
    })
    expect(brief).toContain('vitest.config.ts (says how tests run: not shown by git)')
  })

  it.each<[string, Files, Files?]>([
    ['a dependency', { 'package.json': json({ ...PACKAGE, dependencies: { a: '1' } }) }],
    ['a script that no check comes to', scripts({ start: 'node old.js --fast', dev: 'node old.js' })],
    ['a dependency of Rust', { 'Cargo.toml': `${CARGO}\n[dependencies]\nserde = "1"\n` }],
    ['a dependency of Python', { 'pyproject.toml': PROJECT.replace('"x"', '"x"\ndependencies = ["a"]') }],
    ['a version of Java', { 'pom.xml': POM.replace('>1<', '>2<') }],
    ['a library of tests', { 'build.gradle': BUILD.replace('b:1', 'b:2') }],
    ['a version', { 'setup.cfg': CFG.replace('name = x', 'name = x\nversion = 2') }],
    ['a recipe that builds', { Makefile: MAKE.replace('built', 'made') }],
    ['code, and new tests', { 'lib/more.ts': 'export {}\n', 'more.test.js': "require('node:assert').ok(1)\n" }],
    [
      'what came with the first tests of a project',
      { 'vitest.config.ts': 'export default {}\n', 'conftest.py': 'x = 1\n' },
      { 'old.js': 'module.exports = () => 1\n', 'old.js.txt': '' },
    ],
  ])('is not %s: nothing is told, and nothing asked', async (_, files, before) => {
    const { project, claimed, brief } = await begun(writes(files), before === undefined ? {} : { before })
    expect(brief).not.toContain('says how tests run')
    draft(project, claimed, { '01-PROOF.md': COUNTED })
    await finished(project, claimed)
  })
})
