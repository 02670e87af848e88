// Augment's chat stream: one JSON object per line. Requests before a conversation get fixed answers.
import type { ServerResponse } from 'node:http'
import type { ModelRequest, Protocol } from './protocol.js'
import { freshId, type Reply, type Turn } from './turn.js'

interface Node {
  readonly text_node?: { readonly content?: string }
  readonly tool_result_node?: { readonly content?: string }
}
interface Exchange {
  readonly request_nodes?: readonly Node[]
}

const textsOf = (nodes: readonly Node[]): readonly string[] =>
  nodes.flatMap(({ text_node }) => (text_node?.content === undefined ? [] : [text_node.content]))

function turnOf({ body }: ModelRequest): Turn {
  const now = (body['nodes'] ?? []) as Node[]
  const earlier = (body['chat_history'] ?? []) as Exchange[]
  return {
    // The client sends no system text, so the guidelines take its place; a role is part of the user's text.
    system: [body['user_guidelines'], body['workspace_guidelines']]
      .filter((text) => typeof text === 'string')
      .join('\n'),
    task: textsOf(earlier[0]?.request_nodes ?? now).join('\n'),
    results: now.flatMap(({ tool_result_node: result }) => (result === undefined ? [] : [result.content ?? ''])),
    tools: ((body['tool_definitions'] ?? []) as { name: string }[]).map(({ name }) => name),
    conversation: String(body['conversation_id']),
    body,
  }
}

const TEXT = 0
const CALL = 5
const STOPPED = { end: 1, call: 3 } as const

function nodesOf(reply: Reply): readonly unknown[] {
  const said = reply.text === undefined ? [] : [{ id: 1, type: TEXT, content: reply.text }]
  const calls = (reply.calls ?? []).map(({ tool, input }, index) => ({
    id: index + 2,
    type: CALL,
    content: '',
    tool_use: { tool_use_id: freshId('call'), tool_name: tool, input_json: JSON.stringify(input) },
  }))
  return [...said, ...calls]
}

const COMMON = { unknown_blob_names: [], checkpoint_not_found: false, workspace_file_chunks: [] }

function answer(response: ServerResponse, _asked: ModelRequest, reply: Reply): void {
  const line = (document: object) => response.write(`${JSON.stringify({ ...COMMON, ...document })}\n`)
  response.writeHead(200, { 'content-type': 'application/json' })
  line({ text: reply.text ?? '', incorporated_external_sources: [], nodes: nodesOf(reply) })
  line({ text: '', nodes: [], stop_reason: (reply.calls ?? []).length > 0 ? STOPPED.call : STOPPED.end })
  response.end()
}

const MODEL = { name: 'mock-model', suggested_prefix_char_count: 1000, suggested_suffix_char_count: 1000 }

const ASIDE: Readonly<Record<string, unknown>> = {
  '/get-models': {
    default_model: MODEL.name,
    models: [MODEL],
    languages: [],
    // Without this flag the client offers its model no subagents.
    feature_flags: { beachhead_enable_sub_agent_tool: true },
  },
  '/settings/get-mcp-tenant-configs': { configs: [] },
  '/settings/get-mcp-user-configs': { configs: [] },
  '/agents/list-remote-tools': { tools: [] },
}

export const augment: Protocol = {
  answers: (path) => path === '/chat-stream',
  turnOf,
  answer,
  aside: (path) => ASIDE[path] ?? null,
}
