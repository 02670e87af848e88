// Extensions as people bring them: real folders, real modules, trusted by a person, and what each of them can and cannot do to the path of the project.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { extension, type Made, trust } from '../support/extensions.js'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'

afterEach(disposeProjects)

const UNITS = { check: { about: 'Looks at it' } }
const STATE = {
  type: 'object',
  properties: { seen: { type: 'integer' }, ids: { type: 'array', items: { type: 'string' } } },
  required: ['seen'],
  additionalProperties: false,
}

/** A project of the person with trusted extensions in it. */
async function having(...made: readonly (readonly [body: string, made?: Made])[]): Promise<TempProject> {
  const project = makeProject(OURS).initGit()
  for (const [body, more] of made) {
    for (const [path, text] of Object.entries(extension(body, more))) project.write(path, text)
    expect((await trust(project, more?.name)).json()).toMatchObject({ trusted: true })
  }
  return project
}

const next = async (project: TempProject) => (await project.ask('next')).json()
const ASKS = `api.on('next', () => ({ kind: 'dispatch', unit: { type: 'check', key: '01-02', task: 'Look at it twice' } }))`
const CORE = { unitType: 'execute-plan', unitId: '01-02' }

const THROWS = `() => { throw new Error('broken') }`

/** Takes the unit that is next and hands in a report with this front matter. */
async function doNext(project: TempProject, front = 'verdict: pass') {
  const { unit, revision } = await next(project)
  const claimed = (await project.ask('unit', 'claim', unit.unitType, unit.unitId, '--revision', revision)).json()
  const name = claimed.expects[0].path.split('/').at(-1)
  project.write(`${claimed.drafts}/${name}`, `---\n${front}\n---\n\nSeen.\n`)
  return (await project.ask('unit', 'finish', '--claim', claimed.claim)).json()
}

