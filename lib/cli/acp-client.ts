// One prompt over the Agent Client Protocol: a client is asked over its pipes, asks what it may do, and tells what it used.
import { type Readable, Writable } from 'node:stream'
import {
  type ClientContext,
  type ContentBlock,
  client,
  methods,
  type NewSessionResponse,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
  type ToolCallUpdate,
  type Usage,
} from '@agentclientprotocol/sdk/unstable'
import { isJsonObject } from '../std/json.js'

/** What a session asks leave for. */
export interface Asked {
  /** In the client's own words. */
  readonly title: string
  /** `read`, `edit`, `execute` and the like; null: it does not say. */
  readonly kind: string | null
  /** Files it names, absolute. */
  readonly paths: readonly string[]
}

export interface Wanted {
  readonly cwd: string
  readonly prompt: string
  /** Mode and model of the session; null: as it begins. */
  readonly mode: string | null
  readonly model: string | null
  /** Null where it may; else why not. */
  permit(asked: Asked): Promise<string | null>
}

export interface Answered {
  /** Why the turn ended; null: it did not, and `error` says why, where the client said it. */
  readonly stopped: string | null
  readonly error: string | null
  /** It said or did anything at all. */
  readonly spoke: boolean
  /** What it said last. */
  readonly text: string
  readonly session: string
  readonly model: string | null
  /** Null: it told no tokens. */
  readonly tokens: { readonly input: number; readonly cached: number; readonly output: number } | null
  /** US dollars of the whole session; null: it told none. */
  readonly dollars: number | null
}

export interface Conversation {
  /** Never rejects. */
  readonly over: Promise<Answered>
  /** Asks the client to end its turn; settles when it has. */
  cancel(): Promise<unknown>
}

interface Pipes {
  readonly stdin: Writable | null
  readonly stdout: Readable | null
}

export function converse(pipes: Pipes, wanted: Wanted): Conversation {
  const heard = hearing()
  const at: { session: string; model: string | null } = { session: '', model: null }
  let cancel = async (): Promise<unknown> => null
  const app = client({ name: 'gsd' })
    .onNotification(methods.client.session.update, ({ params }) => heard.take(params.update))
    .onRequest(methods.client.session.requestPermission, async ({ params }) =>
      answerTo(params, await wanted.permit(heard.asked(params.toolCall))),
    )
  const ask = async (agent: ClientContext) => {
    const clientCapabilities = { fs: { readTextFile: false, writeTextFile: false }, terminal: false }
    await agent.request(methods.agent.initialize, { protocolVersion: PROTOCOL_VERSION, clientCapabilities })
    const opened = await agent.request(methods.agent.session.new, { cwd: wanted.cwd, mcpServers: [] })
    const { sessionId } = opened
    at.session = sessionId
    at.model = wanted.model ?? modelIn(opened)
    await set(agent, opened, wanted)
    const prompt: ContentBlock[] = [{ type: 'text', text: wanted.prompt }]
    const turn = agent.request(methods.agent.session.prompt, { sessionId, prompt })
    cancel = async () => {
      await agent.notify(methods.agent.session.cancel, { sessionId })
      await turn.catch(() => null)
    }
    const { stopReason, usage } = await turn
    return { stopped: stopReason, tokens: tokensIn(usage), error: null }
  }
  const failed = (error: unknown) => ({
    stopped: null,
    tokens: null,
    error: error instanceof RequestError ? wordsOf(error) : null,
  })
  const over = app.connectWith(streamOf(pipes), ask).catch(failed)
  return {
    over: over.then((end) => ({ ...end, ...at, ...heard.all() })),
    cancel: () => cancel().catch(() => null),
  }
}

function streamOf({ stdin, stdout }: Pipes) {
  let isOpen = true
  const input = new ReadableStream<Uint8Array>({
    start(controller) {
      stdout?.on('data', (bytes: Buffer) => isOpen && controller.enqueue(bytes))
      stdout?.once('close', () => {
        if (isOpen) controller.close()
        isOpen = false
      })
    },
    cancel() {
      isOpen = false
    },
  })
  return ndJsonStream(Writable.toWeb(stdin as Writable), input)
}

