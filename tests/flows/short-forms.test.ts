// The short form of each file of a phase is accepted with the model's text unchanged, after the same checks as longer files.
import { afterEach, describe, expect, it } from 'vitest'
import { COUNTING, countingProject } from '../support/counting.js'
import { planDraft } from '../support/drafts.js'
import { disposeProjects } from '../support/project.js'
import {
  claim,
  claimNext,
  commitPart,
  executePlan,
  finish,
  finished,
  hashOfPart,
  writeDrafts,
} from '../support/work.js'

afterEach(disposeProjects)

const PLANS = {
  '01-01-PLAN.md': `---
requirements: [COUNT-01]
files_modified: [part-01.js, part-01.test.sh]
verify:
  - sh part-01.test.sh
must_haves:
  truths:
    - two words are two
---

Words are counted

1. \`count(text)\` in part-01.js: splits at blanks; an empty text has none
   - behavior: count('a b') → 2
   - tdd
2. A test for tabs in part-01.test.sh
   - check: \`sh part-01.test.sh tabs\`
`,
  '01-02-PLAN.md': `---
requirements: [COUNT-02]
depends_on: [01]
files_modified: [part-02.js, part-02.test.sh]
verify:
  - sh part-02.test.sh
must_haves:
  truths: [A file that is not there ends with exit code 1]
---

The command counts files

1. **Command** Read the file named by the first argument and print \`count(text)\`

## Decisions

- One file a call, because the order says so
`,
} as const

/** A project whose first phase was not discussed. */
async function undiscussedProject() {
  const project = countingProject({ plans: {} })
  project.remove(`${COUNTING}/01-CONTEXT.md`)
  project.initGit()
  await project.ask('config', 'set', 'workflow.skip_discuss', 'true')
  return project
}

describe('short plans', () => {
  it('are accepted with an unchanged body and derived front matter', async () => {
    const project = await undiscussedProject()
    const claimed = await claimNext(project, 'plan-phase', '01')
    writeDrafts(project, claimed, PLANS)
    const answer = await finished(project, claimed)
    const body = (text: string) => text.slice(text.indexOf('\n---\n', 4))
    for (const [name, text] of Object.entries(PLANS)) {
      const placed = project.read(`${COUNTING}/${name}`)
      expect(body(placed)).toBe(body(text))
      for (const line of ['phase: 01-counting\n', 'type: execute\n', 'autonomous: true\n'])
        expect(placed).toContain(line)
    }
    expect(project.read(`${COUNTING}/01-01-PLAN.md`)).toContain('wave: 1\n')
    expect(project.read(`${COUNTING}/01-02-PLAN.md`)).toContain('wave: 2\n')
    expect(answer.status).toBe('completed')
    expect((await project.ask('lint')).json().findings).toEqual([])
  })

  it.each<[string, (text: string) => string, string]>([
    ['an unknown dependency', (text) => text.replace('depends_on: [01]', 'depends_on: [07]'), 'PLAN_DEPENDENCY'],
    ['an unplanned requirement', (text) => text.replace('requirements: [COUNT-02]\n', ''), 'REQUIREMENT_UNPLANNED'],
    ['no files, next to another plan', (text) => text.replace(/files_modified.*\n/, ''), 'PLAN_FILES'],
  ])('are refused with %s', async (_, change, code) => {
    const project = await undiscussedProject()
    const claimed = await claimNext(project, 'plan-phase', '01')
    writeDrafts(project, claimed, { ...PLANS, '01-02-PLAN.md': change(PLANS['01-02-PLAN.md']) })
    const refused = await finish(project, claimed)
    expect(refused.exit).toBe(1)
    expect(refused.json().findings.map((one: { code: string }) => one.code)).toContain(code)
    expect(project.has(`${COUNTING}/01-01-PLAN.md`)).toBe(false)
  })

  it('can supersede a plan, whose text is kept', async () => {
    const project = await undiscussedProject()
    const first = await claimNext(project, 'plan-phase', '01')
    writeDrafts(project, first, PLANS)
    await finished(project, first)
    const again = await claim(project, 'plan-phase', '01')
    writeDrafts(project, again, {
      '01-02-PLAN.md': '---\nstatus: superseded\n---\n',
      '01-03-PLAN.md': PLANS['01-02-PLAN.md'].replaceAll('part-02', 'part-03'),
    })
    await finished(project, again)
    const text = project.read(`${COUNTING}/01-02-PLAN.md`)
    for (const line of ['status: superseded\n', 'The command counts files\n']) expect(text).toContain(line)
    expect(project.has(`${COUNTING}/01-03-PLAN.md`)).toBe(true)
  })
})

