// The types of `gsd-pack/extension`, for authors of extensions. Published as it is, so it imports nothing.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
interface Fields {
  readonly [key: string]: Json
}

/**
 * State by the name of the extension. An extension adds its own by declaration merging:
 * `declare module 'gsd-pack/extension' { interface StateExtensions { 'review-loop': { cycle: number } } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by those who use it.
export interface StateExtensions {}
type StateOf<Name> = Name extends keyof StateExtensions ? StateExtensions[Name] : Fields

/** A unit of work: the core's (`execute-plan`, `01-02`) or an extension's (`extension`, `<name>.<type>.<key>`). */
export interface UnitRef {
  readonly unitType: string
  readonly unitId: string
}

/** What every handler is told; it is frozen. */
export interface Told<Name = string> {
  readonly extension: Name
  /** ISO 8601. */
  readonly now: string
  /** Where the project is, as `gsd-tools state derive` says. */
  readonly state: Fields
  /** What this extension keeps: of the milestone, and by id of the active phase and its plans. */
  readonly own: {
    readonly milestone: StateOf<Name> | null
    readonly phases: Readonly<Record<string, StateOf<Name>>>
    readonly plans: Readonly<Record<string, StateOf<Name>>>
  }
  /** Plans of the active phase, and of the one the unit belongs to. */
  readonly plans: readonly { readonly id: string; readonly path: string }[]
  /** `extensions.options.<name>` of the settings. */
  readonly options: Json
  /** Finished rounds of its units, by `<type>.<key>`. */
  readonly rounds: Readonly<Record<string, number>>
}

export type Verdict =
  /** What stands further in. */
  | { readonly kind: 'default' }
  /** A unit of the manifest, with what is to be done. `key`: letters, digits, dot, dash, underscore. */
  | { readonly kind: 'dispatch'; readonly unit: { readonly type: string; readonly key: string; readonly task: string } }
  /** Nothing is begun; `resume` says how it goes on. */
  | { readonly kind: 'hold'; readonly reason: string; readonly resume: string }

/** Of an extension's own unit: which of whom. */
export interface OwnUnit {
  readonly extension: string
  readonly type: string
  readonly key: string
}
interface EndOfUnit<Name> extends Told<Name> {
  readonly unit: UnitRef & { readonly own: OwnUnit | null }
  /** Files it hands in, with the front matter of each. */
  readonly artifacts: readonly { readonly path: string; readonly frontMatter: Fields }[]
}

/** One call of a tool by the model. */
export interface ToolUse<Action = string> {
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
  /** Of a list of tasks: the one in progress. */
  readonly task: string | null
}

/** One that was done. */
export interface ToolResult<Action = string> extends ToolUse<Action> {
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

/** What is known at each moment of a session. */
export interface Moments<Action = string> {
  readonly 'session-start': object
  readonly 'prompt-submit': Acted & { readonly prompt: string }
  readonly 'pre-tool': Acted & { readonly tools: readonly ToolUse<Action>[] }
  readonly 'post-tool': Acted & Recorded & Metered & { readonly tools: readonly ToolResult<Action>[] }
  readonly 'turn-end': Recorded & Metered
  readonly 'subagent-stop': Recorded & Metered
  readonly 'pre-compact': Recorded & Metered
}

/** What every handler at a moment of a session is told; it is frozen, and nothing is derived for it. */
interface ToldAtMoment<Name> extends Pick<Told<Name>, 'extension' | 'now' | 'options'> {
  readonly session: string | null
  /** Absolute. */
  readonly cwd: string
}
type AtMoments<Name> = { readonly [M in keyof Moments]: ToldAtMoment<Name> & Moments[M] }

/** What a handler of each point is told. */
export interface Contexts<Name = string> extends AtMoments<Name> {
  readonly next: Told<Name> & { readonly proposed: UnitRef | null }
  readonly brief: Told<Name> & { readonly unit: UnitRef }
  readonly check: EndOfUnit<Name>
  readonly afterFinish: EndOfUnit<Name> & {
    readonly status: 'completed' | 'failed' | 'cancelled'
    /** Keeps state of its own (null: none any more). `id` of the milestone is empty. All of a handler's changes are written with the unit, or none. */
    set(scope: 'milestone' | 'phase' | 'plan', id: string, value: StateOf<Name> | null): void
  }
}

/** For the model, as a quote. */
interface Added {
  readonly context: string
}

/** What it may answer; what it answers nothing to stays as it is. */
export interface Answers {
  readonly 'session-start': Added
  readonly 'prompt-submit': Added
  /** The call does not happen, or a person is asked first; where the client cannot ask, it does not happen. Nothing lets a call happen that the pack refuses. */
  readonly 'pre-tool': { readonly deny: string } | { readonly ask: string } | Added
  readonly 'post-tool': Added
  readonly 'turn-end': Added
  readonly 'subagent-stop': Added
  readonly 'pre-compact': Added

  readonly next: Verdict
  readonly brief: string | readonly string[]
  readonly check: readonly { readonly message: string; readonly path?: string; readonly fix?: string }[]
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler that returns nothing returns void.
  readonly afterFinish: void
}

export type Point = keyof Contexts
// biome-ignore lint/suspicious/noConfusingVoidType: a handler may leave its answer out.
type Answered<P extends Point> = Answers[P] | null | void
/** `next` asks those further in; a handler of `next` that answers nothing passes on what they decide. */
export type Handler<P extends Point, Name = string> = (
  context: Contexts<Name>[P],
  next: () => Promise<Verdict>,
) => Answered<P> | Promise<Answered<P>>

export interface Api<Name = string> {
  /** One handler a point; the manifest declares the points. */
  on<P extends Point>(point: P, handler: Handler<P, Name>): void
}
