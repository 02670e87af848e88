// Workflows that use outside sources, as far as their text can be followed: documents, the user's profile, reviews, an inbox.
import { afterEach, expect, it } from 'vitest'
import { realAssets } from '../support/payload.js'
import { disposeProjects, type Files, OURS } from '../support/project.js'
import { expectClean, startCommand } from '../support/walk.js'

afterEach(disposeProjects)

const withSettings = (settings: object): Files => ({
  ...OURS,
  '.planning/config.json': `${JSON.stringify({ planning_schema: 1, ...settings })}\n`,
})

it('ingest-docs: the brief names both roles; a project commits their files and gets a phase, a folder without one is sent to new-project', async () => {
  const docs = { 'docs/adr/0001-store.md': '# Store\n\nStatus: accepted\n\nWe keep it in files.\n' }
  const { project, walk } = await startCommand({ ...OURS, ...docs }, 'ingest-docs')
  const [intel_dir, conflicts_path] = ['.planning/intel', '.planning/INGEST-CONFLICTS.md']
  expect(walk.text).toContain('gsd-doc-classifier')
  expect(walk.text).toContain('gsd-doc-synthesizer')
  project.write(`${intel_dir}/classifications/1.json`, '{"documents":[]}\n')
  for (const name of ['decisions', 'requirements', 'constraints', 'context'])
    project.write(`${intel_dir}/${name}.md`, `# ${name}\n`)
  project.write(conflicts_path, '# Contradictions\n\nnone\n')
  await walk.follow('brief ingest-docs --step settle', {}, true)
  await walk.follow('commit "docs: take in')
  expectClean(project)
  await walk.follow('requirements list')
  await walk.follow('phase add', { '<title>': 'Files' })
  await walk.follow('commit "docs: extend')
  expect(project.read('.planning/ROADMAP.md')).toContain('Files')
  expectClean(project)
  const empty = await startCommand(docs, 'ingest-docs', '--resolve', 'auto', 'docs')
  await empty.walk.follow('brief ingest-docs --step settle', {}, true)
  expect(empty.walk.text).toContain('brief new-project --')
  expect(empty.walk.text).not.toContain('phase add')
})

it('profile-user: consent is asked for before the profiler is named, and --questionnaire names no profiler', async () => {
  const { walk } = await startCommand(OURS, 'profile-user')
  expect(walk.text.indexOf('Ask for consent')).toBeLessThan(walk.text.indexOf('gsd-user-profiler'))
  expect(walk.text).toContain('only if they put the output of')
  await walk.call('brief', 'profile-user', '--', '--questionnaire')
  expect(walk.text).not.toContain('gsd-user-profiler')
})

const REVIEWS = `---
phase: 01-foundation
reviewers: [other]
reviewed_at: 2026-01-05
plans_reviewed: [01-01]
cycle: 1
---

# Phase 1: reviews of the plans

## other

- HIGH, 01-01 task 1: nothing calls it

## Consensus Summary

One reviewer only.
`

it('review: the brief names the template and the path of the reviews, which pass lint, are committed and can lead to a replan', async () => {
  const { project, walk } = await startCommand(OURS, 'review', '1')
  expect(await walk.follow('template show reviews')).toContain('reviewers')
  const path = /`(\.planning\/phases\/[^`]+-REVIEWS\.md)`/.exec(walk.text)?.[1] as string
  project.write(path, REVIEWS)
  expect(JSON.parse(await walk.follow('lint')).findings ?? []).toEqual([])
  await walk.follow('commit')
  expectClean(project)
  expect(walk.calls).toContainEqual(expect.stringContaining('brief replan -- 1'))
})

it('plan-review-convergence: is off by default; if it is on, HIGH findings become a note and lead to planning', async () => {
  const off = await startCommand(OURS, 'plan-review-convergence', '1')
  expect(off.walk.text).not.toContain('brief review')
  await off.walk.follow('config set workflow.plan_review_convergence true')
  await off.walk.follow('brief plan-review-convergence', {}, true)
  const { project, walk } = await startCommand(
    withSettings({ workflow: { plan_review_convergence: true } }),
    'plan-review-convergence',
    '1',
  )
  expect(walk.calls.find((call) => call.startsWith('brief review'))).toBe('brief review -- 1')
  const path = '.planning/phases/01-foundation/01-REVIEWS.md'
  project.write(path, REVIEWS)
  await walk.follow('note add --class replan', { '<those HIGH findings, one clause each>': 'nothing calls it' })
  expect((await project.ask('note', 'list')).stdout).toContain('nothing calls it')
  await walk.follow('brief plan-phase', {}, true)
})

it('inbox: with --issues --label the brief fetches only issues, labels and does not close them; the report is committed', async () => {
  const { project, walk } = await startCommand(OURS, 'inbox', '--issues', '--label')
  expect(walk.text).toContain('gh issue list')
  expect(walk.text).not.toContain('gh pr list')
  expect(walk.text).toContain('--add-label')
  expect(walk.text).not.toContain('gh issue close')
  const path = /`(\.planning\/reports\/inbox-[^`]+)`/.exec(walk.text)?.[1] as string
  project.write(path, '# Inbox\n')
  await walk.follow('commit')
  expectClean(project)
})

it.each(['document-precedence', 'outside-reviewers', 'user-profiling'])('a prompt names the reference %s', (name) => {
  const assets = realAssets()
  expect(assets.has('reference', name)).toBe(true)
  expect(assets.all.some(({ kind, text }) => kind !== 'reference' && text.includes(`{{ref:${name}}}`))).toBe(true)
})
