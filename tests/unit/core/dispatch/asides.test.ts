import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isAside, UNIT_TYPE_IDS } from '../../../../lib/core/dispatch/units/all.js'

it('workflows/work.md has a step for every aside', () => {
  const work = readFileSync(new URL('../../../../workflows/work.md', import.meta.url), 'utf8')
  const steps = [...work.matchAll(/^## ([a-z-]+):/gm)].map(([, id]) => id)
  expect(UNIT_TYPE_IDS.filter(isAside).filter((id) => !steps.includes(id))).toEqual([])
})
