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
  /** What the client wants to do, in the client's own words. */
  readonly title: string
  /** Kind of action, such as `read`, `edit` or `execute`; null if not given. */
  readonly kind: string | null
  /** Absolute paths of the files that the query names. */
  readonly paths: readonly string[]
}

export interface TurnRequest {
  readonly cwd: string
  readonly prompt: string
  /** Mode and model of the session; null for the default. */
  readonly mode: string | null
  readonly model: string | null
  /** Returns null to permit the action, otherwise the reason for refusing it. */
  permit(query: PermissionQuery): Promise<string | null>
}

export interface TurnResult {
  /** Why the turn ended; null if it failed, with the client's reason in `error` if the client gave one. */
  readonly stopReason: string | null
  readonly error: string | null
  readonly hadOutput: boolean
  readonly text: string
  readonly session: string
  readonly model: string | null
  readonly tokens: { readonly input: number; readonly cached: number; readonly output: number } | null
  /** The reported cost of the whole session, taken as US dollars; null if not reported. */
  readonly dollars: number | null
}

export interface Conversation {
  /** The result of the prompt; never rejects. */
  readonly result: Promise<TurnResult>
  /** Asks the client to end its turn, if the turn has begun, and waits until the turn has ended. */
  cancel(): Promise<unknown>
}

interface Pipes {
  readonly stdin: Writable | null
  readonly stdout: Readable | null
}

export function converse(pipes: Pipes, request: TurnRequest): Conversation {
  const updates = collectUpdates()
  const details: { session: string; model: string | null } = { session: '', model: null }
  let cancel = async (): Promise<unknown> => null
  const app = client({ name: 'gsd' })
    .onNotification(methods.client.session.update, ({ params }) => updates.add(params.update))
    .onRequest(methods.client.session.requestPermission, async ({ params }) =>
      answerTo(params, await request.permit(updates.queryFor(params.toolCall))),
    )
  const runTurn = async (agent: ClientContext) => {
    const clientCapabilities = { fs: { readTextFile: false, writeTextFile: false }, terminal: false }
    await agent.request(methods.agent.initialize, { protocolVersion: PROTOCOL_VERSION, clientCapabilities })
    const newSession = await agent.request(methods.agent.session.new, { cwd: request.cwd, mcpServers: [] })
    const { sessionId } = newSession
    details.session = sessionId
    details.model = request.model ?? modelIn(newSession)
    await setUp(agent, newSession, request)
    const prompt: ContentBlock[] = [{ type: 'text', text: request.prompt }]
    const turn = agent.request(methods.agent.session.prompt, { sessionId, prompt })
    cancel = async () => {
      await agent.notify(methods.agent.session.cancel, { sessionId })
      await turn.catch(() => null)
    }
    const { stopReason, usage } = await turn
    return { stopReason, tokens: tokensIn(usage), error: null }
  }
  const failureOf = (error: unknown) => ({
    stopReason: null,
    tokens: null,
    error: error instanceof RequestError ? errorText(error) : null,
  })
  const ended = app.connectWith(streamOf(pipes), runTurn).catch(failureOf)
  return {
    result: ended.then((end) => ({ ...end, ...details, ...updates.summary() })),
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

async function setUp(agent: ClientContext, opened: NewSessionResponse, { mode, model }: TurnRequest): Promise<void> {
  const { sessionId } = opened
  if (mode !== null) await agent.request(methods.agent.session.setMode, { sessionId, modeId: mode })
  if (model === null) return
  const option = modelOption(opened)
  if (option === undefined) throw new RequestError(-32602, 'the client offers no choice of model over the protocol')
  await agent.request(methods.agent.session.setConfigOption, { sessionId, configId: option.id, value: model })
}

const modelOption = ({ configOptions }: NewSessionResponse) =>
  configOptions?.find(({ category }) => category === 'model')

function modelIn(opened: NewSessionResponse): string | null {
  const option = modelOption(opened)
  return option?.type === 'select' ? option.currentValue : null
}

const errorText = ({ message, data }: RequestError): string =>
  `${message}${data === undefined || data === null ? '' : `: ${JSON.stringify(data)}`}`

/** Computes the input from the total, because only some clients count cached tokens as input. */
function tokensIn(usage: Usage | null | undefined): TurnResult['tokens'] {
  if (usage == null) return null
  const [cached, output] = [usage.cachedReadTokens ?? 0, usage.outputTokens]
  return { input: Math.max(0, usage.totalTokens - cached - output), cached, output }
}

/** Chooses an option, or cancels if none fits. An option that holds once comes first: it leaves no trace in the settings. */
function answerTo({ options }: RequestPermissionRequest, refusal: string | null): RequestPermissionResponse {
  const kinds = refusal === null ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always']
  const option = kinds.flatMap((kind) => options.find((each) => each.kind === kind) ?? [])[0]
  if (option === undefined) return { outcome: { outcome: 'cancelled' } }
  const reason = refusal === null ? {} : { _meta: { reason: refusal } }
  return { outcome: { outcome: 'selected', optionId: option.optionId }, ...reason }
}

function collectUpdates() {
  const calls = new Map<string, ToolCallUpdate>()
  let [text, hadOutput] = ['', false]
  let dollars: number | null = null
  return {
    add(update: SessionUpdate): void {
      if (update.sessionUpdate === 'usage_update') dollars = update.cost?.amount ?? dollars
      if (update.sessionUpdate === 'agent_message_chunk') text = `${text}${textIn(update.content)}`.slice(-MAX_TEXT)
      if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update') {
        calls.set(update.toolCallId, mergedCall(calls.get(update.toolCallId), update))
        text = ''
      }
      hadOutput ||= text.trim() !== '' || calls.size > 0
    },
    queryFor: (call: ToolCallUpdate): PermissionQuery => permissionQuery(mergedCall(calls.get(call.toolCallId), call)),
    summary: () => ({ hadOutput, text, dollars }),
  }
}

const MAX_TEXT = 4096

const textIn = (content: ContentBlock): string => (content.type === 'text' ? content.text : '')

/** Merges an update into what is known of a tool call: an update has only the changed fields. */
function mergedCall(before: ToolCallUpdate | undefined, update: ToolCallUpdate): ToolCallUpdate {
  const changed = Object.entries(update).filter(([, value]) => value !== null && value !== undefined)
  return { ...before, ...Object.fromEntries(changed), toolCallId: update.toolCallId }
}

/** Builds the query from a tool call. The title has everything that helps to decide, each part once. */
function permissionQuery({ kind, title, content, locations, rawInput }: ToolCallUpdate): PermissionQuery {
  const parts = content ?? []
  const command = isJsonObject(rawInput) && typeof rawInput['command'] === 'string' ? rawInput['command'] : ''
  const texts = parts.map((part) => (part.type === 'content' ? textIn(part.content) : ''))
  const titleParts = [...new Set([title ?? '', command, ...texts].map((word) => word.trim()))].filter(
    (word, _, all) => word !== '' && !all.some((other) => other !== word && other.includes(word)),
  )
  const files = [...(locations ?? []), ...parts.flatMap((part) => (part.type === 'diff' ? [part] : []))]
  return { title: titleParts.join(': '), kind: kind ?? null, paths: files.map(({ path }) => path) }
}
