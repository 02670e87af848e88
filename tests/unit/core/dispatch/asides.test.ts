// What reports of a phase say of themselves must add up.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CODECS } from '../../../../lib/artifacts/all.js'
import { isWantedAgain, UNIT_TYPE_IDS, unitCode, unitType } from '../../../../lib/core/dispatch/units/all.js'
import { sourceFrom } from '../../../support/sources.js'

const asides = UNIT_TYPE_IDS.filter(isWantedAgain)

const table = (title: string, head: string, ...rows: readonly string[]) =>
  `\n## ${title}\n\n| ${head} |\n|${'---|'.repeat(head.split('|').length)}\n${rows.map((row) => `| ${row} |\n`).join('')}`
const review = (status: string, total: number, body = '### CR-01: one is two') =>
  `---\nstatus: ${status}\nfindings:\n  critical: 1\n  total: ${total}\n---\n# R\n\n${body}\n`
const fixes = (front: string) => `---\nstatus: all_fixed\n${front}\n---\n# F\n`
const threats = (open: number, status: string, ...rows: readonly string[]) =>
  `---\nstatus: ${status}\nthreats_open: ${open}\n---\n${table('Threat Register', 'ID | Status', ...rows)}`
const scores = (score: string, last = '4') =>
  `# S\n\n**Overall:** ${score}\n${table('Pillar Scores', 'Pillar | Score', ...Array(5).fill('a | 4/4'), `b | ${last}`)}`
const evals = (verdict: string, ...rows: readonly string[]) =>
  `---\nverdict: ${verdict}\n---\n${table('Dimension Coverage', 'Dimension | Status', ...rows)}`
const PARTS = ['Spacing Scale', 'Typography', 'Color']
const design = (words: string, status = 'draft') =>
  `---\nstatus: ${status}\n---\n${PARTS.map((part) => table(part, 'a | b', 'c | d')).join('')}\n## Copywriting (all)\n\n${words}\n`
const ai = (bar: string) =>
  `## 1. System Classification\n\nx\n\n## Domain Context\n\nx\n\n## Framework\n\nx\n\n## 5. Evaluation Strategy\n\n${bar}\n\n## Guardrails\n\nx\n`

it.each([
  ['review', review('issues_found', 1), null],
  ['review', review('issues_found', 3), 'add up to 1'],
  ['review', review('issues_found', 1, 'One is two.'), '0 have an id'],
  ['review', review('clean', 1), 'the status is clean'],
  ['review-fix', fixes('fixed: 1'), null],
  ['review-fix', fixes('iteration: 1'), 'missing'],
  ['review-fix', fixes('fixed_count: 1\nskipped_count: 1'), 'means partial'],
  ['security', threats(1, 'open', 'T-1 | closed', 'T-2 | open (high)'), null],
  ['security', threats(0, 'secured', 'T-1 | closed', 'T-2 | open'), '1 rows of the register are open'],
  ['security', threats(1, 'secured', 'T-2 | open'), 'open threats: 1'],
  ['ui-review', scores('24/24'), null],
  ['ui-review', scores('22/24'), 'add up to 24'],
  ['ui-review', scores('20/24', 'good'), 'good'],
  ['eval-review', evals('Needs work', 'a | covered', 'b | missing'), null],
  ['eval-review', evals('Production Ready', 'a | covered', 'b | missing'), '1 of 2 dimensions'],
  ['eval-review', evals('needs work'), 'judge each dimension'],
  ['ui-spec', design('- Empty: nobody yet'), null],
  ['ui-spec', design('None.'), 'below Copywriting Contract'],
  ['ui-spec', design('Plain words.', 'approved'), 'only the user'],
  ['ai-spec', ai('Recall on 40 letters, at least 0.95.'), null],
  ['ai-spec', ai(''), 'below Evaluation Strategy'],
] as const)('%s (%#)', async (id, text, said) => {
  const kind = await CODECS[id]()
  const work = { view: { codec: () => kind }, gathered: { artifacts: [{ path: 'x.md', source: sourceFrom(text) }] } }
  const unit = asides.find((type) => unitType(type).expects[0]?.schema === id)
  const [wrong] = (await unitCode(unit ?? '')).inspect?.(work as never) ?? []
  if (said === null) expect(wrong).toBeUndefined()
  else expect(wrong?.message).toContain(said)
})

it('is asked for in steps that say what to do', () => {
  const work = readFileSync(new URL('../../../../workflows/work.md', import.meta.url), 'utf8')
  const steps = [...work.matchAll(/^## ([a-z-]+):/gm)].map(([, id]) => id)
  expect(asides.filter((id) => !steps.includes(id))).toEqual([])
})
