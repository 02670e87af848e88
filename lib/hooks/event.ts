// What happened in a client, in one form, whichever client said it: for each moment what is known then, and nothing else.
import type { Point } from '../runtimes/hooks.js'
import type { Action } from '../runtimes/terms.js'

/** One call of a tool by the model. */
export interface ToolUse {
  /** As the client names it. */
  readonly name: string
  /** What it does in the vocabulary of prompts; null: none of them, or not known. */
  readonly action: Action | null
  /** The file it reads or writes, as given; null: none. */
  readonly path: string | null
  /** Patterns for names of the files it looks into. */
  readonly globs: readonly string[]
  /** The whole text it writes. Null: it writes none, or only a part. */
  readonly content: string | null
  /** Parts it replaces. */
  readonly edits: readonly { readonly before: string; readonly after: string }[]
  /** The command line it runs. */
  readonly command: string | null
}

/** One that was done. */
export interface ToolResult extends ToolUse {
  /** What it answered; null: nothing, or it stands with another file of the same call. */
  readonly response: string | null
  /** What a person typed in answer to a question of the model; options that the model offered are not among it. */
  readonly answers: readonly string[]
}

/** How full the context is. */
interface ContextUse {
  /** Percent of the window that is left, 0–100. */
  readonly remaining: number
  /** Tokens in it; null where the client does not say. */
  readonly tokens: number | null
}

/** What is known at every moment. */
interface Told {
  /** The client's own name of the event; its answer must carry it. */
  readonly name: string
  /** Null where the client gives none. */
  readonly session: string | null
  /** Absolute. */
  readonly cwd: string
}

/** What the model asked for or did; one patch may write several files. */
export interface Acting {
  readonly cwd: string
  readonly tools: readonly ToolUse[]
}

/** It may belong to an agent below the session. */
interface Acted {
  readonly inAgent: boolean
}

interface Recorded {
  /** Absolute path of the client's own record of the session; null where it names none. */
  readonly transcript: string | null
}

interface Metered {
  readonly model: string | null
  readonly context: ContextUse | null
}

/** What is known at each moment beside what is known at all of them. */
export interface Contexts {
  readonly 'session-start': object
  readonly 'session-end': Recorded
  readonly 'prompt-submit': Acted & { readonly prompt: string }
  readonly 'pre-tool': Acted & { readonly tools: readonly ToolUse[] }
  readonly 'post-tool': Acted & Recorded & Metered & { readonly tools: readonly ToolResult[] }
  readonly 'turn-end': Recorded & Metered
  readonly 'subagent-start': object
  readonly 'subagent-stop': Recorded & Metered
  readonly 'pre-compact': Recorded & Metered
  readonly notification: object
  readonly 'status-line': Metered
}

/** One of several moments is told apart by its `point`. */
export type ContextAt<P extends Point> = P extends Point ? Told & Contexts[P] & { readonly point: P } : never

/** Of whichever moment. */
export type HookContext = ContextAt<Point>
