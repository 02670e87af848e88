// Side units (reports that no step waits for) by subagents or the session itself; side work without a unit; options of discussions.
import { afterEach, describe, expect, it } from 'vitest'
import { contextDraft, PROJECT_FILES } from '../support/drafts.js'
import { disposeProjects, makeProject, OLDER, OURS, type TempProject } from '../support/project.js'
import { roleBrief } from '../support/role-brief.js'
import { errandsIn, takenUnit } from '../support/team.js'
import { Walk } from '../support/walk.js'
import { claim, finished, writeDrafts } from '../support/work.js'

afterEach(disposeProjects)

const PHASE = '.planning/phases/01-foundation'

/** Returns a report about phase 1; the constants below are minimal valid ones of each kind. */
const report = (front: string, body = '') => `---\nphase: 01-foundation\n${front}\n---\n\n# Report\n\n${body}\n`
const REVIEWED = report(
  'status: issues_found\nfindings:\n  critical: 1\n  total: 1',
  '### CR-01: one is two\n\n`one` is read as 2.',
)
const FIXED = report('status: all_fixed\nfixed_count: 1\nskipped_count: 0', 'CR-01: one is one again.')
const SECURE = report(
  'status: secured\nthreats_open: 0',
  '## Threat Register\n\n| Threat ID | Status |\n|---|---|\n| T-01-01 | closed |',
)
const VALIDATED = report('status: validated')
const LEARNED = report('generated: "2026-01-06"', '## Decisions\n\nOne is exported by name (01-01).')
const PATTERNS = report('mapped: "2026-01-06"', '## File Classification\n\nsrc/part-02.ts: as src/part-01.ts:1.')
const row = (title: string, ...cells: readonly string[]) => `## ${title}\n\n| ${cells.join(' | ')} |\n`
const DESIGN = report(
  'status: draft',
  ['Spacing Scale', 'Typography', 'Color', 'Copywriting Contract']
    .map((title) => `${row(title, 'a', 'b')}|---|---|\n| c | d |`)
    .join('\n\n'),
)
const AI = report(
  'status: draft',
  ['1. System Classification', '1b. Domain Context', '2. Framework Decision', '5. Evaluation Strategy', '6. Guardrails']
    .map((title) => `## ${title}\n\nSaid.`)
    .join('\n\n'),
)
const SCORED = report(
  'score: 24/24',
  `${row('Pillar Scores', 'Pillar', 'Score')}|---|---|\n${'| one | 4 |\n'.repeat(6)}`,
)
const EVALS = report(
  'verdict: needs work',
  `${row('Dimension Coverage', 'Dimension', 'Status')}|---|---|\n| right | missing |`,
)

const committedProject = (): TempProject => {
  const project = makeProject(OURS)
  project.initGit()
  return project
}

/** Follows a command to its `unit delegate`, whose output is `delegated`; the text of the walk stays the command's brief. */
async function delegateUnit(project: TempProject, type: string, ...words: readonly string[]): Promise<Walk> {
  const walk = new Walk(project)
  await walk.call('brief', ...words)
  const brief = walk.text
  await walk.follow(`unit delegate ${type}`, {}, true)
  const delegated = walk.text
  walk.text = brief
  return Object.assign(walk, { delegated })
}

const wordsOf = (call: string) => call.replace(/^node "[^"]+" /, '').split(' ')

