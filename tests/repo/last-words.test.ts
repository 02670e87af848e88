// What a run of the suites says last, for whoever reads a long log from its end.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { lastingFolder } from '../support/temporary.js'

const CHECKOUT = join(import.meta.dirname, '../..')

it('a failed test is named last, with what differs in its lists', () => {
  const folder = lastingFolder('gsd-last-words-')
  const reporter = JSON.stringify(join(CHECKOUT, 'tests/support/last-words.ts'))
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `import { LastWords } from ${reporter}\nexport default { test: { globals: true, reporters: [new LastWords()] } }\n`,
  )
  writeFileSync(
    join(folder, 'a.test.js'),
    `it('holds', () => {})\nit('differs', () => expect(['same', 'left']).toEqual(['same', 'right']))\n`,
  )
  const vitest = join(CHECKOUT, 'node_modules/vitest/vitest.mjs')
  const { status, stderr } = spawnSync(process.execPath, [vitest, 'run', '--root', folder], { encoding: 'utf8' })
  expect(status, stderr).toBe(1)
  const [, said = ''] = stderr.split('What failed (1):')
  expect(said).toMatch(/^\n {2}a\.test\.js: differs\n {4}/)
  expect(said).toContain('-   "right"')
  expect(said).toContain('+   "left"')
  expect(said).not.toContain('holds')
})
