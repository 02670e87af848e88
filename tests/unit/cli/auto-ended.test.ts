// What a run started is ended where the run cannot go on (a session whose log has no room, a call of the engine that does not end), and its lock holds meanwhile.
import { existsSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { startWatched } from '../../../lib/cli/gsd/auto/drivers/watched.js'
import { ask } from '../../../lib/cli/gsd/auto/engine.js'
import { keepFresh } from '../../../lib/cli/gsd/auto/run-files.js'
import { isAlive } from '../../../lib/node/alive.js'
import { readLock } from '../../../lib/node/lock.js'
import { disposeProjects, makeProject } from '../../support/project.js'
import { itWhere } from '../../support/where.js'

afterEach(disposeProjects)

/** Says its number and never ends. */
const ENDLESS = `require('node:fs').writeFileSync('pid', String(process.pid))
setInterval(() => console.log('at work'), 20)`

const isLeft = (root: string) =>
  existsSync(join(root, 'pid')) && isAlive(Number(readFileSync(join(root, 'pid'), 'utf8')))

itWhere(existsSync('/dev/full'))(
  'a session whose log has no room is ended, and the failure names the log',
  async () => {
    const { root } = makeProject({})
    const log = join(root, '001.log')
    symlinkSync('/dev/full', log)
    const order = { cwd: root, env: process.env, log, notes: join(root, 'notes'), mostMs: 60_000, idleMs: 60_000 }
    const { ended } = startWatched([process.execPath, '-e', ENDLESS], order)
    await expect(ended).rejects.toMatchObject({ code: 'ENOSPC', path: log })
    expect(isLeft(root)).toBe(false)
  },
)

it('the lock of a run stays young while it goes on', async () => {
  const path = join(makeProject({}).root, 'lock')
  writeFileSync(path, '1')
  utimesSync(path, 0, 0)
  const stop = keepFresh(path, 5)
  await expect.poll(() => (readLock(path)?.ageMs ?? Infinity) < 60_000, { timeout: 30_000 }).toBe(true)
  stop()
})

it('a call of the engine that does not end is ended, and the failure names the call', async () => {
  const { root } = makeProject({})
  const tools = join(root, 'tools.cjs')
  writeFileSync(tools, ENDLESS)
  const call = ask({ tools, cwd: root, base: '.planning', env: process.env, mostMs: 1000 }, 'next')
  await expect(call).rejects.toMatchObject({ message: expect.stringContaining('gsd-tools next did not end') })
  // A process that was killed is seen for a moment longer.
  await vi.waitFor(() => expect(isLeft(root)).toBe(false), 20_000)
})
