// The commands that a project can run: the list, agreements to it, and commands that need none because they were created here.
import { cpSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { agreed } from '../support/agreed.js'
import { COUNTING, countingProject } from '../support/counting.js'
import { planDraft, summaryDraft } from '../support/drafts.js'
import { disposeProjects, type TempProject } from '../support/project.js'
import { claim, claimNext, commitPart, finished, writeDrafts } from '../support/work.js'

afterEach(disposeProjects)

const COMMAND = ['node', '-e', "require('node:fs').appendFileSync('ran','x')"]
const foreignProject = (options: Parameters<typeof countingProject>[0] = {}) =>
  countingProject({
    commands: [COMMAND],
    plans: { '01': { run: ['node', '--version'] } },
    ...options,
    foreign: true,
  }).initGit()

const trustList = async (project: TempProject) => (await project.ask('trust')).json()
const errorOf = async (project: TempProject, ...words: readonly string[]) => (await project.ask(...words)).json().error

describe('the list', () => {
  it('names every command with its sources, once, and who agreed', async () => {
    const project = foreignProject({ plans: { '01': { run: COMMAND }, '02': { run: ['node', '--version'] } } })
    project.write('.planning/config.json', JSON.stringify({ verification: { commands: [COMMAND] } }), { foreign: true })
    project.agree([['node', '--version']])
    const { commands, trusted, digest } = await trustList(project)
    expect(digest).toMatch(/^[0-9a-f]{64}$/)
    expect(trusted).toBe(1)
    expect(commands).toMatchObject([
      {
        kind: 'run',
        by: null,
        sources: [
          { path: '.planning/config.json', key: 'verification.commands[0]' },
          { path: `${COUNTING}/01-01-PLAN.md`, key: 'verify[0]' },
        ],
      },
      { kind: 'run', command: 'node --version', by: 'person' },
    ])
  })

  it('is printed by a hold, with a command that asks the user and none that agrees without them', async () => {
    const project = foreignProject()
    const { code, message, fix } = await errorOf(project, 'check', 'run', '01')
    const { digest } = await trustList(project)
    expect(code).toBe('UNTRUSTED_COMMANDS')
    expect(message).toContain('.planning/config.json verification.commands[0]')
    expect(message).toContain('node --version')
    expect(fix).toContain('gsd trust')
    expect(fix).not.toContain(digest)
  })
})

describe('a unit with commands that nobody has agreed to', () => {
  const claimUnit = async (project: TempProject, type: string, id: string) => {
    const { revision } = (await project.ask('next')).json()
    return (await project.ask('unit', 'claim', type, id, '--revision', revision)).json()
  }

  it('is not begun, neither for execution nor for verification, and nothing runs', async () => {
    const project = foreignProject({ plans: { '01': { run: COMMAND } }, commands: [] })
    const { claim, error } = await claimUnit(project, 'execute-plan', '01-01')
    expect([claim, error.code, error.fix]).toEqual([
      undefined,
      'UNTRUSTED_COMMANDS',
      expect.stringContaining('gsd trust'),
    ])
    const begun = await project.ask('begin', 'execute-plan', '01-01', '--role')
    expect([begun.exit, begun.stdout]).toEqual([4, expect.stringContaining('not trusted on this machine')])
    project.write(
      `${COUNTING}/01-01-SUMMARY.md`,
      summaryDraft('01-counting', '01').replace('---\n', '---\ncompleted_at: 2026-01-01T00:00:00Z\n'),
    )
    expect((await claimUnit(project, 'verify-phase', '01')).error.code).toBe('UNTRUSTED_COMMANDS')
    project.remove(`${COUNTING}/01-01-SUMMARY.md`)
    project.agree([COMMAND])
    expect((await claimUnit(project, 'execute-plan', '01-01')).claim).toMatch(/^[0-9a-f]+$/)
    expect(project.has('ran')).toBe(false)
  })

  it('is begun if the call names the digest of the list', async () => {
    const project = foreignProject({ plans: { '01': { run: COMMAND } }, commands: [] })
    const { digest } = await trustList(project)
    const { revision } = (await project.ask('next')).json()
    const words = ['unit', 'claim', 'execute-plan', '01-01', '--revision', revision, '--trust', digest]
    expect((await project.ask(...words)).exit).toBe(0)
  })
})

describe('an agreement', () => {
  it('can only come from the user; then all commands of the list run', async () => {
    const project = foreignProject()
    const unseen = await project.ask('trust', '--agree', '--yes')
    expect([unseen.exit, unseen.json().error.code]).toEqual([4, 'PERSON_ONLY'])
    const answer = (await agreed(project, 'trust', '--agree')).json()
    expect([answer.agreed.length, answer.trusted]).toEqual([2, 2])
    await project.ask('check', 'run', '01')
    expect(project.has('ran')).toBe(true)
    expect((await trustList(project)).commands.map((row: { by: string }) => row.by)).toEqual(['person', 'person'])
  })

  it('does not apply to another clone at the same path', async () => {
    const project = countingProject({ commands: [COMMAND] }).initGit()
    project.remove('.git')
    project.git('init', '--quiet')
    project.remove('.git/gsd-id')
    expect(await errorOf(project, 'check', 'run', '01')).toMatchObject({ code: 'UNTRUSTED_COMMANDS' })
  })

  it('can be withdrawn', async () => {
    const project = countingProject({ commands: [COMMAND] }).initGit()
    expect((await project.ask('trust', '--revoke')).json().revoked).toHaveLength(2)
    expect((await trustList(project)).trusted).toBe(0)
    expect(await errorOf(project, 'check', 'run', '01')).toMatchObject({ code: 'UNTRUSTED_COMMANDS' })
  })

  it('is withdrawn completely, also for commands that the project does not name at present', async () => {
    const project = countingProject({ commands: [COMMAND] }).initGit()
    const config = project.read('.planning/config.json')
    expect((await trustList(project)).trusted).toBe(2)
    project.write('.planning/config.json', '{}', { foreign: true })
    await project.ask('trust', '--revoke')
    project.write('.planning/config.json', config, { foreign: true })
    expect((await trustList(project)).trusted).toBe(0)
  })

  it('does not apply to a copy of the folder', async () => {
    const project = countingProject({ commands: [COMMAND] }).initGit()
    const copy = `${project.root}-copy`
    cpSync(project.root, copy, { recursive: true })
    const called = await project.ask('check', 'run', '01', '--cwd', copy)
    expect([called.exit, called.json().error.message.includes('other clones')]).toEqual([4, true])
  })

  it('by flag has no effect in a client’s call', async () => {
    const project = foreignProject({ plans: { '01': { run: COMMAND } }, commands: [] })
    const { digest } = await trustList(project)
    const called = await project.askWith({ CLAUDECODE: '1' }, 'check', 'run', '01', '--trust', digest)
    expect([called.exit, called.json().error.code]).toEqual([4, 'UNTRUSTED_COMMANDS'])
    expect(called.stdout + called.stderr).not.toContain(digest)
  })

  it('is not needed if the call names the digest of exactly that list', async () => {
    const project = foreignProject()
    const { digest } = await trustList(project)
    const ran = () => (project.has('ran') ? project.read('ran').length : 0)
    await project.ask('check', 'run', '01', '--trust', digest)
    expect(ran()).toBe(1)
    // The tree changes, so that the receipt of the earlier run does not count.
    project.write('more.js', '')
    await project.askWith({ GSD_TRUST: digest }, 'check', 'run', '01')
    expect(ran()).toBe(2)
    expect(existsSync(`${project.home}/.gsd/trust.json`)).toBe(false)
    project.write('more.js', '1')
    for (const more of [['--trust', 'f'.repeat(64)], []])
      expect(await errorOf(project, 'check', 'run', '01', ...more)).toMatchObject({ code: 'UNTRUSTED_COMMANDS' })
    expect(ran()).toBe(2)
    project.write(`${COUNTING}/01-02-PLAN.md`, planDraft('01-counting', '02', { run: ['node', 'other.js'] }), {
      foreign: true,
    })
    expect(await errorOf(project, 'check', 'run', '01-01', '--trust', digest)).toMatchObject({
      code: 'UNTRUSTED_COMMANDS',
    })
  })
})

describe('a command that was created here', () => {
  it('by a setting needs no agreement, unlike one that was there before', async () => {
    const project = foreignProject({ plans: {} })
    const commands = JSON.stringify([COMMAND, ['node', '--version']])
    expect((await project.ask('config', 'set', 'verification.commands', commands)).exit).toBe(0)
    expect((await trustList(project)).commands.map((row: { by: string | null }) => row.by)).toEqual([null, 'unit'])
  })

  it('by the plan of a unit needs no agreement, also in a linked worktree', async () => {
    const project = countingProject({ plans: {} }).initGit()
    const claimed = await claimNext(project, 'plan-phase', '01')
    writeDrafts(project, claimed, { '01-01-PLAN.md': planDraft('01-counting', '01') })
    await finished(project, claimed)
    expect((await trustList(project)).commands).toMatchObject([{ by: 'unit' }])
    commitPart(project, '01')
    project.git('add', '--all')
    project.git('commit', '--quiet', '--message=docs: plan')
    project.git('worktree', 'add', '--quiet', '../linked')
    expect((await project.ask('check', 'run', '01', '--cwd', `${project.root}/../linked`)).exit).toBe(0)
    const work = await claim(project, 'execute-plan', '01-01')
    project.write('part-01.js', `${project.read('part-01.js')}// more\n`)
    project.git('commit', '--quiet', '--all', '--message=feat: more')
    writeDrafts(project, work, { '01-01-SUMMARY.md': summaryDraft('01-counting', '01') })
    await finished(project, work)
  })

  it('by the plan of a unit in a linked worktree needs no agreement in the main one, unless that was the worktree of an unattended run', async () => {
    const project = countingProject({ plans: {} }).initGit()
    const planIn = async (folder: string, run: readonly string[]) => {
      project.git('worktree', 'add', '--quiet', '--detach', `../${folder}`)
      const tree = join(project.root, '..', folder)
      const ask = async (...words: readonly string[]) => (await project.ask(...words, '--cwd', tree)).json()
      const { revision } = await ask('next')
      const { claim: token, drafts } = await ask('unit', 'claim', 'plan-phase', '01', '--revision', revision)
      writeFileSync(join(tree, drafts, '01-01-PLAN.md'), planDraft('01-counting', '01', { run }))
      expect(await ask('unit', 'finish', '--claim', token)).toMatchObject({ verdict: 'accept' })
      cpSync(join(tree, COUNTING), project.at(COUNTING), { recursive: true })
      project.git('worktree', 'remove', '--force', tree)
    }
    await planIn('linked', COMMAND)
    expect((await trustList(project)).commands).toMatchObject([{ by: 'unit' }])
    await planIn('auto-lane', ['node', 'other.js'])
    expect((await trustList(project)).commands).toMatchObject([{ by: null }])
  })

  it('is not one that a record in the tree names', async () => {
    const project = countingProject({ plans: {}, foreign: true }).initGit()
    const claimed = await claimNext(project, 'plan-phase', '01')
    writeDrafts(project, claimed, { '01-01-PLAN.md': planDraft('01-counting', '01') })
    await finished(project, claimed)
    expect(project.git('status', '--porcelain')).not.toContain('agreed.json')
    const record = '.planning/.runtime/agreed.json'
    const { commands } = JSON.parse(project.read(record))
    expect(Object.keys(commands)).toHaveLength(1)
    project.write(record, JSON.stringify({ machine: 'f'.repeat(32), commands }), { foreign: true })
    commitPart(project, '01')
    expect(await errorOf(project, 'check', 'run', '01')).toMatchObject({ code: 'UNTRUSTED_COMMANDS' })
  })

  it('is not one that was already in the file', async () => {
    const project = foreignProject({ plans: { '01': { run: COMMAND } }, commands: [] })
    const claimed = await claim(project, 'plan-phase', '01')
    writeDrafts(project, claimed, { '01-01-PLAN.md': planDraft('01-counting', '01', { run: COMMAND }) })
    await finished(project, claimed)
    expect((await trustList(project)).commands).toMatchObject([{ by: null }])
  })

  it('loses its agreement after an edit by hand', async () => {
    const project = countingProject({ plans: {} }).initGit()
    const claimed = await claimNext(project, 'plan-phase', '01')
    writeDrafts(project, claimed, { '01-01-PLAN.md': planDraft('01-counting', '01') })
    await finished(project, claimed)
    const path = `${COUNTING}/01-01-PLAN.md`
    project.write(path, project.read(path).replace('["sh"', '["sh", "-e"'), { foreign: true })
    expect(await errorOf(project, 'check', 'run', '01')).toMatchObject({ code: 'UNTRUSTED_COMMANDS' })
  })
})
