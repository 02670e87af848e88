// `gsd auto` whose person is elsewhere: a question goes to them and their answer comes back, and nothing that happens there stops a unit or passes for their word.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type Engine, nextOffer } from '../../lib/cli/gsd/auto/engine.js'
import { openRemote as openRunRemote } from '../../lib/cli/gsd/auto/remote.js'
import type { Run } from '../../lib/cli/gsd/auto/run.js'
import type { Offer } from '../../lib/core/auto/decide.js'
import { SERVICES } from '../../lib/core/remote/all.js'
import { SERVICE_IDS, type ServiceId } from '../../lib/core/remote/service-ids.js'
import { autoGround, type Ground } from '../support/auto/ground.js'
import { askGsd, environmentOf, PACKAGE } from '../support/gsd.js'
import { disposeProjects, TOOLS } from '../support/project.js'
import { closeRemotes, IDS, openRemote, type Remote, SECRETS } from '../support/remote/services.js'

afterEach(disposeProjects)
afterEach(closeRemotes)

const PLANS = { '01': {} }
const ASKED = 'Which words count'

interface Elsewhere extends Ground {
  readonly remote: Remote
}

/** A planned project whose person is told there, by a credential of the environment. */
async function elsewhere(
  id: ServiceId,
  modes: readonly string[],
  plans: Parameters<typeof autoGround>[0] = PLANS,
): Promise<Elsewhere> {
  const [at, remote] = [await autoGround(plans, modes), await openRemote(id)]
  expect((await askGsd(at.project.home, ['notify', 'add', id, ...remote.added()])).exit).toBe(0)
  return { ...at, remote, env: { ...at.env, [SECRETS[id].name]: SECRETS[id].value } }
}

