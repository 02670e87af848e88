// The Model Context Protocol over stdio. The build bundles it with its library into a file of its own.
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import type { Shape } from '../std/shape.js'

export interface ToolAnswer {
  readonly text: string
  /** The call was refused or failed; a verdict of no is an answer. */
  readonly refused: boolean
}

export interface Served {
  readonly version: string
  readonly tools: readonly {
    readonly name: string
    readonly about: string
    readonly input: Shape
    readonly readsOnly: boolean
  }[]
  readonly prompts: readonly { readonly name: string; readonly about: string }[]
  /** Of a name that is listed, as is `prompt`. */
  call(name: string, given: Readonly<Record<string, unknown>>): Promise<ToolAnswer>
  /** `words`: the user's words after the command. */
  prompt(name: string, words: string): Promise<string>
}

/** Checks answers of a client to questions. We ask none, and the build leaves out the library that is the default. */
const NONE = {
  getValidator: () => {
    throw new Error('the server asks no questions')
  },
}

export async function serve(served: Served): Promise<void> {
  const server = new Server(
    { name: 'gsd-pack', version: served.version },
    { capabilities: { tools: {}, prompts: {} }, jsonSchemaValidator: NONE },
  )
  offerTools(server, served)
  offerPrompts(server, served)
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
  })
  const transport = new StdioServerTransport()
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
