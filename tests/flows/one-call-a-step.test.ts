// The number and size of calls, with a scripted model that makes exactly the calls it is told to make: two verified phases, and a task without a project.
import { afterEach, describe, expect, it } from 'vitest'
import { disposeProjects, makeProject } from '../support/project.js'
import { ScriptedModel } from '../support/scripted-model.js'
import { textOf } from '../support/texts.js'

afterEach(disposeProjects)

const CHARTER = textOf('one-call-a-step/charter.md')

const planOf = (phase: number, requirement: string) => `---
requirements: [${requirement}]
files_modified: [count-${phase}.js, count-${phase}.test.js]
must_haves:
  truths: [the function of phase ${phase} answers]
---

The function of phase ${phase}

1. Write the test and the function in \`count-${phase}.js\`
   - check: \`node --test count-${phase}.test.js\`
`

/** Plays the model: reads what a call printed, writes the draft, and makes the named call. */
class Model extends ScriptedModel {
  write(name: string, text: string): void {
    const folder = /`(\.planning\/\.runtime\/drafts\/[^/`]+)\//.exec(this.text)?.[1]
    expect(folder, this.text).toBeDefined()
    this.project.write(`${folder}/${name}`, text)
  }

  async finish(...args: readonly string[]): Promise<number> {
    const claim = /unit finish --claim (\w+) --(?:begin|commit)/.exec(this.text)?.[1]
    expect(claim, this.text).toBeDefined()
    return this.call('unit', 'finish', '--claim', claim as string, '--begin', ...args)
  }

  build(phase: number): void {
    this.project.write(
      `count-${phase}.js`,
      `export const count${phase} = (text) => text.split(/\\s+/).filter(Boolean).length\n`,
    )
    this.project.write(
      `count-${phase}.test.js`,
      `import assert from 'node:assert'\nimport { test } from 'node:test'\nimport { count${phase} } from './count-${phase}.js'\ntest('count ${phase}', () => assert.equal(count${phase}('a b c'), 3))\n`,
    )
    this.project.git('add', `count-${phase}.js`, `count-${phase}.test.js`)
    this.project.git('commit', '-qm', `feat(0${phase}-01): count`)
  }
}

async function submitCharter(charter = CHARTER) {
  const project = makeProject({ 'package.json': '{"type":"module"}\n' })
  project.initGit()
  const model = new Model(project)
  expect(await model.call('begin', 'new-project', 'project'), model.text).toBe(0)
  model.write('CHARTER.md', charter)
  const exit = await model.finish()
  return { project, model, exit }
}

/** The same estimate as in the other tests of prompts. */
const BYTES_PER_TOKEN = 4

const DONE = '**Words are counted.**\n'
const proofOf = (phase: number) => `**Goal:** yes, the user can count words

## Observable Truths

- **1:** holds
  - tried: ran the function on three words → 3
  - awkward: ran it on an empty text → 0
- **01.1:** holds
  - tried: ran it on three lines → 9
  - awkward: ran it on blanks only → 0

## Probes

- made count-${phase}.js answer 1 → count-${phase}.test.js failed
`

