// Anthropic Messages: streamed, or sent whole.
import type { ServerResponse } from 'node:http'
import { asJson, type ModelRequest, namedEvent, type Protocol } from './protocol.js'
import { answering, callId, conversationOf, freshId, type Numbered, type Turn, textOf } from './turn.js'

interface Message {
  readonly role?: string
  readonly content?: unknown
}

function turnOf({ body }: ModelRequest): Turn {
  const messages = (body['messages'] ?? []) as Message[]
  const last = messages.at(-1)
  const parts = Array.isArray(last?.content) ? (last.content as Record<string, unknown>[]) : []
  const results = parts.filter((part) => part['type'] === 'tool_result')
  const system = textOf(body['system'])
  const task = textOf(messages.find((message) => message.role === 'user')?.content)
  return {
    system,
    task,
    results: results.map((part) => textOf(part['content'])),
    tools: ((body['tools'] ?? []) as { name: string }[]).map((tool) => tool.name),
    conversation: conversationOf(system, task),
    ...answering(messages, results[0]?.['tool_use_id']),
    body,
  }
}

function blocksOf(reply: Numbered): Record<string, unknown>[] {
  const said = reply.text === undefined ? [] : [{ type: 'text', text: reply.text }]
  const called = (reply.calls ?? []).map(({ tool, input }) => ({
    type: 'tool_use',
    id: callId('toolu', reply),
    name: tool,
    input,
  }))
  return [...said, ...called]
}

function stream(response: ServerResponse, message: object, blocks: Record<string, unknown>[], stop: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  namedEvent(response, 'message_start', { message: { ...message, content: [], stop_reason: null } })
  blocks.forEach((block, index) => {
    const tool = block['type'] === 'tool_use'
    namedEvent(response, 'content_block_start', {
      index,
      content_block: tool ? { ...block, input: {} } : { type: 'text', text: '' },
    })
    const delta = tool
      ? { type: 'input_json_delta', partial_json: JSON.stringify(block['input']) }
      : { type: 'text_delta', text: block['text'] }
    namedEvent(response, 'content_block_delta', { index, delta })
    namedEvent(response, 'content_block_stop', { index })
  })
  namedEvent(response, 'message_delta', {
    delta: { stop_reason: stop, stop_sequence: null },
    usage: { output_tokens: 10 },
  })
  namedEvent(response, 'message_stop', {})
  response.end()
}

function answer(response: ServerResponse, { body }: ModelRequest, reply: Numbered): void {
  const blocks = blocksOf(reply)
  const stop = (reply.calls ?? []).length > 0 ? 'tool_use' : 'end_turn'
  const message = {
    id: freshId('msg'),
    type: 'message',
    role: 'assistant',
    model: body['model'],
    stop_sequence: null,
    usage: { input_tokens: 10, cache_read_input_tokens: 20, output_tokens: 10 },
  }
  if (body['stream'] === true) stream(response, message, blocks, stop)
  else asJson(response, { ...message, content: blocks, stop_reason: stop })
}

export const messages: Protocol = {
  answers: (path) => path === '/v1/messages',
  turnOf,
  answer,
  aside: (path) => (path === '/v1/messages/count_tokens' ? { input_tokens: 10 } : null),
}