describe('next', () => {
  it('is what an extension decides, and its words reach whoever takes the unit as a quote', async () => {
    const project = await having([ASKS, { units: UNITS }])
    const { unit, revision, run } = await next(project)
    expect([unit.unitType, unit.unitId, run]).toEqual(['extension', 'demo.check.01-02', 'session'])
    const claimed = (await project.ask('unit', 'claim', 'extension', unit.unitId, '--revision', revision)).json()
    const { stdout } = await project.ask('unit', 'brief', '--claim', claimed.claim)
    expect(stdout).toContain('> Look at it twice')
    expect(stdout).toContain('demo.check.01-02.md')
  })

  it('begins it in one call, and goes on with the core once it is passed', async () => {
    const project = await having([
      `api.on('next', ({ rounds }) => rounds['check.01-02'] ? { kind: 'default' } : { kind: 'dispatch', unit: { type: 'check', key: '01-02', task: 'Look' } })`,
      { units: UNITS },
    ])
    expect((await project.ask('begin', '--json')).json()).toMatchObject({ kind: 'unit', unitType: 'extension' })
    const claim = project.has('.planning/.runtime/claims/extension--demo.check.01-02.json')
    expect(claim).toBe(true)
    const { claim: token, drafts } = JSON.parse(
      project.read('.planning/.runtime/claims/extension--demo.check.01-02.json').replace('"token"', '"claim"'),
    )
    project.write(`${drafts}/demo.check.01-02.md`, '---\nverdict: pass\n---\n')
    const finished = await project.ask('unit', 'finish', '--claim', token)
    expect(finished.json()).toMatchObject({ verdict: 'accept', next: CORE })
    expect((await next(project)).unit).toMatchObject(CORE)
  })

  it('is not claimed for an extension that does not ask for it now', async () => {
    const project = await having([`api.on('next', () => ({ kind: 'default' }))`, { units: UNITS }])
    const { revision } = await next(project)
    const called = await project.ask('unit', 'claim', 'extension', 'demo.check.01-02', '--revision', revision)
    expect([called.exit, called.json().claim]).toEqual([4, null])
  })

  it('is held where an extension says so, with its words and the way on', async () => {
    const project = await having([`api.on('next', () => ({ kind: 'hold', reason: 'too warm', resume: 'wait' }))`])
    const called = await project.ask('next')
    expect([called.exit, called.json().hold.code]).toEqual([4, 'EXT_HOLD'])
    expect(called.json().hold.reason).toContain('too warm')
  })

  it('counts rounds and ends a circle at the cap, which an extension can only lower', async () => {
    const project = await having([ASKS, { units: { check: { about: 'Looks', rounds: 2 } } }])
    await doNext(project)
    expect((await doNext(project)).verdict).toBe('accept')
    const held = await project.ask('next')
    expect([held.exit, held.json().hold.code]).toEqual([4, 'ITERATION_CAP'])
  })

  it('counts a round by what was done, not by how often somebody asked what is next', async () => {
    const project = await having([
      `api.on('next', ({ rounds }) => ({ kind: 'dispatch', unit: { type: 'check', key: '01-02', task: 'Rounds so far: ' + (rounds['check.01-02'] ?? 0) } }))`,
      { units: UNITS },
    ])
    for (let asked = 0; asked < 3; asked++) await next(project)
    await doNext(project)
    expect(JSON.stringify((await next(project)).unit)).toContain('Rounds so far: 1')
  })

  it('lets the first decide by priority, and explains what became of the others', async () => {
    const hold = (why: string) => `api.on('next', () => ({ kind: 'hold', reason: '${why}', resume: 'wait' }))`
    const project = await having(
      [hold('late'), { name: 'late', priority: 700 }],
      [hold('early'), { name: 'early', priority: 100 }],
    )
    expect((await next(project)).hold.reason).toContain('early')
    const { order } = (await project.ask('ext', 'explain', 'next')).json()
    expect(order.map(({ name, did }: { name: string; did: string }) => [name, did])).toEqual([
      ['early', 'ok'],
      ['late', 'not-asked'],
    ])
  })

  it('lets an outer one hear the inner one first, and decide otherwise or stop it', async () => {
    const outer = (verdict: string) =>
      `api.on('next', async (_, next) => { const inner = await next(); return ${verdict} })`
    const inner = [ASKS, { name: 'inner', units: UNITS, priority: 600 }] as const
    const swap = `{ kind: 'dispatch', unit: { type: 'check', key: 'other', task: 'Mine' } }`
    const swapped = await having([outer(swap), { name: 'outer', units: UNITS }], inner)
    const answer = await next(swapped)
    expect(answer.unit.unitId).toBe('outer.check.other')
    const stopped = await having(
      [outer(`{ kind: 'hold', reason: inner.unit.key, resume: 'wait' }`), { name: 'outer' }],
      inner,
    )
    expect((await next(stopped)).hold.reason).toContain('01-02')
  })

  it.each([
    ['throws', `api.on('next', () => { throw new Error('broken') })`, 'THREW'],
    ['throws when it is read', `throw new Error('broken')`, 'THREW'],
    ['throws after it asked', `api.on('next', async (_, next) => { await next(); throw new Error('late') })`, 'THREW'],
    ['never answers', `api.on('next', () => new Promise(() => setInterval(() => {}, 1000)))`, 'TIMEOUT'],
    ['spins', `api.on('next', () => { for (;;) {} })`, 'TIMEOUT'],
    [
      'takes all memory',
      `api.on('next', () => { const all = []; for (;;) all.push(new Array(1e5).fill(0.5)) })`,
      /TIMEOUT|CRASHED/,
    ],
    ['floods the output', `api.on('next', () => { for (;;) console.log('x'.repeat(1e4)) })`, /TIMEOUT|CRASHED/],
    ['answers a flood', `api.on('next', () => ({ kind: 'default', more: 'x'.repeat(1e6) }))`, 'FLOOD'],
    ['ends early', `api.on('next', () => process.exit(0))`, 'CRASHED'],
    ['ends the process', `api.on('next', () => process.kill(process.pid, 'SIGKILL'))`, 'CRASHED'],
    [
      'stands at an undeclared point',
      `api.on('next', () => ({ kind: 'default' })); api.on('check', () => [])`,
      'UNDECLARED_POINT',
    ],
    ['answers what is no verdict', `api.on('next', () => 'yes')`, 'BAD_VERDICT'],
    [
      'wants a unit it does not declare',
      `api.on('next', () => ({ kind: 'dispatch', unit: { type: 'build', key: '1', task: 't' } }))`,
      'BAD_VERDICT',
    ],
  ])('goes on without one that %s, names it, and the other one still counts', async (_, body, result) => {
    const project = await having(
      [body, { name: 'broken', limits: { milliseconds: result === 'TIMEOUT' ? 500 : 1500 }, units: UNITS }],
      [ASKS, { name: 'well', units: UNITS, priority: 600 }],
    )
    const before = project.snapshot()
    const answer = await next(project)
    expect(answer.unit?.unitId).toBe('well.check.01-02')
    const said = answer.notices.find(({ code }: { code: string }) => code === 'EXT_FAILED')
    expect(said.message).toContain('broken')
    expect(said.message).toMatch(result)
    expect(project.snapshot()).toEqual(before)
  })

  it('charges nobody for what those further in take', async () => {
    const slow = `api.on('next', async () => { await new Promise((go) => setTimeout(go, 4000)); return { kind: 'default' } })`
    const outer = `api.on('next', async (_, next) => { await next(); await new Promise((go) => setTimeout(go, 200)); return { kind: 'hold', reason: 'heard', resume: 'wait' } })`
    const project = await having(
      [outer, { name: 'outer', priority: 100, limits: { milliseconds: 3000 } }],
      [slow, { name: 'slow', limits: { milliseconds: 5000 } }],
    )
    const { hold } = await next(project)
    expect(hold.reason).toContain('heard')
    expect((await project.ask('ext', 'explain', 'next')).json().order.map(({ did }: { did: string }) => did)).toEqual([
      'ok',
      'ok',
    ])
  })

  it('has an end where twenty of them never answer: those that are left are not begun', async () => {
    const hangs = `api.on('next', () => new Promise(() => setInterval(() => {}, 1000)))`
    const names = Array.from({ length: 20 }, (_, at) => `slow-${at + 10}`)
    const project = await having(...names.map((name) => [hangs, { name, limits: { milliseconds: 1000 } }] as const), [
      ASKS,
      { name: 'last', priority: 900, units: UNITS },
    ])
    const answer = await next(project)
    expect(answer.unit).toMatchObject(CORE)
    const said = answer.notices.filter(({ code }: { code: string }) => code === 'EXT_FAILED')
    expect(said[0].message).toContain('TIMEOUT')
    expect(said.at(-1).message).toMatch(/^the extension last .*BUDGET/)
  })

  it('is not changed by one that forgets to ask or changes what it is told', async () => {
    const project = await having([
      `api.on('next', (context) => { try { context.state.step = 'verifying' } catch {} return { kind: 'default' } })`,
    ])
    expect((await next(project)).unit).toMatchObject(CORE)
  })

  it('is not spent on once the ceiling is reached', async () => {
    const project = await having([ASKS, { units: UNITS }])
    await project.ask('config', 'set', 'budget.ceiling', '1')
    await project.ask('metrics', 'record', '--unit', 'execute-plan/01-01', '--cost', '1.5')
    const { hold, revision } = await next(project)
    expect(hold.code).toBe('BUDGET')
    const claimed = await project.ask('unit', 'claim', 'extension', 'demo.check.01-02', '--revision', revision)
    expect([claimed.exit, claimed.json().hold.code]).toEqual([4, 'BUDGET'])
  })

  it('is told what no handler can change', async () => {
    const project = await having([
      `api.on('next', ({ state }) => { try { state.phase.id = '99' } catch ({ name }) { return { kind: 'hold', reason: name, resume: 'wait' } } })`,
    ])
    expect((await next(project)).hold.reason).toContain('TypeError')
  })

  it('stays with the core where the core holds: no extension is asked', async () => {
    const project = await having([ASKS, { units: UNITS }])
    project.write('.planning/config.json', '{ "mode": }')
    expect((await next(project)).hold.code).toBe('CONFIG')
  })
})