const RESULT = `**A text is split into words.**

## Deviations from Plan

- Tabs count as blanks too, because the first text had some
`

describe('a short SUMMARY', () => {
  it('is accepted unchanged, with commits, files and requirements added', async () => {
    const project = countingProject().initGit()
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    project.write('README.md', 'Counts.\n')
    project.git('add', 'README.md')
    project.git('commit', '--quiet', '--message=docs: of somebody else')
    const hash = hashOfPart(project, '01')
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': RESULT })
    await finished(project, claimed)
    // A hash of digits alone is quoted in YAML.
    const written = project.read(`${COUNTING}/01-01-SUMMARY.md`).replace(/^commits: \["(.*)"\]$/m, 'commits: [$1]')
    expect(written).toBe(`---
phase: 01-counting
plan: "01"
key-files:
  created: [part-01.js, part-01.test.sh]
commits: [${hash.slice(0, 10)}]
requirements-completed: [COUNT-01, COUNT-02]
completed_at: "2026-01-05T12:00:03.000Z"
---

${RESULT}`)
    expect(project.has(`${claimed.drafts}/01-01-SUMMARY.md`)).toBe(false)
  })

  it('claims no requirement that another plan still builds, or that it reports as unmet', async () => {
    const project = countingProject({ plans: { '01': {}, '02': {} } }).initGit()
    const first = await claim(project, 'execute-plan', '01-01')
    commitPart(project, '01')
    writeDrafts(project, first, { '01-01-SUMMARY.md': RESULT })
    await finished(project, first)
    expect(project.read(`${COUNTING}/01-01-SUMMARY.md`)).not.toContain('requirements-completed')
    const second = await claim(project, 'execute-plan', '01-02')
    commitPart(project, '02')
    writeDrafts(project, second, { '01-02-SUMMARY.md': `${RESULT}\n## Unmet Requirements\n\n- COUNT-02\n` })
    await finished(project, second)
    expect(project.read(`${COUNTING}/01-02-SUMMARY.md`)).toContain('requirements-completed: [COUNT-01]\n')
  })

  it('is refused if it reports an unknown requirement as unmet', async () => {
    const project = countingProject().initGit()
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    commitPart(project, '01')
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': `${RESULT}\n## Unmet Requirements\n\n- COUNT-02, COUNT-77\n` })
    const refused = (await finish(project, claimed)).json()
    expect(JSON.stringify(refused)).toContain('names COUNT-77, which is not a requirement of the project')
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': `${RESULT}\n## Unmet Requirements\n\n- Count-2\n` })
    expect((await finish(project, claimed)).json().findings).toMatchObject([
      { code: 'REQUIREMENT_UNKNOWN', fix: expect.stringContaining('COUNT-02 for Count-2') },
    ])
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': `${RESULT}\n## Unmet Requirements\n\n- COUNT-02\n` })
    await finished(project, claimed)
    expect(project.read(`${COUNTING}/01-01-SUMMARY.md`)).toContain('requirements-completed: [COUNT-01]\n')
  })

  it('distinguishes new from changed files, and names no deleted ones', async () => {
    const project = countingProject().initGit()
    project.write('part-01.js', 'module.exports = 1\n')
    project.write('old.js', '1\n')
    project.git('add', 'part-01.js', 'old.js')
    project.git('commit', '--quiet', '--message=feat: before')
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    project.write('part-01.js', 'module.exports = 2\n')
    project.write('passing.js', '1\n')
    project.git('rm', '--quiet', 'old.js')
    project.git('add', 'part-01.js', 'passing.js')
    project.git('commit', '--quiet', '--message=feat: begun')
    project.git('rm', '--quiet', 'passing.js')
    commitPart(project, '01')
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': RESULT })
    await finished(project, claimed)
    expect(project.read(`${COUNTING}/01-01-SUMMARY.md`)).toContain(
      'key-files:\n  created: [part-01.test.sh]\n  modified: [part-01.js]\n',
    )
  })

  it('can halt a plan', async () => {
    const project = countingProject().initGit()
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    writeDrafts(project, claimed, {
      '01-01-SUMMARY.md': '**Nothing works yet.**\n\n## Blockers\n\n- the store has no append\n',
    })
    await finished(project, claimed)
    const text = project.read(`${COUNTING}/01-01-SUMMARY.md`)
    expect(text).toContain('status: halted\n')
    expect(text).not.toContain('requirements-completed')
  })

  it.each([
    ['empty', '', 'ARTIFACT_EMPTY'],
    ['without a sentence', '## Deviations\n\n- one\n', 'ONE_LINER'],
  ])('is refused if it is %s, without a commit, and while checks fail', async (_, text, code) => {
    const project = countingProject().initGit()
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': text })
    expect((await finish(project, claimed)).json().findings).toMatchObject([{ code }])
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': RESULT })
    expect((await finish(project, claimed)).json().findings).toMatchObject([{ code: 'NO_COMMIT' }])
    commitPart(project, '01', false)
    expect((await finish(project, claimed)).json().findings).toMatchObject([{ code: 'CHECK_FAILED' }])
  })

  it.each([
    ['around all of it', `\`\`\`markdown\n${RESULT}\`\`\`\n`],
    ['behind a greeting', `Sure! Here is the result:\n\n\`\`\`markdown\n${RESULT}\`\`\`\n\nLet me know!\n`],
  ])('is refused with a fence %s, because its text would not be read', async (_, text) => {
    const project = countingProject().initGit()
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    commitPart(project, '01')
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': text })
    expect((await finish(project, claimed)).json().findings).toMatchObject([{ code: 'DRAFT_FENCED' }])
  })

  it('can be a sentence in the call, with decisions and leftovers, but not together with a draft', async () => {
    const project = countingProject().initGit()
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    const say = (...words: readonly string[]) => finish(project, claimed, '--said', ...words)
    expect((await say('Words are\n counted.')).json().findings).toMatchObject([{ code: 'NO_COMMIT' }])
    commitPart(project, '01')
    expect((await say(' ')).json().findings).toMatchObject([{ code: 'SAID' }])
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': RESULT })
    expect((await say('Words are counted.')).json().findings).toMatchObject([{ code: 'SAID' }])
    project.remove(`${claimed.drafts}/01-01-SUMMARY.md`)
    const more = ['--decided', 'Blanks end words: nobody\nsaid what does', '--left', 'tabs', '--left', 'no pages']
    expect((await finish(project, claimed, ...more)).json().findings).toMatchObject([
      { code: 'SAID', message: expect.stringContaining('--said'), fix: expect.stringContaining('--said') },
    ])
    expect((await say('Words are\n counted.', ...more)).json().status).toBe('completed')
    const summary = project.read(`${COUNTING}/01-01-SUMMARY.md`)
    for (const line of ['**Words are counted.**', '- Blanks end words: nobody said what does', '- tabs', '- no pages'])
      expect(summary.split('\n')).toContain(line)
  })

  it('cannot be a sentence if a unit has several files', async () => {
    const project = countingProject({ plans: {} }).initGit()
    const claimed = await claimNext(project, 'plan-phase', '01')
    const answer = await finish(project, claimed, '--said', 'It is planned.')
    expect(answer.json().findings).toMatchObject([{ code: 'SAID' }])
  })

  it('is saved next to the plan of a quick task', async () => {
    const project = countingProject().initGit()
    const answer = (await project.ask('unit', 'claim', 'quick', 'fix-typo')).json()
    const number = (answer.unitId as string).slice(0, 10)
    const claimed = { token: answer.claim as string, drafts: answer.drafts as string, answer }
    writeDrafts(project, claimed, { [`${number}-PLAN.md`]: planDraft('quick', '01'), [`${number}-SUMMARY.md`]: RESULT })
    const hash = hashOfPart(project, '01')
    await finished(project, claimed)
    const text = project.read(`.planning/quick/${answer.unitId}/${number}-SUMMARY.md`)
    expect(text).toContain('phase: quick\n')
    // A hash of digits alone is quoted in YAML.
    expect(text).toMatch(new RegExp(`^commits: \\["?${hash.slice(0, 10)}"?\\]$`, 'm'))
  })
})