/** The run, beside the test. */
function drive({ project, env, remote }: Ground & { readonly remote?: Remote }, ...words: readonly string[]) {
  const child = spawn(process.execPath, [PACKAGE, 'auto', '--to', '1', '--json', ...words], {
    cwd: project.root,
    env: environmentOf(project.home, env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (out += bytes.toString()))
  const done = new Promise<{ exit: number | null; out: string }>((done) =>
    child.on('close', (exit) => {
      remote?.over(out)
      done({ exit, out })
    }),
  )
  return { done, stop: () => child.kill('SIGINT') }
}
const events = (out: string) =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const decisions = async ({ project }: Ground) => (await project.ask('decision', 'list')).json().decisions
const ranIn = ({ folder }: Ground) => readFileSync(join(folder, 'ran'), 'utf8').trim().split('\n')
const textsOf = ({ remote }: Elsewhere) => remote.took.map(({ text }) => text)

describe('a service', () => {
  it('that asks to be left alone is, and is told afterwards', async () => {
    const at = await elsewhere('slack', ['question'])
    let times = 0
    at.remote.trouble = () =>
      ++times > 1 ? null : { status: 429, headers: { 'retry-after': '1' }, body: { ok: false, error: 'ratelimited' } }
    const ending = drive(at, '--max-sessions', '2')
    at.remote.answer(await at.remote.said(ASKED), IDS.slack.ann, 1)
    const { exit, out } = await ending.done
    expect(exit, out).toBe(5)
    expect(events(out)).toContainEqual(
      expect.objectContaining({ event: 'remote', reason: expect.stringContaining('429') }),
    )
  })

  it.each([
    ['is not there', (remote: Remote) => remote.close()],
    ['never answers', (remote: Remote) => (remote.trouble = () => 'hang')],
    ['answers with what nobody expects', (remote: Remote) => (remote.trouble = () => ({ body: '[{"ok":1}]' }))],
  ])('that %s keeps no unit from its end', async (_, spoil) => {
    const at = await elsewhere('telegram', [])
    expect((await at.project.ask('decision', 'add', '--question', 'Later?', '--phase', '2')).exit).toBe(0)
    spoil(at.remote)
    const { exit, out } = await drive(at, '--max-sessions', '1').done
    expect([exit, ranIn(at)], out).toEqual([5, ['work']])
    expect(events(out)).toContainEqual(expect.objectContaining({ event: 'ended', outcome: 'moved' }))
    expect(events(out).filter(({ event }) => event === 'remote').length).toBeGreaterThan(0)
    expect(out).not.toContain(SECRETS.telegram.value)
  })

  it('without its credential is said to be told of nothing', async () => {
    const at = await elsewhere('discord', [])
    const { DISCORD_BOT_TOKEN: _, ...env } = at.env
    const { exit, out } = await drive({ ...at, env }, '--max-sessions', '1').done
    expect([exit, at.remote.calls], out).toEqual([5, []])
    expect(out).toContain('DISCORD_BOT_TOKEN is missing')
  })
})

describe.each(SERVICE_IDS)('over %s', (id) => {
  const { ann, eve } = IDS[id]

  it('questions are asked, nobody else answers them, what is no answer is said to be none, the answer of who may give it counts for its own question alone, chosen or in words, and the run goes on to its end', async () => {
    const at = await elsewhere(id, ['question', 'question 2'])
    const ending = drive(at)
    const message = await at.remote.said('(question)')
    at.remote.answer(message, eve, 1)
    await at.remote.looked(2)
    expect([ranIn(at), await decisions(at)]).toMatchObject([['question'], [{ status: 'open', choice: null }]])
    at.remote.answer(message, ann, 'x'.repeat(50_000))
    at.remote.answer(message, ann, '--other \u001b[2J')
    await at.remote.said('That does not answer')
    at.remote.answer(message, ann, 2)
    const second = await at.remote.said('(question 2)')
    // The answer to the first is seen again and again.
    await at.remote.looked(2)
    expect((await decisions(at)).map(({ choice }: { choice: string | null }) => choice)).toEqual(['Long ones', null])
    at.remote.answer(second, ann, 'all OF them')
    const { exit, out } = await ending.done
    expect([exit, ranIn(at)], out).toEqual([0, ['question', 'question 2', 'work', 'work']])
    const by = `${ann} over ${SERVICES[id].title}`
    expect(await decisions(at)).toMatchObject([
      { choice: 'Long ones', who: by, word: 'remote' },
      { choice: 'All of them', who: by, word: 'remote' },
    ])
    expect(events(out)).toContainEqual(expect.objectContaining({ event: 'answered', choice: 'Long ones', by }))
    const isComplaint = ({ text }: { readonly text: string }) => text.includes('That does not answer')
    const told = at.remote.took.slice(message).filter((one) => !isComplaint(one))
    expect(told.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^project: a question waits\n/),
      expect.stringContaining('Recorded: Long ones'),
      expect.stringMatching(/^project: a question waits\n/),
      expect.stringContaining('Recorded: All of them'),
      expect.stringMatching(/^project: Done/),
    ])
    expect(told.map(({ isReply }) => isReply)).toEqual([false, true, false, true, false])
    expect(at.project.git('status', '--porcelain')).toBe('')
    // Neither a session nor the output is told the credential.
    expect(readFileSync(join(at.folder, 'told'), 'utf8') + out).not.toContain(SECRETS[id].value)
  })
})

it('what a project brings along names no place to tell', async () => {
  const [at, remote] = [await autoGround(PLANS, []), await openRemote('webhook')]
  const channel = { to: `${remote.api}/hook`, from: ['eve'], secret: 'X', api: `${remote.api}/hook`, answers: null }
  at.project.write('.gsd/notify/channels.json', JSON.stringify({ v: 1, channels: { webhook: channel } }))
  const config = JSON.parse(at.project.read('.planning/config.json'))
  at.project.write('.planning/config.json', JSON.stringify({ ...config, notify: { webhook: channel } }))
  at.project.git('add', '--all')
  at.project.git('commit', '-qm', 'a webhook')
  const { exit } = await drive({ ...at, env: { ...at.env, X: 'y' } }, '--max-sessions', '1').done
  expect([exit, remote.calls]).toEqual([5, []])
})

