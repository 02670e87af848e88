// Requests and replies as scripts see them, whatever the protocol.

/** One tool call of the scripted model, in the form of the client's tools. */
export interface Call {
  readonly tool: string
  readonly input: unknown
}
export interface Reply {
  readonly text?: string
  readonly calls?: readonly Call[]
  /** Delay of the reply in milliseconds. */
  readonly afterMs?: number
}
/** A reply with the number of its script. */
export interface Numbered extends Reply {
  readonly script: number
}

/** One request, as a script sees it. */
export interface Turn {
  readonly system: string
  /** Text of the first user message: for a subagent, its task. */
  readonly task: string
  /** Texts of the tool results that answer the calls of the last reply, in order. */
  readonly results: readonly string[]
  /** Names of the tools the model may call; without any the request is a side request (a title, a quota check). */
  readonly tools: readonly string[]
  /** Key of the conversation, the same for all its requests. */
  readonly conversation: string
  /** Id of the call that the request answers, which names its script; null at the start of a conversation, absent if `conversation` is enough. */
  readonly answers?: string | null
  readonly body: Record<string, unknown>
}

/** A part of a conversation as a coroutine: yields replies, receives the next turn, and returns a result. */
export type Step<T> = Generator<Reply, T, Turn>
/** A conversation as a coroutine. The returned text ends it. */
export type Script = Step<string>
/** Picks the script for a new conversation; `index` counts conversations with tools. */
export type Casting = (turn: Turn, index: number) => Script

/** A script that ends the conversation at once. */
export function* silent(): Script {
  yield* []
  return 'nothing to say'
}

/** Joins the texts of a message's content in any protocol. */
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

/** Key of a conversation by its beginning, for protocols without a key. */
export const conversationOf = (system: string, task: string): string => `${system.slice(0, 4000)}\u0000${task}`

/** Id of a call with its script's number. Clients return the id with the result, which distinguishes conversations that begin alike. */
export const callId = (prefix: string, { script }: Numbered): string => freshId(`${prefix}_s${script}`)
export const answering = (messages: readonly { readonly role?: string }[], id: unknown): Pick<Turn, 'answers'> =>
  typeof id === 'string' ? { answers: id } : messages.some(({ role }) => role === 'assistant') ? {} : { answers: null }
export const scriptOf = (id: string): number | null => {
  const [, script] = /_s(\d+)_/.exec(id) ?? []
  return script === undefined ? null : Number(script)
}

let serial = 0
/** Returns an id that is unique in this process. */
export const freshId = (prefix: string): string => `${prefix}_${String(++serial).padStart(8, '0')}`
