// The types of `gsd-pack/extension`, for authors of extensions. Published as is, so it imports nothing.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
type Fields = Readonly<Record<string, Json>>

/**
 * State by extension name. Extensions add theirs by declaration merging: `declare module 'gsd-pack/extension' {
 * interface StateExtensions { 'review-loop': { cycle: number } } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: extensions fill it.
export interface StateExtensions {}
type StateOf<Name> = Name extends keyof StateExtensions ? StateExtensions[Name] : Fields

/** A unit of work: the core's (`execute-plan`, `01-02`) or an extension's (`extension`, `<name>.<type>.<key>`). */
export interface UnitRef {
  readonly unitType: string
  readonly unitId: string
}

/** The common input of the handlers of `next`, `brief`, `check` and `afterFinish`. */
export interface HandlerContext<Name = string> {
  readonly extension: Name
  /** ISO 8601. */
  readonly now: string
  /** The project's state, as `gsd-tools state derive` prints it. */
  readonly state: Fields
  /** This extension's state, by key. */
  readonly own: Readonly<Record<string, StateOf<Name>>>
  /** Plans of the active phase, and of the unit's phase. */
  readonly plans: readonly { readonly id: string; readonly path: string }[]
  /** `extensions.options.<name>` of the settings. */
  readonly options: Json
}

export type Verdict =
  /** Keeps the inner decision. */
  | { readonly kind: 'default' }
  /** A unit type from the manifest and a task. `key`: up to 60 letters, digits, dots, dashes, underscores. */
  | { readonly kind: 'dispatch'; readonly unit: { readonly type: string; readonly key: string; readonly task: string } }
  /** Nothing begins; `resume` says how to continue. */
  | { readonly kind: 'hold'; readonly reason: string; readonly resume: string }

/** The extension, type and key of an extension's own unit. */
export interface OwnUnit {
  readonly extension: string
  readonly type: string
  readonly key: string
}
interface EndOfUnit<Name> extends HandlerContext<Name> {
  readonly unit: UnitRef & { readonly own: OwnUnit | null }
  /** The files that the unit submits, with their front matter; none if it did not complete. */
  readonly artifacts: readonly { readonly path: string; readonly frontMatter: Fields }[]
}

/** A tool call of the model. */
export interface ToolUse<Action = string> {
  /** The client's name for the tool. */
  readonly name: string
  /** The tool's action in the vocabulary of prompts; null if the vocabulary has none. */
  readonly action: Action | null
  /** The file that the tool reads or writes, as given; null without one. */
  readonly path: string | null
  /** Name patterns of the files that the tool searches. */
  readonly globs: readonly string[]
  /** The complete text that the tool writes; null if it writes none, or only parts of a file. */
  readonly content: string | null
  /** The parts that the tool replaces. */
  readonly edits: readonly { readonly before: string; readonly after: string }[]
  /** The command line that the tool runs. */
  readonly command: string | null
  /** The task in progress, if the tool updates a task list. */
  readonly task: string | null
}

/** A finished tool call. */
export interface ToolResult<Action = string> extends ToolUse<Action> {
  /** The tool's output; null if there is none, or if another file of the same call carries it. */
  readonly response: string | null
}

interface Recorded {
  /** Absolute path of the client's own session record; null without one. */
  readonly transcript: string | null
  readonly model: string | null
  /** Percentage of the context window left, 0–100. */
  readonly context: { readonly remaining: number } | null
}

/** The data of each moment of a session. */
export interface Moments<Action = string> {
  readonly 'session-start': object
  readonly 'prompt-submit': { readonly inAgent: boolean; readonly prompt: string }
  readonly 'pre-tool': { readonly inAgent: boolean; readonly tools: readonly ToolUse<Action>[] }
  readonly 'post-tool': Recorded & { readonly inAgent: boolean; readonly tools: readonly ToolResult<Action>[] }
  readonly 'turn-end': Recorded
  readonly 'subagent-stop': Recorded
  readonly 'pre-compact': Recorded
}

/** The common input of every handler at a session moment, without derived state. */
interface MomentContext<Name> extends Pick<HandlerContext<Name>, 'extension' | 'now' | 'options'> {
  readonly session: string | null
  /** Absolute. */
  readonly cwd: string
}
type AtMoments<Name> = { readonly [M in keyof Moments]: MomentContext<Name> & Moments[M] }

/** The input of the handlers of each point. */
export interface Contexts<Name = string> extends AtMoments<Name> {
  readonly next: HandlerContext<Name> & { readonly proposed: UnitRef | null }
  readonly brief: HandlerContext<Name> & { readonly unit: UnitRef }
  readonly check: EndOfUnit<Name>
  readonly afterFinish: EndOfUnit<Name> & {
    readonly status: 'completed' | 'failed' | 'cancelled'
    /** Stores the extension's state (null removes it) with the unit, or not at all. `key`: for example `01-02`. */
    set(key: string, value: StateOf<Name> | null): void
  }
}

/** Text for the model, shown as a quote. */
type Added = { readonly context: string }

/** Possible answers; null or undefined changes nothing. */
export interface Answers extends Readonly<Record<Exclude<keyof Moments, 'pre-tool'>, Added>> {
  /** Denies the tool call, or adds text for the model. Cannot allow what the pack refuses. */
  readonly 'pre-tool': { readonly deny: string } | Added
  readonly next: Verdict
  readonly brief: string | readonly string[]
  readonly check: readonly { readonly message: string; readonly path?: string; readonly fix?: string }[]
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler that returns nothing returns void.
  readonly afterFinish: void
}

export type Point = keyof Contexts
// biome-ignore lint/suspicious/noConfusingVoidType: a handler may leave its answer out.
type Answered<P extends Point> = Answers[P] | null | void
/** At `next`, the function `next` asks the inner handlers; a handler without an answer passes on their decision. */
export type Handler<P extends Point, Name = string> = (
  context: Contexts<Name>[P],
  next: () => Promise<Verdict>,
) => Answered<P> | Promise<Answered<P>>

export interface Api<Name = string> {
  /** One handler per point; the manifest declares the points. */
  on<P extends Point>(point: P, handler: Handler<P, Name>): void
}