/** Plays the subagent: reads the brief, writes the draft and submits it. */
async function playSubagent(project: TempProject, delegated: string, drafts: Readonly<Record<string, string>>) {
  const [errand] = errandsIn(delegated)
  const call = /`(node "[^"]+" [^`]+)`/.exec(errand?.prompt ?? '')?.[1] as string
  const brief = (await project.ask(...wordsOf(call))).stdout
  // These roles refer to "the format given in your brief".
  expect(brief).toContain('## Form\n')
  const { drafts: folder, finish } = takenUnit(brief)
  for (const [name, text] of Object.entries(drafts)) {
    expect(brief).toContain(`${folder}/${name}`)
    project.write(`${folder}/${name}`, text)
  }
  const answer = await project.ask(...wordsOf(finish))
  return { agent: errand?.agent, brief, ...answer, verdict: answer.json().verdict, findings: answer.json().findings }
}

/** Plays the session that delegated the unit: makes the last printed call, which commits. */
async function continueAfter(walk: Walk): Promise<void> {
  const brief = walk.text
  walk.text = delegatedOf(walk)
  expect(walk.calls.at(-1)).toMatch(/^begin --after /)
  expect(await walk.follow('begin --after')).toContain('Continue the brief')
  walk.text = brief
}

const delegatedOf = (walk: Walk) => (walk as Walk & { delegated: string }).delegated

it('a review is done by a subagent, saved with the phase and committed, and does not change the next step', async () => {
  const project = committedProject()
  const before = (await project.ask('next')).json()
  const walk = await delegateUnit(project, 'review-code', 'code-review', '--', '1', '--depth', 'deep')
  expect(walk.text).toContain('as given after `--depth`')
  expect(walk.text).not.toContain('fix-review')
  const done = await playSubagent(project, delegatedOf(walk), { '01-REVIEW.md': REVIEWED })
  expect([done.agent, done.verdict]).toEqual(['gsd-code-reviewer', 'accept'])
  expect(done.brief).toContain(`${PHASE}/01-01-SUMMARY.md`)
  expect(project.read(`${PHASE}/01-REVIEW.md`)).toContain('CR-01')
  await continueAfter(walk)
  expect(project.git('log', '-1', '--format=%s').trim()).toBe('docs(01): review the code')
  expect(project.git('status', '--porcelain')).toBe('')
  expect((await project.ask('next')).json()).toMatchObject({ unit: { ...before.unit, prompt: before.unit.prompt } })
})

it('a subagent that fixes the findings of a review gets the review and saves a report; the next reviewer gets both', async () => {
  const project = committedProject()
  project.write(`${PHASE}/01-REVIEW.md`, REVIEWED)
  project.git('add', '-A')
  project.git('commit', '-qm', 'review')
  const walk = await delegateUnit(project, 'fix-review', 'code-review', '--', '1', '--fix')
  expect(walk.text).toContain('CR (BL in older reviews) and WR')
  project.write('src/part-01.ts', 'export const one = 0 + 1\n')
  await walk.call('commit', 'fix(01): one is one (CR-01)', '--files', 'src/part-01.ts')
  const done = await playSubagent(project, delegatedOf(walk), { '01-REVIEW-FIX.md': FIXED })
  expect([done.agent, done.verdict]).toEqual(['gsd-code-fixer', 'accept'])
  expect(done.brief).toContain('01-REVIEW.md (the findings to fix)')
  expect(project.has(`${PHASE}/01-REVIEW-FIX.md`)).toBe(true)
  // The next review gets both the review and the fixes.
  const again = await delegateUnit(project, 'review-code', 'code-review', '--', '1')
  const next = await playSubagent(project, delegatedOf(again), { '01-REVIEW.md': REVIEWED })
  expect(next.brief).toMatch(/01-REVIEW\.md \(the previous review\)[\s\S]*01-REVIEW-FIX\.md/)
})

it.each([
  ['nyquist-auditor', 'validate-phase', { '01-VALIDATION.md': VALIDATED }],
  ['security-auditor', 'secure-phase', { '01-SECURITY.md': SECURE }],
])('%s does its unit, and its report is saved and committed', async (agent, type, drafts) => {
  const project = committedProject()
  const walk = await delegateUnit(project, type, type, '--', '1')
  const done = await playSubagent(project, delegatedOf(walk), drafts)
  expect([done.agent, done.verdict], done.stdout).toEqual([`gsd-${agent}`, 'accept'])
  for (const [name, text] of Object.entries(drafts)) expect(project.read(`${PHASE}/${name}`)).toBe(text)
  await continueAfter(walk)
  expect(project.git('status', '--porcelain')).toBe('')
})

it.each([
  ['--patterns', {}, true],
  ['', {}, false],
  ['', { depth: 'heavy' }, true],
  ['', { depth: 'heavy', pattern_mapper: false }, false],
])(
  'the brief of plan-phase delegates the search for patterns by flag, depth and setting: "%s" %j: %s',
  async (flag, workflow, isMapped) => {
    const project = committedProject()
    const settings = JSON.parse(project.read('.planning/config.json'))
    project.write(
      '.planning/config.json',
      JSON.stringify({ ...settings, workflow: { ...settings.workflow, ...workflow } }),
    )
    const { stdout } = await project.ask('brief', 'plan-phase', '--', '2', ...(flag === '' ? [] : [flag]))
    expect(stdout.includes('unit delegate map-patterns 2')).toBe(isMapped)
  },
)

it('patterns are mapped by a subagent, and the planner’s brief names their report', async () => {
  const project = committedProject()
  const { stdout } = await project.ask('unit', 'delegate', 'map-patterns', '1')
  const done = await playSubagent(project, stdout, { '01-PATTERNS.md': PATTERNS })
  expect([done.agent, done.verdict], done.stdout).toEqual(['gsd-pattern-mapper', 'accept'])
  expect((await roleBrief(project, 'plan-phase', '1')).stdout).toContain('01-PATTERNS.md (existing code')
})

it('learnings are written by the session itself, and the command’s brief names the call that saves a single lesson', async () => {
  const project = committedProject()
  const walk = new Walk(project)
  await walk.call('brief', 'extract-learnings', '--', '1', 'said.txt')
  const brief = walk.text
  expect(brief).toContain('said.txt')
  await walk.follow('begin extract-learnings', {}, true)
  const { drafts } = { drafts: /\.planning\/\.runtime\/drafts\/[\w.-]+/.exec(walk.text)?.[0] }
  expect(walk.text).toContain('01-01-SUMMARY.md')
  project.write(`${drafts}/01-LEARNINGS.md`, LEARNED)
  await walk.follow('unit finish', {}, true)
  expect(walk.text).toContain('begin nothing else')
  expect(project.has(`${PHASE}/01-LEARNINGS.md`)).toBe(true)
  walk.text = brief
  await walk.follow('learn add', {
    '<the lesson, and when it applies>': 'Export by name: a default cannot be searched for',
    '<decision|pattern|pitfall>': 'pattern',
  })
  const lessons = Object.keys(project.snapshot()).filter((path) => /^\.planning\/learnings\/.+\.md$/.test(path))
  expect(lessons.map((path) => project.read(path)).join()).toContain('Export by name')
})

it.each([
  ['ui-researcher', 'design-phase', 'ui-phase', '02-UI-SPEC.md', DESIGN],
  ['ai-researcher', 'design-ai', 'ai-integration-phase', '02-AI-SPEC.md', AI],
])(
  '%s writes a contract, which the planner’s brief names; after the planning it is refused',
  async (agent, type, command, name, text) => {
    const project = committedProject()
    const walk = await delegateUnit(project, type, command, '--', '2')
    const done = await playSubagent(project, delegatedOf(walk), { [name]: text })
    expect([done.agent, done.verdict], done.stdout).toEqual([`gsd-${agent}`, 'accept'])
    expect((await roleBrief(project, 'plan-phase', '2')).stdout).toContain(`${name} (`)
    const late = await project.ask('begin', type, '1', '--role')
    expect([late.exit, late.stdout.includes('already has plans')], late.stdout).toEqual([4, true])
    expect((await project.ask('brief', command, '--', '1')).stdout).not.toContain('unit delegate')
  },
)

it.each([
  ['ui-auditor', 'review-interface', 'ui-review', '01-UI-REVIEW.md', SCORED],
  ['eval-auditor', 'review-evals', 'eval-review', '01-EVAL-REVIEW.md', EVALS],
])('%s reports on what was built; its report is saved and committed', async (agent, type, command, name, text) => {
  const project = committedProject()
  const walk = await delegateUnit(project, type, command, '--', '1')
  const done = await playSubagent(project, delegatedOf(walk), { [name]: text })
  expect([done.agent, done.verdict], done.stdout).toEqual([`gsd-${agent}`, 'accept'])
  expect(project.read(`${PHASE}/${name}`)).toBe(text)
  await continueAfter(walk)
  expect(project.git('status', '--porcelain')).toBe('')
})

it('screenshots of an interface are ignored by git after its review', async () => {
  const project = committedProject()
  project.write('.planning/ui-reviews/01/wide.png', 'a picture\n')
  const { stdout } = await project.ask('unit', 'delegate', 'review-interface', '1')
  await playSubagent(project, stdout, { '01-UI-REVIEW.md': SCORED })
  project.git('add', '--all')
  expect(project.git('ls-files', '.planning/ui-reviews')).toBe('')
})

it('a .gitignore of the user’s next to the screenshots stays', async () => {
  const project = committedProject()
  project.write('.planning/ui-reviews/.gitignore', '*.mp4\n')
  const { stdout } = await project.ask('unit', 'delegate', 'review-interface', '1')
  await playSubagent(project, stdout, { '01-UI-REVIEW.md': SCORED })
  expect(project.read('.planning/ui-reviews/.gitignore')).toBe('*.mp4\n')
})

it('the planner’s brief names the reviews of the plans', async () => {
  const project = committedProject()
  const plannerBrief = async () => (await roleBrief(project, 'plan-phase', '1')).stdout
  expect(await plannerBrief()).not.toContain('01-REVIEWS.md')
  project.write(`${PHASE}/01-REVIEWS.md`, '---\nphase: "01"\nreviewers: [one]\n---\n\n# Reviews\n')
  expect(await plannerBrief()).toContain(`- ${PHASE}/01-REVIEWS.md (outside reviews of the plans`)
})

it('a discussion saves its log next to the decisions', async () => {
  const project = makeProject({
    '.planning/config.json': '{"planning_schema":1,"workflow":{"research":false}}\n',
    ...PROJECT_FILES,
  }).initGit()
  const walk = new Walk(project)
  await walk.call('brief', 'discuss-phase', '--', '1')
  await walk.follow('brief discuss-phase', {}, true)
  expect(walk.text).toContain('`01-DISCUSSION-LOG.md`')
  const claimed = await claim(project, 'discuss-phase', '1')
  writeDrafts(project, claimed, {
    '01-CONTEXT.md': contextDraft('1'),
    '01-DISCUSSION-LOG.md': '# Phase 1: discussion log\n\nTabs or blanks: tabs.\n',
  })
  await finished(project, claimed)
  expect(project.read('.planning/phases/01-counting/01-DISCUSSION-LOG.md')).toContain('Tabs or blanks')
})

it('a report that contains a secret is refused', async () => {
  const text = `${REVIEWED}It holds ${['AKIA', 'IOSFODNN7EXAMPLQ'].join('')}.\n`
  const project = committedProject()
  const { stdout } = await project.ask('unit', 'delegate', 'review-code', '1')
  const done = await playSubagent(project, stdout, { '01-REVIEW.md': text })
  expect(done.findings.map((found: { code: string }) => found.code)).toEqual(['SECRET'])
  expect(project.has(`${PHASE}/01-REVIEW.md`)).toBe(false)
})

it.each([
  'code-review',
  'validate-phase',
  'secure-phase',
  'add-tests',
  'extract-learnings',
  'ui-review',
  'eval-review',
])('%s of an unbuilt phase suggests something else and stops: it names no unit to begin or delegate', async (name) => {
  const { exit, stdout } = await committedProject().ask('brief', name, '--', '2')
  expect([exit, /suggest .*and stop\./i.test(stdout) || /, and stop\.$/m.test(stdout)], stdout).toEqual([0, true])
  expect(stdout).not.toContain('gsd-tools.cjs" begin')
  expect(stdout).not.toContain('unit delegate')
})

it('a side unit of an unbuilt phase is refused, with the advice to name a built one', async () => {
  const { exit, stdout } = await committedProject().ask('begin', 'review-code', '2', '--role')
  expect([exit, stdout.includes('name a phase that is built')], stdout).toEqual([4, true])
})

it('a side unit can be repeated', async () => {
  const project = committedProject()
  for (let round = 0; round < 4; round++) {
    const { stdout } = await project.ask('unit', 'delegate', 'review-code', '1')
    const done = await playSubagent(project, stdout, { '01-REVIEW.md': REVIEWED })
    expect(done.verdict, done.stdout).toBe('accept')
  }
})

it('a session that begins a side unit itself gets the instructions, and its finish commits the report', async () => {
  const project = committedProject()
  const { stdout } = await project.ask('begin', 'secure-phase', '1')
  expect(stdout).toContain('## Do')
  expect(stdout).toContain('security-levels.md')
  const { drafts, finish } = takenUnit(stdout.replace(/^# secure-phase/m, '# security-auditor'))
  project.write(`${drafts}/01-SECURITY.md`, SECURE)
  const { exit, stdout: after } = await project.ask(...wordsOf(finish))
  expect([exit, after.includes('begin nothing else')], after).toEqual([0, true])
  expect(project.git('log', '-1', '--format=%s')).toContain('docs(01): check the threats')
})

describe('side work without a side unit', () => {
  it('documents are written and checked by different subagents, without a project; --verify-only leaves out the writing', async () => {
    const project = makeProject({ 'package.json': '{"type":"module"}\n', 'src/index.js': 'export const one = 1\n' })
    project.initGit()
    const walk = new Walk(project)
    await walk.call('brief', 'docs-update')
    await walk.follow('brief docs-update', {}, true)
    expect(walk.text).toMatch(/gsd-doc-writer[\s\S]*gsd-doc-verifier/)
    project.write('README.md', '# One\n\n`src/index.js` exports `one`.\n')
    expect(walk.text).toContain('`git add <paths>`')
    expect(project.has('.planning')).toBe(false)
    await walk.call('brief', 'docs-update', '--', '--verify-only')
    expect(walk.text).not.toContain('Take nine documents at most')
    await walk.follow('brief docs-update', {}, true)
    expect([walk.text.includes('gsd-doc-writer'), walk.text.includes('Stop here.')]).toEqual([false, true])
  })

  it('the findings of an audit are fixed one by one, each as a quick task; --dry-run only lists them', async () => {
    const project = committedProject()
    const walk = new Walk(project)
    await walk.call('brief', 'audit-fix')
    await walk.follow('open --kind uat')
    const brief = walk.text
    for (const id of ['G-1', 'G-2']) {
      walk.text = brief
      await walk.follow('begin quick', { '<id>': id, '<what is wrong>': 'one is two' }, true)
      const { drafts, finish } = takenUnit(walk.text)
      project.write('src/part-01.ts', `export const one = 1 // ${id}\n`)
      project.git('commit', '-qam', `fix: ${id}`)
      const name = /(\S+-SUMMARY\.md)`/.exec(walk.text)?.[1]?.split('/').at(-1)
      project.write(`${drafts}/${name}`, `**One is one (${id}).**\n`)
      await walk.call(...wordsOf(finish))
      expect(walk.text).toContain('accepted')
    }
    expect(project.git('log', '--format=%s').match(/^fix: G-\d$/gm)).toEqual(['fix: G-2', 'fix: G-1'])
    await walk.call('brief', 'audit-fix', '--', '--dry-run')
    expect(walk.text).toContain('Stop here: the user wants only the list.')
    expect(walk.text).not.toContain('gsd-tools.cjs" begin')
  })

  it('tests for a phase are begun as one quick task, and the brief has the user’s words', async () => {
    const walk = new Walk(committedProject())
    await walk.call('brief', 'add-tests', '--', '1', 'the', 'edges')
    expect(walk.text).toContain("The user's words: 1 the edges")
    await walk.follow('begin quick', {}, true)
    expect(walk.text).toMatch(/# quick \S+-tests-for-phase-1/)
  })
})

it('assumptions replace questions with the flag --assumptions', async () => {
  const project = committedProject()
  const walk = new Walk(project)
  await walk.call('brief', 'discuss-phase', '--', '2', '--assumptions')
  await walk.follow('brief discuss-phase', {}, true)
  expect(walk.text).toContain('gsd-assumptions-analyzer')
  expect(walk.text).not.toContain('Which of them to discuss')
  await walk.call('brief', 'discuss-phase', '--', '2')
  await walk.follow('brief discuss-phase', {}, true)
  expect(walk.text).not.toContain('gsd-assumptions-analyzer')
})

it('a setting makes a discussion start from assumptions, and the flags of the call are kept', async () => {
  const project = makeProject({
    ...OURS,
    '.planning/config.json': '{"planning_schema":1,"workflow":{"discuss_mode":"assumptions"}}\n',
  })
  const walk = new Walk(project)
  await walk.call('brief', 'discuss-phase', '--', '2', '--within')
  await walk.follow('brief discuss-phase', {}, true)
  expect(walk.callsMade.at(-1)).toBe('brief discuss-phase -- 2 --assumptions --within')
  expect(walk.text).toContain('unit claim discuss-phase 2')
})

it('a closed phase can be reviewed, and the reviewer is sent to its summaries', async () => {
  const project = makeProject({
    ...OLDER,
    [`${PHASE}/01-02-SUMMARY.md`]: (OLDER[`${PHASE}/01-01-SUMMARY.md`] as string).replaceAll('"01"', '"02"'),
    '.planning/ROADMAP.md': (OLDER['.planning/ROADMAP.md'] as string).replace('- [ ] **Phase 1', '- [x] **Phase 1'),
  })
  project.initGit()
  const walk = await delegateUnit(project, 'review-code', 'code-review', '--', '1')
  const done = await playSubagent(project, delegatedOf(walk), { '01-REVIEW.md': REVIEWED })
  expect(done.verdict, done.stdout).toBe('accept')
  // These summaries name the commits of the phase.
  const begun = await project.ask('begin', 'review-code', '1')
  expect(begun.stdout).toContain(`${PHASE}/01-02-SUMMARY.md`)
  expect(begun.stdout).toContain('git show --name-only --format=%h <commits>')
})
