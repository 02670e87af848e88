// What begin claims, delegates and prints, and how a finish answers; orders of the user, quick tasks and the models of agents.
import { afterEach, describe, expect, it } from 'vitest'
import { saveTypedOrder } from '../../lib/node/caller.js'
import { countingProject } from '../support/counting.js'
import { planDraft, summaryDraft } from '../support/drafts.js'
import { disposeProjects, type Files, makeProject, OURS } from '../support/project.js'
import { claimNext, commitPart, finish, writeDrafts } from '../support/work.js'

afterEach(disposeProjects)

const claimIn = (text: string): string => /--claim (\w+)/.exec(text)?.[1] ?? ''
const draftsIn = (text: string): string => /`(\S+\/)[^/`]+`[^\n]*: the CLI checks/.exec(text)?.[1] ?? ''

describe('begin', () => {
  it('claims the next unit and prints its brief, with the call that finishes it', async () => {
    const project = makeProject({ ...OURS, '.planning/config.json': '{"workflow":{"depth":"light"}}' })
    project.initGit()
    const begun = await project.ask('begin')
    expect([begun.exit, begun.stderr]).toEqual([0, ''])
    expect(begun.stdout).toMatch(/^# execute-plan 01-02: /)
    expect(begun.stdout).toContain('- Depth: light')
    expect(begun.stdout).toContain(`unit finish --claim ${claimIn(begun.stdout)} --begin`)
    const next = await project.ask('next')
    expect(next.json().hold?.code ?? next.json().recover).toBeDefined()
  })

  it('delegates the unit of a heavy phase to a subagent, prints the calls that begin and end it, and claims nothing', async () => {
    const project = makeProject({
      ...OURS,
      '.planning/config.json': '{"workflow":{"depth":"heavy","plan_check":false}}',
    })
    project.initGit()
    const begun = await project.ask('begin', '--json')
    const result = begun.json()
    expect([begun.exit, result.kind, result.claim]).toEqual([0, 'subagents', null])
    expect(result.text).toMatch(/^# execute-plan: for a subagent/)
    expect(result.text).toContain('begin execute-plan 01-02 --role`')
    expect(result.text).toContain('begin --after execute-plan/01-02`')
    expect((await project.ask('next')).json().recover).toBeUndefined()
  })

  it('commits the subagents’ work and continues: within a stage always, into the next stage only in yolo mode', async () => {
    for (const [mode, text] of [
      ['interactive', /^# The stage is done\nNext would be execute-plan 01-02/],
      ['yolo', /^# execute-plan: for a subagent/],
    ] as const) {
      const config = JSON.stringify({ mode, workflow: { depth: 'heavy', plan_check: false } })
      const project = makeProject({ ...OURS, '.planning/config.json': config })
      project.initGit()
      project.write('.planning/todos/one.md', '# One\n')
      expect((await project.ask('begin', '--after', 'plan-phase/01')).stdout).toMatch(text)
      expect(project.git('log', '-1', '--format=%s').trim()).toBe('docs(01): plan the phase')
      expect((await project.ask('begin', '--after', 'execute-plan/01-01')).stdout).toMatch(/^# execute-plan: for/)
    }
  })

  it('with --after also commits from a folder below the project', async () => {
    const project = makeProject({ ...OURS, 'docs/notes.md': 'Notes.\n' })
    project.initGit()
    project.write('.planning/todos/one.md', '# One\n')
    const begun = project.runIn('docs', {}, 'begin', '--after', 'plan-phase/01')
    expect(begun.stdout).not.toContain('Not committed')
    expect(project.git('log', '-1', '--format=%s').trim()).toBe('docs(01): plan the phase')
  })

  it('refuses an invalid unit for --after, and writes nothing', async () => {
    const project = makeProject(OURS)
    const before = project.snapshot()
    const { exit, stderr } = await project.ask('begin', '--after', 'phase-2')
    expect([exit, stderr]).toEqual([2, expect.stringContaining('execute-plan/02-01')])
    expect(project.snapshot()).toEqual(before)
  })

  it('prints a subagent’s brief, whose finish begins nothing further', async () => {
    const project = makeProject({ ...OURS, '.planning/config.json': '{"workflow":{"depth":"light"}}' })
    project.initGit()
    const { exit, stdout } = await project.ask('begin', 'execute-plan', '01-02', '--role')
    expect([exit, stdout]).toEqual([0, expect.stringMatching(/^# executor 01-02: /)])
    expect(stdout).toContain(`unit finish --claim ${claimIn(stdout)}`)
    expect(stdout).not.toContain('--begin')
  })

  it('with a named unit ends after it: its files are committed, and nothing further is begun', async () => {
    const project = makeProject({ ...OURS, '.planning/config.json': '{"mode":"yolo","workflow":{"depth":"light"}}' })
    project.initGit()
    const { stdout } = await project.ask('begin', 'execute-plan', '01-02')
    expect(stdout).toContain(`unit finish --claim ${claimIn(stdout)} --commit`)
    project.write('src/part-02.ts', 'export const part = 2\n')
    project.git('add', 'src/part-02.ts')
    project.git('commit', '-qm', 'feat(01): the second part')
    project.write(`${draftsIn(stdout)}01-02-SUMMARY.md`, '**It counts**\n')
    const ended = await project.ask('unit', 'finish', '--claim', claimIn(stdout), '--commit')
    expect([ended.exit, ended.stdout], ended.stdout).toEqual([
      0,
      expect.stringMatching(/^- execute-plan 01-02: accepted[^#]*# This unit is done\n[^#]*begin nothing else/),
    ])
    expect(project.git('log', '-1', '--format=%s').trim()).toBe('docs(01-02): record what was built')
    expect(project.git('status', '--porcelain')).toBe('')
    expect((await project.ask('next')).json().recover).toBeUndefined()
  })

  it('with a named unit also ends if the unit is given up', async () => {
    const project = makeProject({ ...OURS, '.planning/config.json': '{"mode":"yolo","workflow":{"depth":"light"}}' })
    project.initGit()
    const { stdout } = await project.ask('begin', 'execute-plan', '01-02')
    const call = ['unit', 'finish', '--claim', claimIn(stdout), '--status', 'cancelled', '--commit']
    expect((await project.ask(...call)).stdout).toMatch(/^# The unit was given up\n/)
    expect(project.git('status', '--porcelain')).toBe('')
    expect(project.git('log', '-1', '--format=%s').trim()).toBe('docs: give up execute-plan 01-02')
  })

  it('prints why the project is on hold, and on stderr only the code', async () => {
    const project = makeProject({ ...OURS, '.planning/config.json': '{' })
    const begun = await project.ask('begin')
    expect([begun.exit, begun.stdout]).toEqual([4, expect.stringContaining('On hold')])
    expect(begun.stderr).toBe('gsd-tools: HOLD\n')
  })
})

describe('units given to subagents', () => {
  it.each([
    ['plan-phase', '9'],
    ['execute-plan', '01-09'],
  ])('are refused if they do not exist: %s %s', async (type, id) => {
    const { exit, stdout } = await makeProject(OURS).ask('unit', 'delegate', type, id)
    expect([exit, stdout.includes('gsd-tools.cjs" begin')], stdout).toEqual([1, false])
  })

  it('are refused if no subagent does such a unit, with the call that does it', async () => {
    const { exit, stderr } = await makeProject(OURS).ask('unit', 'delegate', 'new-project', 'project')
    expect([exit, stderr]).toEqual([2, expect.stringContaining('gsd-tools begin new-project project')])
  })
})

describe('the depth of a phase', () => {
  it('that was requested is part of the revision', async () => {
    const project = makeProject(OURS)
    const before = (await project.ask('next')).json().revision
    await project.ask('phase', 'edit', '1', '--depth', 'heavy')
    expect((await project.ask('next')).json().revision).not.toBe(before)
  })
})

describe('an order', () => {
  it('is put before earlier ones; repeating the latest changes nothing, and repeating an earlier one makes it the latest', async () => {
    const project = makeProject(OURS)
    await project.ask('order', 'Build a ledger with three commands')
    await project.ask('order', 'Finish phase 1', '--scope', '1')
    const { words, scope } = (await project.ask('order')).json()
    expect([words.indexOf('Finish phase 1'), scope]).toEqual([0, '1'])
    expect(words).toContain('Build a ledger with three commands')
    await project.ask('order', 'Finish phase 1', '--scope', '1')
    expect((await project.ask('order')).json().words).toBe(words)
    await project.ask('order', 'Build a ledger with three commands')
    expect((await project.ask('order')).json().words).toMatch(/^Build a ledger.*\n\n.*\n\nFinish phase 1$/)
    await project.ask('order', 'Finish phase 1', '--scope', '1')
    const { stdout } = await project.ask('brief', 'execute-phase', '--', '1')
    expect(stdout).toContain('“Finish phase 1”, added to earlier orders: “Build a ledger')
  })

  it('given only by its scope has the words that a hook recorded, and is refused without them', async () => {
    const project = makeProject(OURS)
    const refused = await project.ask('order', '--scope', '1')
    expect([refused.exit, refused.stdout]).toEqual([2, expect.stringContaining('no hook recorded any')])
    const words = 'Finish the first phase of the ledger, and no more than that'
    saveTypedOrder(project.env(), project.root, words, project.time)
    expect((await project.ask('brief', 'next')).stdout).toContain(
      'order --scope <scope>` if they begin with “Finish the',
    )
    await project.ask('order', '--scope', '1')
    expect((await project.ask('order')).json()).toMatchObject({ words, scope: '1' })
  })

  it('cannot be a word that looks like a verb', async () => {
    const project = makeProject(OURS)
    const refused = await project.ask('order', 'show')
    expect([refused.exit, (await project.ask('order')).json().words]).toEqual([2, null])
  })

  it('whose only phase was removed is fulfilled, but its words stay in briefs and later orders', async () => {
    const project = makeProject(OURS)
    await project.ask('order', 'Count words, and letters with `--all`', '--scope', '2')
    await project.ask('phase', 'remove', '2')
    expect((await project.ask('order')).json().fulfilled).toBe(true)
    const brief = async () => (await project.ask('brief', 'execute-phase', '--', '1')).stdout
    expect(await brief()).toMatch(/“Count words, and letters .*this asked only for a plan/)
    await project.ask('order', 'Now phase 1', '--scope', '1')
    expect(await brief()).toMatch(/“Now phase 1”, added to earlier orders: “Count words/)
  })

  it('extends to the phases it named, except removed ones', async () => {
    const project = makeProject(OURS)
    await project.ask('order', 'Do phases 2 and 3', '--scope', '2,3')
    expect((await project.ask('phase', 'remove', '2')).exit).toBe(0)
    expect((await project.ask('order')).json()).toMatchObject({ scope: '3', fulfilled: false })
    expect((await project.ask('phase', 'remove', '3')).exit).toBe(0)
    expect((await project.ask('order')).json()).toMatchObject({ scope: 'none', fulfilled: true })
  })

  it('is in the output of begin and in the brief of a command, in the user’s words', async () => {
    const project = makeProject({ ...OURS, '.planning/config.json': '{"workflow":{"depth":"light"}}' })
    project.initGit()
    await project.ask('order', 'Finish phase 1; do not begin phase 2', '--scope', '1')
    expect((await project.ask('begin')).stdout).toContain('“Finish phase 1; do not begin phase 2” (scope: phase 1')
    expect((await project.ask('brief', 'execute-phase', '--', '1')).stdout).toContain('Finish phase 1; do not begin')
  })
})

describe('the words of the user', () => {
  it('reach the brief of next even with a flag in them; the brief names the call that stores them as an order only in a project', async () => {
    const empty = makeProject({ 'README.md': '# Tool\n' })
    const first = await empty.ask('brief', 'next', '--', 'add `list --lent` and sort it')
    expect([first.exit, first.stdout]).toEqual([0, expect.stringContaining('add `list --lent` and sort it')])
    expect(first.stdout).not.toContain(' order --scope')
    expect(first.stdout).toContain('begin quick')
    expect((await makeProject(OURS).ask('brief', 'next', '--', 'finish phase 1')).stdout).toContain(' order --scope')
  })
})

describe('a task in a folder without a project', () => {
  it('is begun and creates a healthy project, in one call; next then asks for a roadmap', async () => {
    const project = makeProject({ 'README.md': '# Tool\n' })
    project.initGit()
    const begun = await project.ask('begin', 'quick', 'print the version')
    expect(begun.stdout).not.toContain('(optional)')
    expect([begun.exit, begun.stdout]).toEqual([0, expect.stringMatching(/^# quick \d{6}-\w{3}-print-the-version: /)])
    expect(draftsIn(begun.stdout)).toContain('.planning/.runtime/drafts/quick-')
    expect((await project.ask('health')).exit).toBe(0)
    expect((await project.ask('next')).json()).toMatchObject({
      step: 'needs-roadmap',
      unit: { unitType: 'new-project' },
    })
  })
})

describe('a task in a project with phases', () => {
  it('is described in the user’s words, also in the brief of a day later, and not by the project’s order', async () => {
    const project = makeProject({ ...OURS, '.planning/ORDER.md': '---\nscope: all\n---\n\nBuild the ledger.\n' })
    project.initGit()
    const words = 'add --json to cli.js, which prints the count as JSON'
    const begun = await project.ask('begin', 'quick', words)
    const id = /^# quick (\S+):/.exec(begun.stdout)?.[1] ?? ''
    project.time += 24 * 3600 * 1000
    const brief = await project.ask('unit', 'brief', '--claim', claimIn(begun.stdout))
    for (const { stdout } of [begun, brief]) {
      expect(stdout).toMatch(new RegExp(`## What the user asked for\\n.*${words}`))
      expect(stdout).not.toContain('Build the ledger')
    }
    expect(id).toMatch(/-add-json-to-cli-js/)
  })
})

describe('a task that was halted', () => {
  it('is reported as halted, with the reason, by finish and by begin --after', async () => {
    const project = makeProject(OURS)
    project.initGit()
    const begun = await project.ask('begin', 'quick', 'print the version')
    const id = /^# quick (\S+):/.exec(begun.stdout)?.[1] ?? ''
    project.write(
      `${draftsIn(begun.stdout)}${id.slice(0, 10)}-SUMMARY.md`,
      '**Nothing was printed.**\n\n## Blockers\n\n- the version is nowhere\n',
    )
    const ended = await project.ask('unit', 'finish', '--claim', claimIn(begun.stdout), '--begin')
    const halted = /# The task was halted: it is not done\n- .*the version is nowhere/
    expect([ended.exit, ended.stdout], ended.stdout).toEqual([0, expect.stringMatching(halted)])
    expect((await project.ask('begin', '--after', `quick/${id}`)).stdout).toMatch(halted)
  })
})

describe('a quick task that failed', () => {
  it('is reported by next until it is begun again, and not after it is cancelled', async () => {
    const project = countingProject().initGit()
    const begun = (await project.ask('unit', 'claim', 'quick', 'fix-typo')).json()
    const failures = async () => {
      const { notices } = (await project.ask('next')).json()
      return notices.filter(({ code }: { code: string }) => code === 'TASK_FAILED')
    }
    expect(await failures()).toEqual([])
    await project.ask('unit', 'finish', '--claim', begun.claim, '--status', 'failed')
    expect(await failures()).toMatchObject([
      { message: expect.stringContaining(begun.unitId), fix: expect.stringContaining(`begin quick ${begun.unitId}`) },
    ])
    const again = (await project.ask('begin', 'quick', begun.unitId, '--json')).json()
    expect(await failures()).toEqual([])
    await project.ask('unit', 'finish', '--claim', again.claim, '--status', 'cancelled')
    expect(await failures()).toEqual([])
  })
})

describe('a finish that is refused', () => {
  const claimQuickTask = async () => {
    const project = countingProject().initGit()
    const answer = (await project.ask('unit', 'claim', 'quick', 'fix-typo')).json()
    const claimed = { token: answer.claim as string, drafts: answer.drafts as string, answer }
    const id = answer.unitId as string
    const number = id.slice(0, 10)
    writeDrafts(project, claimed, {
      [`${number}-PLAN.md`]: planDraft('quick', '01'),
      [`${number}-SUMMARY.md`]: summaryDraft('quick', '01'),
    })
    return { project, claimed, id }
  }

  it('warns before a repeated failure ends the attempt, then says that it has ended and how to begin a new one', async () => {
    const { project, claimed, id } = await claimQuickTask()
    commitPart(project, '01', false)
    const first = (await finish(project, claimed, '--begin', '--json')).json()
    expect(first.text).toContain(`# quick ${id} is not finished\n`)
    expect(first.text).toMatch(/Fix this, then repeat the command\.\nThe same failure again ends this attempt/)
    const second = (await finish(project, claimed, '--begin', '--json')).json()
    expect(second.text).toContain(`# quick ${id} is not finished, and this attempt has ended\n`)
    expect(second.text).toContain(`begin quick ${id}\``)
    expect(second.text).not.toContain('then repeat the c')
    const third = (await finish(project, claimed, '--begin', '--json')).json()
    expect([third.error.code, third.error.fix]).toEqual(['FENCED', expect.stringContaining(`begin quick ${id}`)])
    expect(third.text).toContain('ended as failed')
    expect((await project.ask('begin', 'quick', id)).stdout).toContain(`# quick ${id}: `)
  })

  it('twice leaves the work to the next attempt, which is claimed by id; the same words get a new id', async () => {
    const { project, claimed, id } = await claimQuickTask()
    commitPart(project, '01', false)
    await finish(project, claimed)
    commitPart(project, '01')
    project.write('part-01.test.sh', "printf '# pass 0\\n# fail 1\\n'; exit 1\n")
    expect((await finish(project, claimed)).json().status).toBe('failed')
    project.git('checkout', '--quiet', '--', 'part-01.test.sh')
    const answer = (await project.ask('unit', 'claim', 'quick', id)).json()
    expect(answer.unitId).toBe(id)
    const second = { token: answer.claim as string, drafts: answer.drafts as string, answer }
    const number = id.slice(0, 10)
    writeDrafts(project, second, {
      [`${number}-PLAN.md`]: planDraft('quick', '01'),
      [`${number}-SUMMARY.md`]: summaryDraft('quick', '01'),
    })
    const ended = await finish(project, second)
    expect(ended.json().findings, ended.stdout).toEqual([])
    expect((await project.ask('unit', 'claim', 'quick', 'fix-typo')).json().unitId).not.toBe(id)
  })

  it('twice for a regular unit names begin without an id', async () => {
    const project = countingProject().initGit()
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    commitPart(project, '01', false)
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': summaryDraft('01-counting', '01') })
    await finish(project, claimed, '--begin')
    expect((await finish(project, claimed, '--begin', '--json')).json().text).toMatch(
      /start a new attempt: `\S+ begin`/,
    )
  })

  it('for a claim of a finished unit says that it is finished', async () => {
    const { project, claimed, id } = await claimQuickTask()
    commitPart(project, '01')
    await finish(project, claimed)
    const { text } = (await finish(project, claimed, '--begin', '--json')).json()
    expect(text).toMatch(
      new RegExp(
        `^# quick ${id} cannot be finished with this call\n- .*already finished, so there is nothing to do .*”\n.*begin`,
      ),
    )
    expect(text).not.toMatch(/not finished|repeat the command/)
  })
})

describe('plans of one wave that share a tree', () => {
  const PLAN = Object.keys(OURS).find((path) => path.endsWith('01-02-PLAN.md')) as string
  const delegateShared = async (files: Files, settings: Readonly<Record<string, string>> = {}) => {
    const other = (OURS[PLAN] as string).replace(/^plan: .*$/m, "plan: '03'").replaceAll('part-02', 'part-03')
    const project = makeProject({ ...OURS, [PLAN.replace('01-02', '01-03')]: other }).initGit()
    for (const [path, text] of Object.entries(files)) project.write(path, text)
    const all = {
      'workflow.plan_check': 'false',
      'workflow.research': 'false',
      'workflow.skip_discuss': 'true',
      ...settings,
    }
    for (const [key, value] of Object.entries(all)) await project.ask('config', 'set', key, value)
    const ask = async (...words: readonly string[]) => (await project.askWith({ CLAUDECODE: '1' }, ...words)).stdout
    const { ready } = JSON.parse(await ask('next', '--json'))
    expect(ready.map(({ unitId }: { unitId: string }) => unitId)).toEqual(['01-02', '01-03'])
    const begun = (await ask('begin')).match(/begin execute-plan 01-0\d --role/g) ?? []
    return { begun: begun.length, given: await ask('unit', 'delegate', 'execute-plan', '01-02', '01-03') }
  }

  it('are delegated at once', async () => {
    const { begun, given } = await delegateShared({ 'package.json': '{}' })
    expect([begun, given]).toEqual([2, expect.stringContaining('start all at once')])
  })

  it('are delegated one after another if commits stash the others’ uncommitted work', async () => {
    for (const files of [{ '.pre-commit-config.yaml': 'repos: []\n' }, { 'package.json': '{"lint-staged":{}}' }]) {
      const { begun, given } = await delegateShared(files)
      expect([begun, given]).toEqual([1, expect.stringContaining('one at a time, never two at once')])
      expect(given).not.toContain('at once, before you wait')
    }
  })
})

describe('the model of an agent', () => {
  const CLAUDE = { CLAUDECODE: '1' }
  const OPENCODE = { OPENCODE: '1', OPENCODE_PID: '1' }
  it.each([
    [CLAUDE, { model_overrides: { 'gsd-executor': 'haiku' } }, ', model `haiku`'],
    [CLAUDE, { model_overrides: { 'gsd-executor': 'claude-opus-4-5' } }, null],
    [CLAUDE, { model_profile: 'inherit' }, null],
    [CLAUDE, { models: { execution: 'inherit' } }, null],
    [OPENCODE, { model_overrides: { 'gsd-executor': 'vendor/small' } }, null],
  ])('is named for the call only if the client accepts it there: %j %j: %s', async (env, settings, model) => {
    const config = JSON.stringify({ ...settings, workflow: { depth: 'heavy', plan_check: false } })
    const project = makeProject({ ...OURS, '.planning/config.json': config }).initGit()
    const { stdout } = await project.askWith(env, 'begin')
    const [line = ''] = stdout.split('\n').filter((one) => one.includes('gsd-executor'))
    expect(line).toContain('start the subagent')
    expect(/, model `.*`/.exec(line)?.[0] ?? null).toBe(model)
  })
})
