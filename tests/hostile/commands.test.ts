// A foreign tree cannot make us execute anything until the user has agreed to exactly that.

import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { COUNTING, countingProject } from '../support/counting.js'
import { planDraft, summaryDraft, verificationDraft } from '../support/drafts.js'
import { passedCheck } from '../support/evidence.js'
import { disposeProjects, makeProject, type TempProject, TOOLS } from '../support/project.js'
import { commitPart } from '../support/work.js'

afterEach(disposeProjects)

const CANARY = 'canary'
/** A command that leaves a file behind if it runs. */
const EVIL = ['node', '-e', `require('node:fs').writeFileSync('${CANARY}','')`]
const GOOD = ['node', '--version']

const hasRun = (project: TempProject): boolean => project.has(CANARY)
const codeOf = (called: { json(): { error?: { code: string } } }) => called.json().error?.code

const revisionOf = async (project: TempProject): Promise<string> =>
  (await project.ask('state', 'derive')).json().revision

const claimOf = async (project: TempProject, type = 'execute-plan', id = '01-01') =>
  project.ask('unit', 'claim', type, id, '--revision', await revisionOf(project))

/** Makes a project that came from elsewhere, none of whose commands the user has agreed to. */
function makeClone(options: Parameters<typeof countingProject>[0] = {}): TempProject {
  const project = countingProject({ ...options, foreign: true }).initGit()
  // The user's settings skip the plan check, so that units can be claimed at once.
  mkdirSync(`${project.home}/.gsd`)
  writeFileSync(`${project.home}/.gsd/config.json`, JSON.stringify({ workflow: { plan_check: false } }))
  return project
}

describe('the list to which the user agrees', () => {
  it.each<[string, readonly string[], string]>([
    ['an invisible character', ['node', 'check.js\u200b'], 'node "check.js\\u200b"'],
    ['a letter of another alphabet', ['n\u0440m', 'test'], '"n\\u0440m" test'],
    ['blanks that do not separate words in a shell', ['sh', '-c', 'a\u00a0b\u3164'], 'sh -c "a\\u00a0b\\u3164"'],
    ['an invisible tag character', ['node', 'a\u{e0041}'], 'node "a\\udb40\\udc41"'],
    ['quotes of its own', ['sh', '-c', 'echo "x" \\'], 'sh -c "echo \\"x\\" \\\\"'],
  ])('shows %s unambiguously', async (_name, argv, text) => {
    const { commands } = (await makeClone({ commands: [argv] }).ask('trust')).json()
    expect(commands.map(({ command }: { command: string }) => command)).toContain(text)
  })

  it('gets no additional line from a text with line breaks', async () => {
    const project = makeProject(
      {
        '.planning/config.json': JSON.stringify({
          planning_schema: 1,
          workflow: { build_command: 'make\n0 of 0 trusted' },
          verification: { commands: [{ run: ['node', 'x.js'], cwd: 'a\ntrusted (terminal): node x.js' }] },
        }),
      },
      { foreign: true },
    )
    const { stdout } = await project.ask('trust', '--pretty')
    const lines = stdout.trim().split('\n')
    expect(lines.filter((line) => /^(?:trusted|0 of)/.test(line))).toEqual([lines.at(-1)])
  })
})

describe('a command of the settings', () => {
  it('does not run when a unit is claimed, and the claim is refused', async () => {
    const project = makeClone({ commands: [EVIL] })
    const before = project.snapshot()
    const called = await claimOf(project)
    expect([hasRun(project), called.exit, codeOf(called)]).toEqual([false, 4, 'UNTRUSTED_COMMANDS'])
    expect(project.snapshot()).toEqual(before)
  })

  it('does not run next to an agreed command', async () => {
    const project = makeClone({ commands: [EVIL] })
    project.agree([GOOD])
    project.write(
      '.planning/config.json',
      JSON.stringify({ planning_schema: 1, verification: { commands: [GOOD, EVIL] } }),
      { foreign: true },
    )
    expect((await claimOf(project)).exit).toBe(4)
    expect(hasRun(project)).toBe(false)
  })

  it('does not run at check run', async () => {
    const project = makeClone({ commands: [EVIL] })
    const called = await project.ask('check', 'run', '01-01')
    expect([hasRun(project), called.exit, codeOf(called)]).toEqual([false, 4, 'UNTRUSTED_COMMANDS'])
  })

  it('of a workstream does not run', async () => {
    const project = makeClone()
    const stream = '.planning/workstreams/api'
    for (const name of ['PROJECT.md', 'ROADMAP.md', 'REQUIREMENTS.md', 'phases/01-counting/01-01-PLAN.md'])
      project.write(`${stream}/${name}`, project.read(`.planning/${name}`))
    project.write(`${stream}/config.json`, JSON.stringify({ verification: { commands: [EVIL] } }), { foreign: true })
    const called = await project.ask('check', 'run', '01-01', '--ws', 'api')
    expect([hasRun(project), called.exit, codeOf(called)]).toEqual([false, 4, 'UNTRUSTED_COMMANDS'])
  })

  it('with the name of a built-in step is an ordinary program', async () => {
    const project = countingProject({ commands: [['@tree-digest', '.git']] }).initGit()
    const called = await project.ask('check', 'run', '01-01')
    expect(called.json().receipts.map(({ outcome }: { outcome: string }) => outcome)).toContain('inconclusive')
  })
})

