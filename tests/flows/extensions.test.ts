// Extensions in real folders, trusted by the user, and how they can and cannot change the path of a project.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { agreed } from '../support/agreed.js'
import { extension, type Manifest, trust } from '../support/extensions.js'
import { askGsd } from '../support/gsd.js'
import { addMetric } from '../support/metric.js'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'

afterEach(disposeProjects)

/** `rounds` occurs in older manifests. */
const UNITS = { check: { about: 'Looks at it', rounds: 2 } }
const STATE = {
  type: 'object',
  properties: { seen: { type: 'integer' }, ids: { type: 'array', items: { type: 'string' } } },
  required: ['seen'],
  additionalProperties: false,
}

/** Makes a project with trusted extensions. */
async function projectWith(...made: readonly (readonly [body: string, made?: Manifest])[]): Promise<TempProject> {
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

const statePath = (key: string, name = 'demo') => `.planning/extensions/${name}/${key}.json`

const THROWS = `() => { throw new Error('broken') }`

/** Claims the next unit and submits a report with the given front matter; returns the answer of the finish. */
async function doNext(project: TempProject, front = 'verdict: pass') {
  const { unit, revision } = await next(project)
  const claimed = (await project.ask('unit', 'claim', unit.unitType, unit.unitId, '--revision', revision)).json()
  const name = claimed.expects[0].path.split('/').at(-1)
  project.write(`${claimed.drafts}/${name}`, `---\n${front}\n---\n\nSeen.\n`)
  return (await project.ask('unit', 'finish', '--claim', claimed.claim)).json()
}

describe('next', () => {
  it('can be decided by an extension, whose text is quoted in the unit’s brief', async () => {
    const project = await projectWith([ASKS, { units: UNITS }])
    const { unit, revision, run } = await next(project)
    expect([unit.unitType, unit.unitId, run]).toEqual(['extension', 'demo.check.01-02', 'session'])
    // `gsd auto --to 1` ends after this phase, not before it.
    expect((await next(project)).phase).toBe('01')
    const claimed = (await project.ask('unit', 'claim', 'extension', unit.unitId, '--revision', revision)).json()
    const { stdout } = await project.ask('unit', 'brief', '--claim', claimed.claim)
    expect(stdout).toContain('> Look at it twice')
    expect(stdout).toContain('demo.check.01-02.md')
  })

  it('may be an extension’s unit, which begin claims in one call; after its finish the core continues', async () => {
    const project = await projectWith([
      `api.on('next', ({ own }) => own['01-02'] ? { kind: 'default' } : { kind: 'dispatch', unit: { type: 'check', key: '01-02', task: 'Look' } }); api.on('afterFinish', ({ set }) => set('01-02', { seen: 1 }))`,
      { points: ['next', 'afterFinish'], units: UNITS, state: STATE },
    ])
    expect((await project.ask('begin', '--json')).json()).toMatchObject({ kind: 'unit', unitType: 'extension' })
    const claim = project.has('.planning/.runtime/claims/extension--demo.check.01-02.json')
    expect(claim).toBe(true)
    const { claim: token, drafts } = JSON.parse(
      project.read('.planning/.runtime/claims/extension--demo.check.01-02.json').replace('"token"', '"claim"'),
    )
    project.write(`${drafts}/demo.check.01-02.md`, '---\nverdict: pass\n---\n')
    const finished = await project.ask('unit', 'finish', '--claim', token)
    expect(finished.json()).toMatchObject({ verdict: 'accept' })
    expect((await next(project)).unit).toMatchObject(CORE)
  })

  it('refuses a claim of an extension’s unit that no extension asks for now', async () => {
    const project = await projectWith([`api.on('next', () => ({ kind: 'default' }))`, { units: UNITS }])
    const { revision } = await next(project)
    const called = await project.ask('unit', 'claim', 'extension', 'demo.check.01-02', '--revision', revision)
    expect([called.exit, called.json().claim]).toEqual([4, null])
  })

  it('is on hold if an extension says so, with its reason', async () => {
    const project = await projectWith([`api.on('next', () => ({ kind: 'hold', reason: 'too warm', resume: 'wait' }))`])
    const called = await project.ask('next')
    expect([called.exit, called.json().hold.code]).toEqual([4, 'EXT_HOLD'])
    expect(called.json().hold.reason).toContain('too warm')
  })

  it('is on hold after an extension’s unit was finished five times, until the user resets it', async () => {
    const project = await projectWith([ASKS, { units: UNITS }])
    for (let round = 0; round < 5; round++) expect((await doNext(project)).verdict).toBe('accept')
    const held = await project.ask('next')
    expect([held.exit, held.json().hold.code]).toEqual([4, 'LOOP_CAP'])
    await agreed(project, 'unit', 'reset', 'extension', 'demo.check.01-02', '--reason', 'once more')
    expect((await next(project)).unit.unitId).toBe('demo.check.01-02')
  })

  it('lets the extension decide whose name comes first', async () => {
    const hold = (why: string) => `api.on('next', () => ({ kind: 'hold', reason: '${why}', resume: 'wait' }))`
    const project = await projectWith([hold('late'), { name: 'late' }], [hold('early'), { name: 'early' }])
    expect((await next(project)).hold.reason).toContain('early')
  })

  it('lets an outer handler see the inner one’s decision first, and change or stop it', async () => {
    const outer = (verdict: string) =>
      `api.on('next', async (_, next) => { const inner = await next(); return ${verdict} })`
    const inner = [ASKS, { name: 'inner', units: UNITS }] as const
    const swap = `{ kind: 'dispatch', unit: { type: 'check', key: 'other', task: 'Mine' } }`
    const swapped = await projectWith([outer(swap), { name: 'around', units: UNITS }], inner)
    const answer = await next(swapped)
    expect(answer.unit.unitId).toBe('around.check.other')
    const scribbled = `{ kind: (inner.unit.key = '../x') && 'default' }`
    for (const passed of ['undefined', 'inner', '{ ...inner }', `{ kind: 'default' }`, scribbled])
      expect((await next(await projectWith([outer(passed), { name: 'around' }], inner))).unit.unitId, passed).toBe(
        'inner.check.01-02',
      )
    const stopped = await projectWith(
      [outer(`{ kind: 'hold', reason: inner.unit.key, resume: 'wait' }`), { name: 'around' }],
      inner,
    )
    expect((await next(stopped)).hold.reason).toContain('01-02')
  })

  const HANGS = `api.on('next', () => new Promise(() => setInterval(() => {}, 1000)))`
  it.each([
    ['throws', `api.on('next', () => { throw new Error('broken') })`, 'broken'],
    ['throws when it is loaded', `throw new Error('broken')`, 'broken'],
    ['throws after it asked', `api.on('next', async (_, next) => { await next(); throw new Error('late') })`, 'late'],
    [
      'floods the output',
      `api.on('next', () => { for (let at = 0; at < 1e3; at++) console.log('x'.repeat(1e4)); throw new Error('wet') })`,
      'wet',
    ],
    ['never answers', `api.on('next', () => new Promise(() => {}))`, 'timed out'],
    [
      'has a handler at an undeclared point',
      `api.on('next', () => null); api.on('check', () => [])`,
      'does not declare check',
    ],
    ['answers something other than a verdict', `api.on('next', () => 'yes')`, 'expected { kind'],
    ['answers something other than JSON', `api.on('next', () => ({ kind: 'hold', reason: 1n }))`, 'BigInt'],
    [
      'wants a unit it does not declare',
      `api.on('next', () => ({ kind: 'dispatch', unit: { type: 'build', key: '1', task: 't' } }))`,
      'declares no unit "build"',
    ],
  ])('skips an extension that %s, names it, and still asks the other', async (_, body, problem) => {
    const project = await projectWith([body, { name: 'broken', units: UNITS }], [ASKS, { name: 'well', units: UNITS }])
    const before = project.snapshot()
    const answer = await next(project)
    expect(answer.unit?.unitId).toBe('well.check.01-02')
    const notice = answer.notices.find(({ code }: { code: string }) => code === 'EXT_FAILED')
    expect(notice.message).toContain('the extension broken was left out')
    expect(notice.message).toContain(problem)
    expect(project.snapshot()).toEqual(before)
  })

  it('names a working command that disables a broken extension', async () => {
    const project = await projectWith([`api.on('next', ${THROWS})`, { onError: { next: 'hold' } }])
    const { hold } = await next(project)
    expect(hold.resume).toContain('gsd ext revoke demo')
    expect((await askGsd(project.home, ['ext', 'revoke', 'demo'], { cwd: project.root })).exit).toBe(0)
    expect((await next(project)).unit).toMatchObject(CORE)
  })

  it('stops asking extensions if two never answer', async () => {
    const project = await projectWith(
      [HANGS, { name: 'hangs-1' }],
      [HANGS, { name: 'hangs-2' }],
      [ASKS, { name: 'last', units: UNITS }],
    )
    const answer = await next(project)
    expect(answer.unit).toMatchObject(CORE)
    expect(answer.notices.at(-1).message).toMatch(/^the extension last .*used up the time/)
  })

  it('does not begin an extension’s unit at the cost ceiling', async () => {
    const project = await projectWith([ASKS, { units: UNITS }])
    await project.ask('config', 'set', 'budget.ceiling', '1')
    addMetric(project, { cost: 1.5 })
    const { hold, revision } = await next(project)
    expect(hold.code).toBe('BUDGET')
    const claimed = await project.ask('unit', 'claim', 'extension', 'demo.check.01-02', '--revision', revision)
    expect([claimed.exit, claimed.json().hold.code]).toEqual([4, 'BUDGET'])
  })

  it('gives a handler facts that no other handler can change', async () => {
    const project = await projectWith(
      [`api.on('next', ({ state }) => { state.phase.id = '99' })`, { name: 'early' }],
      [`api.on('next', ({ state }) => ({ kind: 'hold', reason: state.phase.id, resume: 'wait' }))`, { name: 'late' }],
    )
    expect((await next(project)).hold.reason).toContain('01')
  })

  it('asks no extension while the core is on hold', async () => {
    const project = await projectWith([ASKS, { units: UNITS }])
    project.write('.planning/config.json', '{ "mode": }')
    expect((await next(project)).hold.code).toBe('CONFIG')
  })
})

describe('state', () => {
  const KEEPS = `${ASKS}
    api.on('afterFinish', (context) => {
      const seen = (context.own.all?.seen ?? 0) + 1
      context.set('all', { seen, ids: [context.unit.own.key, context.artifacts[0].frontMatter.verdict] })
      context.set('01-02', { seen })
    })`
  const MADE = { points: ['next', 'afterFinish'], units: UNITS, state: STATE }
  it('is saved in a file per key, in the same write as the finish, and undone with it', async () => {
    const project = await projectWith([KEEPS, MADE])
    const { revision } = await next(project)
    expect((await doNext(project)).findings).toEqual([])
    expect(JSON.parse(project.read(statePath('all')))).toEqual({ seen: 1, ids: ['01-02', 'pass'] })
    expect(JSON.parse(project.read(statePath('01-02')))).toEqual({ seen: 1 })
    // The state of extensions is not an input of the derivation.
    expect((await next(project)).revision).toBe(revision)
    const finished = await doNext(project)
    expect(JSON.parse(project.read(statePath('01-02')))).toEqual({ seen: 2 })
    expect((await project.ask('undo', finished.journal, '--yes')).exit).toBe(0)
    expect(JSON.parse(project.read(statePath('01-02')))).toEqual({ seen: 1 })
  })

  it.each(['<<<<<<< ours\n{"seen":1}\n', '{"seen":', '[1]'])(
    'that is not an object is not overwritten: %s',
    async (text) => {
      const set = `api.on('afterFinish', ({ set }) => set('all', { seen: 1 }))`
      const project = await projectWith(
        [set, { points: ['afterFinish'], state: STATE }],
        [ASKS, { name: 'asks', units: UNITS }],
      )
      project.write(statePath('all'), text)
      project.write('.planning/extensions/demo/notes.md', 'not a state\n')
      const message = expect.stringContaining('its state all is not a JSON object')
      expect((await doNext(project)).findings).toMatchObject([{ code: 'EXT_FAILED', message }])
      expect(project.read(statePath('all'))).toBe(text)
    },
  )

  it('is not saved at all if one value breaks the schema, which is a finding of the accepted unit', async () => {
    const project = await projectWith([
      `${ASKS}; api.on('afterFinish', (context) => { context.set('all', { seen: 'much' }); context.set('01-02', { seen: 1 }) })`,
      MADE,
    ])
    const finished = await doNext(project)
    expect(finished.verdict).toBe('accept')
    expect(finished.findings).toContainEqual(
      expect.objectContaining({ code: 'EXT_FAILED', message: expect.stringContaining('seen') }),
    )
    expect([project.has(statePath('all')), project.has(statePath('01-02'))]).toEqual([false, false])
  })
})

describe('the other points', () => {
  it('can add quoted text to a brief, within its limit', async () => {
    const project = await projectWith([
      `api.on('brief', () => ['Mind the \\u001b[31mgap', ...Array(100).fill('x'.repeat(400))])`,
      { points: ['brief'] },
    ])
    const { unit, revision } = await next(project)
    const claimed = (await project.ask('unit', 'claim', unit.unitType, unit.unitId, '--revision', revision)).json()
    const { stdout } = await project.ask('unit', 'brief', '--claim', claimed.claim)
    expect(stdout).toContain('demo: “Mind the [31mgap”')
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(8000)
  })

  it('can report problems before a unit is accepted', async () => {
    const project = await projectWith([
      `${ASKS}; api.on('check', ({ artifacts }) => artifacts.filter(({ frontMatter }) => !frontMatter.verdict).map(({ path }) => ({ message: 'no verdict', path, fix: 'say it' })))`,
      { points: ['next', 'check'], units: UNITS },
    ])
    const refused = await doNext(project, 'other: 1')
    expect(refused).toMatchObject({ verdict: 'rework', findings: [{ code: 'EXT_CHECK', fix: 'say it' }] })
  })
})

describe('a handler whose manifest makes its failure stop everything', () => {
  const reasonAt = (point: string) => expect.stringMatching(new RegExp(`broken failed at ${point}, `))
  const broken = (point: string, handler = THROWS, points = [point]) =>
    [
      `${points.includes('next') && point !== 'next' ? `${ASKS};` : ''} api.on('${point}', ${handler})`,
      { name: 'broken', points, units: UNITS, onError: { [point]: 'hold' } },
    ] as const
  const well = (body: string, made: Manifest) => [body, { name: 'well', units: UNITS, ...made }] as const

  it.each([
    ['throws', 'next', THROWS],
    ['answers nonsense', 'next', `() => 'yes'`],
  ])('puts next on hold, whatever others decide, if it %s at %s', async (_, point, handler) => {
    const project = await projectWith(broken(point, handler), well(ASKS, {}))
    const before = project.snapshot()
    const called = await project.ask('next')
    expect([called.exit, called.json().hold]).toMatchObject([4, { code: 'EXT_FAILED', reason: reasonAt(point) }])
    expect(project.snapshot()).toEqual(before)
    await agreed(project, 'ext', 'trust', 'broken', '--revoke')
    expect((await next(project)).unit.unitId).toBe('well.check.01-02')
  })

  it.each([
    ['throws', 'check', THROWS],
    ['answers nonsense', 'check', `() => 'fine'`],
    ['throws', 'afterFinish', THROWS],
    ['keeps what its schema forbids', 'afterFinish', `(context) => context.set('all', { much: 1 })`],
  ])('prevents the finish and saves no state if it %s at %s', async (_, point, handler) => {
    const project = await projectWith(
      broken(point, handler, ['next', point]),
      well(`api.on('afterFinish', (context) => context.set('all', { seen: 1 }))`, {
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
      { status: null, verdict: 'hold', error: { code: 'HOLD', message: reasonAt(point) } },
    ])
    expect(project.snapshot()).toEqual(before)
  })

  it('prevents the end of a unit as failed, but not a cancellation, where it is only a finding', async () => {
    const project = await projectWith(
      broken('afterFinish'),
      well(`api.on('afterFinish', (context) => context.set('all', { seen: 1 }))`, {
        points: ['afterFinish'],
        state: STATE,
      }),
    )
    const { unit, revision } = await next(project)
    const { claim } = (await project.ask('unit', 'claim', unit.unitType, unit.unitId, '--revision', revision)).json()
    const end = (status: string) => project.ask('unit', 'finish', '--claim', claim, '--status', status)
    const failed = await end('failed')
    expect([failed.exit, failed.json().error.message]).toEqual([4, reasonAt('afterFinish')])
    const cancelled = await end('cancelled')
    expect([cancelled.exit, cancelled.json()]).toMatchObject([
      0,
      { status: 'cancelled', findings: [{ code: 'EXT_FAILED', message: reasonAt('afterFinish') }] },
    ])
    expect(existsSync(project.at('.planning/.runtime/claims'))).toBe(false)
    expect(project.has(statePath('all', 'well'))).toBe(false)
  })

  it('is refused in a manifest for briefs, undeclared points and unknown values', async () => {
    const project = makeProject(OURS)
    for (const onError of [{ brief: 'hold' }, { check: 'hold' }, { next: 'stop' }]) {
      const made = { points: ['next', 'brief'], onError } as Manifest
      for (const [path, text] of Object.entries(extension('', made))) project.write(path, text)
      const [listed] = (await project.ask('ext', 'list')).json().extensions
      expect([listed.state, listed.notices[0].message]).toEqual(['broken', expect.stringContaining('onError')])
    }
  })
})

describe('at the end of a unit', () => {
  it('state that is set after the answer is ignored', async () => {
    const later = `setImmediate(() => context.set('all', { seen: 2 }))`
    const project = await projectWith(
      [
        `${ASKS}; api.on('afterFinish', (context) => { context.set('all', { seen: 1 }); ${later} })`,
        { points: ['next', 'afterFinish'], units: UNITS, state: STATE },
      ],
      [
        `api.on('afterFinish', () => new Promise((go) => setTimeout(go, 50)))`,
        { name: 'slow', points: ['afterFinish'] },
      ],
    )
    expect((await doNext(project)).findings).toEqual([])
    expect(JSON.parse(project.read(statePath('all')))).toEqual({ seen: 1 })
  })
})

describe('an extension of the user', () => {
  const writeForUser = (project: TempProject, body: string, made: Manifest = {}) => {
    for (const [path, text] of Object.entries(extension(body, made))) {
      const to = join(project.home, path)
      mkdirSync(dirname(to), { recursive: true })
      writeFileSync(to, text)
    }
  }

  it('runs in a project without further agreement', async () => {
    const project = makeProject(OURS)
    writeForUser(project, `api.on('next', () => ({ kind: 'hold', reason: 'mine', resume: 'wait' }))`)
    expect((await next(project)).hold.reason).toContain('mine')
  })

  it('replaces one of the project with the same name', async () => {
    const holds = (whose: string) => `api.on('next', () => ({ kind: 'hold', reason: '${whose}', resume: 'wait' }))`
    const project = makeProject({ ...OURS, ...extension(holds('theirs')) }).initGit()
    writeForUser(project, holds('mine'))
    const { hold, notices } = await next(project)
    expect([hold.reason, notices]).toEqual([expect.stringContaining('mine'), []])
    const { extensions } = (await project.ask('ext', 'list')).json()
    expect(extensions).toMatchObject([{ source: 'user', state: 'active' }])
  })

  it('that is broken does not replace one of the project', async () => {
    const project = makeProject(OURS)
    writeForUser(project, '', { points: ['never'] })
    const theirs = extension(`api.on('next', () => ({ kind: 'hold', reason: 'theirs', resume: 'wait' }))`)
    for (const [path, text] of Object.entries(theirs)) project.write(path, text)
    expect((await trust(project)).json()).toMatchObject({ trusted: true })
    expect((await next(project)).hold.reason).toContain('theirs')
  })
})
