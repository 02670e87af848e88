// Briefs of every workflow and agent, in every part, for every client, in projects of every kind: small, complete and without unresolved tokens.
import { afterAll, describe, expect, it } from 'vitest'
import { loadAssets, shellWords } from '../../lib/assets/pack.js'
import { RUNTIME_IDS, runtimeOf } from '../../lib/runtimes/all.js'
import { callChecker } from '../../scripts/prompt-lint/check-call.js'
import { workflowOf } from '../../scripts/prompt-lint/workflow.js'
import { laterParts, Payload, realAssets } from '../support/payload.js'
import { disposeProjects, type Files, makeProject, OLDER, OURS } from '../support/project.js'
import { DELEGATED_TYPES, idsOf, roleBrief } from '../support/role-brief.js'

const LIMIT = 8000
const PHASE = '.planning/phases/01-foundation'
const assets = realAssets()
const TEXTS = [...assets.workflows.keys(), ...assets.agents.keys()]
const payloads = RUNTIME_IDS.map((id) => new Payload(assets, id))
afterAll(() => {
  for (const payload of payloads) payload.dispose()
  disposeProjects()
})

const without = (files: Files, ...paths: readonly string[]): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !paths.some((start) => path.startsWith(start))))

const LONG = 'Everything that anybody could want of it, told at length. '.repeat(200)

const STATES: Readonly<Record<string, Files>> = {
  'an empty folder': {},
  'code without a project': { 'src/index.ts': 'export {}\n', 'README.md': '# X\n' },
  'a project without a roadmap': without(OURS, '.planning/ROADMAP.md', '.planning/phases', '.planning/STATE.md'),
  'a phase to discuss': without(OURS, '.planning/phases'),
  'a phase to plan': without(OURS, `${PHASE}/01-01`, `${PHASE}/01-02`),
  'a phase half executed': OURS,
  'a project of an older tool': OLDER,
  'settings that do not parse': { ...OURS, '.planning/config.json': '{ "mode": ' },
  'auto mode': {
    ...OURS,
    '.planning/config.json':
      '{"planning_schema":1,"workflow":{"auto_advance":true,"research":true,"plan_check":false}}\n',
  },
  'texts of pages': {
    ...OURS,
    '.planning/ROADMAP.md': (OURS['.planning/ROADMAP.md'] as string)
      .replace('A base everything stands on\n', `${LONG}\n`)
      .replace('1. It starts', `1. ${LONG}\n2. ${LONG}\n3. It starts`),
  },
}

/** The project in which most steps apply; there each text is printed for an additional eighth of the clients. */
const FULLEST = 'a phase half executed'
const ALL_STATES = Object.keys(STATES)

/** A client's changes to a text do not depend on the project, so each client is tested with all texts in only some of the projects. */
function payloadsFor(name: string, state: string): readonly Payload[] {
  const turn = ALL_STATES.indexOf(state)
  const isTurn = (index: number) =>
    index % ALL_STATES.length === turn || (state === FULLEST && (index + TEXTS.indexOf(name)) % 8 === 0)
  const some = payloads.filter((_, index) => isTurn(index))
  return some.length > 0 ? some : payloads.slice(0, 1)
}

/** A printed call names the first step of a part. Calls from other steps print less; one client in the fullest project runs them too. */
function callsOf(name: string, state: string, isFirst: boolean): readonly (string | null)[] {
  const prompt = assets.workflows.get(name)
  const steps = prompt === undefined ? [] : workflowOf(prompt).steps
  return [null, ...(state === FULLEST && isFirst ? steps.map(({ id }) => id) : laterParts(steps))]
}

