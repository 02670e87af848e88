// Dependencies of phases and plans: what is offered together, the order of the work, its merge, and what is delegated.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { planDraft, summaryDraft, verificationDraft } from '../support/drafts.js'
import { disposeProjects, makeProject, type TempProject } from '../support/project.js'

afterEach(disposeProjects)

const NEEDS = ['Nothing', 'Phase 1', 'Phase 1', 'Phase 1', 'Phase 2, Phase 3, Phase 4']
const IDS = NEEDS.map((_, index) => `0${index + 1}`)

const ROADMAP = '.planning/ROADMAP.md'

const sectionOf = (needs: string, index: number): string => `### Phase ${index + 1}: Part ${index + 1}

**Goal**: Part ${index + 1} answers
**Depends on**: ${needs}
**Requirements**: PART-0${index + 1}
**Success Criteria**:
1. Part ${index + 1} answers 3
`

const roadmapOf = (needs: readonly string[]): string => `# Roadmap: Parts

## Phase Details

${needs.map(sectionOf).join('\n')}`

const FILES = {
  '.planning/PROJECT.md': '# Parts\n\n## What This Is\n\nFive parts.\n\n## Core Value\n\nThey answer.\n',
  '.planning/config.json': JSON.stringify({
    planning_schema: 1,
    workflow: { skip_discuss: true, research: false, plan_check: false, depth: 'light' },
  }),
  '.planning/REQUIREMENTS.md': `# Requirements: Parts\n\n## v1 Requirements\n\n### Parts\n\n${IDS.map((id) => `- **PART-${id}**: Part ${id} answers`).join('\n')}\n`,
  '.planning/.gitignore': 'journal/\n.runtime/\n.lock*\n*.lock\nSTATE.md\n',
  '.planning/.gitattributes': 'ledger.jsonl merge=union\n',
}

const partsProject = (needs = NEEDS): TempProject => makeProject({ ...FILES, [ROADMAP]: roadmapOf(needs) }).initGit()

class Clone {
  readonly root: string
  readonly #project: TempProject

  constructor(project: TempProject, root = project.root) {
    this.#project = project
    this.root = root
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers of every verb
  async ask(...words: readonly string[]): Promise<any> {
    const called = await this.#project.ask(...words, '--cwd', this.root)
    return { exit: called.exit, ...called.json() }
  }

  git(...words: readonly string[]): string {
    return this.#project.git('-C', this.root, ...words)
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true })
    writeFileSync(join(this.root, path), text)
  }

  commit(message: string): void {
    this.git('add', '--all')
    this.git('commit', '--quiet', `--message=${message}`)
  }

  async offers(): Promise<{ readonly ready: readonly string[]; readonly held: readonly string[] }> {
    const { ready = [], held = [] } = await this.ask('next')
    const names = (units: readonly { unitType: string; unitId: string }[]) =>
      units.map(({ unitType, unitId }) => `${unitType} ${unitId}`)
    return { ready: names(ready), held: names(held) }
  }

  async claim(type: string, id: string): Promise<{ readonly claim: string; readonly drafts: string }> {
    const { revision } = await this.ask('next')
    const claimed = await this.ask('unit', 'claim', type, id, '--revision', revision)
    expect(claimed.exit, JSON.stringify(claimed)).toBe(0)
    return claimed
  }

  async finish(claimed: { readonly claim: string; readonly drafts: string }, name: string, text: string) {
    this.write(`${claimed.drafts}/${name}`, text)
    const finished = await this.ask('unit', 'finish', '--claim', claimed.claim)
    expect(finished.verdict, JSON.stringify(finished)).toBe('accept')
  }

  /** Completes a phase whose planning is claimed. */
  async complete(id: string, planning: { readonly claim: string; readonly drafts: string }): Promise<void> {
    const home = `${id}-part-${Number(id)}`
    const requirements = [`PART-${id}`]
    const run = ['sh', `part-${id}.test.sh`]
    await this.finish(
      planning,
      `${id}-01-PLAN.md`,
      planDraft(home, '01', { requirements, run }).replaceAll('part-01.', `part-${id}.`),
    )
    const building = await this.claim('execute-plan', `${id}-01`)
    this.write(`part-${id}.js`, 'module.exports = () => 3\n')
    this.write(`part-${id}.test.sh`, `grep -q '=> 3$' part-${id}.js && printf '# pass 1\\n# fail 0\\n'\n`)
    this.commit(`feat: part ${id}`)
    const summary = summaryDraft(home, '01', { requirements }).replaceAll('part-01.', `part-${id}.`)
    await this.finish(building, `${id}-01-SUMMARY.md`, summary)
    const proving = await this.claim('verify-phase', id)
    const truths = [[`Part ${Number(id)} answers 3`, `part-${id}.test.sh`]] as const
    await this.finish(proving, `${id}-VERIFICATION.md`, verificationDraft(home, 'passed', truths))
    expect((await this.ask('phase', 'complete', id)).exit).toBe(0)
    this.commit(`docs: phase ${id} is done`)
  }

  async planAndComplete(id: string): Promise<void> {
    await this.complete(id, await this.claim('plan-phase', id))
  }
}

