// Cases in which the older programs differ or are wrong, not covered by tests of single verbs.
import { afterEach, describe, expect, it } from 'vitest'
import { disposeProjects, type Files, makeProject, OLDER, OURS } from '../../support/project.js'

afterEach(disposeProjects)

const P = '.planning/phases'
const ROADMAP = OURS['.planning/ROADMAP.md'] as string
const CONFIG = '.planning/config.json'

describe('a phase', () => {
  it('that is the last one is removed without the text after its section, with or without a directory', async () => {
    const text = `${ROADMAP}\n## Notes of the user\n\nWritten on 2026-01-03.\n`
    for (const more of [{}, { [`${P}/03-reports/.gitkeep`]: '' }] as Files[]) {
      const project = makeProject({ ...OURS, ...more, '.planning/ROADMAP.md': text })
      const called = await project.ask('phase', 'remove', '3', '--yes')
      expect(called.exit, called.stdout).toBe(0)
      const left = project.read('.planning/ROADMAP.md')
      expect(left).not.toContain('Phase 3')
      expect(left).toContain('## Progress')
      expect(left.endsWith('\n## Notes of the user\n\nWritten on 2026-01-03.\n')).toBe(true)
    }
  })

  it('keeps its dates in the roadmap when another one is removed', async () => {
    const dated = ROADMAP.replace('Numbers for people', 'Numbers of 2026-02-03 for people')
    const project = makeProject({ ...OURS, '.planning/ROADMAP.md': dated })
    expect((await project.ask('phase', 'remove', '2', '--yes')).exit).toBe(0)
    const left = project.read('.planning/ROADMAP.md')
    expect(left).toContain('Phase 3: Reports')
    expect(left).toContain('2026-02-03')
  })

  it('with several directories of its number has the only directory that no closed phase owns, or is ambiguous', async () => {
    const roadmap = `# Roadmap\n\n<details>\n<summary>✅ v1.0 First - SHIPPED 2025-01-01</summary>\n\n### Phase 1: Old work\n\n</details>\n\n## 🚧 v2.0 Second\n\n### Phase 1: New work\n\n**Goal**: It works\n`
    const files = { [`${P}/01-old-work/x.md`]: '', [`${P}/01-renamed/x.md`]: '', '.planning/ROADMAP.md': roadmap }
    const called = await makeProject({ ...OURS, ...files, [`${P}/01-foundation/01-CONTEXT.md`]: '' }).ask(
      'phase',
      'plan-index',
      '1',
    )
    // The directory of the shipped milestone matches neither remaining phase.
    expect([called.exit, called.json().error.code]).toEqual([4, 'PHASE_AMBIGUOUS'])
    const one = await makeProject({ ...files, '.planning/PROJECT.md': '# X\n' }).ask('phase', 'plan-index', '1')
    expect([one.exit, one.json().directory]).toEqual([0, `${P}/01-renamed`])
  })

  it.each([
    ['SQL→GORM + Fresh DB ✅', ['auth-tenant', 'sql-to-gorm'], 'sql-to-gorm'],
    ['Reports', ['reports-for-people', 'export'], null],
    ['Fresh SQL reports', ['sql-reports', 'fresh-sql'], null],
    ['Fresh SQL reports', ['sql-reports', 'sql-of-people'], null],
  ])('of %s has the only directory with words of its title: %j', async (title, slugs, own) => {
    const folders = Object.fromEntries(slugs.map((slug) => [`${P}/04-${slug}/.gitkeep`, '']))
    const files = { ...folders, '.planning/ROADMAP.md': `# Roadmap\n\n### Phase 4: ${title}\n\n**Goal**: It works\n` }
    const { exit, json } = await makeProject(files).ask('phase', 'plan-index', '4')
    expect([exit, json().directory ?? null]).toEqual(own === null ? [4, null] : [0, `${P}/04-${own}`])
  })
})

describe('an archived phase', () => {
  it('has waves, but nothing runs again', async () => {
    const archive = '.planning/milestones/v0.9-phases/09-old'
    const called = await makeProject({
      ...OURS,
      [`${archive}/09-01-PLAN.md`]: OURS[`${P}/01-foundation/01-01-PLAN.md`] as string,
      [`${archive}/09-01-SUMMARY.md`]: OLDER[`${P}/01-foundation/01-01-SUMMARY.md`] as string,
    }).ask('phase', 'plan-index', '9')
    expect(called.json()).toMatchObject({ plans: [{ id: '09-01', wave: 1, complete: true }], runnable: [] })
  })
})

describe('a setting', () => {
  it('with fixed values refuses others, and names the valid ones', async () => {
    const project = makeProject(OURS)
    const called = await project.ask('config', 'set', 'mode', 'fast')
    expect(called.exit).toBe(2)
    expect(called.json().error.message + called.json().error.fix).toMatch(/interactive.*yolo|yolo.*interactive/)
    expect(project.read(CONFIG)).toBe(OURS[CONFIG])
  })

  it('in an invalid file is an error with line and column, and holds next', async () => {
    const project = makeProject({ ...OURS, [CONFIG]: '{\n  "mode": yolo\n}\n' })
    for (const words of [
      ['config', 'get', 'mode'],
      ['config', 'list'],
    ]) {
      const called = await project.ask(...words)
      expect([words, called.exit]).toEqual([words, 1])
      expect(called.json().error.message).toMatch(/2\D+\d+/)
    }
    const next = await project.ask('next')
    expect([next.exit, next.json().rule, next.json().hold.code]).toEqual([4, 'D03', 'CONFIG'])
  })
})

describe('--pick', () => {
  it('of an unknown field exits with 1, of an object prints JSON', async () => {
    const project = makeProject(OURS)
    expect((await project.ask('progress', '--pick', 'nothing.here')).exit).toBe(1)
    const picked = await project.ask('progress', '--pick', 'phases[0]', '--raw')
    expect(picked.json()).toMatchObject({ number: '1', name: 'Foundation' })
  })
})

describe('a milestone', () => {
  it('in a list is current if it is in progress or the only open one; otherwise none is known', async () => {
    const flat = '### Phase 1: Foundation\n\n**Goal**: A base\n'
    const milestone = async (list: string) => {
      const text = `# Roadmap\n\n## Milestones\n\n${list}\n## Phases\n\n${flat}`
      const found = (await makeProject({ ...OURS, '.planning/ROADMAP.md': text }).ask('progress')).json()
      return [found.milestone_version, found.unknown.some(({ path }: { path: string }) => path === 'milestone_version')]
    }
    expect(await milestone('- ✅ **v1.0 A** - done\n- 🚧 **v1.1 B** - Phases 1-4\n- 📋 **v2.0 C**\n')).toEqual([
      'v1.1',
      false,
    ])
    expect(await milestone('- ✅ **v1.0 A** - done\n- **v1.1 B** - Phases 1-4\n')).toEqual(['v1.1', false])
    expect(await milestone('- 📋 **v1.1 B**\n- 📋 **v2.0 C**\n')).toEqual([null, true])
    expect(await milestone('')).toEqual([null, true])
  })
})
