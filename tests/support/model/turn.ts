// What passes between a scripted model and the protocols: one request as a script sees it, one reply as it gives it.

/** One tool call of the scripted model; the shapes of the tools are the client's. */
export interface Call {
  readonly tool: string
  readonly input: unknown
}
export interface Reply {
  readonly text?: string
  readonly calls?: readonly Call[]
  /** How long the model takes to say it, in milliseconds. */
  readonly afterMs?: number
}
/** A reply of one of the server's scripts. */
export interface Numbered extends Reply {
  readonly script: number
}

/** What a script sees of one request. */
export interface Turn {
  /** System or developer text. */
  readonly system: string
  /** Text of the first user message: for a sub-agent, its task. */
  readonly task: string
  /** Texts of the tool results that answer the calls of the last reply, in order. */
  readonly results: readonly string[]
  /** Names of the tools the model may call; without any the request is a side request (a title, a quota check). */
  readonly tools: readonly string[]
  /** Equal for the requests of one conversation. */
  readonly conversation: string
  /** The id of a call that it answers, which names its script; null where it begins a conversation, and absent where the conversation says enough. */
  readonly answers?: string | null
  readonly body: Record<string, unknown>
}

/** A part of a conversation: it yields replies, receives the next turn, and answers with what it found. */
export type Step<T> = Generator<Reply, T, Turn>
/** A conversation as a coroutine: it yields replies and receives the next turn. Returning a text ends it. */
export type Script = Step<string>
/** Picks the script of a conversation that has just begun; `index` counts the conversations that have tools. */
export type Casting = (turn: Turn, index: number) => Script

/** Of whoever has nothing to do. */
export function* silent(): Script {
  yield* []
  return 'nothing to say'
}

/** The texts of a message's content, whatever its parts are called. */
export const textOf = (content: unknown): string => {
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

/** Where a protocol carries no key of its own, conversations are told apart by how they begin. */
export const conversationOf = (system: string, task: string): string => `${system.slice(0, 4000)}\u0000${task}`

/** The id of a call: clients give it back with the result, so that sessions which begin with the same words are told apart. */
export const callId = (prefix: string, { script }: Numbered): string => freshId(`${prefix}_s${script}`)
export const answering = (messages: readonly { readonly role?: string }[], id: unknown): Pick<Turn, 'answers'> =>
  typeof id === 'string' ? { answers: id } : messages.some(({ role }) => role === 'assistant') ? {} : { answers: null }
export const scriptOf = (id: string): number | null => {
  const [, script] = /_s(\d+)_/.exec(id) ?? []
  return script === undefined ? null : Number(script)
}

let serial = 0
/** An id that no other part of this process has had. */
export const freshId = (prefix: string): string => `${prefix}_${String(++serial).padStart(8, '0')}`
