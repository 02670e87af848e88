// A client's event in one form for all clients: the facts known at each event.
import type { ToolResult as DoneTool, Moments, ToolUse as UsedTool } from '../core/extensions/api.js'
import type { Point } from '../runtimes/hooks.js'
import type { Action } from '../runtimes/terms.js'

export type ToolUse = UsedTool<Action>
export type ToolResult = DoneTool<Action>

/** Facts known at every event. */
interface EventData {
  /** The client's own name of the event, which its answer must repeat. */
  readonly name: string
  /** Null if the client gives none. */
  readonly session: string | null
  /** Absolute. */
  readonly cwd: string
}

/** The model's actions; one patch may write several files. */
export interface Acting {
  readonly cwd: string
  readonly tools: readonly ToolUse[]
}

/** Facts of each event. Extensions receive only those in `Moments`. */
export interface Contexts extends Moments<Action> {
  readonly 'session-end': Pick<Moments['turn-end'], 'transcript'>
  readonly 'status-line': Omit<Moments['turn-end'], 'transcript'>
}

/** Discriminated by `point`. */
export type ContextAt<P extends Point> = P extends Point ? EventData & Contexts[P] & { readonly point: P } : never

export type HookContext = ContextAt<Point>
