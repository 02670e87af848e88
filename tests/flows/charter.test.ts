// The charter of a new project: what becomes of it, what is refused, and what a session reads to write it.
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { saveTypedOrder } from '../../lib/node/caller.js'
import { charterDraft } from '../support/charter.js'
import { PROJECT_DRAFTS, projectDraft } from '../support/drafts.js'
import { disposeProjects, makeProject, type TempProject } from '../support/project.js'
import { roleBrief } from '../support/role-brief.js'
import { claim, claimNext, finish, finished, next, writeDrafts } from '../support/work.js'

afterAll(disposeProjects)

async function claimAndDraft(files: Readonly<Record<string, string>>) {
  const project = makeProject({}).initGit()
  const claimed = await claimNext(project, 'new-project', 'project')
  writeDrafts(project, claimed, files)
  return { project, claimed }
}

const unindent = (text: string): string => text.replace(/^ {4}/gm, '').trim()

describe('a charter', () => {
  it('becomes the documents of the project, formatted like hand-written ones, and is removed', async () => {
    const { project, claimed } = await claimAndDraft({ 'CHARTER.md': charterDraft })
    await finished(project, claimed)
    const text = project.read('.planning/PROJECT.md')
    expect(text).toContain('## Core Value\n\nNumbers one can trust.')
    expect(text).toContain('| D-01: A word is what white space surrounds | (asked) | — Pending |')
    expect(text).toContain('| D-03: Numbers are separated by a tab | (left to me) programs read that | — Pending |')
    expect(project.read('.planning/REQUIREMENTS.md')).toContain(
      '- **COUNT-01**: It counts the words of a text; an empty one has none',
    )
    expect(project.read('.planning/ROADMAP.md')).toContain(
      unindent(`
    # Roadmap: Counter

    ## Phases

    ### Phase 1: Counting

    **Goal**: Words and lines are counted
    **Depends on**: Nothing (first phase)
    **Requirements**: COUNT-01, COUNT-02
    **Success Criteria**:
    1. A text of three words gives 3
    2. A text of two lines gives 2

    ### Phase 2: Output

    **Goal**: Numbers are printed
    **Depends on**: Phase 1`),
    )
    const left = Object.keys(project.snapshot()).filter((path) => path.includes('CHARTER'))
    expect(left).toEqual([])
  })

  it('gives a healthy project that continues like any other', async () => {
    const { project, claimed } = await claimAndDraft({ 'CHARTER.md': charterDraft })
    await finished(project, claimed)
    const health = (await project.ask('health')).json()
    expect(health.errors).toEqual([])
    expect(health.warnings).toEqual([])
    expect((await next(project)).unit).toMatchObject({ unitType: 'plan-phase', unitId: '01' })
  })

  it('stores the order word for word, with its scope', async () => {
    const words = '# Count!\n\n---\nscope: none of your business\n- [TBD] `a | b`'
    const quoted = words.split('\n').map((line) => `> ${line}`.trimEnd())
    const text = charterDraft
      .replace(/> Build[\s\S]*frills\./, quoted.join('\n'))
      .replace('Scope: all', 'Scope: phases 1 and 2.')
    const { project, claimed } = await claimAndDraft({ 'CHARTER.md': text })
    await finished(project, claimed)
    expect((await project.ask('order')).json()).toMatchObject({ words, scope: '1, 2', fulfilled: false })
  })

  it('keeps the depth that the user chose', async () => {
    const { project, claimed } = await claimAndDraft({ 'CHARTER.md': charterDraft })
    project.write('.planning/config.json', '{ "workflow": { "depth": "heavy" } }\n')
    await finished(project, claimed)
    expect(JSON.parse(project.read('.planning/config.json')).workflow).toEqual({ depth: 'heavy' })
  })

  it('sets the commands that prove the work, which need no further agreement', async () => {
    const { project, claimed } = await claimAndDraft({ 'CHARTER.md': charterDraft })
    project.write('.planning/config.json', '{\n  "mode": "yolo"\n}\n')
    await finished(project, claimed)
    expect(JSON.parse(project.read('.planning/config.json'))).toMatchObject({
      mode: 'yolo',
      verification: { commands: [['node', '--test']] },
      workflow: { depth: 'auto' },
    })
    const { commands } = (await project.ask('trust')).json()
    expect(commands).toEqual([expect.objectContaining({ command: 'node --test', by: 'unit' })])
  })

  it('may have a file name in lower case', async () => {
    const { project, claimed } = await claimAndDraft({ 'charter.md': charterDraft })
    await finished(project, claimed)
    expect(project.has('.planning/PROJECT.md')).toBe(true)
  })
})

