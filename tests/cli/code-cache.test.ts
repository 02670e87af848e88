// Compiled code beside the bundle: written once on request, used when it fits, ignored when it does not.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeCacheName, isWholeCache } from '../../lib/node/compiled-code.js'
import { disposeProjects, makeProject, OURS, type TempProject, TOOLS } from '../support/project.js'

let folder: string
let project: TempProject

const bundle = () => join(folder, 'gsd-tools.cjs')
const caches = () => readdirSync(folder).filter((name) => name.endsWith('.cache'))

function call(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bundle(), ...words], {
    cwd: project.root,
    env: project.env(env),
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gsd-code-cache-'))
  cpSync(dirname(TOOLS), folder, { recursive: true })
  for (const name of caches()) rmSync(join(folder, name))
  project = makeProject(OURS)
})
/** The name of the compiled code that lies there from now on. */
function compiled(): string {
  const name = codeCacheName('gsd-tools')
  cpSync(join(dirname(TOOLS), name), join(folder, name))
  return name
}
afterAll(() => {
  disposeProjects()
  rmSync(folder, { recursive: true, force: true })
})

const CALLS = [
  ['config', 'get', 'mode'],
  ['state', 'derive'],
  ['phase', 'find', '99'],
  ['--version'],
  ['confg'],
] as const

it('lies beside the programs that tests start, as beside installed ones', () => {
  expect(readdirSync(dirname(TOOLS))).toContain(codeCacheName('gsd-tools'))
})

it('a call writes nothing beside the bundle', () => {
  for (const words of CALLS) call(words)
  expect(caches()).toEqual([])
})

it('is printed on request, for the running Node, and changes no answer', () => {
  const before = CALLS.map((words) => call(words))
  const { status, stdout } = spawnSync(process.execPath, [bundle()], {
    cwd: project.root,
    env: project.env({ GSD_CODE_CACHE: 'print' }),
    maxBuffer: 4 * 1024 * 1024,
  })
  expect([status, isWholeCache(stdout)]).toEqual([0, true])
  expect(caches()).toEqual([])
  writeFileSync(join(folder, codeCacheName('gsd-tools')), stdout)
  expect(CALLS.map((words) => call(words))).toEqual(before)
})

it('leaves nothing where it was made, when whoever asked for it needs it no more', async () => {
  const made = join(project.root, 'made')
  mkdirSync(made)
  const begun = watch(made)
  const child = spawn(process.execPath, [bundle()], {
    env: project.env({ GSD_CODE_CACHE: 'print', TMPDIR: made, TEMP: made }),
    stdio: 'ignore',
  })
  const ended = once(child, 'close')
  await once(begun, 'change')
  begun.close()
  child.kill()
  await ended
  expect(readdirSync(made)).toEqual([])
})