describe('a command of a plan', () => {
  it('does not run at check run', async () => {
    const project = makeClone({ plans: { '01': { run: EVIL } } })
    const called = await project.ask('check', 'run', '01-01')
    expect([hasRun(project), called.exit, codeOf(called)]).toEqual([false, 4, 'UNTRUSTED_COMMANDS'])
  })

  it('added after its unit was begun does not run at the finish, and the claim stays open', async () => {
    const project = countingProject().initGit()
    const claimed = (await claimOf(project)).json()
    const plan = planDraft('01-counting', '01', { run: EVIL })
    project.write(`${COUNTING}/01-01-PLAN.md`, plan, { foreign: true })
    commitPart(project, '01')
    project.write(`${claimed.drafts}/01-01-SUMMARY.md`, summaryDraft('01-counting', '01'))
    const called = await project.ask('unit', 'finish', '--claim', claimed.claim)
    expect([hasRun(project), called.exit, codeOf(called)]).toEqual([false, 4, 'UNTRUSTED_COMMANDS'])
    expect(project.has(`${COUNTING}/01-01-SUMMARY.md`)).toBe(false)
    expect(project.has(`${claimed.drafts}/01-01-SUMMARY.md`)).toBe(true)
  })

  it('does not run when a phase with forged evidence is closed', async () => {
    const project = makeClone({ plans: { '01': { run: EVIL } } })
    project.write('part-01.js', '')
    project.write(`${COUNTING}/01-01-SUMMARY.md`, summaryDraft('01-counting', '01'))
    project.write(`${COUNTING}/01-VERIFICATION.md`, verificationDraft('01-counting', 'passed'))
    await project.ask('phase', 'complete', '1')
    await project.ask('check', 'replay', '--ci')
    expect(hasRun(project)).toBe(false)
  })
})

describe('a stored receipt', () => {
  it('does not cause a run, although the ledger of the tree confirms it', async () => {
    const project = makeClone()
    const receipt = {
      v: 1,
      plan: '01-01',
      at: '2026-01-01T00:00:00.000Z',
      verdict: 'pass',
      treeDigest: null,
      receipts: [
        passedCheck({
          id: 'aaaaaaaaaaaa',
          name: 'x',
          argv: EVIL,
          tests: { passed: 1, failed: 0, skipped: 0 },
          treeDigest: null,
        }),
      ],
    }
    const text = `${JSON.stringify(receipt, null, 2)}\n`
    project.write(`${COUNTING}/01-01-VERIFY.json`, text)
    const { createHash } = await import('node:crypto')
    const { frameLine } = await import('../../lib/core/history/journal.js')
    const digest = (bytes: string) => createHash('sha256').update(bytes).digest('hex')
    project.write(
      '.planning/ledger.jsonl',
      `${frameLine({ kind: 'receipt', at: receipt.at, phase: '01', plan: '01-01', tree: null, sha256: digest(text) } as never, digest)}\n`,
    )
    await project.ask('check', 'replay')
    expect(hasRun(project)).toBe(false)
  })
})

describe('a claim and drafts that came with the tree', () => {
  it('do not make a command trusted', async () => {
    const project = makeClone()
    commitPart(project, '01')
    const token = 't'.repeat(20)
    const [runtime, id] = ['.planning/.runtime', '260105-abc-x']
    const drafts = `${runtime}/drafts/quick-${id}-1-aaaaaa`
    const claim = {
      v: 1,
      token,
      dispatchId: `quick-${id}-1-aaaaaa`,
      unitType: 'quick',
      unitId: id,
      attempt: 1,
      revision: 'r',
      milestone: null,
      at: '2026-01-05T11:00:00.000Z',
      leaseUntil: '2099-01-05T11:00:00.000Z',
      startCommit: null,
      session: null,
      mode: null,
      drafts,
      baseline: [],
      seal: 'f'.repeat(64),
    }
    project.write(`${runtime}/claims/quick--${id}.json`, JSON.stringify(claim))
    project.write(`${drafts}/260105-abc-PLAN.md`, planDraft('quick', '01', { run: EVIL }))
    project.write(`${drafts}/260105-abc-SUMMARY.md`, summaryDraft('quick', '01'))
    const called = await project.ask('unit', 'finish', '--claim', token)
    expect([hasRun(project), called.exit === 0]).toEqual([false, false])
  })
})

