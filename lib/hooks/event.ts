// What happened in a client, in one form, whichever client said it.
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
  /** The kind of agent it starts. */
  readonly agent: string | null
  /** The agent it starts is given a work tree of its own. */
  readonly isolated: boolean
  /** What a person typed in answer to a question of the model; options that the model offered are not among it. */
  readonly answers: readonly string[]
  /** What it answered; only after the call. */
  readonly response: string | null
}

/** How full the context is. */
interface ContextUse {
  /** Percent of the window that is left, 0–100. */
  readonly remaining: number
  /** Tokens in it; null where the client does not say. */
  readonly tokens: number | null
}

export interface HookEvent {
  readonly point: Point
  /** The client's own name of the event; its answer must carry it. */
  readonly name: string
  /** Null where the client gives none. */
  readonly session: string | null
  /** Absolute. */
  readonly cwd: string
  /** `startup`, `resume`, `clear`, `compact` … of a session start; why a session ended. */
  readonly source: string | null
  readonly prompt: string | null
  /** What the call does; one patch may write several files. Empty where the event is about no tool. */
  readonly tools: readonly ToolUse[]
  readonly context: ContextUse | null
  /** The event belongs to an agent below the session. */
  readonly inAgent: boolean
  /** Absolute path of the client's own record of the session. */
  readonly transcript: string | null
  readonly model: string | null
  /** A turn end that follows a turn end which a hook kept going. */
  readonly isRepeated: boolean
}
