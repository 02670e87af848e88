// Results that say more than was done: a task without work, files nobody changed, tests nobody counted. Each is refused by what git and the receipts know.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { commitAll, tryUnit } from '../support/cheating.js'
import { COUNTING, countingProject } from '../support/counting.js'
import { planDraft, summaryDraft, verificationDraft } from '../support/drafts.js'
import { disposeProjects, type Files, type TempProject } from '../support/project.js'
import { claim, commitPart, draft, finish } from '../support/work.js'

afterEach(disposeProjects)

const task = (number: number, name: string, files: string): string => `<task type="auto">
  <name>Task ${number}: ${name}</name>
  <files>${files}</files>
  <action>${name}.</action>
  <verify>
    <automated>node --test part-01.test.js</automated>
  </verify>
  <done>It is there.</done>
</task>
`

const planOf = (...tasks: readonly string[]): string =>
  planDraft('01-counting', '01').replace(/<tasks>[\s\S]*<\/tasks>/, `<tasks>\n${tasks.join('\n')}\n</tasks>`)

const THREE = planOf(
  task(1, 'Count words', 'part-01.js, part-01.test.js'),
  task(2, 'Count lines', 'lines.js, lines.test.js'),
  task(3, 'Tell how to use it', 'README.md'),
)

interface Told {
  readonly plan?: string
  /** Further files, committed with the code of the first task. */
  readonly files?: Files
  readonly before?: Files
  /** `01-DONE.md` unless it begins with `---`. */
  readonly result?: string
  readonly between?: (project: TempProject) => void
  readonly within?: boolean
}

/** Where the branch is called otherwise, there is nothing to take away. */
function tryGit(project: TempProject, ...words: readonly string[]): void {
  spawnSync('git', words, { cwd: project.root, stdio: 'ignore' })
}

/** The project is a folder of a larger repository. */
function withinRepository(project: TempProject): TempProject {
  const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: dirname(project.root), stdio: 'pipe' })
  git('init', '--quiet')
  git('add', '--', basename(project.root))
  for (const [key, value] of Object.entries({
    'user.name': 'a',
    'user.email': 'a@example.com',
    'diff.relative': 'true',
  }))
    git('config', key, value)
  git('commit', '--quiet', '--message=all')
  return project
}

/** The plan is carried out with the code of its first task and whatever else is given. */
async function carriedOut({ plan = THREE, files = {}, before = {}, result, between, within }: Told) {
  const bare = countingProject({ files: { [`${COUNTING}/01-01-PLAN.md`]: plan, ...before } })
  const project = within === true ? withinRepository(bare) : bare.initGit()
  const text = result ?? '**Words and lines are counted.**\n'
  const name = text.startsWith('---') ? '01-01-SUMMARY.md' : '01-01-DONE.md'
  const said = await tryUnit(project, 'execute-plan', '01-01', { [name]: text }, () => {
    commitPart(project, '01')
    for (const [path, content] of Object.entries(files)) project.write(path, content)
    between?.(project)
    commitAll(project)
  })
  const path = `${COUNTING}/01-01-SUMMARY.md`
  return { said, summary: project.has(path) ? project.read(path) : null }
}

const LINES: Files = { 'lines.js': 'module.exports = 2\n', 'README.md': '# Counting\n' }

describe('a task without work', () => {
  const refused = async (told: Told, words: string) => {
    const { said, summary } = await carriedOut(told)
    expect([summary, said.includes('TASK_LEFT_OUT'), said.includes(words)], said).toEqual([null, true, true])
  }

  it('is named', () => refused({ files: { 'README.md': '# Counting\n' } }, 'task 2 (Count lines)'))

  it('is named in a folder of a larger repository', () =>
    refused({ files: { 'README.md': '# Counting\n' }, within: true }, 'task 2 (Count lines)'))

  it('is named in a SUMMARY by hand too', () =>
    refused(
      { files: { 'README.md': '# Counting\n' }, result: summaryDraft('01-counting', '01') },
      'task 2 (Count lines)',
    ))

  it('is named where its folder, or what its pattern means, is as it was', () =>
    refused(
      {
        plan: planOf(task(1, 'Count', 'part-01.js'), task(2, 'Pages', 'docs/, guides/**/*.md')),
        before: { 'docs/a.md': 'a\n' },
      },
      'task 2 (Pages)',
    ))

  it('is none because another file has the name of its own', () =>
    refused(
      {
        files: { 'README.md': '# Counting\n', 'old/lines.js': '' },
        before: { 'lines.js': '1\n', 'lines.test.js': '' },
      },
      'task 2',
    ))
})

