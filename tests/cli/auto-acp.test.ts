// `gsd auto --driver acp` with a client that speaks the protocol: the same run as with its command line; permissions are answered and usage comes from the client.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { isAlive } from '../../lib/node/alive.js'
import { type AutoSetup, acpSetup, eventsIn, modesRun } from '../support/auto/ground.js'
import { askGsd, environmentOf } from '../support/gsd.js'
import { disposeProjects } from '../support/project.js'
import { closeRemotes, IDS, openRemote, SECRETS } from '../support/remote/services.js'

afterEach(disposeProjects)
afterEach(closeRemotes)

const ground = (...modes: readonly string[]): Promise<AutoSetup> => acpSetup({ '01': {} }, modes)

const WORDS = ['auto', '--driver', 'acp', '--to', '1'] as const
const ask = ({ project, env }: AutoSetup, ...words: readonly string[]) =>
  askGsd<never>(project.home, [...WORDS, ...words], { cwd: project.root, env })
const permitsIn = ({ folder }: AutoSetup) => readFileSync(join(folder, 'permits'), 'utf8').trim().split('\n')

it('does one unit per session, sets the model of each, and counts the usage that the client reports', async () => {
  const at = await ground()
  const { exit, out } = await ask(at, '--json', '--model', 'opus')
  expect([exit, modesRun(at)], out).toEqual([0, ['work', 'work']])
  expect(eventsIn(out).at(-1)).toMatchObject({ end: 'done', sessions: 2, moved: 2, tokens: 200, cost: 0.5 })
  expect(readFileSync(join(at.folder, 'told-model'), 'utf8')).toBe('opus\nopus\n')
})

it.each([['work', 'quota'], ['quota in words']])(
  'ends if the client’s quota is used up, and says so (%s)',
  async (...modes) => {
    const at = await ground(...modes)
    const { exit, out } = await ask(at)
    expect([exit, modesRun(at)], out).toEqual([5, modes])
    expect(out).toContain('the client reports that its quota is used up')
    expect(out).toContain('You have hit your usage limit')
  },
)

it('names the package of a missing adapter', async () => {
  const at = await ground()
  rmSync(join(at.folder, 'claude-agent-acp'))
  const { exit, err } = await ask(at)
  expect(exit).toBe(1)
  expect(err).toContain(
    'Claude Code speaks the Agent Client Protocol through claude-agent-acp, which is not on the PATH',
  )
  expect(err).toContain('npm install --global @agentclientprotocol/claude-agent-acp')
})

describe('what a session asks for', () => {
  it.each([
    ['all', 'permit shell', 'once'],
    ['edits', 'permit edit', 'once'],
    ['edits', 'permit shell', 'no'],
    ['client', 'permit edit', 'no'],
  ])('under --permissions %s: %s is answered with %s', async (permissions, mode, answer) => {
    const at = await ground(mode, 'lie', 'lie')
    const { out } = await ask(at, '--permissions', permissions, '--max-sessions', '1')
    expect(permitsIn(at), out).toEqual([answer])
    const refusal = 'Change something: make it so: rejected: no user is present'
    if (mode === 'permit shell' && answer === 'no') expect(out).toContain(refusal)
    if (answer === 'once') expect(out).toContain('done after')
  })

  it('is sent to the user’s channel, and the answer from there counts', async () => {
    for (const [choice, answer] of [
      [1, 'once'],
      [2, 'no'],
    ] as const) {
      const at = await ground('permit shell')
      const remote = await openRemote('slack')
      const added = ['notify', 'add', 'slack', ...remote.addArgs()]
      expect((await askGsd(at.project.home, added, { person: true })).exit).toBe(0)
      const env = environmentOf(at.project.home, { ...at.env, [SECRETS.slack.name]: SECRETS.slack.value })
      const running = ask({ ...at, env }, '--max-sessions', '1', '--json')
      remote.answer(await remote.waitForMessage('make it so'), IDS.slack.ann, choice)
      const { out } = await running
      expect(permitsIn(at), out).toEqual([answer])
    }
  })

  it('is rejected if the user does not answer in time', async () => {
    const at = await ground('permit shell')
    const remote = await openRemote('slack')
    expect(
      (await askGsd(at.project.home, ['notify', 'add', 'slack', ...remote.addArgs()], { person: true })).exit,
    ).toBe(0)
    const env = environmentOf(at.project.home, { ...at.env, [SECRETS.slack.name]: SECRETS.slack.value })
    // Longer than the limit for silent sessions.
    const words = ['--max-sessions', '1', '--answer-minutes', '0.05', '--idle-minutes', '0.04']
    const { out } = await ask({ ...at, env }, ...words)
    expect(permitsIn(at), out).toEqual(['no'])
    expect(out).toContain('rejected: no answer in time')
  })
})

describe('a session that is to end', () => {
  it('is cancelled over the protocol', async () => {
    const at = await ground('waits', 'waits')
    const { exit, out } = await ask(at, '--session-minutes', '0.05', '--max-sessions', '1')
    expect([exit, existsSync(join(at.folder, 'cancelled'))], out).toEqual([5, true])
    expect(out).toContain('overtime after')
    expect(isAlive(Number(readFileSync(join(at.folder, 'pid'), 'utf8')))).toBe(false)
  })

  it('and ignores both the cancellation and a signal is killed', async () => {
    const at = await ground('deaf to cancel')
    const { exit, out } = await ask(at, '--session-minutes', '0.05', '--max-sessions', '1')
    expect(exit, out).toBe(5)
    expect(isAlive(Number(readFileSync(join(at.folder, 'pid'), 'utf8')))).toBe(false)
  })
})
