// What a roadmap says is the same whether it is read by itself or beside the text it was made of, of which most still stands in it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readRoadmap } from '../../../../lib/artifacts/roadmap/roadmap-read.js'
import { type Random, randomOf } from '../../../support/random.js'
import { sourceFrom } from '../../../support/sources.js'

const CORPUS = join(import.meta.dirname, '../../../corpus/roadmap')
const TEXTS = readdirSync(CORPUS).map((name) => readFileSync(join(CORPUS, name, 'input.md'), 'utf8'))

const LINES = [
  '```',
  '<!--',
  '-->',
  '<details>',
  '### Phase 2: Again',
  '### 🚧 v2.0 More (In Progress)',
  '- [ ] **Phase 2: Two** - twice',
  '- [x] Phase 10a: Ten (completed 2026-01-02)',
  '| Phase | Milestone | Plans Complete | Status | Completed |',
  '|---|---|---|---|---|',
  '| 2. Two \\| three | 0/1 | Planned | - |',
  '| 3. Three <!-- four --> | v1.0 | 1/1 | Complete | 2026-01-02 |',
  '**Goal**: Another',
]

/** What changes what stands beside it: a box, the columns of a table. */
const TURNED = [
  ['- [ ]', '- [x]'],
  ['- [x]', '- [ ]'],
  ['| Status | Completed |', '| Completed | Status |'],
  ['| Completed | Status |', '| Status | Completed |'],
] as const satisfies readonly (readonly [string, string])[]

/** A line put in, taken out, doubled, or ended otherwise; or something turned. */
function edited(text: string, random: Random): string {
  const [from, to] = random.pick(TURNED)
  if (random.below(3) === 0) return text.replace(from, to)
  const lines = text.split('\n')
  const at = random.below(lines.length)
  const line = lines[at] as string
  lines.splice(at, 1, ...random.pick([[random.pick(LINES), line], [], [line, random.pick(lines)], [`${line} `]]))
  return lines.join('\n')
}

const read = (text: string) => sourceFrom(text, '.planning/ROADMAP.md')

it.each(TEXTS.map((text, seed) => ({ seed, text })))('after any edits: text $seed', ({ seed, text }) => {
  const random = randomOf(seed)
  let before = read(text)
  for (let step = 0; step < 40; step++) {
    const now = read(edited(before.text ?? '', random))
    const alone = readRoadmap(read(now.text ?? ''))
    const { value, places } = readRoadmap(now, before)
    expect(value).toEqual(alone.value)
    expect(places.progress.map(({ row }) => row.cells)).toEqual(alone.places.progress.map(({ row }) => row.cells))
    before = now
  }
})
