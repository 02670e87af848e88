// Folders and files that the user may not use, and a disk without room: a call names what is in the way and what mends it, and nothing is written by halves.
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { commonFolder, commonProgram, NOBODY, PERMISSIONS_HOLD, stopped } from '../support/another-user.js'
import { picture, put } from '../support/home.js'
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
  if ('uid' in stopped)
    for (const path of ['', ...readdirSync(root, { recursive: true, encoding: 'utf8' })])
      chownSync(join(root, path), NOBODY, NOBODY)
  return root
}

function call(root: string, words: readonly string[]) {
  const env = { PATH: process.env['PATH'] ?? '', HOME: join(root, 'home') }
  const { status, stdout } = spawnSync(process.execPath, [tools(), ...words], {
    ...stopped,
    cwd: root,
    env,
    encoding: 'utf8',
  })
  return { exit: status, ...JSON.parse(stdout) }
}

const WRITE = ['phase', 'add', 'More'] as const

itWhere(PERMISSIONS_HOLD).each([
  ['.planning', 0o500, WRITE],
  ['.planning', 0o000, ['state', 'derive']],
  ['.planning/phases', 0o000, ['state', 'derive']],
  ['.planning/phases/01-foundation', 0o000, ['health']],
  ['.planning/ROADMAP.md', 0o000, WRITE],
] as const)('%s with the mode %o is what a call names, with all as it was', (path, mode, words) => {
  const root = project()
  const before = picture(root)
  chmodSync(join(root, path), mode)
  const { exit, error } = call(root, words)
  chmodSync(join(root, path), path.endsWith('.md') ? 0o644 : 0o755)
  expect(exit, JSON.stringify(error)).toBe(70)
  expect(error).toMatchObject({ code: 'IO', fix: expect.stringContaining(`enter ${join(root, path)} (ls -ld `) })
  expect(picture(root)).toEqual(before)
})

itWhere(process.platform !== 'win32')('where nothing more can be written a call says so, and leaves nothing', () => {
  const project = makeProject(OURS)
  const { root, home } = project
  const before = picture(root)
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
    expect(picture(root)).toEqual(before)
  }
  project.dispose()
})