describe('state', () => {
  const KEEPS = `${ASKS}
    api.on('afterFinish', (context) => {
      const seen = (context.own.milestone?.seen ?? 0) + 1
      context.set('milestone', '', { seen, ids: [context.unit.own.key, context.artifacts[0].frontMatter.verdict] })
      context.set('phase', '01', { seen })
      context.set('plan', '01-02', { seen })
    })`
  const MADE = { points: ['next', 'afterFinish'], units: UNITS, state: STATE }
  const PLAN = '.planning/phases/01-foundation/01-02-PLAN.md'

  it('is kept in the front matter of what it belongs to, in the one write of the finish, and undone with it', async () => {
    const project = await having([KEEPS, MADE])
    const plan = project.read(PLAN)
    const { revision } = await next(project)
    const finished = await doNext(project)
    expect(finished.findings).toEqual([])
    expect(project.read(PLAN)).toContain('extensions:')
    expect(project.read(PLAN).replace(/extensions:\n(?: +.*\n)+/, '')).toBe(plan)
    expect(project.read('.planning/STATE.md')).toMatch(/extensions:\n {2}demo:\n {4}seen: 1\n/)
    expect(project.read('.planning/phases/01-foundation/01-EXTENSIONS.md')).toContain('seen: 1')
    expect((await project.ask('state', 'json')).json().extensions.demo).toMatchObject({ 'plan 01-02': { seen: '1' } })
    // What extensions keep is no input of the derivation.
    expect((await next(project)).revision).toBe(revision)
    const undone = await project.ask('undo', finished.journal, '--yes')
    expect(undone.exit).toBe(0)
    expect(project.read(PLAN)).toBe(plan)
  })

  it('is written by nobody but its owner, and not where it does not obey the schema', async () => {
    const project = await having([
      `${ASKS}; api.on('afterFinish', (context) => { context.set('milestone', '', { seen: 'much' }); context.set('plan', '01-02', { seen: 1 }) })`,
      MADE,
    ])
    const plan = project.read(PLAN)
    const finished = await doNext(project)
    expect(finished.verdict).toBe('accept')
    expect(finished.findings).toContainEqual(
      expect.objectContaining({ code: 'EXT_FAILED', message: expect.stringContaining('seen') }),
    )
    expect([project.read(PLAN), project.read('.planning/STATE.md').includes('extensions:')]).toEqual([plan, false])
  })
})

