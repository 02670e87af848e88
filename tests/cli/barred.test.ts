// Folders and files without permissions, and a full disk: a call names the obstacle and the fix, and writes nothing partially.
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { commonFolder, commonProgram, NOBODY, PERMISSIONS_APPLY, UNPRIVILEGED } from '../support/another-user.js'
import { put, snapshotOf } from '../support/home.js'
import { makeProject, OURS, TOOLS } from '../support/project.js'
import { itWhere } from '../support/where.js'

let program: string | null = null
const tools = (): string => {
  program ??= join(commonProgram(), '../../dist/gsd-tools.cjs')
  return program
}

function project(): string {
  const root = commonFolder()
  for (const [path, text] of Object.entries(OURS)) put(root, path, text)
  if ('uid' in UNPRIVILEGED)
    for (const path of ['', ...readdirSync(root, { recursive: true, encoding: 'utf8' })])
      chownSync(join(root, path), NOBODY, NOBODY)
  return root
}

function call(root: string, words: readonly string[]) {
  const env = { PATH: process.env['PATH'] ?? '', HOME: join(root, 'home') }
  const { status, stdout } = spawnSync(process.execPath, [tools(), ...words], {
    ...UNPRIVILEGED,
    cwd: root,
    env,
    encoding: 'utf8',
  })
  return { exit: status, ...JSON.parse(stdout) }
}

const WRITE = ['phase', 'add', 'More'] as const

itWhere(PERMISSIONS_APPLY).each([
  ['.planning', 0o500, WRITE],
  ['.planning', 0o000, ['state', 'derive']],
  ['.planning/phases', 0o000, ['state', 'derive']],
  ['.planning/phases/01-foundation', 0o000, ['health']],
  ['.planning/ROADMAP.md', 0o000, WRITE],
] as const)('%s with the mode %o is named by a call, which changes nothing', (path, mode, words) => {
  const root = project()
  const before = snapshotOf(root)
  chmodSync(join(root, path), mode)
  const { exit, error } = call(root, words)
  chmodSync(join(root, path), path.endsWith('.md') ? 0o644 : 0o755)
  expect(exit, JSON.stringify(error)).toBe(70)
  expect(error).toMatchObject({ code: 'IO', fix: expect.stringContaining(`enter ${join(root, path)} (ls -ld `) })
  expect(snapshotOf(root)).toEqual(before)
})

itWhere(process.platform !== 'win32')('a full disk is reported by a call, which leaves nothing behind', () => {
  const project = makeProject(OURS)
  const { root, home } = project
  const before = snapshotOf(root)
  const line = 'ulimit -f 0 && exec "$0" "$@"'
  for (const words of [WRITE, ['config', 'set', 'mode', 'yolo']]) {
    const { status, stdout } = spawnSync('sh', ['-c', line, process.execPath, TOOLS, ...words], {
      cwd: root,
      env: { PATH: process.env['PATH'] ?? '', HOME: home },
      encoding: 'utf8',
    })
    expect([status, JSON.parse(stdout)], stdout).toMatchObject([
      70,
      { error: { code: 'IO', fix: expect.stringMatching(/^free disk space/) } },
    ])
    expect(snapshotOf(root)).toEqual(before)
  }
  project.dispose()
})
