// The tokens that models read to plan, build and verify a phase with three plans: entries, briefs, roles and forms, for the session and its subagents.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import {
  checkDraft,
  contextDraft,
  PROJECT_DRAFTS,
  planDraft,
  researchDraft,
  summaryDraft,
  verificationDraft,
} from '../support/drafts.js'
import { disposeProjects, makeProject, type TempProject } from '../support/project.js'
import { roleOf } from '../support/team.js'
import { hashOfPart, work } from '../support/work.js'

afterAll(disposeProjects)

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))

/** Estimates tokens by bytes, with fixed paths in place of real ones, so that the location of the checkout does not matter. */
const tokens = (text: string, project: string) =>
  Math.ceil(Buffer.byteLength(text.replaceAll(REPOSITORY, '/home/ada/pack/').replaceAll(project, '/home/ada/work')) / 4)
const source = (path: string) => readFileSync(new URL(`../../${path}.md`, import.meta.url), 'utf8')

const { figures } = JSON.parse(readFileSync(new URL('../../docs/data/costs.json', import.meta.url), 'utf8')) as {
  figures: readonly { readonly id: string; readonly values: Readonly<Record<string, number>> }[]
}
/** Returns a limit in `docs/data/costs.json`, which README states. */
const limit = (what: string): number | undefined => figures.find(({ id }) => id === 'one-phase')?.values[what]

const PHASE = '01-counting'

/** The drafts of each unit of the phase. */
const DRAFTS: Readonly<Record<string, (project: TempProject) => Readonly<Record<string, string>>>> = {
  'research-phase 01': () => ({ '01-RESEARCH.md': researchDraft('1') }),
  'plan-phase 01': () => ({
    '01-01-PLAN.md': planDraft(PHASE, '01', { requirements: ['COUNT-01'] }),
    '01-02-PLAN.md': planDraft(PHASE, '02', { requirements: ['COUNT-02'] }),
    '01-03-PLAN.md': planDraft(PHASE, '03', { depends: ['01-01', '01-02'] }),
  }),
  'check-plan 01': () => ({ '01-CHECK.json': checkDraft([]) }),
  ...Object.fromEntries(
    ['01', '02', '03'].map((plan) => [
      `execute-plan 01-${plan}`,
      (project: TempProject) => ({
        [`01-${plan}-SUMMARY.md`]: summaryDraft(PHASE, plan, {
          commit: hashOfPart(project, plan),
          requirements: plan === '03' ? [] : [`COUNT-${plan}`],
        }),
      }),
    ]),
  ),
  'verify-phase 01': () => ({ '01-VERIFICATION.md': verificationDraft(PHASE, 'passed') }),
}

/** A session and its subagents, which make only the printed calls. */
class Team {
  readonly read: Record<string, number> = {}
  /** Delegated units. */
  readonly given: string[] = []
  readonly #project: TempProject

  constructor(project: TempProject) {
    this.#project = project
  }

  note(what: string, text: string): void {
    this.read[what] = (this.read[what] ?? 0) + tokens(text, this.#project.root)
  }

  async call(what: string, ...words: readonly string[]): Promise<string> {
    const { exit, stdout } = await this.#project.ask(...words)
    expect(exit, stdout).toBe(0)
    this.note(what, stdout)
    return stdout
  }

  /** Writes the drafts of the unit and finishes it as its brief says; returns the output. */
  async #finishUnit(unit: string, brief: string): Promise<string> {
    const folder = /`(\.planning\/\.runtime\/drafts\/[^/`]+)\//.exec(brief)?.[1]
    for (const [name, text] of Object.entries(DRAFTS[unit]?.(this.#project) ?? {}))
      this.#project.write(`${folder}/${name}`, text)
    const finish = /unit finish (--claim \w+(?: --(?:begin|commit))?)`/.exec(brief)?.[1] ?? ''
    return this.call(`finish ${unit}`, 'unit', 'finish', ...finish.split(' '))
  }

  /** Does the units that `begin` printed; returns the next text. */
  async step(text: string): Promise<string> {
    const calls = [...text.matchAll(/begin (\S+) (\S+) --role`/g)]
    const after = /begin --after (\S+)`/.exec(text)?.[1]
    if (after === undefined) return this.#finishUnit(/^# (\S+ \S+):/m.exec(text)?.[1] ?? '', text)
    for (const [, type = '', id = ''] of calls) {
      this.given.push(`${type} ${id}`)
      this.note(`role ${roleOf(type)}`, source(`agents/${roleOf(type)}`))
      await this.#finishUnit(`${type} ${id}`, await this.call(`brief ${type}`, 'begin', type, id, '--role'))
    }
    return this.call('begin', 'begin', '--after', after)
  }
}

/** Matches the text that is printed after the first phase is complete. */
const SECOND_PHASE = /^# (?:discuss-phase: |plan-phase 02)|begin research-phase 02/m

interface Phase {
  readonly team: Team
  readonly last: string
}
type Workflow = Readonly<Record<string, string>>

async function runPhase(workflow: Workflow): Promise<Phase> {
  const project = makeProject({ 'README.md': '# Counter\n' }).initGit()
  await work(project, 'new-project', 'project', PROJECT_DRAFTS)
  await work(project, 'discuss-phase', '01', { '01-CONTEXT.md': contextDraft('1') })
  project.write('.planning/config.json', JSON.stringify({ workflow, mode: 'yolo' }))
  const team = new Team(project)
  team.note('entry', source('commands/next'))
  await team.call('brief next', 'brief', 'next')
  let text = await team.call('begin', 'begin')
  for (let steps = 0; steps < 12 && !SECOND_PHASE.test(text); steps++) text = await team.step(text)
  // The beginning of the next phase does not count.
  team.read['begin'] = (team.read['begin'] ?? 0) - tokens(text, project.root)
  return { team, last: text }
}

const phases = new Map<string, Promise<Phase>>()
/** Runs a phase once per settings. */
function phaseOf(workflow: Workflow): Promise<Phase> {
  const key = JSON.stringify(workflow)
  const phase = phases.get(key) ?? runPhase(workflow)
  phases.set(key, phase)
  return phase
}

const sum = (read: Readonly<Record<string, number>>): number => Object.values(read).reduce((all, one) => all + one, 0)

describe('one phase with three plans, begun by one command in yolo', () => {
  it('takes at most the tokens in README at depth standard: planned by the session, checked, built and verified by subagents', async () => {
    const { team, last } = await phaseOf({ depth: 'standard' })
    expect(team.given, last).toEqual([
      'check-plan 01',
      'execute-plan 01-01',
      'execute-plan 01-02',
      'execute-plan 01-03',
      'verify-phase 01',
    ])
    expect(sum(team.read), JSON.stringify(team.read, null, 2)).toBeLessThanOrEqual(limit('gsd-pack') ?? 0)
  })

  it('is delegated completely, including research, within the limit in README if no depth is requested', async () => {
    const { team, last } = await phaseOf({})
    expect(team.given, last).toEqual([
      'research-phase 01',
      'plan-phase 01',
      'check-plan 01',
      'execute-plan 01-01',
      'execute-plan 01-02',
      'execute-plan 01-03',
      'verify-phase 01',
    ])
    expect(sum(team.read), JSON.stringify(team.read, null, 2)).toBeLessThanOrEqual(limit('gsd-pack with research') ?? 0)
  })
})
