// Workflows that keep a project in order, followed literally: figures, undo, archives, workstreams, the backlog, settings; and the routers of groups.
import { afterEach, describe, expect, it } from 'vitest'
import { GROUPS } from '../../lib/assets/catalog.js'
import { realAssets } from '../support/payload.js'
import { disposeProjects, makeProject, OURS } from '../support/project.js'
import { expectClean, startCommand, Walk } from '../support/walk.js'

afterEach(disposeProjects)
const assets = realAssets()

it('stats: one call gives the numbers, another lists workstreams', async () => {
  const { walk } = await startCommand(OURS, 'stats')
  expect(JSON.parse(await walk.follow('progress'))).toMatchObject({ phase_count: expect.any(Number) })
  await walk.follow('workstream list')
})

it('undo: a commit of code and a write of planning files are undone together, and the undo can be undone', async () => {
  const { project } = await startCommand(OURS, 'undo')
  const before = project.read('.planning/REQUIREMENTS.md')
  await project.ask('note', 'add', '--text', 'A thought')
  project.write('src/extra.ts', 'export const extra = 1\n')
  project.git('add', '.')
  project.git('commit', '-qm', 'feat: extra')
  const walk = new Walk(project)
  await walk.call('brief', 'undo', '--', '--last', '1')
  expectClean(project)
  const shown = JSON.parse(await walk.follow('undo --last', { '<number>': '1' }))
  expect(shown.plan).toHaveLength(1)
  expectClean(project)
  const revert = walk.text.match(/`(git revert --no-commit) <commits>`/)?.[1]?.split(' ') ?? []
  project.git(...revert.slice(1), 'HEAD')
  expect(project.has('src/extra.ts')).toBe(false)
  expect(walk.text).toContain('git restore --staged --worktree --source=HEAD .planning')
  project.git('restore', '--staged', '--worktree', '--source=HEAD', '.planning')
  await walk.call('undo', '--last', '1', '--yes')
  await walk.call('brief', 'undo', '--', '--last', '1')
  await walk.follow('commit "revert', { '<what>': 'a thought', '<files>': 'src/extra.ts' })
  expectClean(project)
  expect(project.git('log', '-1', '--format=%s')).toBe('revert: a thought\n')
  expect(project.read('.planning/REQUIREMENTS.md')).toBe(before)
  const { entries } = JSON.parse(await walk.follow('log --limit 1'))
  expect((await project.ask('undo', entries[0].id, '--yes')).exit).toBe(0)
})

it('cleanup: folders of a closed milestone are moved after confirmation and can be restored, without reverting code', async () => {
  const roadmap = `# Roadmap: Sample

## Milestones

- ✅ **v1.0 First** - Phase 1 (shipped 2026-01-02)
- 🚧 **v1.1 Second** - Phase 2 (in progress)

## Phases

<details>
<summary>✅ v1.0 First (Phase 1) - SHIPPED 2026-01-02</summary>

### Phase 1: Foundation

**Goal**: A base
**Plans**: 2 plans

</details>

### 🚧 v1.1 Second (In Progress)

### Phase 2: Accounts

**Goal**: Accounts
`
  const { project, walk } = await startCommand({ ...OURS, '.planning/ROADMAP.md': roadmap }, 'cleanup')
  const shown = JSON.parse(await walk.follow('phases archive'))
  expect(shown.plan).toHaveLength(1)
  await walk.follow('phases archive --yes')
  expect(project.has('.planning/milestones/v1.0-phases/01-foundation')).toBe(true)
  await walk.follow('commit')
  expectClean(project)
  const taken = JSON.parse(await walk.follow('undo --last 1'))
  expect(project.read('.planning/phases/01-foundation/01-01-SUMMARY.md')).toContain('abc12301')
  expect(taken).toMatchObject({ commits: [] })
})

it('cleanup: after restarted phase numbers, a folder is moved to the milestone with its title', async () => {
  const closedMilestone = (version: string, title: string) =>
    `<details>\n<summary>✅ ${version} (Phase 1) - SHIPPED 2026-01-02</summary>\n\n### Phase 1: ${title}\n\n**Goal**: x\n\n</details>\n`
  const open = '### 🚧 v1.2 Third (In Progress)\n\n### Phase 2: Accounts\n\n**Goal**: Accounts\n'
  const project = makeProject({
    ...OURS,
    '.planning/ROADMAP.md': `# Roadmap: Sample\n\n## Phases\n\n${closedMilestone('v1.0', 'Sketch')}\n${closedMilestone('v1.1', 'Foundation')}\n${open}`,
    '.planning/milestones/v1.0-phases/01-sketch/01-01-SUMMARY.md': '# Done\n',
  })
  expect((await project.ask('phases', 'archive', '--yes')).json().archived).toEqual([
    '.planning/milestones/v1.1-phases/01-foundation',
  ])
})

