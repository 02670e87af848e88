// Slugs, time stamps, and programs under a limit of time.
import { afterEach, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS } from '../../support/project.js'

afterEach(disposeProjects)

const asked = async (...words: readonly string[]) => (await makeProject(OURS).ask(...words)).json()

it('a title without a letter or digit has no slug, and says so', async () => {
  expect(await asked('generate-slug', 'Fix: the Login!')).toEqual({ slug: 'fix-the-login', unknown: [] })
  expect(await asked('generate-slug', '日本')).toMatchObject({ slug: null, unknown: [{ path: 'slug' }] })
})

it('the day is the local one of the clock, and a stamp for file names has no colon', async () => {
  expect((await asked('current-timestamp')).timestamp).toBe('2026-01-05T12:00:01.000Z')
  expect((await asked('current-timestamp', 'date')).timestamp).toBe('2026-01-05')
  expect((await asked('current-timestamp', 'filename')).timestamp).toBe('2026-01-05T12-00-01')
})

it.each([
  [['10', 'node', '-e', 'process.exit(3)'], { exitCode: 3, timedOut: false, signal: null }],
  [['1', 'node', '-e', 'setInterval(() => {}, 1000)'], { exitCode: null, timedOut: true }],
  [
    ['10', 'node', '-e', 'process.kill(process.pid, "SIGTERM")'],
    { exitCode: null, timedOut: false, signal: 'SIGTERM' },
  ],
  [['10', 'no-such-program-here'], { exitCode: null, timedOut: false }],
])('run-with-timeout %j tells how it ended and exits 1', async (words, expected) => {
  const answer = await makeProject(OURS).ask('run-with-timeout', ...words)
  expect(answer.exit).toBe(1)
  expect(answer.json()).toMatchObject(expected)
})