const planUnits = (...ids: readonly string[]) => ids.map((id) => `plan-phase ${id}`)

describe('phases that need only the first', () => {
  it('are offered at once to three sessions, done in another order, and followed by the last phase', async () => {
    const clone = new Clone(partsProject())
    expect((await clone.offers()).ready).toEqual(planUnits('01'))
    await clone.planAndComplete('01')
    expect((await clone.offers()).ready).toEqual(planUnits('02', '03', '04'))
    expect((await clone.ask('progress')).graph).toBe('1 → 2, 3, 4 → 5')
    const taken = new Map<string, Awaited<ReturnType<Clone['claim']>>>()
    for (const id of ['02', '03', '04']) {
      taken.set(id, await clone.claim('plan-phase', id))
      const rest = ['02', '03', '04'].filter((other) => !taken.has(other))
      const { ready, held } = await clone.offers()
      expect([ready, held]).toEqual([planUnits(...rest), rest.length === 0 ? [] : planUnits(...taken.keys())])
    }
    expect((await clone.ask('next')).hold).toMatchObject({ code: 'CLAIMED' })
    for (const id of ['04', '02', '03']) {
      expect((await clone.ask('unit', 'claim', 'execute-plan', '05-01', '--revision', 'x')).exit).not.toBe(0)
      await clone.complete(id, taken.get(id) as Awaited<ReturnType<Clone['claim']>>)
    }
    expect((await clone.offers()).ready).toEqual(planUnits('05'))
    await clone.planAndComplete('05')
    expect((await clone.ask('next')).step).toBe('milestone-audit')
  })

  it('are done in two clones, which merge without a conflict', async () => {
    const project = partsProject()
    const one = new Clone(project)
    await one.planAndComplete('01')
    const two = new Clone(project, join(dirname(project.root), 'clone'))
    project.git('clone', '--quiet', '.', two.root)
    expect(await two.offers()).toEqual(await one.offers())
    await one.planAndComplete('02')
    await two.planAndComplete('03')
    one.git('pull', '--quiet', '--no-rebase', '--no-edit', two.root, 'main')
    expect(one.git('status', '--porcelain')).toBe('')
    expect((await one.offers()).ready).toEqual(planUnits('04'))
    await one.planAndComplete('04')
    two.git('pull', '--quiet', '--no-rebase', '--no-edit', project.root, 'main')
    expect(existsSync(join(two.root, '.planning/STATE.md'))).toBe(true)
    expect(await two.offers()).toEqual({ ready: planUnits('05'), held: [] })
    expect(await one.offers()).toEqual(await two.offers())
    const rebuiltState = async (clone: Clone) => {
      rmSync(join(clone.root, '.planning/STATE.md'))
      expect((await clone.ask('state', 'rebuild')).exit).toBe(0)
      return readFileSync(join(clone.root, '.planning/STATE.md'), 'utf8').replace(/^last_updated: .*$/m, '')
    }
    expect(await rebuiltState(two)).toBe(await rebuiltState(one))
    expect(await rebuiltState(one)).toContain('stopped_at: Finished transition 04')
    expect((await one.ask('milestone', 'complete', 'v1.0', '--force', '--yes')).exit).toBe(0)
    const archive = readFileSync(join(one.root, '.planning/milestones/v1.0-REQUIREMENTS.md'), 'utf8')
    expect(archive.match(/^- \[[x ]\]/gm)).toEqual(['- [x]', '- [x]', '- [x]', '- [x]', '- [ ]'])
  })
})