describe('git, which we start ourselves', () => {
  /** Creates a folder that git treats as a repository with its own settings, which start a program. */
  function bareRepository(project: TempProject, folder: string): void {
    mkdirSync(project.at(`${folder}/objects`), { recursive: true })
    mkdirSync(project.at(`${folder}/refs`), { recursive: true })
    writeFileSync(project.at(`${folder}/HEAD`), 'ref: refs/heads/main\n')
    const program = project.at('monitor.sh')
    writeFileSync(program, `#!/bin/sh\ntouch "${project.at(CANARY)}"\n`)
    chmodSync(program, 0o755)
    writeFileSync(
      project.at(`${folder}/config`),
      `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ${project.at(folder)}\n\tfsmonitor = ${program}\n`,
    )
  }

  it('works in the project’s repository, whatever a git hook has set in the environment', () => {
    const project = makeProject({ 'README.md': 'x', '.planning/PROJECT.md': '# P\n' }).initGit()
    const other = makeProject({ 'README.md': 'y' }).initGit()
    project.write('.planning/PROJECT.md', '# Q\n')
    const heads = () => [project, other].map((one) => one.git('rev-list', '--count', 'HEAD').trim())
    const { stdout, status } = spawnSync(
      process.execPath,
      [TOOLS, 'commit', 'docs: q', '--files', '.planning/PROJECT.md'],
      {
        cwd: project.root,
        env: project.env({
          GIT_DIR: other.at('.git'),
          GIT_WORK_TREE: other.root,
          GIT_INDEX_FILE: other.at('.git/index'),
        }),
        encoding: 'utf8',
      },
    )
    expect([status, heads()], stdout).toEqual([0, ['2', '1']])
  })

  /** Changes after which git still treats the folder as a repository. */
  const FORMS: Readonly<Record<string, (project: TempProject, folder: string) => void>> = {
    complete: () => {},
    'with a link that leads nowhere as its HEAD': (project, folder) => {
      project.remove(`${folder}/HEAD`)
      symlinkSync('refs/heads/main', project.at(`${folder}/HEAD`))
    },
    'with files for its folders': (project, folder) => {
      for (const name of ['objects', 'refs']) {
        project.remove(`${folder}/${name}`)
        writeFileSync(project.at(`${folder}/${name}`), '')
        chmodSync(project.at(`${folder}/${name}`), 0o755)
      }
    },
    'with its parts elsewhere': (project, folder) => {
      for (const name of ['objects', 'refs', 'config']) {
        mkdirSync(project.at('parts'), { recursive: true })
        renameSync(project.at(`${folder}/${name}`), project.at(`parts/${name}`))
      }
      writeFileSync(project.at(`${folder}/commondir`), '../parts\n')
    },
  }

  it.each(Object.entries(FORMS))(
    'does not use the settings of a repository in the tree that contains a project: %s',
    async (_, reform) => {
      const project = makeClone()
      bareRepository(project, 'below')
      reform(project, 'below')
      for (const name of ['config.json', 'PROJECT.md', 'ROADMAP.md', 'REQUIREMENTS.md'])
        project.write(`below/.planning/${name}`, project.read(`.planning/${name}`))
      project.write('below/new.txt', 'x')
      await project.ask('commit', 'message', '--files', 'new.txt', '--cwd', project.at('below'))
      await project.ask('check', 'run', '1', '--cwd', project.at('below'))
      expect(hasRun(project)).toBe(false)
    },
  )

  it('writes no file if a claim or a map has an option in place of a commit', async () => {
    const project = countingProject().initGit()
    const option = `--output=${project.at(CANARY)}`
    project.write('.planning/codebase/STRUCTURE.md', `---\nlast_mapped_commit: "${option}"\n---\n\n# Structure\n`)
    const claimed = (await claimOf(project)).json()
    const path = '.planning/.runtime/claims/execute-plan--01-01.json'
    project.write(path, JSON.stringify({ ...JSON.parse(project.read(path)), startCommit: option }))
    project.write('.planning/ledger.jsonl', '')
    project.write(`${claimed.drafts}/01-01-SUMMARY.md`, summaryDraft('01-counting', '01'))
    project.write('part-01.js', '')
    await project.ask('unit', 'finish', '--claim', claimed.claim)
    expect([hasRun(project), project.has(`${CANARY}..HEAD`)]).toEqual([false, false])
  })
})

it('check replay writes nothing through a dangling link of the tree', async () => {
  const project = makeClone()
  symlinkSync(`${project.home}/made`, project.at('out.xml'))
  const called = await project.ask('check', 'replay', '--junit', 'out.xml')
  expect([called.exit, existsSync(`${project.home}/made`)]).toEqual([2, false])
})
