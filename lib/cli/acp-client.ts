// Sends one prompt over the Agent Client Protocol, answers permission requests, and collects the usage.
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

export interface PermissionQuery {
  /** In the client's own words. */
  readonly title: string
  /** `read`, `edit`, `execute` and the like; null if not given. */
  readonly kind: string | null
  /** The files it names, absolute. */
  readonly paths: readonly string[]
}

export interface Wanted {
  readonly cwd: string
  readonly prompt: string
  /** Mode and model of the session; null for the default. */
  readonly mode: string | null
  readonly model: string | null
  /** Null to permit, else the reason against it. */
  permit(asked: PermissionQuery): Promise<string | null>
}

export interface Answered {
  /** Why the turn ended; null if it did not end, with the client's reason in `error` if it gave one. */
  readonly stopped: string | null
  readonly error: string | null
  readonly spoke: boolean
  readonly text: string
  readonly session: string
  readonly model: string | null
  readonly tokens: { readonly input: number; readonly cached: number; readonly output: number } | null
  /** US dollars for the whole session; null if not reported. */
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
  if (option === undefined) throw new RequestError(-32602, 'the client does not accept a model over the protocol')
  await agent.request(methods.agent.session.setConfigOption, { sessionId, configId: option.id, value: model })
}

const optionOf = ({ configOptions }: NewSessionResponse) => configOptions?.find(({ category }) => category === 'model')

function modelIn(opened: NewSessionResponse): string | null {
  const option = optionOf(opened)
  return option?.type === 'select' ? option.currentValue : null
}

const wordsOf = ({ message, data }: RequestError): string =>
  `${message}${data === undefined || data === null ? '' : `: ${JSON.stringify(data)}`}`

/** Some clients count cached tokens as part of the input, others beside it; the total has them once. */
function tokensIn(usage: Usage | null | undefined): Answered['tokens'] {
  if (usage == null) return null
  const [cached, output] = [usage.cachedReadTokens ?? 0, usage.outputTokens]
  return { input: Math.max(0, usage.totalTokens - cached - output), cached, output }
}

/** Prefers a one-time permission, which leaves no trace in the client's settings. */
function answerTo({ options }: RequestPermissionRequest, refused: string | null): RequestPermissionResponse {
  const kinds = refused === null ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always']
  const option = kinds.flatMap((kind) => options.find((one) => one.kind === kind) ?? [])[0]
  if (option === undefined) return { outcome: { outcome: 'cancelled' } }
  const reason = refused === null ? {} : { _meta: { reason: refused } }
  return { outcome: { outcome: 'selected', optionId: option.optionId }, ...reason }
}

function hearing() {
  const calls = new Map<string, ToolCallUpdate>()
  let [text, spoke] = ['', false]
  let dollars: number | null = null
  return {
    take(update: SessionUpdate): void {
      if (update.sessionUpdate === 'usage_update') dollars = update.cost?.amount ?? dollars
      if (update.sessionUpdate === 'agent_message_chunk') text = `${text}${textIn(update.content)}`.slice(-MAX_TEXT)
      if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update') {
        calls.set(update.toolCallId, joined(calls.get(update.toolCallId), update))
        text = ''
      }
      spoke ||= text.trim() !== '' || calls.size > 0
    },
    asked: (call: ToolCallUpdate): PermissionQuery => permissionQuery(joined(calls.get(call.toolCallId), call)),
    all: () => ({ spoke, text, dollars }),
  }
}

const MAX_TEXT = 4096

const textIn = (content: ContentBlock): string => (content.type === 'text' ? content.text : '')

/** An update has only the changed fields. */
function joined(before: ToolCallUpdate | undefined, update: ToolCallUpdate): ToolCallUpdate {
  const said = Object.entries(update).filter(([, value]) => value !== null && value !== undefined)
  return { ...before, ...Object.fromEntries(said), toolCallId: update.toolCallId }
}

/** Everything that helps the user to decide, each part once. */
function permissionQuery({ kind, title, content, locations, rawInput }: ToolCallUpdate): PermissionQuery {
  const parts = content ?? []
  const command = isJsonObject(rawInput) && typeof rawInput['command'] === 'string' ? rawInput['command'] : ''
  const texts = parts.map((part) => (part.type === 'content' ? textIn(part.content) : ''))
  const words = [...new Set([title ?? '', command, ...texts].map((word) => word.trim()))].filter(
    (word, _, all) => word !== '' && !all.some((other) => other !== word && other.includes(word)),
  )
  const files = [...(locations ?? []), ...parts.flatMap((part) => (part.type === 'diff' ? [part] : []))]
  return { title: words.join(': '), kind: kind ?? null, paths: files.map(({ path }) => path) }
}