describe('the dependencies of a phase', () => {
  it.each([
    ['are the previous phase if its section has no "Depends on"', ['', '', ''], '1 → 2 → 3'],
    ['are the previous phase if "Depends on" names no phase', ['Nothing', 'the parser', 'Phase 1'], '1 → 2, 3'],
    ['are none if "Depends on" says so', ['Nothing', 'nothing', 'None yet'], '1; 2; 3'],
    ['do not default to a phase that waits for it', ['Phase 3', '', ''], '3 → 1 → 2'],
    ['are shown as separate chains for independent groups', ['Nothing', 'Phase 1', 'none', 'Phase 3'], '1 → 2; 3 → 4'],
  ])('%s', async (_, needs, graph) => {
    const project = partsProject(needs)
    project.write(ROADMAP, project.read(ROADMAP).replaceAll('**Depends on**: \n', ''))
    expect((await new Clone(project).ask('progress')).graph).toBe(graph)
  })

  it.each([
    [
      'a cycle',
      ['Nothing', 'Phase 3', 'Phase 2'],
      'circular dependency of phases: 2 → 3 → 2',
      'phase edit 2 --depends-on',
    ],
    [
      'a phase that does not exist',
      ['Nothing', 'Phase 1, Phase 9'],
      'phase 2 depends on 9',
      'phase edit 2 --depends-on',
    ],
  ])(
    'that form or name %s are reported with the command that fixes them, and other phases continue',
    async (_, needs, message, fix) => {
      const { notices, unit } = await new Clone(partsProject(needs)).ask('next')
      expect(unit).toMatchObject({ unitType: 'plan-phase', unitId: '01' })
      expect(notices).toMatchObject([{ message: expect.stringContaining(message), fix: expect.stringContaining(fix) }])
    },
  )

  it('limit what an open decision about a phase holds; the decision is shown as a notice', async () => {
    const project = partsProject(['Nothing', 'Nothing', 'Phase 1'])
    expect(
      (await project.ask('decision', 'add', '--question', 'Red or blue?', '--options', 'red|blue', '--phase', '1'))
        .exit,
    ).toBe(0)
    const next = await new Clone(project).ask('next')
    expect([next.unit.unitId, next.reason]).toEqual(['02', 'no plan yet'])
    expect(next.notices).toMatchObject([{ code: 'DECISION', message: 'Red or blue?' }])
    // A question without a phase holds all phases.
    expect((await project.ask('decision', 'add', '--question', 'How large?')).exit).toBe(0)
    const held = await new Clone(project).ask('next')
    expect([held.exit, held.hold?.reason]).toEqual([4, expect.stringContaining('How large?')])
  })
})

