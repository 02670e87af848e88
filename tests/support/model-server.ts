// A loopback model: speaks Anthropic Messages and OpenAI Responses over SSE and lets a scripted person stand in for the model.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One tool call of the scripted model; the shapes of the tools are the client's. */
export interface Call {
  readonly tool: string
  readonly input: unknown
}
export interface Reply {
  readonly text?: string
  readonly calls?: readonly Call[]
}

/** What a script sees of one request. */
export interface Turn {
  readonly protocol: 'messages' | 'responses'
  /** System or developer text. */
  readonly system: string
  /** Text of the first user message: for a sub-agent, its task. */
  readonly task: string
  /** Texts of the tool results that answer the calls of the last reply, in order. */
  readonly results: readonly string[]
  /** Name of the sub-agent where the protocol has one, else empty. */
  readonly speaker: string
  readonly tools: readonly string[]
  readonly body: Record<string, unknown>
}

/** A conversation as a coroutine: it yields replies and receives the next turn. Returning a text ends it. */
export type Script = Generator<Reply, string, Turn>
/** Picks the script of a conversation that has just begun; `index` counts the conversations that have tools. */
export type Casting = (turn: Turn, index: number) => Script

export interface Recorded {
  readonly path: string
  readonly body: Record<string, unknown>
  readonly bytes: number
}

export interface ModelServer {
  readonly url: string
  readonly requests: readonly Recorded[]
  /** Faults of the scripts themselves, so that a test can show them. */
  readonly faults: readonly string[]
  close(): Promise<void>
}

const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part: Record<string, unknown>) => {
      const text = part['text'] ?? part['encrypted_content']
      return typeof text === 'string' ? text : textOf(part['content'])
    })
    .filter((part) => part !== '')
    .join('\n')
}

type Message = {
  role?: string
  type?: string
  content?: unknown
  output?: unknown
  tools?: unknown
  author?: string
  recipient?: string
}

function messagesTurn(body: Record<string, unknown>): Turn {
  const messages = (body['messages'] ?? []) as Message[]
  const last = messages.at(-1)
  const parts = Array.isArray(last?.content) ? (last.content as Record<string, unknown>[]) : []
  return {
    protocol: 'messages',
    system: textOf(body['system']),
    task: textOf(messages.find((message) => message.role === 'user')?.content),
    results: parts.filter((part) => part['type'] === 'tool_result').map((part) => textOf(part['content'])),
    speaker: '',
    tools: ((body['tools'] ?? []) as { name: string }[]).map((tool) => tool.name),
    body,
  }
}

const OUTPUTS = new Set(['function_call_output', 'custom_tool_call_output', 'tool_search_output'])

function responsesTurn(body: Record<string, unknown>): Turn {
  const input = (body['input'] ?? []) as Message[]
  const isAnswer = (item: Message) => OUTPUTS.has(item.type ?? '') || item.type === 'agent_message'
  const lastOwn = input.findLastIndex((item) => item.type !== undefined && !isAnswer(item) && item.role !== 'user')
  const answers = input.slice(lastOwn + 1).filter(isAnswer)
  const users = input.filter((item) => item.role === 'user').map((item) => textOf(item.content))
  const order = input.find((item) => item.type === 'agent_message' && item.recipient !== '/root')
  const carried = input
    .filter((item) => item.type === 'additional_tools')
    .flatMap((item) => (item.tools ?? []) as { name?: string }[])
  const tools = [...((body['tools'] ?? []) as { name?: string; type?: string }[]), ...carried]
  return {
    protocol: 'responses',
    system: [
      String(body['instructions'] ?? ''),
      ...input.filter((item) => item.role === 'developer').map((item) => textOf(item.content)),
    ].join('\n'),
    task: order === undefined ? users.join('\n') : textOf(order.content),
    results: answers.map((item) => textOf(item.type === 'agent_message' ? item.content : item.output)),
    speaker: order?.recipient ?? '',
    tools: tools.map((tool) => tool.name ?? ''),
    body,
  }
}

const sse = (response: ServerResponse, event: string, data: unknown) =>
  response.write(`event: ${event}\ndata: ${JSON.stringify({ type: event, ...(data as object) })}\n\n`)

let serial = 0
const id = (prefix: string) => `${prefix}_${String(++serial).padStart(8, '0')}`