describe('a task is done', () => {
  const accepted = async (told: Told) => {
    const { said, summary } = await carriedOut(told)
    expect(summary, said).not.toBeNull()
    return summary ?? ''
  }

  it('with all its work in a folder of a larger repository', async () => {
    const summary = await accepted({ files: LINES, within: true })
    expect(summary).toContain('**Tasks:** 3')
    expect(summary).toContain('- `part-01.js`\n')
  })

  it('with all its work', async () => expect(await accepted({ files: LINES })).toContain('**Tasks:** 3'))

  it.each<[string, Told]>([
    [
      'in a file that another task changed',
      { plan: planOf(task(1, 'Count', 'part-01.js'), task(2, 'Handle nothing', 'part-01.js')) },
    ],
    [
      'in a folder, or in what a pattern means',
      {
        plan: planOf(task(1, 'Count', 'part-01.js'), task(2, 'Pages', 'docs/'), task(3, 'More', 'src/**/*.{js,ts}')),
        files: { 'docs/a/b.md': 'b\n', 'src/deep/x.ts': '' },
      },
    ],
    [
      'in a file that was renamed',
      {
        plan: planOf(task(1, 'Count', 'part-01.js'), task(2, 'Move', 'old.js')),
        before: { 'old.js': 'module.exports = "a long line that git knows again"\n' },
        between: (project) => project.git('mv', 'old.js', 'new.js'),
      },
    ],
    [
      'in a file that was made elsewhere',
      { plan: planOf(task(1, 'Count', 'part-01.js'), task(2, 'Lines', 'src/lines.js')), files: { 'lib/lines.js': '' } },
    ],
    [
      'in a file that git is told to ignore',
      {
        plan: planOf(task(1, 'Count', 'part-01.js'), task(2, 'Settings', '.env.local')),
        before: { '.gitignore': '.env.local\n' },
        files: { '.env.local': 'A=1\n' },
      },
    ],
    [
      'where nobody can tell: no file, words, a planning file',
      {
        plan: planOf(
          task(1, 'Count', 'part-01.js'),
          task(2, 'Run it', 'none'),
          task(3, 'Look', 'all the tests of the project'),
          task(4, 'Note', '.planning/notes.md'),
        ),
      },
    ],
    [
      'in a file beside the project, named from the top of its repository',
      {
        within: true,
        plan: planOf(task(1, 'Count', 'part-01.js'), task(2, 'Share', 'shared-by-all/words.js')),
        between: (project) => {
          mkdirSync(join(project.root, '../shared-by-all'))
          writeFileSync(join(project.root, '../shared-by-all/words.js'), '')
          project.git('add', '--', '../shared-by-all')
        },
      },
    ],
    [
      'in lines of a file',
      {
        plan: planOf(task(1, 'Count', 'part-01.js'), task(2, 'Lines', 'lines.js:1-20, lines.test.js#L3')),
        files: LINES,
      },
    ],
    [
      'where nobody can tell: beyond the repository, or no path at all',
      {
        plan: planOf(
          task(1, 'Count', 'part-01.js'),
          task(2, 'Settings', '~/.config/counting.json'),
          task(3, 'Place', 'C:\\Users\\a\\counting\\lines.js'),
          task(4, 'Run it', '(none)'),
          task(5, 'Look', 'database'),
        ),
      },
    ],
    [
      'in prose alone',
      { plan: planOf(task(1, 'Count', 'part-01.js'), task(2, 'Docs', 'README.md (how to use it)')), files: LINES },
    ],
    [
      'by a person',
      {
        plan: planOf(
          task(1, 'Count', 'part-01.js'),
          task(2, 'Look', 'lines.js').replace('type="auto"', 'type="checkpoint:human-verify"'),
        ).replace('autonomous: true', 'autonomous: false'),
      },
    ],
  ])('%s', async (_, told) => {
    await accepted(told)
  })

  it.each([
    'deviations:\n- Task 2: lines are counted by part-01 already\n',
    'deviations:\n- Count lines is not needed\n',
    'deviations:\n- `lines.js` is part of part-01.js now\n',
    'known issues:\n- tasks 1 and 2 share one file\n',
    'deviations:\n- Tasks 1–3 were one change\n',
  ])('or nothing was to do, and the result says so: %j', async (words) => {
    const summary = await accepted({
      files: { 'README.md': '# Counting\n' },
      result: `**Words and lines are counted.**\n\n${words}`,
    })
    expect(summary).toContain('**Tasks:** 2')
  })
})

