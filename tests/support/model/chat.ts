// OpenAI Chat Completions: streamed in deltas, or sent whole.
import type { ServerResponse } from 'node:http'
import { asJson, dataEvent, type ModelRequest, type Protocol } from './protocol.js'
import { answering, callId, conversationOf, freshId, type Numbered, type Turn, textOf } from './turn.js'

interface Message {
  readonly role?: string
  readonly content?: unknown
  readonly tool_call_id?: string
}
interface Tool {
  readonly function?: { readonly name?: string }
}

const SYSTEM = new Set(['system', 'developer'])

function turnOf({ body }: ModelRequest): Turn {
  const messages = (body['messages'] ?? []) as Message[]
  const lastOwn = messages.findLastIndex(({ role }) => role === 'assistant')
  const withRole = (wanted: (role: string) => boolean, from = 0) =>
    messages.slice(from).filter(({ role }) => wanted(role ?? ''))
  const system = withRole((role) => SYSTEM.has(role))
    .map(({ content }) => textOf(content))
    .join('\n')
  const task = textOf(messages.find(({ role }) => role === 'user')?.content)
  const results = withRole((role) => role === 'tool', lastOwn + 1)
  return {
    system,
    task,
    results: results.map(({ content }) => textOf(content)),
    tools: ((body['tools'] ?? []) as Tool[]).map((tool) => tool.function?.name ?? ''),
    conversation: conversationOf(system, task),
    ...answering(messages, results[0]?.tool_call_id),
    body,
  }
}

const callsOf = (reply: Numbered) =>
  (reply.calls ?? []).map(({ tool, input }, index) => ({
    index,
    id: callId('call', reply),
    type: 'function',
    function: { name: tool, arguments: JSON.stringify(input) },
  }))

/** Splits a text in two, which breaks clients that expect it all at once. */
const halves = (text: string) => {
  const middle = Math.ceil(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)].filter((part) => part !== '')
}

function answer(response: ServerResponse, { body }: ModelRequest, reply: Numbered): void {
  const calls = callsOf(reply)
  const stop = calls.length > 0 ? 'tool_calls' : 'stop'
  const head = { id: freshId('chatcmpl'), created: 1, model: body['model'] ?? 'mock-model' }
  const usage = {
    prompt_tokens: 30,
    prompt_tokens_details: { cached_tokens: 20 },
    completion_tokens: 10,
    total_tokens: 40,
  }
  if (body['stream'] !== true) {
    const said = { role: 'assistant', content: reply.text ?? null }
    const message = calls.length > 0 ? { ...said, tool_calls: calls } : said
    asJson(response, {
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: stop }],
      usage,
    })
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const chunk = (delta: object, finish_reason: string | null = null) =>
    dataEvent(response, {
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason }],
      ...(finish_reason === null ? {} : { usage }),
    })
  chunk({ role: 'assistant', content: '' })
  for (const content of halves(reply.text ?? '')) chunk({ content })
  for (const { index, id, type, function: called } of calls) {
    chunk({ tool_calls: [{ index, id, type, function: { name: called.name, arguments: '' } }] })
    for (const piece of halves(called.arguments)) chunk({ tool_calls: [{ index, function: { arguments: piece } }] })
  }
  chunk({}, stop)
  response.end('data: [DONE]\n\n')
}

export const chat: Protocol = {
  answers: (path) => path.endsWith('/chat/completions'),
  turnOf,
  answer,
  aside: () => null,
}