describe('the other points', () => {
  it('adds quoted words to a brief, within what a brief has room for', async () => {
    const project = await having([
      `api.on('brief', () => ['Mind the \\u001b[31mgap', ...Array(100).fill('x'.repeat(400))])`,
      { points: ['brief'] },
    ])
    const { unit, revision } = await next(project)
    const claimed = (await project.ask('unit', 'claim', unit.unitType, unit.unitId, '--revision', revision)).json()
    const { stdout } = await project.ask('unit', 'brief', '--claim', claimed.claim)
    expect(stdout).toContain('demo: “Mind the [31mgap”')
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(8000)
  })

  it('refuses a claim, and facts of one are told to the others', async () => {
    const project = await having(
      [`api.on('derive', () => ({ freeze: true }))`, { name: 'freezer', points: ['derive'] }],
      [
        `api.on('beforeClaim', ({ facts }) => facts.freezer.freeze ? { deny: 'frozen' } : null)`,
        { points: ['beforeClaim'] },
      ],
    )
    const { unit, revision } = await next(project)
    const called = await project.ask('unit', 'claim', unit.unitType, unit.unitId, '--revision', revision)
    expect([called.exit, called.json().hold]).toMatchObject([
      4,
      { code: 'EXT_DENIED', reason: expect.stringContaining('frozen') },
    ])
  })

  it.each([
    ['step by step', 'unit', 'claim', 'execute-plan', '01-02'],
    ['what is next in one call', 'begin', '--json'],
    ['a unit that a person chose', 'begin', 'execute-plan', '01-02', '--json'],
    ['as the subagent of a unit', 'begin', 'execute-plan', '01-02', '--role', '--json'],
    ['a task beside the phases', 'begin', 'quick', '260105-abc-typo', '--json'],
    ['what was asked about a phase', 'begin', 'review-code', '01', '--json'],
  ])('is asked before every claim, by whatever way it comes: %s', async (_, ...words) => {
    const project = await having([
      `api.on('beforeClaim', ({ unit }) => ({ deny: 'frozen: ' + JSON.stringify(unit) }))`,
      { points: ['beforeClaim'] },
    ])
    project.write('.planning/config.json', '{"planning_schema":1,"workflow":{"depth":"light"}}')
    const { revision } = await next(project)
    const called = await project.ask(...words, ...(words[1] === 'claim' ? ['--revision', revision] : []))
    expect([called.exit, called.stdout]).toEqual([4, expect.stringContaining('frozen: {')])
    expect(existsSync(project.at('.planning/.runtime/claims'))).toBe(false)
  })

  it('finds something wrong before a unit is accepted', async () => {
    const project = await having([
      `${ASKS}; api.on('check', ({ artifacts }) => artifacts.filter(({ frontMatter }) => !frontMatter.verdict).map(({ path }) => ({ message: 'no verdict', path, fix: 'say it' })))`,
      { points: ['next', 'check'], units: UNITS },
    ])
    const refused = await doNext(project, 'other: 1')
    expect(refused).toMatchObject({ verdict: 'rework', findings: [{ code: 'EXT_CHECK', fix: 'say it' }] })
  })
})