describe('a phase requested by its number', () => {
  const readyOrRefusal = async (clone: Clone, id: string) => {
    const { unit, ready, hold, error } = await clone.ask('next', '--phase', id)
    return hold === undefined && unit !== undefined
      ? ready.map(({ unitType, unitId }: { unitType: string; unitId: string }) => `${unitType} ${unitId}`)
      : `${(error ?? hold).message}: ${error.fix}`
  }

  it('is planned ahead, waits for the phases it needs, and then only its plans are offered', async () => {
    const project = partsProject()
    project.write('.planning/ORDER.md', '---\nscope: phases 1-2\n---\n\nBuild parts 1 and 2.\n')
    const clone = new Clone(project)
    const first = await clone.claim('plan-phase', '01')
    expect(await readyOrRefusal(clone, '3')).toEqual(planUnits('03'))
    const home = '.planning/phases/03-part-3'
    for (const number of ['01', '02'])
      project.write(`${home}/03-${number}-PLAN.md`, planDraft('03-part-3', number, { requirements: ['PART-03'] }))
    expect(await readyOrRefusal(clone, '03')).toBe('phase 3 waits for phase 1: run gsd-tools begin')
    await clone.complete('01', first)
    expect(await readyOrRefusal(clone, '3')).toEqual(['execute-plan 03-01', 'execute-plan 03-02'])
    expect(await readyOrRefusal(clone, '1')).toBe('phase 1 is done: run gsd-tools next')
    expect(await readyOrRefusal(clone, '9')).toMatch(/^"9" is not a phase of the active milestone: use one of 1, /)
  })

  it('is held by whatever holds the whole project, and by a claim on it', async () => {
    const clone = new Clone(partsProject())
    await clone.claim('plan-phase', '02')
    expect((await clone.ask('next', '--phase', '2')).hold.code).toBe('CLAIMED')
    clone.write('.planning/config.json', '{')
    expect((await clone.ask('next', '--phase', '3')).rule).toBe('D03')
  })
})

it('neither a tick nor invalid UTF-8 in REQUIREMENTS.md holds the project, but conflict markers do; a tick leaves the revision as it is', async () => {
  const project = partsProject()
  const clone = new Clone(project)
  const path = '.planning/REQUIREMENTS.md'
  const text = project.read(path)
  const { revision } = await clone.ask('next')
  project.write(path, text.replace('- **PART-01**', '- [x] **PART-01**'))
  expect((await clone.ask('next')).revision).toBe(revision)
  writeFileSync(project.at(path), Buffer.from([0xff, 0xfe, 0x41]))
  expect((await clone.ask('next')).exit).toBe(0)
  project.write(path, `${text}<<<<<<< a\nb\n=======\nc\n>>>>>>> d\n`)
  expect((await clone.ask('next')).hold.reason).toContain(path)
})

it('a long list of ready units is shown only in part', async () => {
  const project = partsProject(Array.from({ length: 30 }, () => 'Nothing'))
  const printed = (await project.ask('next', '--pretty')).stdout
  expect(printed).toMatch(/^Also ready: plan-phase 02, .* and \d+ more$/m)
  expect((await project.ask('begin')).stdout).toMatch(/^plan-phase 02, .*, 23 more: independent/m)
})

it('an order for phases 3-4 offers only units of these phases', async () => {
  const project = partsProject(['Nothing', 'Nothing', 'Nothing', 'Nothing'])
  project.write('.planning/ORDER.md', '---\nscope: phases 3-4\n---\n\nBuild parts 3 and 4.\n')
  expect((await new Clone(project).offers()).ready).toEqual(planUnits('03', '04'))
})

describe('plans that name the same file', () => {
  const home = '.planning/phases/01-part-1'
  const write = (project: TempProject, number: string, front: string) =>
    project.write(
      `${home}/01-${number}-PLAN.md`,
      planDraft('01-part-1', number).replace('wave: 1\n', `wave: 1\n${front}`),
    )
  const APPENDS = 'files_appended: [index.js]\n'
  const CHANGES = '  - index.js\n'
  const withChange = (text: string) => text.replace('files_modified:\n', `files_modified:\n${CHANGES}`)

  it('are executed one after the other, unless both only add to the file', async () => {
    const project = partsProject()
    const clone = new Clone(project)
    for (const number of ['01', '02', '03']) write(project, number, APPENDS)
    expect((await clone.offers()).ready).toEqual(['execute-plan 01-01', 'execute-plan 01-02', 'execute-plan 01-03'])
    for (const number of ['01', '02']) {
      write(project, number, '')
      const path = `${home}/01-${number}-PLAN.md`
      project.write(path, withChange(project.read(path)))
    }
    expect((await clone.offers()).ready).toEqual(['execute-plan 01-01'])
    write(project, '03', '')
    expect((await clone.offers()).ready).toEqual(['execute-plan 01-01', 'execute-plan 01-03'])
    await clone.claim('execute-plan', '01-01')
    const offers = { ready: ['execute-plan 01-03'], held: ['execute-plan 01-01'] }
    expect(await clone.offers()).toEqual(offers)
    await project.ask('config', 'set', 'parallelization.enabled', 'false')
    expect(await clone.offers()).toEqual(offers)
  })
})

