// Acts as an editor: starts a session with a client over its pipes (Agent Client Protocol, one JSON-RPC message per line) and types one prompt.
import type { ChildProcessWithoutNullStreams } from 'node:child_process'

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly message?: string }
}

interface TypedResult {
  readonly stdout: string
  readonly stderr: string
  /** Whether the turn was completed before the client ended. */
  readonly isOver: boolean
}

/** The commands that a client offers for `/`, from its output; the last offer counts. */
export const offeredCommands = (stdout: string): readonly string[] => {
  const offers = stdout
    .split('\n')
    .filter((line) => line.includes('available_commands_update'))
    .map((line) => JSON.parse(line) as { params: { update: { availableCommands: readonly { name: string }[] } } })
  return offers.at(-1)?.params.update.availableCommands.map(({ name }) => name) ?? []
}

/** A JSON-RPC connection to a client. */
class Connection {
  stdout = ''
  stderr = ''
  private readonly seen: Message[] = []
  private waiting: { fits: (message: Message) => boolean; done: (message: Message | null) => void }[] = []
  private readonly child: ChildProcessWithoutNullStreams
  private isClosed = false

  constructor(child: ChildProcessWithoutNullStreams) {
    this.child = child
    let rest = ''
    child.stdout.on('data', (chunk) => {
      this.stdout += String(chunk)
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines.filter((each) => each.startsWith('{'))) this.receive(JSON.parse(line) as Message)
    })
    child.stderr.on('data', (chunk) => {
      this.stderr += String(chunk)
    })
    child.on('close', () => this.close())
    child.on('error', () => this.close())
    child.stdin.on('error', () => this.close())
  }

  send(message: object): void {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }

  ask(id: number, method: string, params: object): Promise<Message | null> {
    this.send({ id, method, params })
    return this.next((message) => message.id === id && message.method === undefined)
  }

  /** Resolves with the first message that fits, received already or later; null if the client ends first. */
  next(fits: (message: Message) => boolean): Promise<Message | null> {
    const found = this.seen.find(fits)
    if (found !== undefined || this.isClosed) return Promise.resolve(found ?? null)
    return new Promise((done) => this.waiting.push({ fits, done }))
  }

  private receive(message: Message): void {
    this.seen.push(message)
    // All permissions are granted, as in headless runs.
    if (message.method === 'session/request_permission') {
      const options = (message.params?.['options'] ?? []) as { optionId: string }[]
      this.send({ id: message.id, result: { outcome: { outcome: 'selected', optionId: options[0]?.optionId } } })
    }
    this.waiting = this.waiting.filter(({ fits, done }) => {
      if (!fits(message)) return true
      done(message)
      return false
    })
  }

  private close(): void {
    this.isClosed = true
    for (const { done } of this.waiting.splice(0)) done(null)
  }
}

const CAPABILITIES = { fs: { readTextFile: false, writeTextFile: false }, terminal: false }

const offers =
  (name: string) =>
  (message: Message): boolean =>
    message.method === 'session/update' && JSON.stringify(message.params).includes(`"name":"${name}"`)

/** Types a prompt. A command is typed once the client offers it, because the first offer may come before the files are read. */
export async function typeInto(child: ChildProcessWithoutNullStreams, cwd: string, text: string): Promise<TypedResult> {
  const connection = new Connection(child)
  await connection.ask(1, 'initialize', { protocolVersion: 1, clientCapabilities: CAPABILITIES })
  const opened = await connection.ask(2, 'session/new', { cwd, mcpServers: [] })
  const sessionId = opened?.result?.['sessionId']
  if (sessionId !== undefined && text.startsWith('/')) await connection.next(offers(text.slice(1).split(' ')[0] ?? ''))
  const over =
    sessionId === undefined
      ? null
      : await connection.ask(3, 'session/prompt', { sessionId, prompt: [{ type: 'text', text }] })
  return { stdout: connection.stdout, stderr: connection.stderr, isOver: over?.result !== undefined }
}