describe('commits that have nothing to do with the plan', () => {
  it('are none of its work, though its tasks name no file', async () => {
    const plan = THREE.replace(/ {2}<files>.*<\/files>\n/g, '').replace(
      'verify:\n',
      'verify:\n  - run: ["node", "--check", "x.js"]\n',
    )
    const project = countingProject({ files: { [`${COUNTING}/01-01-PLAN.md`]: plan, 'x.js': '' } }).initGit()
    commitPart(project, '01')
    const said = await tryUnit(project, 'execute-plan', '01-01', { '01-01-DONE.md': '**It counts.**\n' }, () => {
      project.write('notes.txt', 'something else\n')
      commitAll(project)
    })
    expect([said.includes('NO_COMMIT'), project.has(`${COUNTING}/01-01-SUMMARY.md`)], said).toEqual([true, false])
  })

  it('are not told from work on a file that git is told to ignore', async () => {
    const plan = THREE.replace(/ {2}<files>.*<\/files>\n/g, '')
      .replace('verify:\n', 'verify:\n  - run: ["node", "--check", "x.js"]\n')
      .replace(/files_modified:\n(?: {2}- .*\n)+/, 'files_modified: [.env.local]\n')
    expect(plan).toContain('files_modified: [.env.local]')
    const project = countingProject({
      files: { [`${COUNTING}/01-01-PLAN.md`]: plan, 'x.js': '', '.gitignore': '.env.local\n' },
    }).initGit()
    commitPart(project, '01')
    const said = await tryUnit(project, 'execute-plan', '01-01', { '01-01-DONE.md': '**It counts.**\n' }, () => {
      project.write('.env.local', 'A=1\n')
      project.write('.env.example', 'A=\n')
      commitAll(project)
    })
    expect(project.has(`${COUNTING}/01-01-SUMMARY.md`), said).toBe(true)
  })
})

describe('a first attempt of which this repository has no commit', () => {
  it('does not hide what was committed since the last one began', async () => {
    const project = countingProject({
      files: { [`${COUNTING}/01-01-PLAN.md`]: planOf(task(1, 'Count', 'part-01.js')) },
    }).initGit()
    const first = await claim(project, 'execute-plan', '01-01')
    expect((await finish(project, first, '--status', 'failed')).exit).toBe(0)
    project.git('checkout', '--quiet', '--orphan', 'squashed')
    commitAll(project)
    for (const branch of ['main', 'master']) tryGit(project, 'branch', '-D', branch)
    project.git('reflog', 'expire', '--expire=now', '--all')
    project.git('gc', '--quiet', '--prune=now')
    const again = await claim(project, 'execute-plan', '01-01')
    commitPart(project, '01')
    draft(project, again, { '01-01-DONE.md': '**Words are counted.**\n' })
    expect((await finish(project, again)).json()).toMatchObject({ status: 'completed' })
  })
})

describe('files that a SUMMARY calls its work', () => {
  it('changed since the work began', async () => {
    const { said, summary } = await carriedOut({
      plan: planOf(task(1, 'Count', 'part-01.js')),
      before: { 'parse.js': 'module.exports = 1\n' },
      result: summaryDraft('01-counting', '01').replace('created: [part-01.js]', 'created: [part-01.js, parse.js]'),
    })
    expect([summary, said.includes('KEY_FILE_UNCHANGED'), said.includes('parse.js')], said).toEqual([null, true, true])
  })
})

describe('tests that a quick task speaks of', () => {
  const SUITE: Files = {
    'suite.test.js': "const { test } = require('node:test')\ntest('a', () => {})\ntest('b', () => {})\n",
  }
  const quick = async (result: string, changed: Files, commands: readonly (readonly string[])[] = []) => {
    const project = countingProject({ commands, files: SUITE }).initGit()
    const claimed = await claim(project, 'quick', 'mend the count')
    const number = (claimed.answer.unitId as string).split('-').slice(0, 2).join('-')
    for (const [path, text] of Object.entries(changed)) project.write(path, text)
    commitAll(project)
    draft(project, claimed, { [`${number}-DONE.md`]: result })
    const called = await finish(project, claimed)
    return { said: called.stdout, accepted: called.json().status === 'completed' }
  }
  const README: Files = { 'README.md': '# Counts\n' }
  const RUN = [['node', '--test', 'suite.test.js']]

  it.each([
    ['**Parsing is strict; all 12 tests pass.**', README, RUN],
    ['**Parsing is strict.**\n\n- 12/12 tests green', README, RUN],
    ['**Parsing is strict; `node --test suite.test.js`: 12 tests pass.**', README, RUN],
    ['**Parsing is strict, with 4 new tests.**', README, []],
    ['**Parsing is strict; 12 tests pass.**', README, []],
    ['**Parsing is strict; 12 tests passed.**', { 'part.js': '' }, RUN],
  ] as const)('are counted: %j', async (result, changed, commands) => {
    const { said, accepted } = await quick(result, changed, commands)
    expect([accepted, said.includes('TESTS_NOT_COUNTED')], said).toEqual([false, true])
  })

  it.each([
    ['**The README says how to run the tests; 2 tests pass.**', README, RUN],
    ['**Counts are right; `npm run all`: 12 tests pass.**', { 'part.js': '' }, RUN],
    ['**Counts are right; 12 tests pass.**', { 'part.js': '' }, []],
    ['**The README lists the 12 tests of the suite.**', README, RUN],
    ['**Counts are right, 1 test passes now.**', { 'part.js': '' }, RUN],
    ['**Counts are right: the table is seeded with 100 test users.**', { 'part.js': '' }, RUN],
    ['**Counts are right; added 40 test fixtures.**', { 'part.js': '' }, RUN],
    ['**Counts are right; the Node 20 tests pass, and the Python 3.12 tests pass.**', { 'part.js': '' }, RUN],
    ['**Counts are right: of a class it lists the 30 passed pupils.**', { 'part.js': '' }, RUN],
  ] as const)('or nothing speaks against them: %j', async (result, changed, commands) => {
    const { said, accepted } = await quick(result, changed, commands)
    expect(accepted, said).toBe(true)
  })
})