describe('the words of the user', () => {
  const WORDS = 'Build me a command that counts words.\n\n- No frills: `wc` is enough.'
  const withoutWords = charterDraft.replace(/> Build[\s\S]*frills\.\n\n/, '')

  it('that a hook recorded become the order without being copied', async () => {
    const project = makeProject({}).initGit()
    saveTypedOrder(project.env(), project.root, WORDS, project.time)
    const { stdout } = await project.ask('begin', 'new-project', 'project')
    expect(stdout).toContain("the CLI has the user's words (from “Build me a command that counts words.")
    // The form has no placeholder for recorded words.
    expect(stdout).not.toContain('own words, all of them')
    // No other call is needed to stop after the plan, because `Scope: none` does that.
    expect(stdout).not.toContain('instead of `--begin`')
    const claim = /--claim (\w+)/.exec(stdout)?.[1] as string
    project.write(`${/`(\S+)CHARTER\.md`/.exec(stdout)?.[1]}CHARTER.md`, withoutWords)
    expect((await project.ask('unit', 'finish', '--claim', claim)).exit).toBe(0)
    expect((await project.ask('order')).json()).toMatchObject({ words: WORDS, scope: 'all' })
  })

  it('that the charter quotes take precedence over recorded ones', async () => {
    const { project, claimed } = await claimAndDraft({ 'CHARTER.md': charterDraft })
    saveTypedOrder(project.env(), project.root, WORDS, project.time)
    await finished(project, claimed)
    expect((await project.ask('order')).json().words).toBe(
      'Build me a command that counts words and lines.\nNo frills.',
    )
  })

  it.each([
    ['no hook recorded them', () => {}],
    [
      'a hook recorded them a day ago',
      (project: TempProject) => saveTypedOrder(project.env(), project.root, WORDS, project.time - 24 * 3_600_000),
    ],
  ])('are required in the charter if %s', async (_, typed) => {
    const { project, claimed } = await claimAndDraft({ 'CHARTER.md': withoutWords })
    typed(project)
    const answer = await finish(project, claimed)
    expect(answer.json().findings).toEqual([expect.objectContaining({ code: 'SECTION_MISSING' })])
  })
})