it('a question that was changed since is another one: an answer to the old words is none to it', async () => {
  const at = await elsewhere('telegram', ['question'])
  const ending = drive(at, '--max-sessions', '2')
  const first = await at.remote.said(ASKED)
  const folder = '.planning/decisions/pending'
  const [name = ''] = readdirSync(at.project.at(folder))
  const path = `${folder}/${name}`
  at.project.write(path, at.project.read(path).replaceAll(ASKED, 'What may be deleted'))
  at.remote.answer(first, IDS.telegram.ann, 1)
  const second = await at.remote.said('What may be deleted')
  expect(await decisions(at)).toMatchObject([{ status: 'open' }])
  at.remote.answer(second, IDS.telegram.ann, 2)
  expect([(await ending.done).exit, ranIn(at)]).toEqual([5, ['question', 'work']])
  expect(await decisions(at)).toMatchObject([{ choice: 'Long ones', word: 'remote' }])
})

it('who answers at a terminal meanwhile has answered, and the run goes on', async () => {
  const at = await elsewhere('slack', ['question'])
  const ending = drive(at, '--max-sessions', '2')
  await at.remote.said(ASKED)
  const [{ id }] = await decisions(at)
  expect((await at.project.ask('decision', 'answer', id, '--choice', '1')).exit).toBe(0)
  const { exit, out } = await ending.done
  expect([exit, ranIn(at)], out).toEqual([5, ['question', 'work']])
})

it('an answer that comes between the hold and the wait for it has come', async () => {
  const at = await elsewhere('slack', ['question'])
  const ended = await drive(at, '--answer-minutes', '0.02').done
  expect(ended.exit, ended.out).toBe(4)
  const env = environmentOf(at.project.home, at.env)
  const engine: Engine = { tools: TOOLS, cwd: at.project.root, env }
  const run = {
    world: { env, home: at.project.home, cwd: at.project.root, out: () => {} },
    given: { quiet: true },
    engine,
    limits: { untilQuestion: false, minutes: 60 },
    startedAt: performance.now(),
  }
  const remote = openRunRemote(run as unknown as Run, 60)
  try {
    const held = await nextOffer(engine)
    expect(held.hold?.code).toBe('DECISION')
    // Whoever waits in vain is asked to stop at the first look.
    let looks = 0
    const stopping = { asked: () => looks > 0, watch: () => () => {}, pause: async () => void looks++, off: () => {} }
    const [{ id }] = await decisions(at)
    expect((await at.project.ask('decision', 'answer', id, '--choice', '1')).exit).toBe(0)
    expect(await remote?.isAnswered(engine, held, stopping)).toBe(true)
    // What no word from elsewhere settles is not waited for.
    expect(await remote?.isAnswered(engine, { ...held, hold: { ...held.hold, code: 'STOP' } } as Offer, stopping)).toBe(
      false,
    )
  } finally {
    await remote?.close()
  }
})

it('an answer that comes when the run was stopped as it waited counts in the next one, which asks nothing again', async () => {
  const at = await elsewhere('telegram', ['question'])
  const ending = drive(at)
  const message = await at.remote.said(ASKED)
  await at.remote.looked(1)
  ending.stop()
  expect((await ending.done).exit).toBe(4)
  expect(textsOf(at).at(-1)).toMatch(/A person is needed\n.*decision answer/)
  at.remote.answer(message, IDS.telegram.ann, 2)
  const { exit, out } = await drive(at, '--max-sessions', '1').done
  expect([exit, ranIn(at)], out).toEqual([5, ['question', 'work']])
  expect(textsOf(at).filter((text) => text.includes(ASKED) && text.includes('a question waits'))).toHaveLength(1)
})

it('a plan that asks waits while the others go on, and is done when it is answered', async () => {
  const plans = { '01': {}, '02': {} }
  const at = await elsewhere('telegram', ['question', 'work'], plans)
  const ending = drive(at, '--jobs', '2', '--max-sessions', '3')
  const message = await at.remote.said(ASKED)
  await at.remote.looked(2)
  at.remote.answer(message, IDS.telegram.ann, 1)
  const { exit, out } = await ending.done
  expect(exit, out).toBe(5)
  expect(events(out).filter(({ event }) => event === 'merged')).toHaveLength(2)
})
