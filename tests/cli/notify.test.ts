// `gsd notify` with servers that behave as the services document: setup, messages, error reports, and what only the user may configure.
import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { SERVICE_IDS, type ServiceId } from '../../lib/core/remote/services.js'
import { askGsd } from '../support/gsd.js'
import { put, temporaryHome, text } from '../support/home.js'
import { closeRemotes, IDS, openRemote, type Remote, SECRETS } from '../support/remote/services.js'

afterEach(closeRemotes)

const FILE = '.gsd/notify/channels.json'
const READABLE: ReadonlySet<ServiceId> = new Set(['slack', 'discord', 'telegram'])

async function setUp(id: ServiceId, more: readonly string[] = []): Promise<{ home: string; remote: Remote }> {
  const [home, remote] = [temporaryHome(), await openRemote(id)]
  const { exit, err } = await askGsd(home, ['notify', 'add', id, ...remote.addArgs(), ...more], { person: true })
  expect([exit, err]).toEqual([0, ''])
  put(home, `.gsd/secrets/${SECRETS[id].name}`, SECRETS[id].value, 0o600)
  return { home, remote }
}
const env = (id: ServiceId, value: string = SECRETS[id].value) => ({ [SECRETS[id].name]: value })

describe.each(SERVICE_IDS)('%s', (id) => {
  it('gets messages with the user’s stored credential, which is never shown', async () => {
    const { home, remote } = await setUp(id)
    const called = await askGsd(home, ['notify', 'test', id])
    expect([called.exit, called.out], called.err).toEqual([
      0,
      `  ${id}: sent${READABLE.has(id) ? ', and answers can be read' : ''}\n`,
    ])
    expect(remote.received.map(({ text: said }) => said)).toEqual([expect.stringContaining('gsd notify test: ')])
    const list = await askGsd<{ channels: object[] }>(home, ['notify', '--json'])
    expect(list.json().channels).toMatchObject([
      { name: id, from: READABLE.has(id) ? [IDS[id].ann] : [], answers: READABLE.has(id), ready: true },
    ])
    for (const out of [called.out, called.err, list.out, text(home, FILE)]) expect(out).not.toContain(SECRETS[id].value)
    expect(statSync(join(home, FILE)).mode & 0o777).toBe(0o600)
  })

  it('reports why no message was sent, without showing the credential', async () => {
    const { home } = await setUp(id)
    const wrong = `${SECRETS[id].value.slice(0, -2)}zz`
    const called = await askGsd(home, ['notify', 'test'], { env: env(id, wrong) })
    expect([called.exit, called.out]).toEqual([
      1,
      expect.stringMatching(new RegExp(`${id}: not sent: it answered \\d+`)),
    ])
    expect(called.out).not.toContain(wrong)
  })

  it.each([
    [
      'asks to be left alone',
      { status: 429, headers: { 'retry-after': '30' }, body: { ok: false } },
      'it answered 429',
    ],
    ['breaks down', { status: 500, body: 'x' }, 'it answered 500'],
    ['leads elsewhere', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }, 'no connection'],
    ['answers without end', { body: 'x'.repeat(2_000_000) }, 'its answer is too long'],
  ] as const)('that %s is reported', async (_, document, reason) => {
    const { home, remote } = await setUp(id)
    remote.overrideReply = () => document
    const { exit, out } = await askGsd(home, ['notify', 'test'])
    expect([exit, out]).toEqual([1, expect.stringContaining(reason)])
    expect(out).not.toContain(SECRETS[id].value)
  })

  it('that is unreachable is reported', async () => {
    const { home, remote } = await setUp(id)
    remote.close()
    const { exit, out } = await askGsd(home, ['notify', 'test'])
    expect([exit, out]).toEqual([1, expect.stringContaining('no connection (ECONNREFUSED)')])
    expect(out).not.toContain(SECRETS[id].value)
  })

  it('is read only if somebody may answer', async () => {
    const [home, remote] = [temporaryHome(), await openRemote(id)]
    const words = remote.addArgs().filter((word) => word !== '--from' && word !== IDS[id].ann)
    expect((await askGsd(home, ['notify', 'add', id, ...words], { person: true })).out).toContain(
      'Answers are not read.',
    )
    const { exit, out } = await askGsd(home, ['notify', 'test'], { env: env(id) })
    expect([exit, out, remote.calls.length]).toEqual([0, `  ${id}: sent\n`, 1])
  })

  it('can be removed, with the folder of channels', async () => {
    const { home } = await setUp(id)
    expect((await askGsd(home, ['notify', 'remove', id], { person: true })).exit).toBe(0)
    expect(existsSync(join(home, FILE, '..'))).toBe(false)
    expect((await askGsd(home, ['notify', 'remove', id], { person: true })).exit).toBe(1)
  })
})