describe('a handler of which the manifest says that nothing goes on where it fails', () => {
  const held = (point: string) =>
    expect.stringMatching(new RegExp(`broken failed at ${point} .*(THREW|TIMEOUT|BAD_VERDICT)`))
  const broken = (point: string, handler = THROWS, points = [point]) =>
    [
      `${points.includes('next') && point !== 'next' ? `${ASKS};` : ''} api.on('${point}', ${handler})`,
      { name: 'broken', points, units: UNITS, limits: { milliseconds: 500 }, onError: { [point]: 'hold' } },
    ] as const
  const well = (body: string, made: Made) => [body, { name: 'well', units: UNITS, priority: 600, ...made }] as const

  it.each([
    ['throws', 'next', THROWS],
    ['never answers', 'next', `() => new Promise(() => setInterval(() => {}, 1000))`],
    ['answers nonsense', 'next', `() => 'yes'`],
    ['throws', 'derive', THROWS],
  ])('holds what is next, whatever others want, where it %s at %s', async (_, point, handler) => {
    const project = await having(broken(point, handler), well(ASKS, {}))
    const before = project.snapshot()
    const called = await project.ask('next')
    expect([called.exit, called.json().hold]).toMatchObject([4, { code: 'EXT_FAILED', reason: held(point) }])
    expect(project.snapshot()).toEqual(before)
    const { order } = (await project.ask('ext', 'explain', point)).json()
    expect(order[0]).toMatchObject({ name: 'broken', onError: 'hold' })
    await project.ask('ext', 'switch', 'broken', 'off')
    expect((await next(project)).unit.unitId).toBe('well.check.01-02')
  })

  it.each([
    ['throws', THROWS],
    ['answers nonsense', `() => 'no'`],
  ])('takes no claim where it %s', async (_, handler) => {
    const project = await having(broken('beforeClaim', handler))
    const { unit, revision } = await next(project)
    const called = await project.ask('unit', 'claim', unit.unitType, unit.unitId, '--revision', revision)
    expect([called.exit, called.json().hold]).toMatchObject([4, { code: 'EXT_FAILED', reason: held('beforeClaim') }])
    expect(existsSync(project.at('.planning/.runtime/claims'))).toBe(false)
  })

  it.each([
    ['throws', 'check', THROWS],
    ['answers nonsense', 'check', `() => 'fine'`],
    ['throws', 'afterFinish', THROWS],
    ['keeps what its schema forbids', 'afterFinish', `(context) => context.set('milestone', '', { much: 1 })`],
  ])('ends no unit and keeps nothing of anybody where it %s at %s', async (_, point, handler) => {
    const project = await having(
      broken(point, handler, ['next', point]),
      well(`api.on('afterFinish', (context) => context.set('milestone', '', { seen: 1 }))`, {
        points: ['afterFinish'],
        state: STATE,
      }),
    )
    const { unit, revision } = await next(project)
    const { claim, drafts } = (
      await project.ask('unit', 'claim', unit.unitType, unit.unitId, '--revision', revision)
    ).json()
    project.write(`${drafts}/${unit.unitId}.md`, '---\nverdict: pass\n---\n')
    const before = project.snapshot()
    const called = await project.ask('unit', 'finish', '--claim', claim)
    expect([called.exit, called.json()]).toMatchObject([
      4,
      { status: null, verdict: 'hold', error: { code: 'HOLD', message: held(point) } },
    ])
    expect(project.snapshot()).toEqual(before)
  })

  it('is told where somebody gives a unit up, which needs no leave', async () => {
    const project = await having(
      broken('afterFinish'),
      well(`api.on('afterFinish', (context) => context.set('milestone', '', { seen: 1 }))`, {
        points: ['afterFinish'],
        state: STATE,
      }),
    )
    const { unit, revision } = await next(project)
    const { claim } = (await project.ask('unit', 'claim', unit.unitType, unit.unitId, '--revision', revision)).json()
    const end = (status: string) => project.ask('unit', 'finish', '--claim', claim, '--status', status)
    const failed = await end('failed')
    expect([failed.exit, failed.json().error.message]).toEqual([4, held('afterFinish')])
    const cancelled = await end('cancelled')
    expect([cancelled.exit, cancelled.json()]).toMatchObject([
      0,
      { status: 'cancelled', findings: [{ code: 'EXT_FAILED', message: held('afterFinish') }] },
    ])
    expect(existsSync(project.at('.planning/.runtime/claims'))).toBe(false)
    expect((await project.ask('state', 'json')).stdout).not.toContain('"seen"')
  })

  it('is a point of the manifest, and no brief', async () => {
    const project = makeProject(OURS)
    for (const onError of [{ brief: 'hold' }, { check: 'hold' }, { next: 'stop' }]) {
      const made = { points: ['next', 'brief'], onError } as Made
      for (const [path, text] of Object.entries(extension('', made))) project.write(path, text)
      const [listed] = (await project.ask('ext', 'list')).json().extensions
      expect([listed.state, listed.notices[0].message]).toEqual(['broken', expect.stringContaining('onError')])
    }
  })
})

