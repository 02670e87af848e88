import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { KIND_LOADERS } from '../../../lib/artifacts/all.js'
import type { Kind } from '../../../lib/artifacts/codec.js'
import { context } from '../../../lib/artifacts/context/context.js'
import { research } from '../../../lib/artifacts/context/research.js'
import type { ArtifactId } from '../../../lib/artifacts/paths.js'
import { plan } from '../../../lib/artifacts/plan/plan.js'
import { summary } from '../../../lib/artifacts/summary/summary.js'
import { uat } from '../../../lib/artifacts/verification/uat.js'
import { verification } from '../../../lib/artifacts/verification/verification.js'
import { sourceFrom } from '../../support/sources.js'

const CORPUS = new URL('../../corpus/', import.meta.url)
const ours = (id: string) => readFileSync(new URL(`${id}/ours/input.md`, CORPUS), 'utf8')

/** Codec, defect, text to replace in our own form, its replacement, expected code. */
const FAULTS: readonly (readonly [Kind, string, string | RegExp, string, string])[] = [
  [plan as Kind, 'no must-haves', /^ {2}truths:\n(?: {4}-.*\n)+/m, '  truths: []\n', 'KEY_MISSING'],
  [plan as Kind, 'no objective', /<objective>[\s\S]*?<\/objective>/, '', 'SECTION_MISSING'],
  [plan as Kind, 'no task', /<task [\s\S]*<\/task>/, '', 'NO_TASKS'],
  [plan as Kind, 'a checkpoint, but autonomous', 'autonomous: false', 'autonomous: true', 'AUTONOMOUS_CHECKPOINT'],
  [plan as Kind, 'a check for a shell', '[npm, test]', 'npm test && npm run lint', 'PLAN_VERIFY'],
  [plan as Kind, 'a tag never closed', '</action>', '', 'TAG_UNCLOSED'],
  [plan as Kind, 'a placeholder in a task', 'HMAC, key from TOKEN_KEY', '[How it is done]', 'PLACEHOLDER'],
  [
    plan as Kind,
    'a placeholder in the front matter',
    '"A signed token is accepted until it expires"',
    '"[Truth]"',
    'PLACEHOLDER',
  ],
  [plan as Kind, 'broken front matter', 'type: execute', 'type: "execute" mostly', 'YAML_VALUE'],
  [summary as Kind, 'no one-liner', /^\*\*Signed.*\n/m, '', 'ONE_LINER'],
  [summary as Kind, 'a one-liner nobody wrote', /^\*\*Signed.*\*\*$/m, '**[One sentence]**', 'ONE_LINER'],
  [summary as Kind, 'a placeholder in a table', 'Ready.', '| a | b |\n|---|---|\n| x | [text] |', 'PLACEHOLDER'],
  [verification as Kind, 'an unknown status', 'status: passed', 'status: approved', 'VERDICT'],
  [verification as Kind, 'gaps nobody lists', 'status: passed', 'status: gaps_found', 'VERDICT'],
  [verification as Kind, 'gaps that passed', 'status: passed', 'status: passed\ngaps:\n  - truth: broken', 'VERDICT'],
  [
    verification as Kind,
    'a check that is left to the user',
    'status: passed',
    'status: passed\nhuman_verification:\n  - test: look at it',
    'VERDICT',
  ],
  [verification as Kind, 'no evidence', /\| # [\s\S]*/, '', 'EVIDENCE'],
  [uat as Kind, 'no tests', /### 1[\s\S]*(?=## Summary)/, '', 'NO_TESTS'],
  [uat as Kind, 'complete with open tests', 'status: testing', 'status: complete', 'UAT_OPEN'],
  [uat as Kind, 'an issue without words', /^reported:.*\n/m, '', 'TEST_PART'],
  [uat as Kind, 'a result nobody knows', 'result: skipped', 'result: perhaps', 'TEST_PART'],
  [context as Kind, 'no decisions', /<decisions>[\s\S]*<\/decisions>/, '', 'NO_DECISIONS'],
  [context as Kind, 'one id twice', 'D-03', 'D-01', 'DECISION_TWICE'],
  [context as Kind, 'no boundary', /<domain>[\s\S]*<\/domain>/, '', 'PART_MISSING'],
  [research as Kind, 'no summary', /## Summary[\s\S]*(?=## Validation)/, '', 'PART_MISSING'],
]

describe('a draft of a model', () => {
  for (const [codec, name, from, to, code] of FAULTS)
    it(`is refused: ${codec.id} with ${name}`, () => {
      const before = ours(codec.id)
      const text = before.replace(from, () => to)
      expect(text).not.toBe(before)
      const found = codec.checkDraft?.(sourceFrom(text)) ?? []
      expect(found.filter(({ severity }) => severity === 'error').map((issue) => issue.code)).toContain(code)
    })

  it.each([
    [
      verification as Kind,
      'status: passed',
      'status: passed\ngaps:\n  - truth: broken',
      'the status does not follow from gaps',
    ],
    [uat as Kind, 'status: testing', 'status: complete', 'the status is complete, but some tests are unanswered'],
  ])('that contradicts itself is refused, and the message says so (%#)', (codec, from, to, expected) => {
    const found = codec.checkDraft?.(sourceFrom(ours(codec.id).replace(from, to))) ?? []
    expect(found.map(({ message }) => message)).toContainEqual(expect.stringContaining(expected))
  })

  it.each(['{{name}}', `$\{{ github.ref }}`, '[To be planned]', 'TBD', 'todo'])(
    'may contain %j, in its body and in its front matter',
    (words) => {
      const text = ours('plan')
        .replace('HMAC, key from TOKEN_KEY', () => words)
        .replace('"A signed token is accepted until it expires"', () => JSON.stringify(words))
      expect(plan.checkDraft?.(sourceFrom(text))).toEqual([])
      expect(plan.parse(sourceFrom(text)).value.mustHaves.truths[0]).toBe(words)
    },
  )

  it.each([
    ['We take SQLite,\nand nothing else.', 'NO_DECISIONS', '"- **D-01:** text"'],
    ['- D6: we take SQLite', 'DECISION', 'Write it as "- **D-06:** what was decided"'],
    ['- **D12** (mine) we take SQLite', 'DECISION', 'Write it as "- **D-12:** what was decided"'],
  ])('is refused with the form of a decision as the fix: %j', (words, code, expected) => {
    const text = ours('context').replace(/<decisions>[\s\S]*<\/decisions>/, `<decisions>\n${words}\n</decisions>`)
    const issue = context.checkDraft?.(sourceFrom(text)).find((found) => found.code === code)
    expect(`${issue?.message} ${issue?.fix}`).toContain(expected)
  })

  it.each([
    '- **D-01 Tabs.** In code',
    '- **D-01 Tabs** in code',
    '- **D-01 — Tabs** in code',
    '- **D-01 [folded] Tabs:** in code',
  ])('may begin a decision with its title: %j', (words) => {
    const file = ours('context').replace(/<decisions>[\s\S]*<\/decisions>/, `<decisions>\n${words}\n</decisions>`)
    expect(context.parse(sourceFrom(file)).value.decisions).toEqual(['D-01'])
  })

  it('may be halted, but only with a reason', () => {
    const halted = ours('summary').replace('completed_at', 'status: halted\nother').replace('PASSED', 'FAILED')
    expect(summary.checkDraft?.(sourceFrom(halted))).toEqual([])
    const silent = halted.replace(/Pending actions:[\s\S]*?(?=More)/, '')
    expect(summary.checkDraft?.(sourceFrom(silent)).map(({ code }) => code)).toEqual(['HALTED_WITHOUT_REASON'])
  })

  it('of a plan without checks gets a notice, not an error', () => {
    const text = ours('plan').replace(/verify:\n.*\n.*\n/, '')
    expect(plan.checkDraft?.(sourceFrom(text)).map(({ code, severity }) => [code, severity])).toEqual([
      ['NO_CHECKS', 'notice'],
    ])
  })

  const FLOW_LISTS = [
    '[src/days.js, test/days.test.js]',
    '["src/days.js", "test/days.test.js"]',
    "['the days.md']",
    '[src/days.js]',
    '[src/days.js, Makefile]',
    '[src/]',
    '[bin/gsd, src/days]',
    '[]',
  ]
  const HINTS = ['[What is to be done]', '[cause]', '[pass/fail]', '[name, date]', '[e.g. src/days.js]']
  const TEXTS = new Map<ArtifactId, string>()
  for (const id of readdirSync(CORPUS) as ArtifactId[]) {
    const file = new URL(`${id}/ours/input.md`, CORPUS)
    if (id in KIND_LOADERS && existsSync(file)) TEXTS.set(id, readFileSync(file, 'utf8'))
  }
  const placeholdersIn = async (id: ArtifactId, text: string) =>
    ((await KIND_LOADERS[id]?.())?.checkDraft?.(sourceFrom(text)) ?? []).filter(({ code }) => code === 'PLACEHOLDER')

  it.each([...TEXTS])('may contain YAML lists, in front matter and body: %s', async (id, text) => {
    const before = (await placeholdersIn(id, text)).length
    for (const list of FLOW_LISTS) {
      expect(await placeholdersIn(id, `${text}\nfiles_changed: ${list}\n`), list).toHaveLength(before)
      const front = text.replace(/^---\n/, `---\nfiles_changed: ${list}\n`)
      expect(await placeholdersIn(id, front), `${list} in front`).toHaveLength(before)
    }
  })

  it.each(HINTS)('must not contain a hint after a name: %s', async (hint) => {
    const text = TEXTS.get('debug') ?? ''
    expect(await placeholdersIn('debug', `${text}\nfiles_changed: ${hint}\n`)).toHaveLength(1)
    expect(await placeholdersIn('debug', text.replace(/^---\n/, `---\nroot_cause: "${hint}"\n`))).toHaveLength(1)
  })

  it('may contain links, code, ticks and quotes of templates', () => {
    const text = ours('plan').replace(
      'npm test passes',
      'See [the page](docs/x.md).\n- [x] done\n- [ ] open\n`{{name}}` stays\n```\n[text]\n{{x}}\n```\n[VERIFIED: npm]',
    )
    expect(plan.checkDraft?.(sourceFrom(text))).toEqual([])
  })
})