function answerMessages(response: ServerResponse, body: Record<string, unknown>, reply: Reply): void {
  const blocks: Record<string, unknown>[] = []
  if (reply.text !== undefined) blocks.push({ type: 'text', text: reply.text })
  for (const call of reply.calls ?? [])
    blocks.push({ type: 'tool_use', id: id('toolu'), name: call.tool, input: call.input })
  const stop = (reply.calls ?? []).length > 0 ? 'tool_use' : 'end_turn'
  const message = {
    id: id('msg'),
    type: 'message',
    role: 'assistant',
    model: body['model'],
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 10 },
  }
  if (body['stream'] !== true) {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ...message, content: blocks, stop_reason: stop }))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  sse(response, 'message_start', { message: { ...message, content: [], stop_reason: null } })
  blocks.forEach((block, index) => {
    const tool = block['type'] === 'tool_use'
    sse(response, 'content_block_start', {
      index,
      content_block: tool ? { ...block, input: {} } : { type: 'text', text: '' },
    })
    const delta = tool
      ? { type: 'input_json_delta', partial_json: JSON.stringify(block['input']) }
      : { type: 'text_delta', text: block['text'] }
    sse(response, 'content_block_delta', { index, delta })
    sse(response, 'content_block_stop', { index })
  })
  sse(response, 'message_delta', { delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 10 } })
  sse(response, 'message_stop', {})
  response.end()
}

/** Tools the client runs as free text; every other one is a function with JSON arguments. A dot separates namespace and name. */
const FREE_TEXT = new Set(['exec', 'apply_patch'])

function responseItems(reply: Reply): Record<string, unknown>[] {
  const items: Record<string, unknown>[] = []
  if (reply.text !== undefined)
    items.push({
      type: 'message',
      id: id('msg'),
      role: 'assistant',
      content: [{ type: 'output_text', text: reply.text, annotations: [] }],
    })
  for (const call of reply.calls ?? []) {
    const [name, namespace] = call.tool.split('.').reverse() as [string, string?]
    const head = {
      id: id('item'),
      call_id: id('call'),
      status: 'completed',
      name,
      ...(namespace === undefined ? {} : { namespace }),
    }
    items.push(
      FREE_TEXT.has(name)
        ? { type: 'custom_tool_call', ...head, input: call.input }
        : { type: 'function_call', ...head, arguments: JSON.stringify(call.input) },
    )
  }
  return items
}

function answerResponses(response: ServerResponse, reply: Reply): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const responseId = id('resp')
  sse(response, 'response.created', { response: { id: responseId } })
  responseItems(reply).forEach((item, index) => {
    sse(response, 'response.output_item.added', { output_index: index, item })
    sse(response, 'response.output_item.done', { output_index: index, item })
  })
  const usage = {
    input_tokens: 10,
    input_tokens_details: null,
    output_tokens: 10,
    output_tokens_details: null,
    total_tokens: 20,
  }
  sse(response, 'response.completed', { response: { id: responseId, usage } })
  response.end()
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** Conversations are told apart by the client's own cache key and the speaker where the protocol has them, else by how they begin. */
const keyOf = (turn: Turn) =>
  typeof turn.body['prompt_cache_key'] === 'string'
    ? `${turn.body['prompt_cache_key']}${turn.speaker}`
    : `${turn.system.slice(0, 4000)}\u0000${turn.task}`

export async function startModel(casting: Casting): Promise<ModelServer> {
  const requests: Recorded[] = []
  const faults: string[] = []
  const conversations = new Map<string, Script>()

  const replyTo = (turn: Turn): Reply => {
    if (turn.tools.length === 0) return { text: 'ok' }
    const key = keyOf(turn)
    const running = conversations.get(key)
    try {
      const script = running ?? casting(turn, conversations.size)
      if (running === undefined) conversations.set(key, script)
      const step = running === undefined ? script.next() : script.next(turn)
      return step.done === true ? { text: step.value } : step.value
    } catch (fault) {
      faults.push(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault))
      return { text: `The script failed: ${String(fault)}` }
    }
  }

  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const raw = await bodyOf(request)
    if (request.method === 'HEAD') return response.writeHead(200).end()
    let body: Record<string, unknown> = {}
    try {
      body = raw === '' ? {} : JSON.parse(raw)
    } catch {
      body = { raw }
    }
    requests.push({ path, body, bytes: Buffer.byteLength(raw) })
    if (path === '/v1/messages') return answerMessages(response, body, replyTo(messagesTurn(body)))
    if (path === '/v1/responses') return answerResponses(response, replyTo(responsesTurn(body)))
    response.setHeader('content-type', 'application/json')
    if (path === '/v1/messages/count_tokens') return response.end('{"input_tokens":10}')
    if (path === '/v1/models') return response.end('{"object":"list","data":[],"models":[]}')
    response.statusCode = 404
    response.end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    faults,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
