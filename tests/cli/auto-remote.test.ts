// `gsd auto` with an absent user: questions are sent to a service and answers come back; no failure of the service stops a unit or counts as an answer.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type Engine, nextOffer } from '../../lib/cli/gsd/auto/engine.js'
import { openChannel as openRunRemote } from '../../lib/cli/gsd/auto/remote.js'
import type { Run } from '../../lib/cli/gsd/auto/run.js'
import type { Offer } from '../../lib/core/auto/decide.js'
import type { ServiceId } from '../../lib/core/remote/services.js'
import { type AutoSetup, autoSetup, eventsIn, modesRun } from '../support/auto/ground.js'
import { askGsd, environmentOf } from '../support/gsd.js'
import { disposeProjects, TOOLS } from '../support/project.js'
import { closeRemotes, IDS, openRemote, type Remote, SECRETS } from '../support/remote/services.js'

afterEach(disposeProjects)
afterEach(closeRemotes)

const PLANS = { '01': {} }
const ASKED = 'Which words count'

interface RemoteSetup extends AutoSetup {
  readonly remote: Remote
}

/** Creates a planned project with a channel whose credential is in the environment. */
const remoteSetup = async (
  id: ServiceId,
  modes: readonly string[],
  plans: Parameters<typeof autoSetup>[0] = PLANS,
): Promise<RemoteSetup> => withService(id, await autoSetup(plans, modes))

async function withService(id: ServiceId, at: AutoSetup): Promise<RemoteSetup> {
  const remote = await openRemote(id)
  expect((await askGsd(at.project.home, ['notify', 'add', id, ...remote.addArgs()], { person: true })).exit).toBe(0)
  return { ...at, remote, env: { ...at.env, [SECRETS[id].name]: SECRETS[id].value } }
}

function drive({ project, env, remote }: AutoSetup & { readonly remote?: Remote }, ...words: readonly string[]) {
  const call = (...said: readonly string[]) =>
    askGsd(project.home, ['auto', ...said], { cwd: project.root, env: environmentOf(project.home, env) })
  const done = call('--to', '1', '--json', ...words).then(({ exit, out, err }) => {
    remote?.failWaiting(out + err)
    return { exit, out: out + err }
  })
  return { done, stop: () => call('stop') }
}
const decisions = async ({ project }: AutoSetup) => (await project.ask('decision', 'list')).json().decisions
const textsOf = ({ remote }: RemoteSetup) => remote.received.map(({ text }) => text)

describe('a service', () => {
  it('without its credential gets nothing, which is reported; a project cannot name a channel', async () => {
    const [at, remote] = [await remoteSetup('discord', ['lie']), await openRemote('webhook')]
    const { DISCORD_BOT_TOKEN: _, ...env } = at.env
    const channel = { to: `${remote.api}/hook`, from: ['eve'], secret: 'X', api: `${remote.api}/hook` }
    at.project.write('.gsd/notify/channels.json', JSON.stringify({ v: 1, channels: { webhook: channel } }))
    const config = JSON.parse(at.project.read('.planning/config.json'))
    at.project.write('.planning/config.json', JSON.stringify({ ...config, notify: { webhook: channel } }))
    at.project.git('add', '--all')
    at.project.git('commit', '-qm', 'a webhook')
    const { exit, out } = await drive({ ...at, env: { ...env, X: 'y' } }, '--max-sessions', '1').done
    expect([exit, at.remote.calls, remote.calls], out).toEqual([5, [], []])
    expect(out).toContain('DISCORD_BOT_TOKEN is missing')
  })

  it('that asks for a pause gets it, and the message later', async () => {
    const at = await remoteSetup('slack', ['question', 'lie'])
    let times = 0
    at.remote.overrideReply = () =>
      ++times > 1 ? null : { status: 429, headers: { 'retry-after': '1' }, body: { ok: false, error: 'ratelimited' } }
    const running = drive(at, '--max-sessions', '2')
    at.remote.answer(await at.remote.waitForMessage(ASKED), IDS.slack.ann, 1)
    const { exit, out } = await running.done
    expect(exit, out).toBe(5)
    expect(await decisions(at)).toMatchObject([{ choice: 'All of them', who: `${IDS.slack.ann} over Slack` }])
    expect(eventsIn(out)).toContainEqual(
      expect.objectContaining({ event: 'remote', reason: expect.stringContaining('429') }),
    )
  })

  it('that is unreachable, never answers or answers nonsense stops no unit', async () => {
    const gone = await remoteSetup('telegram', [])
    const silent = await withService('slack', gone)
    const at = await withService('discord', silent)
    expect((await at.project.ask('decision', 'add', '--question', 'Later?', '--phase', '2')).exit).toBe(0)
    gone.remote.close()
    silent.remote.overrideReply = () => 'hang'
    at.remote.overrideReply = () => ({ body: '[{"ok":1}]' })
    const { exit, out } = await drive(at, '--max-sessions', '1').done
    expect([exit, modesRun(at)], out).toEqual([5, ['work']])
    expect(eventsIn(out)).toContainEqual(expect.objectContaining({ event: 'ended', outcome: 'moved' }))
    const services = eventsIn(out).flatMap(({ event, service }) => (event === 'remote' ? [service] : []))
    expect([...new Set(services)].sort()).toEqual(['Discord', 'Slack', 'Telegram'])
    // Neither a session nor the output contains a credential.
    const texts = readFileSync(join(at.folder, 'told'), 'utf8') + out
    for (const { value } of Object.values(SECRETS)) expect(texts).not.toContain(value)
  })
})

