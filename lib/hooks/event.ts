// What happened in a client, in one form for all clients: for each moment what is known then.
import type { ToolResult as DoneTool, Moments, ToolUse as UsedTool } from '../core/extensions/api.js'
import type { Point } from '../runtimes/hooks.js'
import type { Action } from '../runtimes/terms.js'

export type ToolUse = UsedTool<Action>
export type ToolResult = DoneTool<Action>

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

/** What is known at each moment. Extensions hear only of those in `Moments`. */
export interface Contexts extends Moments<Action> {
  readonly 'session-end': Pick<Moments['turn-end'], 'transcript'>
  readonly 'subagent-start': object
  readonly notification: object
  readonly 'status-line': Omit<Moments['turn-end'], 'transcript'>
}

/** One of several moments is told apart by its `point`. */
export type ContextAt<P extends Point> = P extends Point ? Told & Contexts[P] & { readonly point: P } : never

/** Of whichever moment. */
export type HookContext = ContextAt<Point>