async function set(agent: ClientContext, opened: NewSessionResponse, { mode, model }: Wanted): Promise<void> {
  const { sessionId } = opened
  if (mode !== null) await agent.request(methods.agent.session.setMode, { sessionId, modeId: mode })
  if (model === null) return
  const option = optionOf(opened)
  if (option === undefined) throw new RequestError(-32602, 'the client takes no model over the protocol')
  await agent.request(methods.agent.session.setConfigOption, { sessionId, configId: option.id, value: model })
}

const optionOf = ({ configOptions }: NewSessionResponse) => configOptions?.find(({ category }) => category === 'model')

function modelIn(opened: NewSessionResponse): string | null {
  const option = optionOf(opened)
  return option?.type === 'select' ? option.currentValue : null
}

const wordsOf = ({ message, data }: RequestError): string =>
  `${message}${data === undefined || data === null ? '' : `: ${JSON.stringify(data)}`}`

/** Clients count what was read from a cache among what was read, or beside it; the total holds it once. */
function tokensIn(usage: Usage | null | undefined): Answered['tokens'] {
  if (usage == null) return null
  const [cached, output] = [usage.cachedReadTokens ?? 0, usage.outputTokens]
  return { input: Math.max(0, usage.totalTokens - cached - output), cached, output }
}

/** Once, where that is offered: nothing is to stay in the settings of the client. */
function answerTo({ options }: RequestPermissionRequest, refused: string | null): RequestPermissionResponse {
  const kinds = refused === null ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always']
  const option = kinds.flatMap((kind) => options.find((one) => one.kind === kind) ?? [])[0]
  if (option === undefined) return { outcome: { outcome: 'cancelled' } }
  const reason = refused === null ? {} : { _meta: { reason: refused } }
  return { outcome: { outcome: 'selected', optionId: option.optionId }, ...reason }
}

/** What is heard of a session while it runs. */
function hearing() {
  const calls = new Map<string, ToolCallUpdate>()
  let [text, spoke] = ['', false]
  let dollars: number | null = null
  return {
    take(update: SessionUpdate): void {
      if (update.sessionUpdate === 'usage_update') dollars = update.cost?.amount ?? dollars
      if (update.sessionUpdate === 'agent_message_chunk') text = `${text}${textIn(update.content)}`.slice(-MOST_TEXT)
      if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update') {
        calls.set(update.toolCallId, joined(calls.get(update.toolCallId), update))
        text = ''
      }
      spoke ||= text.trim() !== '' || calls.size > 0
    },
    asked: (call: ToolCallUpdate): Asked => askedIn(joined(calls.get(call.toolCallId), call)),
    all: () => ({ spoke, text, dollars }),
  }
}

const MOST_TEXT = 4096

const textIn = (content: ContentBlock): string => (content.type === 'text' ? content.text : '')

/** An update says only what is new. */
function joined(before: ToolCallUpdate | undefined, update: ToolCallUpdate): ToolCallUpdate {
  const said = Object.entries(update).filter(([, value]) => value !== null && value !== undefined)
  return { ...before, ...Object.fromEntries(said), toolCallId: update.toolCallId }
}

/** All that helps a person to decide, each part once. */
function askedIn({ kind, title, content, locations, rawInput }: ToolCallUpdate): Asked {
  const parts = content ?? []
  const command = isJsonObject(rawInput) && typeof rawInput['command'] === 'string' ? rawInput['command'] : ''
  const texts = parts.map((part) => (part.type === 'content' ? textIn(part.content) : ''))
  const words = [...new Set([title ?? '', command, ...texts].map((word) => word.trim()))].filter(
    (word, _, all) => word !== '' && !all.some((other) => other !== word && other.includes(word)),
  )
  const files = [...(locations ?? []), ...parts.flatMap((part) => (part.type === 'diff' ? [part] : []))]
  return { title: words.join(': '), kind: kind ?? null, paths: files.map(({ path }) => path) }
}
