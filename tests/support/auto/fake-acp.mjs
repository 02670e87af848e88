// The fake client as an agent of the Agent Client Protocol: a prompt runs fake-client.mjs, in the modes `permit…` once permission is granted, in some modes never.
import { spawn } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { agent, methods, ndJsonStream, RequestError } from '@agentclientprotocol/sdk/unstable'

const folder = process.env.FAKE_FOLDER
const client = join(import.meta.dirname, 'fake-client.mjs')
const modesFile = join(folder, 'modes')
const [mode = 'work', ...rest] = readFileSync(modesFile, 'utf8').split('\n').filter(Boolean)

const OPTIONS = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'once', name: 'Once', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
]
const USAGE = { inputTokens: 70, outputTokens: 30, cachedReadTokens: 900, totalTokens: 1000 }

const work = (prompt) =>
  new Promise((done) => {
    spawn(process.execPath, [client, '-p', prompt], { stdio: ['ignore', 'ignore', 'inherit'] }).on('exit', done)
  })

/** Asks for permission, records the answer, and returns whether permission was granted once. */
async function askPermission(context, sessionId) {
  const tools = { edit: { kind: 'edit', locations: [{ path: join(process.cwd(), 'part-01.js') }] } }
  const tool = tools[mode.slice('permit '.length)] ?? { kind: 'execute', rawInput: { command: 'make it so' } }
  const toolCall = { toolCallId: 'one', title: 'Change something', ...tool }
  const { outcome } = await context.request(methods.client.session.requestPermission, {
    ...{ sessionId, toolCall, options: OPTIONS },
  })
  appendFileSync(join(folder, 'permits'), `${outcome.optionId ?? outcome.outcome}\n`)
  return outcome.optionId === 'once'
}

let cancelled = () => {}

async function prompted({ params, client: context }) {
  const { sessionId, prompt } = params
  const say = (update) => context.notify(methods.client.session.update, { sessionId, update })
  const text = (words) => say({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: words } })
  if (!['quota', 'quota in words', 'deaf to cancel', 'waits'].includes(mode) && !mode.startsWith('permit'))
    await work(prompt[0].text)
  else {
    writeFileSync(modesFile, rest.join('\n'))
    appendFileSync(join(folder, 'ran'), `${mode}\n`)
    if (mode === 'quota') throw new RequestError(-32603, 'Internal error', { details: 'You have hit your usage limit' })
    if (mode === 'quota in words') {
      await text('Error: 429 You have hit your usage limit')
      return { stopReason: 'end_turn' }
    }
    if (mode === 'waits' || mode === 'deaf to cancel') {
      writeFileSync(join(folder, 'pid'), String(process.pid))
      await text('at work')
      if (mode === 'waits')
        return new Promise((done) => {
          cancelled = () => {
            appendFileSync(join(folder, 'cancelled'), 'yes')
            done({ stopReason: 'cancelled', usage: USAGE })
          }
        })
      process.on('SIGTERM', () => {})
      return new Promise(() => {})
    }
    if (!(await askPermission(context, sessionId))) return { stopReason: 'end_turn', usage: USAGE }
    writeFileSync(modesFile, ['work', ...rest].join('\n'))
    await work(prompt[0].text)
  }
  await text(`did it in ${mode}`)
  await say({ sessionUpdate: 'usage_update', used: 1000, size: 200000, cost: { amount: 0.25, currency: 'USD' } })
  return { stopReason: 'end_turn', usage: USAGE }
}

agent({ name: 'fake' })
  .onRequest(methods.agent.initialize, () => ({ protocolVersion: 1, agentCapabilities: {} }))
  .onRequest(methods.agent.session.new, () => ({
    sessionId: `s${process.pid}`,
    configOptions: [
      {
        ...{ id: 'model', name: 'Model', category: 'model', type: 'select', currentValue: 'claude-sonnet-4-5' },
        options: ['claude-sonnet-4-5', 'opus'].map((value) => ({ value, name: value })),
      },
    ],
  }))
  .onRequest(methods.agent.session.setConfigOption, ({ params }) => {
    appendFileSync(join(folder, 'told-model'), `${params.value}\n`)
    return { configOptions: [] }
  })
  .onRequest(methods.agent.session.prompt, prompted)
  .onNotification(methods.agent.session.cancel, () => cancelled())
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)))
