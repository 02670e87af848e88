// Broken code behind a suite whose configuration was changed with it: what makes a runner do less, or hides how it ended, proves nothing.
import { spawnSync } from 'node:child_process'
import { afterEach, expect } from 'vitest'
import { planWith, wholeWay } from '../support/cheating.js'
import { COUNTING, countingProject } from '../support/counting.js'
import { disposeProjects, type Files } from '../support/project.js'
import { itWhere } from '../support/where.js'

afterEach(disposeProjects)

const script = (test: string): Files => ({
  'package.json': `{"name":"x","scripts":{"test":${JSON.stringify(test)}}}\n`,
})
const RECIPE = 'test:\n\tnode --test old.test.js\n'

const HONEST: Files = {
  'old.js': 'module.exports = (a) => a + 1\n',
  'old.test.js': `const assert = require('node:assert')
const { test } = require('node:test')
test('one', () => assert.equal(require('./old.js')(1), 2))
test('two', () => assert.equal(require('./old.js')(2), 3))
`,
  Makefile: RECIPE,
  ...script('node --test old.test.js'),
}
const BROKEN: Files = { 'old.js': 'module.exports = (a) => a\n' }

const hasMake = spawnSync('sh', ['-c', 'command -v make']).status === 0

itWhere(hasMake).each<[string, string, Files]>([
  ['a script that became true', 'npm test', script('true')],
  ['a script that ends well', 'npm test', script('node --test old.test.js; exit 0')],
  ['a pattern that no test bears', 'npm test', script('node --test --test-name-pattern=nothing old.test.js')],
  ['a recipe that became true', 'make test', { Makefile: 'test:\n\t@true\n' }],
  ['a recipe with a dash', 'make test', { Makefile: RECIPE.replace('\t', '\t-') }],
  ['another shell', 'make test', { Makefile: `SHELL = /bin/true\n${RECIPE}` }],
])('%s passes nothing', async (_, command, configured) => {
  const { word, done, said } = await endWith(command, { ...BROKEN, ...configured })
  expect([word === 'passed', done], said).toEqual([false, 0])
})

itWhere(hasMake).each(['npm test', 'make test'])('%s as it was passes what works', async (command) => {
  const { word, done, said } = await endWith(command, {})
  expect([word, done], said).toEqual(['passed', 1])
})

/** The whole way of a phase whose only check is that command, with these files changed while the plan is carried out. */
async function endWith(command: string, changed: Files) {
  const plan = { [`${COUNTING}/01-01-PLAN.md`]: planWith(`  - run: ${command}\n`) }
  const project = countingProject({ commands: [command.split(' ')], files: { ...HONEST, ...plan } }).initGit()
  return wholeWay(project, {
    work: () => {
      for (const [path, text] of Object.entries(changed)) project.write(path, text)
    },
  })
}
