// A run renews its lock while it runs, and kills processes that it cannot continue with.
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { startWatched } from '../../../lib/cli/gsd/auto/drivers/watched.js'
import { ask } from '../../../lib/cli/gsd/auto/engine.js'
import { processData, processIds } from '../../../lib/cli/gsd/auto/processes.js'
import { keepFresh } from '../../../lib/cli/gsd/auto/run-files.js'
import { isAlive } from '../../../lib/node/alive.js'
import { readLock } from '../../../lib/node/lock.js'
import { disposeProjects, makeProject } from '../../support/project.js'

afterEach(disposeProjects)

/** Writes its pid to a file, prints lines, and never ends. */
const ENDLESS = `require('node:fs').writeFileSync('pid', String(process.pid))
setInterval(() => console.log('at work'), 20)`

const isLeft = (root: string) =>
  existsSync(join(root, 'pid')) && isAlive(Number(readFileSync(join(root, 'pid'), 'utf8')))

it('the lock of a run is renewed while it runs', async () => {
  const path = join(makeProject({}).root, 'lock')
  writeFileSync(path, '1')
  utimesSync(path, 0, 0)
  const stop = keepFresh(path, 5)
  await expect.poll(() => (readLock(path)?.ageMs ?? Infinity) < 60_000, { timeout: 30_000 }).toBe(true)
  stop()
})

it('a call of the engine that hangs is killed, and the error names the call', async () => {
  const { root } = makeProject({})
  const toolsPath = join(root, 'tools.cjs')
  writeFileSync(toolsPath, ENDLESS)
  const call = ask({ toolsPath, cwd: root, base: '.planning', env: process.env, timeoutMs: 1000 }, 'next')
  await expect(call).rejects.toMatchObject({ message: expect.stringContaining('gsd-tools next did not finish') })
  // A killed process is still visible for a moment.
  await vi.waitFor(() => expect(isLeft(root)).toBe(false), 20_000)
})

it('a client whose start cannot be recorded is killed', async () => {
  const { root } = makeProject({ notes: 'a file in the place of the folder' })
  const place = { cwd: root, env: { ...process.env, STARTED_BY: root }, notes: join(root, 'notes/x') }
  const limits = { log: join(root, 'log'), maxMs: 60_000, idleMs: 60_000, permit: async () => null }
  const start = async () => startWatched([process.execPath, '-e', ENDLESS], { ...place, ...limits }).ended
  await expect(start()).rejects.toMatchObject({ syscall: 'mkdir' })
  const isStarted = (pid: number) => processData(pid, 'environ')?.includes(`STARTED_BY=${root}\0`) === true
  await vi.waitFor(() => expect(processIds().filter(isStarted)).toEqual([]), 20_000)
})
