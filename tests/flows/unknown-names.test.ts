// Answers to unknown names are short and begin with the nearest names.
import { afterEach, describe, expect, it } from 'vitest'
import { someOf } from '../../lib/std/text.js'
import { loadVerb, verbNames } from '../../lib/verbs/registry.js'
import { disposeProjects, makeProject, OURS } from '../support/project.js'

afterEach(disposeProjects)

const IDS = Array.from({ length: 200 }, (_, at) => at + 1)
const PLAN = Object.entries(OURS).find(([path]) => path.endsWith('01-01-PLAN.md'))?.[1] as string
const ROADMAP = `# Roadmap: Ledger\n\n## Phases\n\n${IDS.map(
  (id) => `- [ ] **Phase ${id}: Part ${id}** - It works`,
).join('\n')}\n\n${IDS.map((id) => `### Phase ${id}: Part ${id}\n\n**Goal**: It works\n`).join('\n')}`

const largeProject = () =>
  makeProject({
    ...OURS,
    '.planning/ROADMAP.md': ROADMAP,
    ...Object.fromEntries(
      IDS.map((id) => [
        `.planning/phases/${String(id).padStart(2, '0')}-part-${id}/${String(id).padStart(2, '0')}-01-PLAN.md`,
        PLAN,
      ]),
    ),
  })

describe('an unknown name', () => {
  it('gets a short answer from every verb that takes one, however many names there are', async () => {
    const project = largeProject()
    const long: string[] = []
    let refused = 0
    for (const name of verbNames()) {
      const { args } = await loadVerb(name)
      const takesName = Object.keys(args).some((key) => /^(?:phases?|plan(?:Id)?|subject|after)$/.test(key))
      if (!takesName && name !== 'begin' && name !== 'brief') continue
      for (const words of [['9999'], ['9999-01'], ['plan-phase', '9999'], ['execute-plan', '9999-01'], []]) {
        const { exit, stderr } = await project.ask(...name.split('.'), ...words)
        if (exit === 1) refused += 1
        if (exit !== 0 && stderr.length > 700) long.push(`${name} ${words.join(' ')}: ${stderr.length}`)
      }
    }
    expect(long).toEqual([])
    expect(refused).toBeGreaterThan(20)
  })

  it('gets the nearest names first', () => {
    const names = IDS.map(String)
    expect(someOf(names.slice(0, 3))).toBe('1, 2, 3')
    expect(someOf(names, '1990')).toMatch(/^190, 1, 2, .*, 11 and 188 more$/)
  })
})

describe('the folder of a phase', () => {
  it.each(['1', '01-part-1', './.planning/phases/01-part-1/'])('names it as its number does: %s', async (name) => {
    const project = largeProject()
    expect((await project.ask('begin', 'verify-phase', name)).stdout).toContain(
      'verify-phase of phase 01 is not possible',
    )
    expect((await project.ask('next', '--phase', name)).json()).toMatchObject({ unit: { unitId: '01-01' } })
  })
})
