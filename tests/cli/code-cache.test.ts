// Compiled code next to the bundles changes no answer, is ignored if it does not match, and is never written by a call.
import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BUNDLES, compiledName } from '../../lib/node/compiled-code.js'
import { disposeProjects, makeProject, OURS, type TempProject, TOOLS } from '../support/project.js'
import { lastingFolder } from '../support/temporary.js'

const folder = lastingFolder('gsd-code-cache-')
const CACHE = join(folder, compiledName('program'))
let project: TempProject
let whole: Buffer

function call(words: readonly string[], program = 'gsd-tools.cjs', env = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, program), ...words], {
    cwd: project.root,
    env: project.env(env),
    encoding: 'utf8',
    input: '',
  })
  return { status, stdout, stderr }
}

beforeAll(() => {
  cpSync(dirname(TOOLS), folder, { recursive: true })
  whole = readFileSync(CACHE)
  project = makeProject(OURS)
})
afterAll(disposeProjects)

const CALLS = [['config', 'get', 'mode'], ['next'], ['confg']] as const

it('compiled code changes no answer, and is not written by a call', () => {
  const compiled = CALLS.map((words) => call(words))
  for (const bundle of BUNDLES) rmSync(join(folder, compiledName(bundle)))
  expect(CALLS.map((words) => call(words))).toEqual(compiled)
  expect(readdirSync(folder).filter((name) => name.endsWith('.cache'))).toEqual([])
})

it('compiled code is ignored if it is damaged, truncated or belongs to another bundle', () => {
  const damaged = Array.from({ length: 8 }, (_, index) => {
    const bytes = Buffer.from(whole)
    const at = 100 + Math.floor((index * (whole.length - 700)) / 8)
    return bytes.fill(0xa5 ^ (whole[at] as number), at, at + 512)
  })
  const other = readFileSync(join(dirname(TOOLS), compiledName('hook')))
  rmSync(CACHE, { force: true })
  const expected = call(['config', 'get', 'mode'])
  for (const bytes of [...damaged, whole.subarray(0, 5000), Buffer.alloc(2), other]) {
    writeFileSync(CACHE, bytes)
    expect(call(['config', 'get', 'mode'])).toEqual(expected)
  }
})

it.each([
  ['missing', null],
  ['damaged', '(function(){ nothing'],
])('a %s bundle is reported with a fix, while a hook stays silent', (_, text) => {
  for (const bundle of BUNDLES) {
    rmSync(join(folder, `${bundle}.cjs`), { force: true })
    if (text !== null) writeFileSync(join(folder, `${bundle}.cjs`), text)
  }
  rmSync(join(folder, 'gsd-main.cjs.br'), { force: true })
  if (text !== null) writeFileSync(join(folder, 'gsd-main.cjs.br'), text)
  for (const program of ['gsd-tools.cjs', 'gsd.cjs']) {
    const { status, stderr } = call([], program)
    expect([status, stderr]).toEqual([70, expect.stringMatching(/damaged or missing .*npm run quickstart/)])
    expect(stderr).not.toMatch(/^\s+at /m)
  }
  expect(call(['claude'], 'gsd-hook.cjs')).toEqual({ status: 0, stdout: '', stderr: '' })
})