describe('a small phase of an order that needs no review', () => {
  const inYolo = (text: string): string => `${text}\n## Settings\n\n- mode: yolo\n`

  async function submitCharter(text: string) {
    const { project, claimed } = await claimAndDraft({ 'CHARTER.md': text })
    const { stdout } = await project.ask('unit', 'finish', '--claim', claimed.token, '--begin')
    return { project, stdout }
  }

  it('gets its plan from the charter: one task per requirement; only the roadmap has the criteria', async () => {
    const { project, stdout } = await submitCharter(inYolo(charterDraft))
    expect(stdout).toContain('- plan-phase 01: accepted')
    expect(stdout).toContain('# execute-plan 01-01')
    const plan = project.read('.planning/phases/01-counting/01-01-PLAN.md')
    expect(plan).toContain('requirements: [COUNT-01, COUNT-02]')
    expect(plan).toContain('truths: [the success criteria of the phase]')
    expect(plan).not.toContain('A text of three words')
    expect(plan).toContain('1. It counts the words of a text; an empty one has none (COUNT-01)\n2. ')
    expect(
      (await project.ask('lint')).json().findings.filter(({ path }: { path: string }) => /-PLAN/.test(path)),
    ).toEqual([])
  })

  it.each([
    ['without the mode yolo', charterDraft],
    ['if it goes beyond the scope of the order', inYolo(charterDraft.replace('Scope: all', 'Scope: phase 2'))],
    ['if the charter names no checks', inYolo(charterDraft.replace(/## Checks\n\n- .+\n/, ''))],
    [
      'if the charter asks for more depth',
      inYolo(charterDraft.replace('Goal: Words and', 'Depth: standard, nobody knows how\nGoal: Words and')),
    ],
  ])('is planned in a separate unit %s', async (_, text) => {
    const { project, claimed } = await claimAndDraft({ 'CHARTER.md': text })
    await finished(project, claimed)
    expect((await next(project)).unit).toMatchObject({ unitType: 'plan-phase', unitId: '01' })
    expect((await claim(project, 'plan-phase', '01')).answer.outlined).toBe(false)
  })

  it('is planned in one call by any command, but in a separate unit if a specification was added', async () => {
    const { project, claimed } = await claimAndDraft({ 'CHARTER.md': inYolo(charterDraft) })
    await finished(project, claimed)
    expect((await project.ask('brief', 'plan-phase', '1')).stdout).not.toContain('Nothing was discussed')
    expect((await project.ask('brief', 'ultraplan-phase', '1')).stdout).not.toContain('begin plan-phase')
    const given = (await project.ask('unit', 'delegate', 'plan-phase', '1')).stdout
    expect(given).toContain('begin plan-phase 1 --role`')
    expect(given).not.toContain('gsd-planner')
    const spec = '.planning/phases/01-counting/01-SPEC.md'
    project.write(spec, '# Spec\n')
    expect((await project.ask('unit', 'delegate', 'plan-phase', '1')).stdout).toContain('gsd-planner')
    project.remove(spec)
    const role = await project.ask('begin', 'plan-phase', '1', '--role')
    expect([role.exit, role.stdout], role.stdout).toEqual([0, expect.stringContaining('Nothing to do here')])
    expect(project.has('.planning/phases/01-counting/01-01-PLAN.md')).toBe(true)
  })
})

describe('what is wrong in a charter', () => {
  const CASES: readonly (readonly [name: string, from: string, to: string, code: string])[] = [
    ['a requirement that no phase carries', 'COUNT-01, COUNT-02\n1.', 'COUNT-01\n1.', 'REQUIREMENT_UNCOVERED'],
    [
      'a phase with a requirement that does not exist',
      'Requirements: OUT-01',
      'Requirements: OUT-01, OUT-77',
      'REQUIREMENT_UNKNOWN',
    ],
    ['a phase without criteria', '1. Both numbers stand on one line\n', '', 'PHASE_CRITERIA'],
    [
      'a phase that depends on a later one',
      'Requirements: OUT-01',
      'Requirements: OUT-01\nDepends on: Phase 3',
      'PHASE_ORDER',
    ],
    [
      'no phase',
      charterDraft.slice(charterDraft.indexOf('### Phase 1'), charterDraft.indexOf('## Checks')),
      '',
      'NO_PHASES',
    ],
    ['a phase without a goal', 'Goal: Numbers are printed\n', '', 'PHASE_GOAL'],
    ['one id for two requirements', '**COUNT-02**', '**COUNT-01**', 'REQUIREMENT_TWICE'],
    ['a placeholder', 'A text of two lines gives 2', '[What they see]', 'PLACEHOLDER'],
    ['a scope that nobody can read', 'Scope: all', 'Scope: phase 1, as far as possible', 'SCOPE'],
    ['a heading for a value', 'value: Numbers', 'value: # Numbers', 'WRITE_REFUSED'],
    ['a setting with another value', '## Checks', '## Settings\n\n- mode: loud\n\n## Checks', 'CONFIG_INVALID_VALUE'],
  ]

  it.each(CASES)('is reported for the charter: %s', async (_name, from, to, code) => {
    const text = charterDraft.replace(from, to)
    expect(text).not.toBe(charterDraft)
    const { project, claimed } = await claimAndDraft({ 'CHARTER.md': text })
    const called = await finish(project, claimed)
    expect(called.exit).toBe(1)
    const path = `${claimed.drafts}/CHARTER.md`
    const { findings } = called.json()
    expect(findings).toContainEqual(expect.objectContaining({ code, path }))
    expect(called.stdout.split(path).length - 1).toBe(findings.length)
    expect(project.snapshot()['.planning/PROJECT.md']).toBeUndefined()
    writeDrafts(project, claimed, { 'CHARTER.md': charterDraft })
    expect((await finish(project, claimed)).exit).toBe(0)
  })

  it('includes a second source: the same document written by hand', async () => {
    const { project, claimed } = await claimAndDraft({ 'CHARTER.md': charterDraft, 'PROJECT.md': projectDraft })
    const called = await finish(project, claimed)
    expect(called.exit).toBe(1)
    expect(called.json().findings).toEqual([
      expect.objectContaining({ code: 'TWO_SOURCES', path: `${claimed.drafts}/PROJECT.md` }),
    ])
  })

  it('includes a second source: existing documents', async () => {
    const project = makeProject({ '.planning/PROJECT.md': projectDraft }).initGit()
    const claimed = await claimNext(project, 'new-project', 'project')
    writeDrafts(project, claimed, { 'CHARTER.md': charterDraft })
    const called = await finish(project, claimed)
    expect(called.json().findings).toEqual([expect.objectContaining({ code: 'TWO_SOURCES' })])
    expect(project.read('.planning/PROJECT.md')).toBe(projectDraft)
  })
})

describe('the text a session reads to begin a small project', () => {
  it.each([[[]], [['--', '--auto']]])('is short: %j', async (words: string[]) => {
    const project = makeProject({}).initGit()
    const front = await project.ask('brief', 'new-project', ...words)
    expect(front.stdout).toContain('begin new-project project')
    expect(front.stdout).not.toContain('continue without')
    const { stdout } = await project.ask('begin', 'new-project', 'project')
    for (const shown of ['CHARTER.md', '# [Project name]']) expect(stdout).toContain(shown)
    const pack = fileURLToPath(new URL('../..', import.meta.url))
    const text = [front.stdout, stdout].join('').replaceAll(pack, '/pack/').replaceAll(project.root, '/project')
    expect(Buffer.byteLength(text) / 4).toBeLessThanOrEqual(1200)
  })

  it('mentions creating a repository only if there is none', async () => {
    const project = makeProject({})
    const hasInit = async () => (await project.ask('begin', 'new-project', 'project')).stdout.includes('`git init`')
    expect(await hasInit()).toBe(true)
    project.initGit()
    expect(await hasInit()).toBe(false)
  })

  it('grows if the work is heavy: with research, and a separate role that defines the phases', async () => {
    const project = makeProject({}).initGit()
    project.write('.planning/config.json', '{ "workflow": { "depth": "heavy" } }\n')
    const { stdout } = await project.ask('brief', 'new-project')
    for (const role of ['project-researcher', 'roadmapper']) expect(stdout).toContain(role)
  })
})

describe('research before a project begins', () => {
  const BRIEF = ['brief', 'new-project'] as const
  const PART = 'research-synthesizer'
  const under = (workflow: object) =>
    makeProject({ '.planning/config.json': JSON.stringify({ planning_schema: 1, workflow }) }).initGit()
  const front = async (workflow: object, ...words: string[]) => (await under(workflow).ask(...BRIEF, ...words)).stdout

  it('can be requested by a flag: four parallel topics, their synthesis, and a role that defines the phases', async () => {
    const text = await front({}, '--', '--research', 'a', 'shop')
    for (const part of ['stack, features, architecture, pitfalls', PART, 'roadmapper']) expect(text).toContain(part)
  })

  it('is offered as a question if nothing decides it, with the call that begins it', async () => {
    const text = await front({})
    expect(text).not.toContain(PART)
    const [, words = ''] = /`\S+ "[^"]+" (brief new-project --step research -- --research)`/.exec(text) ?? []
    expect((await under({}).ask(...words.split(' '))).stdout).toContain(PART)
  })

  it.each([
    ['always', '', true, false],
    ['never', '', false, false],
    ['never', '--research', true, false],
    ['ask', '--auto', false, true],
  ])(
    'with project_research %s and the flag "%s" is in the brief: %s, is offered there: %s',
    async (project_research, flag, isIncluded, isOffered) => {
      const text = await front({ project_research }, ...(flag === '' ? [] : ['--', flag, 'a', 'shop']))
      expect([text.includes(PART), text.includes('--step research')]).toEqual([isIncluded, isOffered])
    },
  )

  it('is saved in the project, and planners and researchers of a phase read the synthesis', async () => {
    const { project, claimed } = await claimAndDraft({
      'CHARTER.md': charterDraft,
      'research/STACK.md': '# Stack\n\nUse one file.\n',
      'research/SUMMARY.md': '# Summary\n\n## In Short\n\nOne file.\n',
    })
    await finished(project, claimed)
    expect(project.has('.planning/research/STACK.md')).toBe(true)
    for (const type of ['plan-phase', 'research-phase'])
      expect((await roleBrief(project, type, '1')).stdout, type).toContain('- .planning/research/SUMMARY.md (')
  })
})

describe('without a charter', () => {
  it('the documents are accepted as written', async () => {
    const { project, claimed } = await claimAndDraft(PROJECT_DRAFTS)
    await finished(project, claimed)
    expect(project.read('.planning/PROJECT.md')).toBe(projectDraft)
  })

  it('a refusal names the charter first', async () => {
    const { project, claimed } = await claimAndDraft({})
    const empty = (await finish(project, claimed)).json()
    expect(empty.error.message).toContain('expected CHARTER.md or PROJECT.md')
    writeDrafts(project, claimed, { 'PROJECT.md': projectDraft })
    const called = (await finish(project, claimed)).json()
    expect(called.findings[0]).toMatchObject({
      code: 'ARTIFACT_MISSING',
      message: expect.stringContaining('expected CHARTER.md or REQUIREMENTS.md'),
      fix: expect.stringContaining(
        `write ${claimed.drafts}/CHARTER.md (its template: gsd-tools template show charter)`,
      ),
    })
  })
})
