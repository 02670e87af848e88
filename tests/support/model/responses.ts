// OpenAI Responses, streamed, with the items that only Codex uses.
import type { ServerResponse } from 'node:http'
import { type ModelRequest, namedEvent, type Protocol } from './protocol.js'
import { conversationOf, freshId, type Reply, type Turn, textOf } from './turn.js'

interface Item {
  readonly role?: string
  readonly type?: string
  readonly content?: unknown
  readonly output?: unknown
  readonly tools?: unknown
  readonly recipient?: string
}

const OUTPUTS = new Set(['function_call_output', 'custom_tool_call_output', 'tool_search_output'])

function turnOf({ body }: ModelRequest): Turn {
  const input = (body['input'] ?? []) as Item[]
  const isAnswer = (item: Item) => OUTPUTS.has(item.type ?? '') || item.type === 'agent_message'
  const lastOwn = input.findLastIndex((item) => item.type !== undefined && !isAnswer(item) && item.role !== 'user')
  const answers = input.slice(lastOwn + 1).filter(isAnswer)
  const users = input.filter((item) => item.role === 'user').map((item) => textOf(item.content))
  const order = input.find((item) => item.type === 'agent_message' && item.recipient !== '/root')
  const carried = input
    .filter((item) => item.type === 'additional_tools')
    .flatMap((item) => (item.tools ?? []) as { name?: string }[])
  const tools = [...((body['tools'] ?? []) as { name?: string }[]), ...carried]
  const developer = input.filter((item) => item.role === 'developer').map((item) => textOf(item.content))
  const system = [String(body['instructions'] ?? ''), ...developer].join('\n')
  const task = order === undefined ? users.join('\n') : textOf(order.content)
  const key = body['prompt_cache_key']
  return {
    system,
    task,
    results: answers.map((item) => textOf(item.type === 'agent_message' ? item.content : item.output)),
    tools: tools.map((tool) => tool.name ?? ''),
    conversation: typeof key === 'string' ? `${key}${order?.recipient ?? ''}` : conversationOf(system, task),
    body,
  }
}

/** Tools whose input is free text; all others take JSON arguments. A dot in a tool's name separates namespace and name. */
const FREE_TEXT = new Set(['exec', 'apply_patch'])

function itemsOf(reply: Reply): Record<string, unknown>[] {
  const items: Record<string, unknown>[] = []
  if (reply.text !== undefined)
    items.push({
      type: 'message',
      id: freshId('msg'),
      role: 'assistant',
      content: [{ type: 'output_text', text: reply.text, annotations: [] }],
    })
  for (const call of reply.calls ?? []) {
    const [name, namespace] = call.tool.split('.').reverse() as [string, string?]
    const head = {
      id: freshId('item'),
      call_id: freshId('call'),
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

const USAGE = {
  input_tokens: 30,
  input_tokens_details: { cached_tokens: 20 },
  output_tokens: 10,
  output_tokens_details: { reasoning_tokens: 3 },
  total_tokens: 40,
}

function answer(response: ServerResponse, _asked: ModelRequest, reply: Reply): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const id = freshId('resp')
  namedEvent(response, 'response.created', { response: { id } })
  itemsOf(reply).forEach((item, index) => {
    namedEvent(response, 'response.output_item.added', { output_index: index, item })
    namedEvent(response, 'response.output_item.done', { output_index: index, item })
  })
  namedEvent(response, 'response.completed', { response: { id, usage: USAGE } })
  response.end()
}

export const responses: Protocol = {
  answers: (path) => path === '/v1/responses',
  turnOf,
  answer,
  aside: (path) => (path === '/v1/models' ? { object: 'list', data: [], models: [] } : null),
}