it('workstreams: creating a second one makes the existing project the first, which is selected; the second is archived', async () => {
  const { project, walk } = await startCommand(OURS, 'workstreams', 'create', 'billing')
  expect(JSON.parse(await walk.follow('workstream list'))).toMatchObject({ mode: 'flat' })
  const made = JSON.parse(await walk.follow('workstream create', { '<name>': 'billing' }))
  expect(made).toMatchObject({ workstream: 'billing', moved: { to: expect.any(String) } })
  await walk.follow('commit')
  expectClean(project)
  await walk.follow('workstream set', { '<name>': made.moved.to })
  const { workstreams } = JSON.parse(await walk.follow('workstream list'))
  expect(workstreams.filter(({ active }: { active: boolean }) => active)).toMatchObject([{ name: made.moved.to }])
  const plan = JSON.parse(await walk.follow('workstream complete', { '<name>': 'billing' }))
  expect(plan).toMatchObject({ archived_to: null, error: { code: expect.any(String) } })
  await walk.call('workstream', 'complete', 'billing', '--yes')
  expect(project.has('.planning/workstreams/billing')).toBe(false)
})

it('review-backlog: waiting items are promoted or dropped', async () => {
  const seed = '---\nid: SEED-001\nstatus: dormant\nplanted: 2026-01-01\ntrigger_when: ever\n---\n\n# Dark mode\n'
  const { project, walk } = await startCommand({ ...OURS, '.planning/seeds/SEED-001-dark.md': seed }, 'review-backlog')
  const { id } = (await project.ask('note', 'add', '--text', 'Export to PDF')).json()
  await project.ask('note', 'triage', id, '--class', 'defer')
  const waitingNotes = async () => JSON.parse(await walk.follow('note list')).notes
  expect(await waitingNotes()).toMatchObject([{ id }, { id: 'SEED-001' }])
  const backlog = walk.text
  await walk.follow('brief phase', { '<title>': 'Export to PDF' }, true)
  const { phase_number: number } = JSON.parse(await walk.follow('phase add', { '<title>': 'Export to PDF' }))
  const answers = { '<number>': number, '<goal>': 'It prints', '<numbers>': 'none', '<ids>': 'none' }
  const changed = JSON.parse(await walk.follow('phase edit', { ...answers, '<criterion>': 'A PDF opens' }))
  expect(changed.changed_fields).toEqual(['goal', 'depends-on', 'criteria'])
  expect(project.read('.planning/ROADMAP.md')).toContain('A PDF opens')
  walk.text = backlog
  await walk.follow('note triage <ids> --class done', { '<ids>': `${id} SEED-001`, '<outcome>': `phase ${number}` })
  expect(project.read(`.planning/todos/completed/${id}.md`)).toContain(`resolution: phase ${number}`)
  const dropped = (await project.ask('note', 'add', '--text', 'Export to Word')).json().id
  await walk.follow('note triage <ids> --class dropped', { '<ids>': dropped })
  expect(project.read(`.planning/todos/completed/${dropped}.md`)).toContain('status: dropped')
  expect(await waitingNotes()).toEqual([])
  await walk.follow('commit')
  expectClean(project)
  await walk.follow('begin quick', { '<its title>': 'Mend the date' }, true)
  expect(walk.text).toContain('# quick')
})

it('settings: the brief names the call that sets the model profile', async () => {
  const { walk } = await startCommand(OURS, 'settings')
  expect(walk.calls.some((call) => call.startsWith('config set model_profile'))).toBe(true)
})

describe.each(Object.keys(GROUPS))('the router of %s', (group) => {
  const commands = [...assets.commands.values()].filter((command) => command.group === group && command.name !== group)

  it('names the commands of its group and no others, with the calls that print their briefs', async () => {
    const { walk } = await startCommand(OURS, 'route', `--${group}`)
    for (const { name, about, workflow } of commands) {
      expect(walk.text).toContain(`| ${about} |`)
      if (workflow === name)
        expect(walk.calls.some((call) => call.split(' ').slice(0, 2).join(' ') === `brief ${name}`)).toBe(true)
    }
    const others = [...assets.commands.values()].filter((command) => command.group !== group)
    for (const { about } of others) expect(walk.text).not.toContain(`| ${about} |`)
  })

  it('has the name of the group, which as a profile selects the whole group', () => {
    expect(assets.commands.get(group)?.group).toBe(group)
    const listed = assets.profile([group]).commands.map(({ name }) => name)
    expect(listed).toEqual(expect.arrayContaining([group, ...commands.map(({ name }) => name)]))
  })
})
