// Tests that stood before a phase and ask less after it, while their number stays: whoever verifies is told of each, and says what became of what it expected.
import { execFileSync } from 'node:child_process'
import { afterEach, describe, expect, it } from 'vitest'
import { commitAll } from '../support/cheating.js'
import { COUNTED, COUNTING, countingProject } from '../support/counting.js'
import { summaryDraft } from '../support/drafts.js'
import { disposeProjects, type TempProject } from '../support/project.js'
import { type Claimed, claim, commitPart, draft, finish, finished } from '../support/work.js'

afterEach(disposeProjects)

const OLD = `const assert = require('node:assert')
const { test } = require('node:test')
test('is kept', () => {
  assert.equal(require('./old.js')('a'), 1)
})
`

const QUOTED = 'an "old.test.js'
const ELSEWHERE = [
  'Tests/AppTests/OldTests.swift',
  'src/commonTest/kotlin/Old.kt',
  'src/OldTest.java',
  'lib/old_spec.rb',
]

/** The plan is carried out, \`change\` with it, \`late\` behind it, and the verification is begun. */
async function begun(
  change: (project: TempProject) => void,
  late: (project: TempProject) => void = () => {},
  before: (project: TempProject) => void = () => {},
): Promise<{ project: TempProject; claimed: Claimed; brief: string }> {
  const project = countingProject({
    commands: [['node', 'old.test.js']],
    files: {
      'old.js': 'module.exports = () => 1\n',
      'old.test.js': OLD,
      'tests/wide.txt': 'a\nb\n',
      [QUOTED]: OLD,
      ...Object.fromEntries(ELSEWHERE.map((path) => [path, 'assert 1\nassert 2\n'])),
    },
  }).initGit()
  before(project)
  commitAll(project)
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

/** Seventeen megabytes of names that git knows behind those of the project, and of which no file lies there. */
function hideMany(project: TempProject): void {
  const folder = `z/${`${'y'.repeat(250)}/`.repeat(13)}`
  const names = Array.from({ length: 5_200 }, (_, at) => `${folder}${at}`)
  const blob = execFileSync('git', ['hash-object', '-w', '--stdin'], { cwd: project.root, input: '', encoding: 'utf8' })
  const feed = (words: readonly string[], lines: readonly string[]) =>
    execFileSync('git', ['update-index', '-z', ...words], {
      cwd: project.root,
      input: lines.map((line) => `${line}\0`).join(''),
    })
  feed(
    ['--index-info'],
    names.map((name) => `100644 ${blob.trim()}\t${name}`),
  )
  feed(['--skip-worktree', '--stdin'], names)
}

const changed = (from: string, to: string) => (project: TempProject) =>
  project.write('old.test.js', OLD.replace(from, to))

describe('a test that stood before the phase', () => {
  it.each<[string, (project: TempProject) => void, RegExp]>([
    ['expects another value', changed("('a'), 1)", "('a') > 0, true)"), /old\.test\.js.* \(lines: 1 went, 1 came\)/],
    [
      'catches what it expects, with no line of it gone',
      changed(
        "  assert.equal(require('./old.js')('a'), 1)\n",
        "  try {\n  assert.equal(require('./old.js')('a'), 1)\n  } catch {}\n",
      ),
      /old\.test\.js.* \(lines: 0 went, 2 came\)/,
    ],
    [
      'ends before it expects anything',
      changed('  assert.equal', '  return\n  assert.equal'),
      /old\.test\.js.* \(lines: 0 went, 1 came\)/,
    ],
    [
      'is held against another file of tests',
      (project) => project.write('tests/wide.txt', 'a\n'),
      /tests\/wide\.txt.* \(lines: 1 went, 0 came\)/,
    ],
    [
      'expects another value, and git is told to show nothing of it',
      (project) => {
        project.write('.gitattributes', '*.test.js binary diff=nothing\n')
        project.git('config', 'diff.nothing.command', 'true')
        project.git('config', 'color.ui', 'always')
        changed("('a'), 1)", "('a') > 0, true)")(project)
      },
      /old\.test\.js.* \(lines: 1 went, 1 came\)/,
    ],
    [
      'expects another value, and is no text for git',
      (project) => {
        project.write('.gitattributes', '*.test.js -diff\n')
        changed("('a'), 1)", "('a') > 0, true)")(project)
      },
      /old\.test\.js.* \(not shown by git\)/,
    ],
    [
      'expects another value, with a character in it that no text has',
      changed("('a'), 1)", "('a') > 0, true) // \0"),
      /old\.test\.js.* \(not shown by git\)/,
    ],
    ...(['--assume-unchanged', '--skip-worktree'] as const).map((how): [string, typeof commitAll, RegExp] => [
      `expects another value, and git is told ${how}`,
      (project) => {
        project.git('update-index', how, 'old.test.js')
        changed("('a'), 1)", "('a') > 0, true)")(project)
      },
      /old\.test\.js.* \(not shown by git\)/,
    ]),
    [
      'ends under a condition before it expects anything',
      changed('  assert.equal', '  if (process.env.CI !== "1") return\n  assert.equal'),
      /old\.test\.js.* \(lines: 0 went, 1 came\)/,
    ],
    [
      'ends early in a file whose name git writes in quotes',
      (project) => project.write(QUOTED, OLD.replace('  assert.equal', '  return\n  assert.equal')),
      /old\.test\.js.* \(lines: 0 went, 1 came\)/,
    ],
    ...ELSEWHERE.map((path): [string, typeof commitAll, RegExp] => [
      `lies where another language keeps its tests, as ${path}`,
      (project) => project.write(path, 'assert 1\n'),
      new RegExp(`${path}.* \\(lines: 1 went, 0 came\\)`),
    ]),
  ])('%s: the verifier is told, and a proof that is silent about it is refused', async (_, change, told) => {
    const { project, claimed, brief } = await begun(change)
    expect(brief).toMatch(told)
    expect(brief).toMatch(/`git diff [0-9a-f]{12} -- <file>`/)
    draft(project, claimed, { '01-PROOF.md': COUNTED })
    const refused = (await finish(project, claimed)).json()
    expect(refused.findings).toMatchObject([{ code: 'TESTS_CHANGED' }])
  })

  it('is told also where git is told to hide it, among more names than are kept of what a program says', async () => {
    const hide = (project: TempProject) => project.git('update-index', '--skip-worktree', 'old.test.js')
    const { brief } = await begun(
      changed("('a'), 1)", "('a') > 0, true)"),
      () => {},
      (project) => {
        hideMany(project)
        hide(project)
      },
    )
    expect(brief).toMatch(/old\.test\.js.* \(not shown by git\)/)
  })

  it.each<[string, (project: TempProject) => void, (project: TempProject) => void]>([
    [
      'its history was cut',
      (project) => {
        project.write('.git/shallow', project.git('rev-parse', 'HEAD'))
        project.git('reflog', 'expire', '--expire=now', '--all')
        project.git('gc', '--quiet', '--prune=now')
      },
      () => {},
    ],
    [
      'a setting stops it',
      (project) => project.git('config', 'diff.orderFile', project.at('.git/no-such-order')),
      (project) => project.git('config', '--unset', 'diff.orderFile'),
    ],
  ])('is asked about where git cannot show what changed: %s', async (_, hide, mend) => {
    const { project, claimed, brief } = await begun(changed("('a'), 1)", "('a') > 0, true)"), hide)
    expect(brief).toMatch(/^- since .*: git does not show which/m)
    draft(project, claimed, { '01-PROOF.md': COUNTED })
    const refused = (await finish(project, claimed)).json()
    expect(refused.findings).toMatchObject([{ code: 'TESTS_CHANGED' }])
    const since = /began with commit ([0-9a-f]{12})/.exec(refused.findings[0].message)?.[1]
    draft(project, claimed, {
      '01-PROOF.md': `${COUNTED}\n## Tests\n\n- since ${since}: read, old.test.js asks what it did\n`,
    })
    mend(project)
    await finished(project, claimed)
  })

  it('counts as answered by a line of its own, which the verification keeps', async () => {
    const { project, claimed } = await begun(changed("('a'), 1)", "('b'), 1)"))
    const line = 'old.test.js: what it asks of "a" is asked of "b", as strong'
    draft(project, claimed, { '01-PROOF.md': `${COUNTED}\n## Tests\n\n- ${line}\n` })
    await finished(project, claimed)
    expect(project.read(`${COUNTING}/01-VERIFICATION.md`)).toContain(`## Changed Tests\n\n- ${line}\n`)
  })

  it.each<[string, (project: TempProject) => void]>([
    ['is left alone', () => {}],
    [
      'has new ones behind it',
      (project) =>
        project.write('old.test.js', `${OLD}test('more', () => {\n  try {\n    assert.ok(1)\n  } finally {\n  }\n})\n`),
    ],
  ])('%s: nothing is told, and nothing asked', async (_, change) => {
    const { project, claimed, brief } = await begun(change)
    expect(brief).not.toContain('stood before')
    draft(project, claimed, { '01-PROOF.md': COUNTED })
    await finished(project, claimed)
  })
})

describe('a proof in which nothing was broken on purpose', () => {
  it.each(['- none made', '- None: the depth asks for no more', ''])(
    '%j says so, as its verification does',
    async (said) => {
      const { project, claimed } = await begun(() => {})
      draft(project, claimed, { '01-PROOF.md': COUNTED.replace(/- broke .*/, said) })
      const { findings } = await finished(project, claimed)
      expect(findings).toMatchObject([{ code: 'NO_PROBES' }])
      expect(project.read(`${COUNTING}/01-VERIFICATION.md`)).toContain('## Probes\n\n- None was made: ')
      expect((await project.ask('capture', 'list')).json().captures).toEqual([])
    },
  )
})
