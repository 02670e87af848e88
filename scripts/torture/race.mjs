// The same commands side by side and one after the other, by the clock: waiting for each other must not cost more than taking turns.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { child, plant } from './children.mjs'
import { none } from './report.mjs'

const STATE = '.planning/STATE.md'

export async function run({ library, folder, tools, smoke }) {
  const { OURS } = library
  const home = join(folder, 'home')
  mkdirSync(home, { recursive: true })
  const env = { PATH: process.env.PATH, HOME: home }

  const count = smoke ? 8 : 64
  const rounds = smoke ? 1 : 3
  const ratios = []
  const rates = []
  const missing = []
  for (let round = 0; round < rounds; round++) {
    const alone = join(folder, `alone-${round}`)
    const together = join(folder, `together-${round}`)
    for (const at of [alone, together]) plant(at, OURS)
    const words = (index) => [
      tools,
      'state',
      'add-decision',
      '--phase',
      '1',
      '--summary',
      `Choice number ${index} of many`,
    ]
    const first = performance.now()
    for (let index = 0; index < count; index++) await child(words(index), alone, env, null)
    const second = performance.now()
    await Promise.all(Array.from({ length: count }, (_, index) => child(words(index), together, env, null)))
    const third = performance.now()
    ratios.push((third - second) / (second - first))
    rates.push(count / ((third - second) / 1000))
    const text = readFileSync(join(together, STATE), 'utf8')
    for (let index = 0; index < count; index++)
      if (!text.includes(`Choice number ${index} of many`)) missing.push(`round ${round}: ${index}`)
  }
  const middle = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]
  return [
    none(`effects missing after ${count} commands at once`, count * rounds, missing),
    {
      what: `${count} commands at once against one after the other`,
      figure: `${middle(ratios).toFixed(2)}× (${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}), ${middle(rates).toFixed(1)} a second`,
      target: '≤ 1×',
      ok: smoke ? null : middle(ratios) <= 1,
    },
  ]
}