/** A must-have with the words of a criterion needs no separate line. */
const lightProofOf = (phase: number) => proofOf(phase).replace(/- \*\*01\.1[\s\S]+?(?=\n## Probes)/, '')

describe('a session that makes only the calls it is told to make', () => {
  it('needs at most 6 calls, 4000 tokens and 40 KB of planning files for a charter and two verified phases', async () => {
    const { project, model, exit } = await submitCharter()
    expect(exit, model.text).toBe(0)
    const before = model.read - Buffer.byteLength(model.text)
    for (const phase of [1, 2]) {
      expect(model.text).toContain(`# execute-plan 0${phase}-01`)
      model.build(phase)
      model.write(`0${phase}-01-SUMMARY.md`, DONE)
      expect(await model.finish(), model.text).toBe(0)
      expect(model.text).toContain(`# verify-phase 0${phase}`)
      model.write(`0${phase}-VERIFICATION.md`, lightProofOf(phase))
      expect(await model.finish(), model.text).toBe(0)
    }
    expect(model.text).toContain('The order is done')
    expect((await project.ask('state', 'derive')).json()).toMatchObject({ progress: { phases: { done: 2, total: 2 } } })
    expect(model.calls).toBeLessThanOrEqual(6)
    expect((model.read - before) / BYTES_PER_TOKEN).toBeLessThanOrEqual(4000)
    expect(Buffer.byteLength(project.planningTexts())).toBeLessThanOrEqual(40 * 1024)
    expect(project.git('status', '--porcelain')).toBe('')
    const linted = (await project.ask('lint')).json()
    expect([linted.errors, linted.notices, linted.findings]).toEqual([0, 0, []])
    expect(project.read('.planning/PROJECT.md')).toMatch(
      /^\| D-01: .+ \| Kept in Phase 2 \|\n\| D-02: .+ \| Kept in Phase 1 \|$/m,
    )
  })

  it('is not asked to read documents made from its own draft, and is told why', async () => {
    const { model } = await submitCharter()
    expect(model.text).toMatch(
      /^The plan of this unit and the project's files were made from your draft: you know their content\.\n\n# execute-plan/m,
    )
    expect(model.text).not.toContain('<required_reading>')
    for (const phase of [1, 2]) {
      model.build(phase)
      model.write(`0${phase}-01-SUMMARY.md`, DONE)
    }
    expect(await model.finish(), model.text).toBe(0)
    expect(model.text).toMatch(
      /^The SUMMARY of 01-01 was made from your draft, and you have read PROJECT\.md: you know both\.\n\n# verify-phase 01/m,
    )
    // The requirements are read again.
    expect(model.text).toContain('.planning/REQUIREMENTS.md')
    expect(model.text).not.toContain('01-01-SUMMARY.md')
    expect(model.text).not.toContain('.planning/PROJECT.md')
    // Another session may call `unit brief`, so it lists documents that this session wrote.
    const claim = /unit finish --claim (\w+) --begin/.exec(model.text)?.[1] as string
    expect(await model.call('unit', 'brief', '--claim', claim), model.text).toBe(0)
    expect(model.text).toContain('01-01-SUMMARY.md')
    expect(model.text).not.toContain('from your draft')
  })

  it('sees failed checks when it finishes a plan, even checks that also failed before the work', async () => {
    const { project, model } = await submitCharter(CHARTER.replace('`node --test`', '`npm test`'))
    project.write('package.json', '{ "type": "module", "scripts": { "test": "node --test" } }\n')
    project.write(
      'count.test.js',
      "import { test } from 'node:test'\ntest('counts words', () => { throw new Error('two, not three') })\n",
    )
    project.git('add', 'package.json', 'count.test.js')
    project.git('commit', '-qm', 'feat(01): count')
    model.write('01-01-SUMMARY.md', DONE)
    expect(await model.finish(), model.text).toBe(1)
    expect(model.text).toMatch(/nothing is proven: "npm test" failed before the work and fails now/)
    expect(model.text).toMatch(/not ok \d+ - counts words/)
    expect(model.text).toContain('two, not three')
    // No file is named that does not exist.
    expect(model.text).not.toContain('VERIFY.json')
  })

  it('marks a decision of the charter as replaced by one that a plan made', async () => {
    const { project, model } = await submitCharter()
    const PROJECT = '.planning/PROJECT.md'
    project.write(PROJECT, project.read(PROJECT).replace(/^\| D-02: .*$/m, '$&\n| Blanks | quick | Pending |'))
    model.build(1)
    const summaryReplacing = (id: string) =>
      `${DONE}\n## Decisions Made\n\n- TypeScript, because it is checked (instead of ${id})\n- Blanks (instead of D-0)\n`
    const [, claim = ''] = /unit finish --claim (\w+) --begin/.exec(model.text) ?? []
    model.write('01-01-SUMMARY.md', summaryReplacing('D-01'))
    expect(await model.call('unit', 'finish', '--claim', claim, '--begin'), model.text).toBe(0)
    expect(project.read(PROJECT)).toMatch(/^\| D-01: .+\| Replaced in 01-01 \|$/m)
    expect(project.read(PROJECT)).toContain('\n| Blanks | quick | Pending |\n')
  })

  it.each([
    ['with its draft', []],
    ['with one sentence in place of a draft', ['--said', 'Words are counted.']],
  ])(
    'needs two calls for a task in a folder without a project, %s, and the task is recorded and committed',
    async (_, args) => {
      const project = makeProject({ 'package.json': '{"type":"module"}\n' })
      project.initGit()
      const model = new Model(project)
      expect(await model.call('begin', 'quick', 'count words'), model.text).toBe(0)
      expect(model.text).toContain('--said')
      model.build(1)
      const number = /drafts\/quick-(\d{6}-\w{3})/.exec(model.text)?.[1]
      if (args.length === 0) model.write(`${number}-SUMMARY.md`, DONE)
      expect(await model.finish(...args), model.text).toBe(0)
      expect(project.read(`.planning/quick/${number}-count-words/${number}-SUMMARY.md`)).toContain(
        '**Words are counted.**',
      )
      expect(model.text).toMatch(/^- quick \S+: accepted/)
      expect(model.text).toContain('# This unit is done')
      expect(model.calls).toBe(2)
      expect(project.git('status', '--porcelain')).toBe('')
    },
  )

  it('ends each unit separately after a completed order, without calling the order done again', async () => {
    const { model } = await submitCharter(CHARTER.replace('Scope: all', 'Scope: phase 1'))
    model.build(1)
    model.write('01-01-SUMMARY.md', DONE)
    await model.finish()
    model.write('01-VERIFICATION.md', proofOf(1))
    expect(await model.finish(), model.text).toBe(0)
    expect(model.text).toContain('The order is done')

    await model.call('begin', 'quick', 'count lines')
    model.build(3)
    model.write(`${/drafts\/quick-(\d{6}-\w{3})/.exec(model.text)?.[1]}-SUMMARY.md`, DONE)
    expect(await model.finish(), model.text).toBe(0)
    expect(model.text).toContain('# This unit is done')

    await model.call('begin', 'plan-phase', '2')
    model.write('02-01-PLAN.md', planOf(2, 'CNT-02'))
    expect(await model.finish(), model.text).toBe(0)
    expect(model.text).toContain('# The stage is done\nNext would be execute-plan 02-01')
  })

  it('builds nothing if the user wants only the plan, until they say so', async () => {
    const { project, model, exit } = await submitCharter(CHARTER.replace('Scope: all', 'Scope: none'))
    expect(exit, model.text).toBe(0)
    expect(model.text).toContain('# The order is done\nThe user asked only for the plan')
    expect(model.text).toContain('how to continue: gsd-plan-phase 1, or')
    expect(model.text).not.toMatch(/ask whether|\?$/m)
    expect((await project.ask('next')).json().order).toEqual({ scope: 'none', fulfilled: true })
    expect(await model.call('begin'), model.text).toBe(0)
    expect(model.text).toContain('(this asked only for a plan; build what the user starts afterwards)')
  })

  it('stops after a stage in interactive mode, and begins the next one when it is told to', async () => {
    const { model, exit } = await submitCharter(CHARTER.replace('- mode: yolo', '- granularity: coarse'))
    expect(exit, model.text).toBe(0)
    expect(model.text).toContain('# The stage is done')
    expect(await model.call('begin'), model.text).toBe(0)
    expect(model.text).toContain('# plan-phase 01')
  })

  it('is refused briefly without a charter, and with one whose phase names an unknown requirement', async () => {
    const project = makeProject({ 'package.json': '{"type":"module"}\n' })
    project.initGit()
    const model = new Model(project)
    await model.call('begin', 'new-project', 'project')
    const begun = model.text
    expect(await model.finish()).toBe(1)
    expect(model.text).toContain('CHARTER.md')
    expect(Buffer.byteLength(model.text)).toBeLessThanOrEqual(600)
    model.text = begun
    model.write('CHARTER.md', CHARTER.replace('CNT-02\n1. Two', 'CNT-07\n1. Two'))
    expect(await model.finish()).toBe(1)
    expect(model.text).toContain('CNT-07')
  })
})
