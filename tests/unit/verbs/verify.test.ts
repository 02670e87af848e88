// Verdicts over text and files: promises of plans, coverage, and how far a phase is verified.
import { afterAll, describe, expect, it } from 'vitest'
import { COUNTING, countingProject } from '../../support/counting.js'
import { disposeProjects, type Files, makeProject, OURS } from '../../support/project.js'
import { carryOut, verifyPhase } from '../../support/work.js'

afterAll(disposeProjects)

const FOLDER = '.planning/phases/01-foundation'
const PLAN = `${FOLDER}/01-02-PLAN.md`
const CONTEXT = `${FOLDER}/01-CONTEXT.md`

const promising = (mustHaves: string): Files => ({
  ...OURS,
  'plan.md': `---\nphase: 1\nplan: "01"\nmust_haves:\n${mustHaves}---\n`,
})

async function asked(files: Files, ...words: readonly string[]) {
  const { exit, json } = await makeProject(files).ask(...words)
  return { exit, ...json() }
}

describe('verify artifacts', () => {
  it('holds size, words and exported names against the files', async () => {
    const found = await asked(
      promising(`  artifacts:
    - path: src/part-01.ts
      min_lines: 1
      contains: export
      exports: [one]
    - path: src/part-01.ts
      min_lines: 20
      contains: nowhere
      exports: [on]
    - path: src/gone.ts
    - path: ../outside.ts
`),
      'verify',
      'artifacts',
      'plan.md',
    )
    expect(found).toMatchObject({ exit: 1, all_passed: false, passed: 1, total: 4 })
    expect(found.artifacts.map((row: { issues: string[] }) => row.issues.length)).toEqual([0, 3, 1, 1])
  })

  it.each([
    ['artifacts', 'all_passed'],
    ['key-links', 'all_verified'],
  ])('nothing promised is no pass: verify %s answers no, with a reason', async (verb, field) => {
    const found = await asked(promising('  truths: [it works]\n'), 'verify', verb, 'plan.md')
    expect(found).toMatchObject({
      exit: 1,
      [field]: null,
      total: 0,
      unknown: [{ path: field, code: 'NOTHING_TO_CHECK' }],
    })
    expect(found.error.code).toBe('NOT_FOUND')
  })
})

describe('verify key-links', () => {
  const link = (...lines: readonly string[]) =>
    promising(
      `  key_links:\n    - from: src/app.ts\n      to: src/part-01.ts\n${lines.map((line) => `      ${line}\n`).join('')}`,
    )
  const app = { 'src/app.ts': "import { one } from './part-01'\nfetch(`/api/chat`)\n" }

  it.each([
    ['a name of the other file', [], true],
    ['a pattern', ['pattern: "fetch.*api/(chat|mail)"'], true],
    ['a pattern that does not occur', ['pattern: "socket"'], false],
  ])('%s', async (_, lines, verified) => {
    const found = await asked({ ...link(...lines), ...app }, 'verify', 'key-links', 'plan.md')
    expect([found.exit, found.all_verified, found.findings]).toEqual([verified ? 0 : 1, verified, []])
  })

  it.each([
    ['is none', '(((', 20],
    ['could take for ever', '(?=(a+)+)b', 20],
    ['takes longer than its limit', '(.{0,20}){0,20}!', 3_000_000],
  ])('a pattern that %s is a finding, not a hang', async (_, pattern, length) => {
    const files = { ...link(`pattern: '${pattern}'`), 'src/app.ts': 'a'.repeat(length) }
    const found = await asked(files, 'verify', 'key-links', 'plan.md')
    expect([found.exit, found.links[0].verified, found.findings[0]?.code]).toEqual([1, false, 'PATTERN_REFUSED'])
  })

  it('an explosive pattern is simply answered', async () => {
    const files = { ...link("pattern: '(a+)+$'"), 'src/app.ts': `${'a'.repeat(100_000)}!` }
    expect((await asked(files, 'verify', 'key-links', 'plan.md')).links[0].verified).toBe(false)
  })

  it('a link whose end is not there is pending', async () => {
    const found = await asked(link(), 'verify', 'key-links', 'plan.md')
    expect(found).toMatchObject({ exit: 1, pending: 1, verified: 0 })
  })
})