describe('what a handler was given is worth nothing once it has answered or its time is over', () => {
  const SET = "context.set('milestone', '', { seen: 2 })"
  const late = async (body: string) => {
    const project = makeProject(OURS).initGit()
    const made = {
      points: ['next', 'afterFinish'],
      grants: ['run'],
      units: UNITS,
      state: STATE,
      limits: { milliseconds: 400 },
    }
    for (const [path, text] of Object.entries(extension(`${ASKS}; api.on('afterFinish', ${body})`, made)))
      project.write(path, text)
    await trust(project)
    // It keeps the process of both at work for longer than the other one waits.
    const slow = `api.on('afterFinish', () => new Promise((go) => setTimeout(go, 1200)))`
    const beside = { name: 'slow', points: ['afterFinish'], grants: ['run'], limits: { milliseconds: 2500 } }
    for (const [path, text] of Object.entries(extension(slow, beside))) project.write(path, text)
    await trust(project, 'slow')
    const finished = await doNext(project)
    return { finished, state: project.read('.planning/STATE.md') }
  }

  it('keeps what was set before it answered, and nothing that a timer sets after it', async () => {
    const { finished, state } = await late(`async (context) => {
      context.set('milestone', '', { seen: 1 })
      for (const wait of [setImmediate, setTimeout]) wait(() => { ${SET}  })
    }`)
    expect([finished.verdict, finished.findings]).toEqual(['accept', []])
    expect(/seen: \d/.exec(state)?.[0]).toBe('seen: 1')
  })

  it('keeps nothing of one that took too long, nor of what it does afterwards', async () => {
    const { finished, state } = await late(`(context) => new Promise((go) => {
      context.set('milestone', '', { seen: 1 })
      setTimeout(() => { ${SET}; go() }, 800)
    })`)
    expect([finished.verdict, finished.findings[0].message]).toEqual(['accept', expect.stringContaining('TIMEOUT')])
    expect(state).not.toContain('extensions:')
  })

  it('is not asked twice because another one after it ends the process of both', async () => {
    const program = "appendFileSync('asked', 'once ')"
    const runs = `(await import('node:child_process')).execFileSync(process.execPath, ['-e', ${JSON.stringify(`require('node:fs').${program}`)}])`
    const project = await having(
      [
        `api.on('next', ({ rounds }) => rounds['check.1'] ? { kind: 'default' } : { kind: 'dispatch', unit: { type: 'check', key: '1', task: 'Look' } })
        api.on('afterFinish', async (context) => { ${runs}; context.set('milestone', '', { seen: 1 }) })`,
        {
          points: ['next', 'afterFinish'],
          units: UNITS,
          state: STATE,
          grants: ['run'],
          priority: 1,
          limits: { milliseconds: 5000 },
        },
      ],
      [
        `api.on('afterFinish', () => process.exit(1))`,
        { name: 'greedy', points: ['afterFinish'], grants: ['run'], limits: { milliseconds: 5000 } },
      ],
    )
    const { verdict, findings } = await doNext(project)
    expect([verdict, findings.map(({ message }: { message: string }) => message.slice(0, 24))]).toEqual([
      'accept',
      ['the extension greedy was'],
    ])
    expect(project.read('asked')).toBe('once ')
    expect(project.read('.planning/STATE.md')).toContain('seen: 1')
  })
})