describe('a proof of which the tests are all', () => {
  const CONSTANT: Files = {
    'part-01.js': 'module.exports = () => 3\n',
    'part-01.test.js': "const { test } = require('node:test')\ntest('counts', () => {})\n",
  }
  const verified = async (file: string, text: string) => {
    const { project } = await built()
    return tryUnit(project, 'verify-phase', '01', { [file]: text })
  }
  const built = async (more: Files = {}, commands: readonly (readonly string[])[] = []) => {
    const project = countingProject({
      commands,
      files: { 'package.json': SUITE_OF_PART, ...more },
    }).initGit()
    await tryUnit(project, 'execute-plan', '01-01', { '01-01-DONE.md': '**It counts.**\n' }, () => {
      for (const [path, content] of Object.entries(CONSTANT)) project.write(path, content)
      commitAll(project)
    })
    return { project }
  }
  const SUITE_OF_PART = '{"name":"x","scripts":{"test":"node --test part-01.test.js"}}'
  const proof = (tried: string, awkward: string) =>
    `goal: yes, words are counted\n\n- 1, 2, 01.1: holds\n  - tried: ${tried} → 1 passed\n  - awkward: ${awkward} → all green\n`

  it.each([
    ['ran `npm test`', 'ran the tests again'],
    ['`node --test part-01.test.js`', 'called it with an empty text'],
    ['called it with "a b c"', 'npm test'],
  ])('proves nothing: %s / %s', async (tried, awkward) => {
    const said = await verified('01-PROOF.md', proof(tried, awkward))
    expect([said.includes('PROOF_TESTS_ONLY'), said.includes('"completed"')], said).toEqual([true, false])
  })

  it('proves a build where the build is a check of the project too', async () => {
    const roadmap = countingProject().read('.planning/ROADMAP.md')
    const [first = ''] = /(?<=1\. ).*$/m.exec(roadmap) ?? []
    const build = ['node', '--check', 'part-01.js'] as const
    const { project } = await built(
      { '.planning/ROADMAP.md': roadmap.replace(`1. ${first}`, '1. The program builds from its sources alone') },
      [build],
    )
    const lines = [
      `- 1: holds\n  - tried: \`${build.join(' ')}\` → no complaint\n  - awkward: \`${build.join(' ')}\` → none in an empty folder\n`,
      '- 2, 01.1: holds\n  - tried: called it with "a b c" → 3\n  - awkward: called it with "" → 0\n',
    ]
    const files = { '01-PROOF.md': `goal: yes, words are counted\n\n${lines.join('')}` }
    const said = await tryUnit(project, 'verify-phase', '01', files)
    expect(said.includes('PROOF_TESTS_ONLY'), said).toBe(false)
  })

  it('proves nothing in a report by hand either', async () => {
    const text = verificationDraft('01-counting').replaceAll(/part-0[12]\.test\.js \|/g, '`npm test`, 1 passed |')
    const said = await verified('01-VERIFICATION.md', text)
    expect([said.includes('PROOF_TESTS_ONLY'), said.includes('"completed"')], said).toEqual([true, false])
  })

  it('is asked for with the names of tests in which nothing can fail', async () => {
    const { project } = await built()
    const silent = (text: string) => /nothing seems to fail[^#]*part-01\.test\.js/.test(text)
    const begun = (await project.ask('begin', 'verify-phase', '01', '--json')).json()
    expect(silent(begun.text), begun.text).toBe(true)
    await project.ask('unit', 'finish', '--claim', begun.claim, '--status', 'cancelled')
    commitPart(project, '01')
    const again = (await project.ask('begin', 'verify-phase', '01', '--json')).json()
    expect([again.text.includes('# verify-phase 01'), silent(again.text)], again.text).toEqual([true, false])
  })

  it('is one where something was tried', async () => {
    const said = await verified('01-PROOF.md', proof('`npm test`, then called it with "a b c"', 'gave it nothing'))
    expect(said).toContain('"completed"')
  })
})