const LEFTOVER = /\{\{|<!-- (?:when|else|end|step)/
const WORDS = ['1']

const wordsOf = (name: string): readonly string[] => {
  const prompt = assets.workflows.get(name)
  return prompt !== undefined && workflowOf(prompt).args.some((arg) => arg.name === 'phase') ? WORDS : []
}

describe.each(ALL_STATES)('brief in %s', (state) => {
  const project = makeProject(STATES[state] as Files)

  it.each([...assets.workflows.keys()])('prints %s within the limit, without unresolved tokens', async (name) => {
    for (const [index, payload] of payloadsFor(name, state).entries())
      for (const step of callsOf(name, state, index === 0)) {
        const at = step === null ? [] : ['--step', step]
        const words = ['brief', name, ...at, '--', ...wordsOf(name)]
        const { exit, stdout, stderr } = await payload.ask(project, words)
        const where = `${payload.runtime} ${words.join(' ')}: ${stderr}`
        expect([0, 1, 4], where).toContain(exit)
        if (exit === 1) {
          expect(JSON.parse(stdout).error.code, where).toBe('PHASE_NOT_FOUND')
          continue
        }
        expect(Buffer.byteLength(stdout), where).toBeLessThanOrEqual(LIMIT)
        expect(LEFTOVER.exec(stdout)?.[0], where).toBeUndefined()
        if (exit === 4) expect(stdout, where).toContain('To continue: ')
      }
  })

  it.each(DELEGATED_TYPES)('prints a subagent’s brief for %s within the limit, without tokens', async (type) => {
    for (const payload of payloadsFor(type, state))
      for (const unit of idsOf(type)) {
        const { exit, stdout, stderr } = await roleBrief(project, type, unit, { payload })
        expect(exit, stderr).toBe(0)
        expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(LIMIT)
        expect(stdout).not.toContain('{{')
      }
  })
})

describe('the hand-over from part to part', () => {
  const project = makeProject(STATES['a phase to plan'] as Files)
  const [payload] = payloads as [Payload]

  it.each([...assets.workflows.keys()])(
    '%s: the printed calls are valid, and lead through the steps in their order, each once',
    async (name) => {
      const check = await callChecker()
      const seen: string[] = []
      let words = ['brief', name, '--', ...wordsOf(name)]
      for (let call = 0; call < 20; call++) {
        const answer = await payload.ask(project, [...words.slice(0, 2), '--json', ...words.slice(2)])
        expect(answer.exit, answer.stderr).toBe(0)
        const { steps, next_step: next, text } = answer.json()
        seen.push(...steps)
        if (next === null) break
        const line = (text as string).trimEnd().split('\n').at(-1) as string
        const printed = shellWords(line.replaceAll('`', ''))
        expect(printed.slice(0, 2)).toEqual(['node', payload.script])
        words = [...printed.slice(2)]
        expect(check(words, 'cli')).toBeNull()
        expect(words).toContain(next)
      }
      expect(new Set(seen).size).toBe(seen.length)
      const order = workflowOf(assets.workflows.get(name)!).steps.map(({ id }) => id)
      expect(seen).toEqual(order.filter((id) => seen.includes(id)))
    },
  )
})

describe('the calling client', () => {
  const project = makeProject(OURS)
  const neutral = payloads.find(({ runtime }) => runtime === 'agents') as Payload

  it.each(RUNTIME_IDS.filter((id) => runtimeOf(id).recognisedBy.length > 0))(
    'is recognised in the shared payload: %s gets its own way to start agents',
    async (id) => {
      const row = runtimeOf(id)
      const env = { [row.recognisedBy[0] as string]: '1' }
      const { stdout } = await neutral.ask(project, ['unit', 'delegate', 'execute-plan', '01-02'], env)
      expect(stdout).toContain(row.spawn('gsd-executor'))
      const other = await neutral.ask(project, ['unit', 'delegate', 'execute-plan', '01-02'])
      expect(other.stdout).toContain(runtimeOf('agents').spawn('gsd-executor'))
    },
  )
})

describe('a brief', () => {
  const project = makeProject(OURS)
  const [payload] = payloads as [Payload]
  const ask = (...words: readonly string[]) => payload.ask(project, ['brief', ...words])

  it('changes no byte', async () => {
    const before = project.snapshot()
    for (const name of assets.workflows.keys()) await ask(name, '--', ...wordsOf(name))
    expect(project.snapshot()).toEqual(before)
  })

  it('gives the facts of a phase, and the revision', async () => {
    const { stdout } = await ask('verify-work', '--json', '--', '1')
    const { facts } = JSON.parse(stdout)
    expect(facts).toMatchObject({ phase_line: '1 “Foundation”', phase_dir: PHASE, requirements: 'CORE-01, CORE-02' })
    expect(facts.revision).toMatch(/^[0-9a-f]{64}$/)
    expect(facts.plans).toBe('01-01 done (wave 1), 01-02 open (wave 2)')
  })

  it('is about the active phase if none is named', async () => {
    const { stdout } = await ask('execute-phase', '--json')
    expect(JSON.parse(stdout).facts.phase_line).toBe('1 “Foundation”')
  })

  it.each([
    [['plan-phaze'], 2, 'USAGE', 'plan-phase'],
    [['execute-phase', '--', '1', '--atuo'], 2, 'UNKNOWN_FLAG', '--auto'],
    [['execute-phase', '--step', 'nope', '--', '1'], 2, 'USAGE', 'brief execute-phase'],
    [['execute-phase', '--', '77'], 1, 'PHASE_NOT_FOUND', '1, 2, 3'],
    [['executor'], 2, 'USAGE', 'brief help'],
  ] as const)('%j is refused with exit %i', async (words, exit, code, fix) => {
    const answer = await ask(...words)
    expect(answer.exit).toBe(exit)
    expect(answer.json().error).toMatchObject({ code, fix: expect.stringContaining(fix) })
  })

  it('asks with the client’s tool, or in plain text and another language if the settings say so', async () => {
    const native = payloads.find(({ runtime }) => runtimeOf(runtime).abilities.questions) as Payload
    const askingFacts = async (settings: object) => {
      const own = makeProject({ ...OURS, '.planning/config.json': JSON.stringify({ planning_schema: 1, ...settings }) })
      return (await native.ask(own, ['brief', 'verify-work', '--json', '--', '1'])).json().facts
    }
    expect(await askingFacts({})).toMatchObject({
      asking: expect.stringContaining(`the ${runtimeOf(native.runtime).tools.ask} tool`),
      language: null,
    })
    expect(await askingFacts({ workflow: { text_mode: true }, response_language: 'German' })).toMatchObject({
      asking: expect.stringContaining('numbered list'),
      language: 'German',
    })
  })

  it('accepts the user’s words as one argument or several', async () => {
    const one = await ask('execute-phase', '--json', '--', '1 --auto')
    const many = await ask('execute-phase', '--json', '--', '1', '--auto')
    expect(one.json().facts).toEqual({ ...many.json().facts, words: null })
    expect(one.json().facts.auto).toBe('on')
  })

  it('does not interpret flags within a text', async () => {
    const { stdout, exit } = await ask('new-project', '--json', '--', 'add a --verbose switch to the parser')
    expect(exit).toBe(0)
    expect(stdout).not.toContain('UNKNOWN_FLAG')
  })

  it('names an invalid settings file, and exits with code 4', async () => {
    const broken = makeProject(STATES['settings that do not parse'] as Files)
    const answer = await payload.ask(broken, ['brief', 'plan-phase', '--', '1'])
    expect(answer.exit).toBe(4)
    expect(answer.stdout).toContain('.planning/config.json')
  })
})

describe('what an installed pack advises', () => {
  const [payload] = payloads as [Payload]
  const STOPPED: Files = { ...OURS, '.planning/todos/pending/stop.md': '---\nclass: stop\ntext: wait for me\n---\n' }
  const launcherCall = (payload: Payload) => `node "${payload.script}" `

  it.each([
    ['a refusal', OURS, ['unit', 'claim', 'discuss-phase', '2'], (json: Json) => json.error?.fix],
    ['a thrown error', OURS, ['unit', 'brief', '--claim', 'gone'], (json: Json) => json.error?.fix],
    ['a hold', STOPPED, ['next'], (json: Json) => json.hold?.resume],
    ['a hold of a brief', STOPPED, ['brief', 'execute-phase', '--json', '--', '1'], (json: Json) => json.hold?.resume],
  ] as const)('can be pasted: %s names the launcher in use', async (_, files, words, advice) => {
    const answer = await payload.ask(makeProject(files), words)
    const text = advice(answer.json())
    expect(text).toContain(launcherCall(payload))
    expect(text).not.toMatch(/(?<![/\\\w])gsd-tools /)
  })
})

interface Json {
  readonly error?: { readonly fix: string }
  readonly hold?: { readonly resume: string }
}

describe('a small pack made for this test', () => {
  const command = (name: string, profile: string) =>
    `---\nname: ${name}\ndescription: A\nprofile: ${profile}\ngroup: workflow\nrequires: []\ntools: []\n---\n\`{{cli}} brief ${name}\`\n`
  const flow = (name: string, steps: string) => `---\nname: ${name}\nabout: A\nfacts: []\n---\n${steps}`
  const step = (id: string, text: string, attributes = '') =>
    `## ${id}: S\n<!-- step kind=write${attributes} -->\n${text}\n`
  const pages = 'A sentence of usual length about the work. '.repeat(70)
  const files: Readonly<Record<string, string>> = {
    'commands/small.md': command('small', 'core'),
    'commands/rare.md': command('rare', 'full'),
    'workflows/small.md': flow(
      'small',
      step('one', 'Use {{cmd:small}} or {{cmd:rare}}. Or {{cmd:rare}} <id>, {{cmd:rare}} --all, {{cmd:rare}} 2.'),
    ),
    'workflows/rare.md': flow('rare', step('one', pages) + step('two', pages) + step('three', pages)),
    'workflows/huge.md': flow('huge', step('one', pages.repeat(4))),
  }
  const own = loadAssets({
    list: (folder) => Object.keys(files).filter((path) => path.startsWith(`${folder}/`)),
    read: (path) => files[path] ?? null,
  })
  const project = makeProject({})
  const small = new Payload(own, 'claude', ['core'])
  afterAll(() => small.dispose())

  it('names an unlisted command by the call that prints its brief', async () => {
    const { stdout } = await small.ask(project, ['brief', 'small'])
    expect(stdout).toContain('Use /gsd-small or rare (not listed in this installation; run `node "')
    expect(stdout).toContain(`${small.script}" brief rare\`)`)
    for (const words of ['<id>', '--all', '2'])
      expect(stdout).toMatch(new RegExp(`rare ${words} \\(not listed in this installation; run [^)]* -- ${words}\`\\)`))
  })

  it('splits a part that is too long, between two steps', async () => {
    const first = await small.ask(project, ['brief', 'rare', '--json'])
    expect(first.json()).toMatchObject({ steps: ['one', 'two'], next_step: 'three' })
    expect(Buffer.byteLength(first.json().text)).toBeLessThanOrEqual(LIMIT)
    const second = await small.ask(project, ['brief', 'rare', '--json', '--step', 'three'])
    expect(second.json()).toMatchObject({ steps: ['three'], next_step: null })
  })

  it('refuses a step that is too long for any brief, and says how to split it', async () => {
    const { exit, stdout } = await small.ask(project, ['brief', 'huge'])
    expect(exit).toBe(1)
    expect(JSON.parse(stdout).error).toMatchObject({ code: 'BAD_DATA', fix: expect.stringContaining('part=') })
  })
})

describe('a text that is too long for a brief', () => {
  const [payload] = payloads as [Payload]
  const long = (n: number) => `Criterion ${n} begins here and ends there, after ${'many words '.repeat(40)}said so`
  const roadmap = (OURS['.planning/ROADMAP.md'] as string).replace(
    '1. It starts\n2. It answers',
    Array.from({ length: 12 }, (_, n) => `${n + 1}. ${long(n + 1)}`).join('\n'),
  )
  const readingIn = (text: string) => /<required_reading>\n([\s\S]*?)\n<\/required_reading>/.exec(text)?.[1] ?? ''

  it('is named as a file to read, without partial sentences: success criteria', async () => {
    const project = makeProject({ ...OURS, '.planning/ROADMAP.md': roadmap })
    for (const answer of [
      payload.ask(project, ['brief', 'execute-phase', '--', '1']),
      roleBrief(project, 'plan-phase', '1', { payload }),
      roleBrief(project, 'verify-phase', '1', { payload }),
    ]) {
      const { stdout } = await answer
      expect(stdout).not.toContain('Criterion')
      expect(stdout).not.toContain(' …')
      expect(readingIn(stdout)).toMatch(/\.planning\/ROADMAP\.md.*section of phase 1.*Success criteria/)
    }
  })

  it('is shown whole, or named as a file to read if the steps need the room', async () => {
    const goal = `A goal of ${'many words '.repeat(45)}that ends here`
    const project = makeProject({
      ...OURS,
      '.planning/ROADMAP.md': (OURS['.planning/ROADMAP.md'] as string)
        .replace('**Goal**: A base everything stands on', `**Goal**: ${goal}`)
        .replace('1. It starts', Array.from({ length: 9 }, (_, n) => `${n + 1}. ${long(n).slice(0, 130)}`).join('\n')),
    })
    for (const name of assets.workflows.keys()) {
      const { stdout, exit } = await payload.ask(project, ['brief', name, '--', ...wordsOf(name)])
      if (exit !== 0) continue
      for (const label of ['Goal', 'Success criteria']) {
        const line = stdout.split('\n').find((text) => text.startsWith(`- ${label}: `))
        if (line === undefined) continue
        const isWhole = label === 'Goal' ? line.includes(`“${goal}”`) : line.includes('(9) “')
        expect(isWhole || readingIn(stdout).includes(label), `${name}: ${line}`).toBe(true)
      }
    }
  })

  it('is named as a file to read, after as many complete issues as fit: a checker’s issues', async () => {
    const project = makeProject({
      ...OURS,
      '.planning/config.json': '{"planning_schema":1,"workflow":{"research":false,"plan_check":true}}\n',
      [`${PHASE}/01-CHECK.json`]: JSON.stringify({
        verdict: 'issues',
        plans: {},
        at: '2026-01-02T10:00:00.000Z',
        issues: Array.from(
          { length: 90 },
          (_, n) => `Issue ${n + 1} begins, ${'goes on, '.repeat(20)}and ends at ${n + 1}.`,
        ),
      }),
    })
    const { stdout } = await roleBrief(project, 'check-plan', '1', { payload })
    const issues = stdout.split('\n').filter((line) => line.startsWith('- “Issue '))
    expect(issues.length).toBeGreaterThan(5)
    issues.forEach((line, n) => {
      expect(line).toMatch(new RegExp(`^- “Issue ${n + 1} begins, .* and ends at ${n + 1}\\.”$`))
    })
    expect(stdout).toContain(`- ${90 - issues.length} more, equally binding: read ${PHASE}/01-CHECK.json`)
    expect(readingIn(stdout)).toContain(`${PHASE}/01-CHECK.json`)
  })

  it('is named by its folder: more plans than a brief can list', async () => {
    const plan = OURS[`${PHASE}/01-02-PLAN.md`] as string
    const many = Object.fromEntries(
      Array.from({ length: 150 }, (_, n) => [`${PHASE}/01-${String(n + 3).padStart(2, '0')}-PLAN.md`, plan]),
    )
    const project = makeProject({ ...OURS, ...many })
    for (const type of ['verify-phase', 'plan-phase', 'check-plan', null]) {
      const { stdout } = await (type === null
        ? payload.ask(project, ['brief', 'execute-phase', '--', '1'])
        : roleBrief(project, type, '1', { payload }))
      expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(LIMIT)
      expect(readingIn(stdout)).toMatch(new RegExp(`in ${PHASE}/: list it|the folder ${PHASE}: .*Plans`))
      if (type !== null) expect(stdout).toContain('## Finish')
    }
  })
})

describe("an agent's brief", () => {
  const project = makeProject(OURS)
  const [payload] = payloads as [Payload]

  it('names the plan, the summary that it builds on, a check and the finish command', async () => {
    const { stdout } = await roleBrief(project, 'execute-plan', '01-02', { payload })
    for (const text of [
      `${PHASE}/01-02-PLAN.md`,
      `${PHASE}/01-01-SUMMARY.md`,
      "accessSync('README.md')\"” → exit 0",
      'unit finish --claim abc',
    ])
      expect(stdout).toContain(text)
  })

  it('contains the drafts folder and the finish call of its claim', async () => {
    const claimed = makeProject({
      ...OURS,
      '.planning/config.json': '{"planning_schema":1,"workflow":{"research":false,"plan_check":false}}\n',
    }).initGit()
    const next = await payload.ask(claimed, ['next'])
    const { unit, revision } = next.json()
    const claim = await payload.ask(claimed, ['unit', 'claim', unit.unitType, unit.unitId, '--revision', revision])
    expect(claim.exit, claim.stderr).toBe(0)
    const token = claim.json().claim
    const { stdout } = await payload.ask(claimed, ['unit', 'brief', '--claim', token, '--role'])
    expect(stdout).toContain(`unit finish --claim ${token}`)
    expect(stdout).toMatch(/\.planning\/\.runtime\/drafts\/[^/\s`]+\/01-02-SUMMARY\.md/)
  })
})
