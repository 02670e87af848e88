// Serves the Model Context Protocol over stdio. The build bundles this server and its library apart from `gsd` (`protocols.ts`).
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
  /** Whether the call was refused or failed; an answer of no is not an error. */
  readonly isError: boolean
}

export interface ServerContent {
  readonly version: string
  readonly tools: readonly {
    readonly name: string
    readonly about: string
    readonly input: Shape
    readonly isReadOnly: boolean
  }[]
  readonly prompts: readonly { readonly name: string; readonly about: string }[]
  /** Calls a listed tool. */
  call(name: string, given: Readonly<Record<string, unknown>>): Promise<ToolAnswer>
  /** Returns the text of a listed prompt. `words`: what the user typed after the command. */
  prompt(name: string, words: string): Promise<string>
}

/** Replaces the SDK's validator of clients' answers, whose library the build leaves out: this server asks no questions. */
const NO_VALIDATOR = {
  getValidator: () => {
    throw new Error('the server asks no questions')
  },
}

export async function serve(content: ServerContent): Promise<void> {
  const server = new Server(
    { name: 'gsd-pack', version: content.version },
    { capabilities: { tools: {}, prompts: {} }, jsonSchemaValidator: NO_VALIDATOR },
  )
  offerTools(server, content)
  offerPrompts(server, content)
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

function offerTools(server: Server, { tools, call }: ServerContent): void {
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, about, input, isReadOnly }) => ({
      name,
      description: about,
      inputSchema: { ...input, type: 'object' as const },
      annotations: { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: false },
    })),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    if (!tools.some(({ name }) => name === params.name))
      throw new McpError(ErrorCode.InvalidParams, `there is no tool "${params.name}"`)
    const { text, isError } = await call(params.name, params.arguments ?? {})
    return { content: [{ type: 'text', text }], isError }
  })
}

function offerPrompts(server: Server, { prompts, prompt }: ServerContent): void {
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
