import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { nodeCommand, programPaths, programStart, type System } from '../../../lib/node/programs.js'
import { temporaryFolder } from '../../support/temporary.js'

const WINDOWS: System = {
  platform: 'win32',
  env: { Path: 'C:\\Program Files\\nodejs;C:\\git\\cmd', PATHEXT: '.EXE;.CMD', ComSpec: 'C:\\Windows\\cmd.exe' },
  cwd: 'C:\\work\\app',
}
const LINUX: System = { platform: 'linux', env: { PATH: '/usr/local/bin::/usr/bin' }, cwd: '/work/app' }

const FILES = new Set([
  'C:\\Program Files\\nodejs\\node.exe',
  'C:\\Program Files\\nodejs\\npm.cmd',
  'C:\\work\\app\\node_modules\\.bin\\vitest.cmd',
])
const start = (...argv: readonly [string, ...string[]]) => programStart(argv, WINDOWS, (path) => FILES.has(path))
const inShell = (line: string) => ({
  file: 'C:\\Windows\\cmd.exe',
  args: ['/d', '/s', '/c', `"${line}"`],
  verbatim: true,
})
const NPM = '"C:\\Program Files\\nodejs\\npm.cmd"'

describe('the search for a program', () => {
  it.each<[string, string, System, readonly string[]]>([
    ['every folder of PATH', 'npm', LINUX, ['/usr/local/bin/npm', '/usr/bin/npm']],
    ['a path from where it is called', './bin/x', LINUX, ['/work/app/bin/x']],
    [
      'with the endings of PATHEXT',
      'npm',
      WINDOWS,
      [
        'C:\\Program Files\\nodejs\\npm.exe',
        'C:\\Program Files\\nodejs\\npm.cmd',
        'C:\\git\\cmd\\npm.exe',
        'C:\\git\\cmd\\npm.cmd',
      ],
    ],
    [
      'without them if the name has one',
      'git.exe',
      WINDOWS,
      ['C:\\Program Files\\nodejs\\git.exe', 'C:\\git\\cmd\\git.exe'],
    ],
    ['a path with either slash', 'bin/x.cmd', WINDOWS, ['C:\\work\\app\\bin\\x.cmd']],
    ['nowhere without PATH', 'npm', { ...WINDOWS, env: {} }, []],
  ])('%s', (_, name, system, paths) => expect(programPaths(name, system)).toEqual(paths))
})

describe('the start of a program', () => {
  it('uses its name without a shell on other systems', () =>
    expect(programStart(['npm', 'test', 'a b'], LINUX)).toEqual({
      file: 'npm',
      args: ['test', 'a b'],
      verbatim: false,
    }))

  it.each<[string, readonly [string, ...string[]], unknown]>([
    [
      'an executable directly',
      ['node', '--test', 'a&b %PATH%'],
      { file: 'C:\\Program Files\\nodejs\\node.exe', args: ['--test', 'a&b %PATH%'], verbatim: false },
    ],
    ['a missing program by its name, so that it is not found', ['nope'], { file: 'nope', args: [], verbatim: false }],
    ['a batch file through the interpreter', ['npm', 'test'], inShell(`${NPM} test`)],
    [
      'a batch file of the project',
      ['node_modules/.bin/vitest', 'run'],
      inShell('C:\\work\\app\\node_modules\\.bin\\vitest.cmd run'),
    ],
    [
      'with arguments quoted that are special to the interpreter',
      ['npm', 'run', 'a b', 'x&calc', '(y)', '^z|w', ''],
      inShell(`${NPM} run "a b" "x&calc" "(y)" "^z|w" ""`),
    ],
    ['with a closing backslash that stays one', ['npm', 'in dir\\'], inShell(`${NPM} "in dir\\\\"`)],
  ])('on Windows %s', (_, argv, expected) => expect(start(...argv)).toEqual(expected))

  it.each(['a"b', '%PATH%', 'a\nb', 'a\rb', 'a\0b'])(
    'is refused with %j, which cannot be quoted for a batch file',
    (word) => expect(start('npm', word)).toHaveProperty('refused'),
  )
})

it('prompts call node by name if it is on PATH, otherwise by path', () => {
  const [folder, program] = [temporaryFolder('gsd-node-'), 'node']
  expect(nodeCommand({ PATH: folder })).toBe(`"${process.execPath}"`)
  writeFileSync(join(folder, program), '', { mode: 0o755 })
  expect(nodeCommand({ PATH: folder })).toBe('node')
})