describe('an extension of the person', () => {
  const ofPerson = (project: TempProject, body: string, made: Made = {}) => {
    for (const [path, text] of Object.entries(extension(body, made))) {
      const to = join(project.home, path)
      mkdirSync(dirname(to), { recursive: true })
      writeFileSync(to, text)
    }
  }

  it('counts in every project without a word, unless their own settings switch it off', async () => {
    const project = makeProject(OURS)
    ofPerson(project, `api.on('next', () => ({ kind: 'hold', reason: 'mine', resume: 'wait' }))`)
    expect((await next(project)).hold.reason).toContain('mine')
    project.write('.planning/config.json', '{"planning_schema":1,"extensions":{"disabled":["demo"]}}')
    expect((await next(project)).hold.reason).toContain('mine')
    writeFileSync(join(project.home, '.gsd/config.json'), '{"extensions":{"disabled":["demo"]}}')
    expect((await next(project)).kind).toBe('dispatch')
  })

  it('is put in the shade by one that a project brings under its name once a person trusts that, and not before', async () => {
    const holds = (whose: string) => `api.on('next', () => ({ kind: 'hold', reason: '${whose}', resume: 'wait' }))`
    const project = makeProject({ ...OURS, ...extension(holds('theirs')) }).initGit()
    ofPerson(project, holds('mine'))
    expect((await next(project)).hold.reason).toContain('mine')
    const asked = await project.ask('ext', 'trust', 'demo')
    expect(asked.json().error.message).toContain('in the place of the one that you have')
    await trust(project)
    expect((await next(project)).hold.reason).toContain('theirs')
    const { extensions } = (await project.ask('ext', 'list')).json()
    expect(extensions.map(({ name, source, state }: never) => [name, source, state]).slice(0, 2)).toEqual([
      ['demo', 'user', 'shadowed'],
      ['demo', 'project', 'active'],
    ])
    await project.ask('ext', 'switch', 'demo', 'off')
    expect((await next(project)).hold.reason).toContain('mine')
  })
})

