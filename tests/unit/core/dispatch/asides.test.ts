// Each side unit has a step with instructions.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isAside, UNIT_TYPE_IDS } from '../../../../lib/core/dispatch/units/all.js'

it('has steps with instructions', () => {
  const work = readFileSync(new URL('../../../../workflows/work.md', import.meta.url), 'utf8')
  const steps = [...work.matchAll(/^## ([a-z-]+):/gm)].map(([, id]) => id)
  expect(UNIT_TYPE_IDS.filter(isAside).filter((id) => !steps.includes(id))).toEqual([])
})