describe('what was asked for', () => {
  it('is missing until a plan carries it, by whole ids', async () => {
    const context = '<decisions>\n### Storage\n- **D-1:** Files\n- **D-2 [informational]:** Nothing\n</decisions>\n'
    const cited = (OURS[PLAN] as string).replace('Build part', 'As D-10 says, build part')
    const before = await asked({ ...OURS, [CONTEXT]: context, [PLAN]: cited }, 'gap-analysis', '--phase-dir', FOLDER)
    expect(before).toMatchObject({ exit: 1, counts: { total: 3, covered: 2, uncovered: 1 } })
    expect(before.rows).toContainEqual({ source: 'CONTEXT', item: 'D-1', status: 'uncovered' })
    const after = await asked(
      { ...OURS, [CONTEXT]: context, [PLAN]: cited.replace('D-10', 'D-1') },
      'gap-analysis',
      '--phase-dir',
      FOLDER,
    )
    expect([after.exit, after.counts.uncovered]).toEqual([0, 0])
  })

  it('in a comment nothing is cited', async () => {
    const hidden = (OURS[PLAN] as string).replace('Build part', '<!-- D-01 --> Build part')
    expect((await asked({ ...OURS, [PLAN]: hidden }, 'gap-analysis', '1')).exit).toBe(1)
  })

  it('is not looked for where the setting says so', async () => {
    const files = { ...OURS, '.planning/config.json': '{"workflow":{"post_planning_gaps":false}}' }
    expect(await asked(files, 'gap-analysis', '1')).toMatchObject({ exit: 0, enabled: false })
  })
})

describe('commits', () => {
  it('exist or do not, and no word becomes an option of git', async () => {
    const project = makeProject(OURS).initGit()
    const head = project.git('rev-parse', 'HEAD').trim()
    const tree = project.git('rev-parse', 'HEAD^{tree}').trim()
    const found = await project.ask('verify', 'commits', head, head.slice(0, 8), 'deadbeef', tree, 'HEAD', 'x;y')
    expect([found.exit, found.json().valid, found.json().invalid]).toEqual([
      1,
      [head, head.slice(0, 8)],
      ['deadbeef', tree, 'HEAD', 'x;y'],
    ])
    expect((await project.ask('verify', 'commits', head)).exit).toBe(0)
  })

  it('cannot be judged without git', async () => {
    const found = await asked(OURS, 'verify', 'commits', 'abcd123')
    expect(found).toMatchObject({ exit: 1, all_valid: null, unknown: [{ path: 'all_valid', code: 'NO_GIT' }] })
  })

  it('a SUMMARY that names one that is not there does not pass, whatever it says of itself', async () => {
    const project = makeProject({
      ...OURS,
      [`${FOLDER}/01-01-SUMMARY.md`]: `${OURS[`${FOLDER}/01-01-SUMMARY.md`]}\n## Self-Check: PASSED\n`,
    }).initGit()
    const found = await project.ask('verify-summary', `${FOLDER}/01-01-SUMMARY.md`)
    expect([
      found.exit,
      found.json().passed,
      found.json().checks.self_check,
      found.json().checks.commits_exist,
    ]).toEqual([1, false, 'passed', false])
  })
})

describe('how far a phase is verified', () => {
  const verification = (status: string) => ({
    [`${FOLDER}/01-VERIFICATION.md`]: `---\nphase: 1\n${status}\n---\n# V\n`,
  })

  it.each([
    ['nothing', {}, 'missing'],
    ['a passed that nobody vouches for', verification('status: passed'), 'claimed'],
    ['another word', verification('status: Approved'), 'claimed'],
    ['no status', verification('score: 1/1'), 'unknown'],
    ['gaps', verification('status: gaps_found'), 'gaps_found'],
    ['a person is asked', verification('status: human_needed'), 'human_needed'],
    ['digests that no longer fit', verification('status: passed\ncovers: abc'), 'stale'],
  ])('%s', async (_, files, status) => {
    for (const words of [['1'], ['01'], [FOLDER], [`${FOLDER}/`]]) {
      const found = await asked({ ...OURS, ...files }, 'verification', 'status', ...words)
      expect([found.exit, found.phase, found.status, found.receipt]).toEqual([0, '01', status, null])
      expect(found.next_command).not.toBe('')
    }
  })

  it('is passed with a receipt, and stale when a SUMMARY changes', async () => {
    const project = countingProject().initGit()
    await carryOut(project)
    await verifyPhase(project)
    const passed = (await project.ask('verification', 'status', '1')).json()
    expect([passed.status, typeof passed.receipt]).toEqual(['passed', 'string'])
    project.write(`${COUNTING}/01-01-SUMMARY.md`, `${project.read(`${COUNTING}/01-01-SUMMARY.md`)}\nMore.\n`)
    expect((await project.ask('verification', 'status', '1')).json().status).toBe('stale')
  })

  it.each([
    ['AUTH', '.planning/phases/AUTH-sign-in'],
    ['CK-01', '.planning/phases/CK-01-foundation'],
  ])('phase %s is found by its directory too', async (id, folder) => {
    const named = id === 'AUTH' ? 'Phase AUTH' : 'Phase 1'
    const files = {
      '.planning/PROJECT.md': OURS['.planning/PROJECT.md'] as string,
      '.planning/ROADMAP.md': `# Roadmap\n\n## Phases\n\n- [ ] **${named}: Sign in**\n\n### ${named}: Sign in\n\n**Goal**: In\n`,
      [`${folder}/VERIFICATION.md`]: '---\nstatus: gaps_found\n---\n',
    }
    for (const word of [id, folder])
      expect((await asked(files, 'verification', 'status', word)).status).toBe('gaps_found')
  })
})