it.each([
  ['where temporary files are to be', { TMPDIR: tmpdir() }, tmpdir()],
  [
    'in memory where nobody says where, and the system has such a folder',
    {},
    existsSync('/dev/shm') ? '/dev/shm' : tmpdir(),
  ],
] as const)('is made %s, and nothing is left there', (_, env, place) => {
  const probe = join(project.root, 'made.cjs')
  writeFileSync(probe, MADE)
  const { TMPDIR: _unnamed, ...around } = project.env({ GSD_CODE_CACHE: 'print' })
  const { output } = spawnSync(process.execPath, ['--require', probe, bundle()], {
    cwd: project.root,
    env: { ...around, ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const made = JSON.parse(String(output[3])) as readonly string[]
  expect(made.map(dirname)).toEqual([place])
  expect(made.filter((folder) => existsSync(folder))).toEqual([])
})
const MADE = `const fs = require('node:fs')
const made = []
const make = fs.mkdtempSync
fs.mkdtempSync = (prefix) => made[made.push(make(prefix)) - 1]
process.on('exit', () => fs.writeSync(3, JSON.stringify(made)))
`

it('holds what calls begin with as soon as a file is read, before anything of it runs', () => {
  const chunks = join(folder, 'chunks')
  for (const file of ['hot-core', 'hot-state', 'hot-files', 'hot-look']) {
    const name = readdirSync(chunks).find((each) => each.startsWith(file)) ?? ''
    const text = readFileSync(join(chunks, name), 'utf8')
    expect([file, new Script(text).createCachedData().length > text.length / 4]).toEqual([file, true])
  }
})

/** Of each hot file that a call reads, whether V8 took what had been compiled of it. */
function takenIn(...words: readonly string[]): Readonly<Record<string, boolean>> {
  const probe = join(project.root, 'probe.cjs')
  writeFileSync(probe, TAKEN)
  const { output } = spawnSync(process.execPath, ['--require', probe, bundle(), ...words], {
    cwd: project.root,
    env: project.env(),
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  return JSON.parse(String(output[3])) as Readonly<Record<string, boolean>>
}
const TAKEN = `const vm = require('node:vm')
const taken = {}
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options)
    const [, hot] = /(hot-[a-z]+)[^/]*$/.exec(options.filename) ?? []
    if (hot !== undefined) taken[hot] = this.cachedDataRejected === false
  }
}
process.on('exit', () => require('node:fs').writeSync(3, JSON.stringify(taken)))
`

const ADDS = ['phase', 'add', 'More', '--dry-run'] as const

it('is taken by V8 for every hot file that a call reads', () => {
  compiled()
  for (const words of [['next'], ADDS]) {
    const taken = takenIn(...words)
    expect(Object.keys(taken).length).toBeGreaterThan(1)
    expect(taken).toEqual(Object.fromEntries(Object.keys(taken).map((name) => [name, true])))
  }
})

it.each([
  ['its code', (_length: number) => 100],
  ['the digest behind it', (length: number) => length + 3],
])('of what only calls that write load, %s is looked at whole', (_, placeIn) => {
  const name = compiled()
  const whole = readFileSync(join(folder, name))
  const slots = Array.from({ length: whole.readInt32LE(4) }, (_, at) => {
    const slot = 8 + 12 * at
    return { start: 1024 + whole.readInt32LE(slot + 4), length: whole.readInt32LE(slot + 8) }
  })
  const digested = slots.filter(({ length }) => length < 0)
  expect(digested.length).toBe(2)
  const damaged = Buffer.from(whole)
  for (const { start, length } of digested) {
    const at = start + placeIn(-length)
    damaged[at] = 0xa5 ^ (whole[at] as number)
  }
  writeFileSync(join(folder, name), damaged)
  const taken = takenIn(...ADDS)
  writeFileSync(join(folder, name), whole)
  const refused = Object.keys(taken).filter((file) => taken[file] !== true)
  expect(refused.sort()).toEqual(['hot-phases', 'hot-write'])
  expect(Object.keys(taken).length).toBeGreaterThan(2)
})

/** With what no file can have, at one place of each slot of the header. */
function misplaced(bytes: Buffer, place: number): Buffer {
  const damaged = Buffer.from(bytes)
  for (let at = 0; at < bytes.readInt32LE(4); at++) damaged.writeInt32LE(-(2 ** 31), 8 + 12 * at + place)
  return damaged
}

it.each([
  ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
  ['empty', () => Buffer.alloc(0)],
  ['too long', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(1)])],
  ['of other bytes', (bytes: Buffer) => Buffer.alloc(bytes.length, 7)],
  ['whose header names places before its beginning', (bytes: Buffer) => misplaced(bytes, 4)],
  ['whose header names lengths that no file has', (bytes: Buffer) => misplaced(bytes, 8)],
  [
    'of zeros behind its header',
    (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 1024), Buffer.alloc(bytes.length - 1024)]),
  ],
])('a file %s is ignored', (_, damage) => {
  const expected = call(['config', 'get', 'mode'])
  const name = compiled()
  const whole = readFileSync(join(folder, name))
  writeFileSync(join(folder, name), damage(whole))
  const answer = call(['config', 'get', 'mode'])
  writeFileSync(join(folder, name), whole)
  expect(answer).toEqual(expected)
})

it.each([512, 1])('a file with %i other bytes is ignored, wherever they lie', (size) => {
  const expected = call(['config', 'get', 'mode'])
  const name = compiled()
  const whole = readFileSync(join(folder, name))
  const blocks = Array.from({ length: 12 }, (_, index) => Math.floor((index * whole.length) / 12) & ~511)
  const answers = blocks.map((at) => {
    writeFileSync(
      join(folder, name),
      Buffer.from(whole).fill(0xa5 ^ (whole[at + 100] as number), at + 100, at + 100 + size),
    )
    return call(['config', 'get', 'mode'])
  })
  writeFileSync(join(folder, name), whole)
  expect(answers).toEqual(blocks.map(() => expected))
})

it.each([
  ['gsd-tools.cjs', /^hot-core-/, ['next']],
  ['gsd-tools.cjs', /^hot-state-/, ['next']],
  ['gsd-tools.cjs', /^cold-/, ['stats']],
  ['gsd.cjs', /^hot-core-/, ['status']],
  ['gsd.cjs', /^cold-/, ['doctor']],
])('%s without %s says in a sentence what is damaged and how it is mended', (program, gone, words) => {
  const damaged = mkdtempSync(join(tmpdir(), 'gsd-damaged-'))
  try {
    cpSync(dirname(TOOLS), damaged, { recursive: true })
    for (const name of readdirSync(join(damaged, 'chunks')).filter((each) => gone.test(each)))
      rmSync(join(damaged, 'chunks', name))
    const { status, stderr } = spawnSync(process.execPath, [join(damaged, program), ...words], {
      cwd: project.root,
      env: project.env(),
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([70, expect.stringMatching(/damaged or gone .*npx gsd-pack install/)])
    expect(stderr).not.toMatch(/^\s+at /m)
  } finally {
    rmSync(damaged, { recursive: true, force: true })
  }
})