describe('nothing is set up', () => {
  it.each([
    ['without a name', ['add']],
    ['without a place', ['add', 'slack']],
    ['for a place that is a name', ['add', 'slack', '--to', '#general']],
    ['for an answering user who is a name', ['add', 'slack', '--to', IDS.slack.to, '--from', '@ann']],
    ['over an open line', ['add', 'webhook', '--to', 'http://example.invalid/hook']],
    ['through an open proxy', ['add', 'slack', '--to', IDS.slack.to, '--api', 'http://example.invalid/api']],
    ['with a password in the address', ['add', 'webhook', '--to', 'https://ann:secret@example.invalid/']],
  ])('%s', async (_, words) => {
    const home = temporaryHome()
    const { exit, err } = await askGsd(home, ['notify', ...words], { person: true })
    expect([exit, err]).toEqual([2, expect.stringContaining('nothing was done')])
    expect(existsSync(join(home, '.gsd'))).toBe(false)
  })

  it('by a client’s session or without a terminal, because only the user decides who may answer', async () => {
    const home = temporaryHome()
    const words = ['notify', 'add', 'slack', '--to', IDS.slack.to, '--from', IDS.slack.eve]
    for (const around of [{ env: { CLAUDECODE: '1' }, person: true }, {}]) {
      const { exit, err } = await askGsd(home, words, around)
      expect([exit, err]).toEqual([4, expect.stringContaining('your own terminal')])
    }
    expect(existsSync(join(home, '.gsd'))).toBe(false)
  })

  it('by any file in a project', async () => {
    const [home, remote] = [temporaryHome(), await openRemote('webhook')]
    const channel = { to: `${remote.api}/hook`, from: ['eve'], secret: 'X', api: `${remote.api}/hook` }
    const theirs = JSON.stringify({ v: 1, channels: { webhook: channel } })
    for (const path of ['notify.json', '.gsd/notify/channels.json', '.planning/notify.json'])
      put(home, `clone/${path}`, theirs, 0o644)
    put(home, 'clone/.planning/config.json', JSON.stringify({ notify: { webhook: channel } }), 0o644)
    const { out } = await askGsd(home, ['notify', 'test'], { cwd: join(home, 'clone'), env: { X: 'y' } })
    expect([(await askGsd(home, ['notify', '--json'], { cwd: join(home, 'clone') })).json(), out]).toMatchObject([
      { channels: [] },
      '',
    ])
    expect(remote.calls).toEqual([])
  })

  const slack = (channel: object) =>
    JSON.stringify({ channels: { slack: { ...channel, api: 'https://slack.com/api' } } })
  it.each([
    '{',
    slack({ to: 'C0123456789' }),
    slack({ to: 'C0123456789', from: 'U0123456789' }),
    slack({ to: 5, from: [] }),
    '{"channels":{"irc":{}}}',
    '[]',
  ])('by a file that is damaged: %s', async (damaged) => {
    const home = temporaryHome()
    put(home, FILE, damaged, 0o600)
    const { exit, err } = await askGsd(home, ['notify', 'test'])
    expect([exit === 0, err]).toEqual([false, expect.stringContaining('channels.json is damaged')])
  })
})

it('a test of a service that is not set up says so', async () => {
  const { exit, err } = await askGsd(temporaryHome(), ['notify', 'test', 'slack'])
  expect([exit, err]).toEqual([1, expect.stringMatching(/Slack is not set up.*\n.*gsd notify add slack --to/)])
})

it('an environment variable overrides the stored secret, and a missing one is named', async () => {
  const { home, remote } = await setUp('slack')
  put(home, '.gsd/secrets/SLACK_BOT_TOKEN', 'xoxb-old', 0o600)
  const called = await askGsd(home, ['notify', 'test'], { env: { SLACK_BOT_TOKEN: SECRETS.slack.value } })
  expect([called.exit, remote.received.length]).toEqual([0, 1])
  rmSync(join(home, '.gsd/secrets/SLACK_BOT_TOKEN'))
  expect((await askGsd(home, ['notify', 'test'])).out).toContain('not sent: SLACK_BOT_TOKEN is missing')
})