describe('what is given to subagents', () => {
  const client = { CLAUDECODE: '1' }
  const projectAt = (depth: string) => {
    const project = partsProject(['Nothing', 'Nothing', 'Nothing', 'Phase 1'])
    project.write('.planning/config.json', project.read('.planning/config.json').replace('light', depth))
    project.write('.planning/phases/01-part-1/01-01-PLAN.md', planDraft('01-part-1', '01'))
    return project
  }
  const calls = (text: string) => [...text.matchAll(/begin ([\w-]+ [\w-]+) --role/g)].map(([, unit]) => unit)

  it('includes everything ready in all phases, up to the parallel limit', async () => {
    const project = projectAt('heavy')
    const { stdout } = await project.askWith(client, 'unit', 'delegate')
    expect(calls(stdout)).toEqual(['execute-plan 01-01', 'plan-phase 02', 'plan-phase 03'])
    expect(stdout).toMatch(/gsd-executor[\s\S]*gsd-planner[\s\S]*share this worktree/)
    expect((await project.askWith(client, 'begin')).stdout).toContain(stdout.trim())
    await project.ask('config', 'set', 'parallelization.max_concurrent_agents', '2')
    await new Clone(project).claim('plan-phase', '03')
    expect(calls((await project.askWith(client, 'unit', 'delegate')).stdout)).toEqual(['execute-plan 01-01'])
  })

  it('leaves one unit to the session itself; plans that follow from the roadmap are submitted first, without a subagent', async () => {
    const project = projectAt('light')
    const settings = JSON.parse(project.read('.planning/config.json'))
    const verification = { commands: [['node', '--version']] }
    project.write('.planning/config.json', JSON.stringify({ ...settings, mode: 'yolo', verification }))
    project.write('.planning/ORDER.md', '---\nscope: all\n---\n\nBuild the parts.\n')
    const { stdout } = await project.askWith(client, 'begin')
    expect(stdout).toMatch(
      /^# execute-plan 01-01[\s\S]*## Also ready\nplan-phase 02, plan-phase 03: [^\n]*unit delegate`/,
    )
    const delegate = async () => (await project.askWith(client, 'unit', 'delegate')).stdout
    const first = await delegate()
    expect([calls(first), first]).toEqual([
      ['plan-phase 02', 'plan-phase 03'],
      expect.stringContaining('No subagent is needed'),
    ])
    const single = await project.askWith({ ...client, GSD_ONE_UNIT: '1' }, 'begin', 'plan-phase', '02')
    expect(single.stdout).toMatch(/plan-phase 02: accepted[\s\S]*# This session ends here/)
    expect(single.stdout).not.toContain('execute-plan')
    await project.askWith(client, 'begin', 'plan-phase', '03', '--role')
    expect(calls(await delegate())).toEqual(['execute-plan 02-01', 'execute-plan 03-01'])
  })

  it('is nothing, with the error NOT_FOUND, if all ready units are in progress', async () => {
    const project = partsProject()
    await new Clone(project).claim('plan-phase', '01')
    expect((await project.askWith(client, 'unit', 'delegate', '--json')).json().error.code).toBe('NOT_FOUND')
  })
})