const PROOF = `**Goal:** yes. Words and lines of a text can be counted

## Observable Truths

- 1, 01.1: holds
  - tried: \`node -p "require('./part-01.js')('a b c')"\` → 3
  - awkward: a text of blanks | tabs → 2, one too many for nothing
- 2: holds
  - tried: two lines → 2
  - awkward: no line end at the end → 2

## Probes

- broke the split in part-01.js → nothing: gives 0
- broke the export → no test
- broke the sign → no test failed
- broke the end → no one noticed it
- broke the sum → no test; sum.test.js written, it fails now

## Findings

- 10 MB take 4 s (\`time node count.js big.txt\`)
`

const VERIFICATION = `---
phase: 01-counting
verified: "2026-01-05T12:00:06.000Z"
status: passed
score: 3/3 must-haves verified
covers: …
---

${PROOF}`

describe('a short VERIFICATION', () => {
  async function claimVerification() {
    const project = countingProject().initGit()
    await executePlan(project)
    return { project, claimed: await claimNext(project, 'verify-phase', '01') }
  }

  it('is accepted unchanged with its verdict; other findings and unnoticed probes become deferred todos', async () => {
    const { project, claimed } = await claimVerification()
    writeDrafts(project, claimed, { '01-VERIFICATION.md': PROOF })
    const answer = await finished(project, claimed)
    const text = project.read(`${COUNTING}/01-VERIFICATION.md`)
    expect(text.replace(/^covers: [0-9a-f]{64}$/m, 'covers: …')).toBe(VERIFICATION)
    const { notes } = (await project.ask('note', 'list')).json()
    type Note = { text: string; phase: string; status: string }
    expect(notes.map(({ text: words, phase, status }: Note) => [phase, status, words])).toEqual([
      ['01', 'deferred', '10 MB take 4 s (`time node count.js big.txt`)'],
      ['01', 'deferred', 'No test notices: broke the end'],
      ['01', 'deferred', 'No test notices: broke the export'],
      ['01', 'deferred', 'No test notices: broke the sign'],
    ])
    expect((await project.ask('note', 'list', '--unsorted')).json().notes).toEqual([])
    expect(answer.status).toBe('completed')
    expect(project.has(`${claimed.drafts}/01-VERIFICATION.md`)).toBe(false)
  })

  it('is refused if a criterion or must-have has no line, or a line has an unknown number', async () => {
    const { project, claimed } = await claimVerification()
    writeDrafts(project, claimed, {
      '01-VERIFICATION.md': PROOF.replace('- 1, 01.1: holds', '- 1: holds').replace('- 2: holds', '- 7: holds'),
    })
    const { findings } = (await finish(project, claimed)).json()
    expect(findings).toMatchObject([
      { code: 'PROOF_MISSING', message: 'no line says whether 2 holds: "A text of two lines gives 2"' },
      { code: 'PROOF_MISSING', message: 'no line says whether 01.1 holds: "Part 01 counts"' },
      { code: 'PROOF_UNKNOWN', line: 8 },
    ])
    expect(project.has(`${COUNTING}/01-VERIFICATION.md`)).toBe(false)
    expect((await project.ask('note', 'list')).json().notes).toEqual([])
  })

  it.each<[string, string, readonly string[]]>([
    ['says that the goal is not reached, while nothing fails', PROOF.replace('yes.', 'no.'), ['PROOF_GOAL']],
    [
      'leaves every criterion to a later phase',
      PROOF.replace('1, 01.1: holds', '01.1: holds').replace('- 2: holds', '- 1, 2: deferred: Phase 2'),
      ['DEFERRED_ALL'],
    ],
  ])('does not pass if it %s', async (_, text, codes) => {
    const { project, claimed } = await claimVerification()
    writeDrafts(project, claimed, { '01-VERIFICATION.md': text })
    const called = await finish(project, claimed)
    expect([called.exit, called.json().findings.map(({ code }: { code: string }) => code)]).toEqual([1, codes])
    expect(project.has(`${COUNTING}/01-VERIFICATION.md`)).toBe(false)
  })

  it('uses the numbers in the verifier’s brief', async () => {
    const { project, claimed } = await claimVerification()
    const brief = (await project.ask('unit', 'brief', '--claim', claimed.token, '--role')).stdout
    expect(brief).toContain('- 01.1: “Part 01 counts”')
    expect(brief).toContain('/01-VERIFICATION.md`: the CLI checks')
  })

  it('may omit a must-have that repeats a criterion', async () => {
    const plan = planDraft('01-counting', '01').replace('"Part 01 counts"', '"A text of three words gives 3"')
    for (const text of [PROOF, PROOF.replace('1, 01.1', '1')]) {
      const project = countingProject({ files: { [`${COUNTING}/01-01-PLAN.md`]: plan } }).initGit()
      await executePlan(project)
      const claimed = await claimNext(project, 'verify-phase', '01')
      writeDrafts(project, claimed, { '01-VERIFICATION.md': text })
      await finished(project, claimed)
      expect(project.read(`${COUNTING}/01-VERIFICATION.md`)).toContain('score: 2/2 must-haves verified')
    }
  })

  it('states the evidence once for several failures on a line', async () => {
    const { project, claimed } = await claimVerification()
    writeDrafts(project, claimed, {
      '01-VERIFICATION.md': PROOF.replace('- 1, 01.1: holds', '- 1, 01.1: fails: it counts blanks'),
    })
    await finished(project, claimed)
    const [gaps = ''] = project.read(`${COUNTING}/01-VERIFICATION.md`).split('\n---\n')
    expect([...gaps.matchAll(/it counts blanks|reason: as 1/g)].map(([found]) => found)).toEqual([
      'it counts blanks',
      'reason: as 1',
    ])
  })

  it('lists failures as gaps, and requires the user if a human must check', async () => {
    const { project, claimed } = await claimVerification()
    const failing = PROOF.replace(
      '- 2: holds\n',
      '- 2: fails: the last line is lost\n  - files: part-01.js\n  - missing: a test without a line end\n',
    )
    writeDrafts(project, claimed, { '01-VERIFICATION.md': failing })
    await finished(project, claimed)
    const text = project.read(`${COUNTING}/01-VERIFICATION.md`)
    for (const line of [
      'status: gaps_found\n',
      'score: 2/3 must-haves verified\n',
      '  - truth: A text of two lines gives 2\n',
      '      - path: part-01.js\n',
      '    missing: [a test without a line end]\n',
    ])
      expect(text).toContain(line)
    const person = await claimVerification()
    writeDrafts(person.project, person.claimed, {
      '01-VERIFICATION.md': `${PROOF}\n## Human Verification\n\n- Read the numbers aloud; expected: one understands them; why: needs ears\n`,
    })
    await finished(person.project, person.claimed)
    const report = person.project.read(`${COUNTING}/01-VERIFICATION.md`)
    for (const line of ['status: human_needed\n', '  - test: Read the numbers aloud\n', '    why_human: needs ears\n'])
      expect(report).toContain(line)
  })

  it('does not pass while checks fail', async () => {
    const { project, claimed } = await claimVerification()
    commitPart(project, '01', false)
    writeDrafts(project, claimed, { '01-VERIFICATION.md': PROOF })
    expect((await finish(project, claimed)).json().findings).toMatchObject([{ code: 'CHECK_FAILED' }])
    expect(project.has(`${COUNTING}/01-VERIFICATION.md`)).toBe(false)
  })
})