describe('an extension of the pack', () => {
  const stateOf = async (project: TempProject, name = 'review-loop') =>
    (await project.ask('ext', 'list'))
      .json()
      .extensions.flatMap((one: { name: string; source: string; state: string }) =>
        one.name === name ? [`${one.source} ${one.state}`] : [],
      )
  const settings = (extensions: object) => JSON.stringify({ planning_schema: 1, extensions })

  it('is there and off until the settings of the project or of the person name it', async () => {
    const project = makeProject(OURS)
    expect(await stateOf(project)).toEqual(['package off'])
    for (const named of [{ shipped: ['review-loop'] }, { enabled: ['review-loop'] }]) {
      project.write('.planning/config.json', settings(named))
      expect(await stateOf(project)).toEqual(['package active'])
    }
    project.write('.planning/config.json', settings({ disabled: ['review-loop'] }))
    mkdirSync(join(project.home, '.gsd'), { recursive: true })
    writeFileSync(join(project.home, '.gsd/config.json'), settings({ shipped: ['review-loop'] }))
    expect(await stateOf(project)).toEqual(['package off'])
    project.write('.planning/config.json', settings({}))
    expect(await stateOf(project)).toEqual(['package active'])
  })

  it('runs in a project that has no folder of extensions, and costs no other call a look at what it is', async () => {
    const project = makeProject(OURS)
    await project.ask('ext', 'switch', 'review-loop', 'on')
    expect((await project.ask('ext', 'explain', 'next')).json().order).toMatchObject([
      { name: 'review-loop', source: 'package', did: 'ok' },
    ])
    await project.ask('ext', 'switch', 'review-loop', 'off')
    expect((await project.ask('ext', 'explain', 'next')).json().order).toEqual([])
  })

  it('is switched off in a project although the person wants it everywhere, and on again', async () => {
    const project = makeProject(OURS)
    mkdirSync(join(project.home, '.gsd'), { recursive: true })
    writeFileSync(join(project.home, '.gsd/config.json'), settings({ shipped: ['review-loop'] }))
    for (const to of ['off', 'on']) {
      expect((await project.ask('ext', 'switch', 'review-loop', to)).json()).toMatchObject({ changed: true })
      expect((await project.ask('ext', 'switch', 'review-loop', to)).json()).toMatchObject({ changed: false })
      expect(await stateOf(project)).toEqual([`package ${to === 'on' ? 'active' : 'off'}`])
    }
  })

  it('stands behind one of its name that the person has', async () => {
    const project = makeProject(OURS)
    await project.ask('ext', 'switch', 'review-loop', 'on')
    for (const [path, text] of Object.entries(extension('', { name: 'review-loop' }))) {
      mkdirSync(dirname(join(project.home, path)), { recursive: true })
      writeFileSync(join(project.home, path), text)
    }
    expect(await stateOf(project)).toEqual(['user active', 'package shadowed'])
  })

  it('is switched on where a list says which alone count', async () => {
    const project = makeProject({ ...OURS, ...extension('') })
    await trust(project)
    project.write('.planning/config.json', settings({ enabled: ['other'] }))
    expect(await stateOf(project, 'demo')).toEqual(['project off'])
    await project.ask('ext', 'switch', 'demo', 'on')
    expect(await stateOf(project, 'demo')).toEqual(['project active'])
  })
})
