// The Model Context Protocol over stdio. The build bundles it with its library into a file of its own.
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import type { Served } from './gsd/mcp/served.js'

/** Bytes of one message: our calls need less, and assembling a longer one takes seconds. */
const MOST = 4 * 1024 * 1024

/** Checks answers of a client to questions. We ask none, and the build leaves out the library that is the default. */
const NONE = {
  getValidator: () => {
    throw new Error('the server asks no questions')
  },
}

const SCHEME = 'gsd://project/'

/** Answers until the client closes the connection. */
export async function serve(served: Served): Promise<void> {
  const server = new Server(
    { name: 'gsd-pack', version: served.version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, jsonSchemaValidator: NONE },
  )
  offerTools(server, served)
  offerDocuments(server, served)
  offerPrompts(server, served)
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
  })
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: MOST })
  server.onerror = ({ message }) => {
    if (!message.includes('maximum size')) return
    const error = { code: ErrorCode.InvalidRequest, message: `a message of more than ${MOST} bytes; the server ends` }
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error })}\n`)
  }
  await server.connect(transport)
  await closed
  await server.close()
}

function offerTools(server: Server, { tools, call }: Served): void {
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, about, input, readsOnly }) => ({
      name,
      description: about,
      inputSchema: { ...input, type: 'object' as const },
      annotations: { readOnlyHint: readsOnly, destructiveHint: false, openWorldHint: false },
    })),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    if (!tools.some(({ name }) => name === params.name))
      throw new McpError(ErrorCode.InvalidParams, `there is no tool "${params.name}"`)
    const { text, refused } = await call(params.name, params.arguments ?? {})
    return { content: [{ type: 'text', text }], isError: refused }
  })
}

function offerDocuments(server: Server, served: Served): void {
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: served
      .documents()
      .map(({ path, about }) => ({ uri: SCHEME + path, name: path, description: about, mimeType: typeOf(path) })),
  }))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [
      { uriTemplate: `${SCHEME}{+path}`, name: 'planning file', description: 'Any planning file, by its path' },
    ],
  }))
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    const path = uri.startsWith(SCHEME) ? uri.slice(SCHEME.length) : ''
    const text = served.document(path)
    if (text === null) throw new McpError(ErrorCode.InvalidParams, `${uri} is not a readable planning file`)
    return { contents: [{ uri, mimeType: typeOf(path), text }] }
  })
}

const typeOf = (path: string): string => (path.endsWith('.json') ? 'application/json' : 'text/markdown')

function offerPrompts(server: Server, { prompts, prompt }: Served): void {
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: prompts.map(({ name, about }) => ({
      name,
      description: about,
      arguments: [{ name: 'words', description: 'The text after the command', required: false }],
    })),
  }))
  server.setRequestHandler(GetPromptRequestSchema, async ({ params }) => {
    if (!prompts.some(({ name }) => name === params.name))
      throw new McpError(ErrorCode.InvalidParams, `there is no command "${params.name}"`)
    const text = await prompt(params.name, params.arguments?.['words'] ?? '')
    return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
  })
}