it('a run asks questions, ignores strangers, rejects invalid answers, applies each answer (an option or words) to its question alone, and completes the run', async () => {
  const { ann, eve } = IDS.discord
  const modes = ['questions', 'work', 'work']
  const at = await remoteSetup('discord', modes)
  const running = drive(at)
  const message = await at.remote.waitForMessage('(question 1)')
  const second = await at.remote.waitForMessage('(question 2)')
  at.remote.answer(message, eve, 1)
  await at.remote.waitForPolls(2)
  const open = { status: 'open', choice: null }
  expect([modesRun(at), await decisions(at)]).toMatchObject([['questions'], [open, open]])
  at.remote.answer(message, ann, 'x'.repeat(50_000))
  at.remote.answer(message, ann, '--other \u001b[2J')
  await at.remote.waitForMessage('That is not a valid answer')
  at.remote.answer(message, ann, 2)
  await at.remote.waitForMessage('Recorded: Long ones')
  // The answer to the first question is polled repeatedly.
  await at.remote.waitForPolls(2)
  expect((await decisions(at)).map(({ choice }: { choice: string | null }) => choice)).toEqual(['Long ones', null])
  at.remote.answer(second, ann, 'all OF them')
  const { exit, out } = await running.done
  expect([exit, modesRun(at)], out).toEqual([0, modes])
  const by = `${ann} over Discord`
  expect(await decisions(at)).toMatchObject([
    { choice: 'Long ones', who: by },
    { choice: 'All of them', who: by },
  ])
  expect(eventsIn(out)).toContainEqual(expect.objectContaining({ event: 'answered', choice: 'Long ones', by }))
  const isComplaint = ({ text }: { readonly text: string }) => text.includes('That is not a valid answer')
  const messages = at.remote.received.slice(Math.min(message, second)).filter((one) => !isComplaint(one))
  expect(messages.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^project: open question\n/),
    expect.stringMatching(/^project: open question\n/),
    expect.stringContaining('Recorded: Long ones'),
    expect.stringContaining('Recorded: All of them'),
    expect.stringMatching(/^project: Done/),
  ])
  expect(messages.map(({ isReply }) => isReply)).toEqual([false, false, true, true, false])
  expect(at.project.git('status', '--porcelain')).toBe('')
})

