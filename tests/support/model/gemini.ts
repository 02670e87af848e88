// Gemini's generateContent, as a stream of one event or as plain JSON. Its subagents end with a tool call instead of a text.
import type { ServerResponse } from 'node:http'
import { asJson, dataEvent, type ModelRequest, type Protocol } from './protocol.js'
import { conversationOf, type Reply, type Turn, textOf } from './turn.js'

interface Part {
  readonly text?: string
  readonly functionResponse?: { readonly response?: Readonly<Record<string, unknown>> }
}
interface Content {
  readonly role?: string
  readonly parts?: readonly Part[]
}
interface ToolSet {
  readonly functionDeclarations?: readonly { readonly name: string }[]
}

const toolsOf = (body: ModelRequest['body']): readonly string[] =>
  ((body['tools'] ?? []) as ToolSet[]).flatMap(({ functionDeclarations }) =>
    (functionDeclarations ?? []).map(({ name }) => name),
  )

const resultOf = ({ functionResponse }: Part): string => {
  const { output, error } = functionResponse?.response ?? {}
  return String(output ?? error ?? '')
}

function turnOf({ body }: ModelRequest): Turn {
  const contents = (body['contents'] ?? []) as Content[]
  const system = textOf((body['systemInstruction'] as Content | undefined)?.parts)
  const task = textOf(contents.find(({ role }) => role === 'user')?.parts)
  return {
    system,
    task,
    results: (contents.at(-1)?.parts ?? [])
      .filter(({ functionResponse }) => functionResponse !== undefined)
      .map(resultOf),
    tools: toolsOf(body),
    conversation: conversationOf(system, task),
    body,
  }
}

/** The tool that ends a subagent; only subagents have it. */
const ENDING = 'complete_task'

function partsOf(reply: Reply, tools: readonly string[]): readonly unknown[] {
  const calls = reply.calls ?? []
  if (calls.length === 0 && tools.includes(ENDING))
    return [{ functionCall: { name: ENDING, args: { result: reply.text ?? '' } } }]
  return [
    ...(reply.text === undefined ? [] : [{ text: reply.text }]),
    ...calls.map(({ tool, input }) => ({ functionCall: { name: tool, args: input } })),
  ]
}

function answer(response: ServerResponse, { path, body }: ModelRequest, reply: Reply): void {
  const content = { role: 'model', parts: partsOf(reply, toolsOf(body)) }
  const document = {
    candidates: [{ content, finishReason: 'STOP', index: 0 }],
    usageMetadata: {
      promptTokenCount: 30,
      cachedContentTokenCount: 20,
      candidatesTokenCount: 7,
      thoughtsTokenCount: 3,
      totalTokenCount: 40,
    },
  }
  if (!path.includes(':stream')) {
    asJson(response, document)
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  dataEvent(response, document)
  response.end()
}

export const gemini: Protocol = {
  answers: (path) => path.endsWith(':generateContent') || path.endsWith(':streamGenerateContent'),
  turnOf,
  answer,
  aside: (path) => (path.endsWith(':countTokens') ? { totalTokens: 10 } : null),
}
