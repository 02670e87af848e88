// A file that another program removes before one of a call's reads, tried for each read: the call answers, or reports a conflict.
import fs, { readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { openTree } from '../../lib/node/tree.js'
import { disposeProjects, makeProject, OURS } from '../support/project.js'
import { lastingFolder } from '../support/temporary.js'

afterEach(disposeProjects)

type Call = ((...args: unknown[]) => unknown) & { native?: Call }
const calls = fs as unknown as Record<string, Call>
const READING_CALLS = [
  ...['lstatSync', 'statSync', 'fstatSync', 'realpathSync', 'readlinkSync', 'existsSync', 'accessSync'],
  ...['openSync', 'readSync', 'readFileSync', 'readdirSync'],
]

/** Runs `body`, and `act` before its n-th call that reads the disk; returns whether there were that many calls. */
async function before(n: number, act: () => void, body: () => unknown): Promise<boolean> {
  let seen = 0
  const counted = (plain: Call): Call =>
    Object.assign(
      (...args: unknown[]) => {
        if (++seen === n) act()
        return plain(...args)
      },
      plain.native === undefined ? {} : { native: counted(plain.native) },
    )
  const plain = READING_CALLS.map((name) => [name, calls[name] as Call] as const)
  for (const [name, call] of plain) calls[name] = counted(call)
  syncBuiltinESMExports()
  try {
    await body()
  } finally {
    for (const [name, call] of plain) calls[name] = call
    syncBuiltinESMExports()
  }
  return seen >= n
}

it('a link that is removed during a read is read as its document or as missing', async () => {
  const root = lastingFolder('gsd-vanishing-')
  fs.mkdirSync(join(root, '.planning'))
  writeFileSync(join(root, '.planning/real.md'), '# Real\n')
  const link = join(root, '.planning/link.md')
  const found = new Set<string | null>()
  const look = () => {
    const tree = openTree(root, null)
    tree.list('.planning')
    found.add(tree.read('.planning/link.md')?.text ?? null)
  }
  const vanish = () => unlinkSync(link)
  for (let n = 1; ; n++) {
    rmSync(link, { force: true })
    symlinkSync('real.md', link)
    if (!(await before(n, vanish, look))) break
  }
  expect(found).toEqual(new Set(['# Real\n', null]))
})

it.each([['health'], ['phase', 'plan-index', '1'], ['progress']])(
  'a plan that is removed while %s reads it leads to an answer or to the error CONFLICT',
  async (...words) => {
    const project = makeProject(OURS)
    const path = Object.keys(OURS).find((name) => name.endsWith('-PLAN.md')) as string
    const [at, text] = [project.at(path), readFileSync(project.at(path), 'utf8')]
    for (let n = 1; ; n++) {
      const fired = await before(
        n,
        () => unlinkSync(at),
        async () => {
          const { exit, stdout } = await project.ask(...words)
          if ((exit ?? 70) > 1) expect([n, exit, JSON.parse(stdout).error]).toMatchObject([n, 3, { code: 'CONFLICT' }])
        },
      )
      writeFileSync(at, text)
      if (!fired) break
    }
  },
)