it('an answer to a question that has been changed since does not count; an answer by a call does', async () => {
  const at = await remoteSetup('telegram', ['question', 'question 2', 'lie'])
  const running = drive(at, '--max-sessions', '3')
  const first = await at.remote.waitForMessage(ASKED)
  const folder = '.planning/decisions/pending'
  const [name = ''] = readdirSync(at.project.at(folder))
  const path = `${folder}/${name}`
  at.project.write(path, at.project.read(path).replaceAll(ASKED, 'What may be deleted'))
  at.remote.answer(first, IDS.telegram.ann, 1)
  const second = await at.remote.waitForMessage('What may be deleted')
  expect(await decisions(at)).toMatchObject([{ status: 'open' }])
  at.remote.answer(second, IDS.telegram.ann, 2)
  await at.remote.waitForMessage('(question 2)')
  const id = (await decisions(at)).find(({ status }: { status: string }) => status === 'open')?.id
  expect((await at.project.ask('decision', 'answer', id, '--choice', '1')).exit).toBe(0)
  const { exit, out } = await running.done
  expect([exit, modesRun(at)], out).toEqual([5, ['question', 'question 2', 'lie']])
  const [changed, settled] = await decisions(at)
  expect(changed).toMatchObject({ choice: 'Long ones', who: `${IDS.telegram.ann} over Telegram` })
  expect(settled).toMatchObject({ choice: 'All of them' })
  expect(settled.by).toBe('agent')
})

it('an answer that comes after the waiting run was stopped counts in the next run, which does not ask again', async () => {
  const at = await remoteSetup('telegram', ['question', 'lie'])
  const running = drive(at)
  const message = await at.remote.waitForMessage(ASKED)
  await at.remote.waitForPolls(1)
  await running.stop()
  expect((await running.done).exit).toBe(4)
  expect(textsOf(at).at(-1)).toMatch(/Needs your input\n.*decision answer/)
  at.remote.answer(message, IDS.telegram.ann, 2)
  const { exit, out } = await drive(at, '--max-sessions', '1').done
  expect([exit, modesRun(at)], out).toEqual([5, ['question', 'lie']])
  expect(textsOf(at).filter((text) => text.includes(ASKED) && text.includes('open question'))).toHaveLength(1)
})

it('a plan with a question waits while others continue, and is done after the answer', async () => {
  const plans = { '01': {}, '02': {} }
  const at = await remoteSetup('telegram', ['question', 'work'], plans)
  const running = drive(at, '--jobs', '2', '--max-sessions', '3')
  const message = await at.remote.waitForMessage(ASKED)
  await at.remote.waitForPolls(2)
  at.remote.answer(message, IDS.telegram.ann, 1)
  const { exit, out } = await running.done
  expect(exit, out).toBe(5)
  expect(eventsIn(out).filter(({ event }) => event === 'merged')).toHaveLength(2)
})

it('an answer that comes between the hold and the wait counts', async () => {
  const at = await remoteSetup('slack', ['question'])
  const ended = await drive(at, '--answer-minutes', '0.02').done
  expect(ended.exit, ended.out).toBe(4)
  const env = environmentOf(at.project.home, at.env)
  const engine: Engine = { toolsPath: TOOLS, cwd: at.project.root, base: '.planning', env, timeoutMs: 60_000 }
  const run = {
    world: { env, home: at.project.home, cwd: at.project.root, out: () => {} },
    given: { quiet: true },
    engine,
    limits: { minutes: 60 },
    answerMinutes: 60,
    startedAt: performance.now(),
  }
  const remote = openRunRemote(run as unknown as Run)
  try {
    const held = await nextOffer(engine)
    expect(held.hold?.code).toBe('DECISION')
    // A run that waits in vain is asked to stop at the first poll.
    let looks = 0
    const stopping = {
      isRequested: () => looks > 0,
      watch: () => () => {},
      pause: async () => void looks++,
      off: () => {},
    }
    const [{ id }] = await decisions(at)
    expect((await at.project.ask('decision', 'answer', id, '--choice', '1')).exit).toBe(0)
    expect(await remote?.awaitAnswer(engine, held, stopping)).toBe(true)
    // The run does not wait for what no remote answer can settle.
    expect(
      await remote?.awaitAnswer(engine, { ...held, hold: { ...held.hold, code: 'STOP' } } as Offer, stopping),
    ).toBe(false)
  } finally {
    await remote?.close()
  }
})
