// One thing a hook looks at: when, whether it is switched on, and what it says. Checks are pure: what they need from the disk they ask the surroundings for,
// and what they change goes through the handles that they name.
import { SWITCHES, type SwitchKey } from '../artifacts/config/switches.js'
import type { Point } from '../runtimes/hooks.js'
import type { Action } from '../runtimes/terms.js'
import type { ContextAt, Contexts, HookContext } from './event.js'
import type { HandleName, Handles } from './handles.js'
import type { Surroundings } from './surroundings.js'

/** What a check can find. */
interface Findings {
  /** The call must not happen. The text says why and what to do instead. */
  readonly deny: { readonly kind: 'deny'; readonly code: string; readonly text: string }
  /** A person must say whether it happens; where the client cannot ask, it does not. */
  readonly ask: { readonly kind: 'ask'; readonly code: string; readonly text: string }
  /** For the model to read. */
  readonly advice: { readonly kind: 'advice'; readonly text: string }
  /** For the person to read. */
  readonly message: { readonly kind: 'message'; readonly text: string }
  /** The line a client shows below its prompt. */
  readonly line: { readonly kind: 'line'; readonly text: string }
}
export type Deny = Findings['deny']
export type Advice = Findings['advice']
export type Message = Findings['message']

/** What can be found at each moment, and through which handles something can be done: a clock and a memory are to be had at any time. */
interface Moments {
  readonly 'session-start': { readonly finds: 'advice' | 'message'; readonly uses: 'clock' | 'counter' | 'updates' }
  readonly 'session-end': { readonly finds: never; readonly uses: 'clock' | 'counter' | 'usage' }
  readonly 'prompt-submit': {
    readonly finds: 'advice' | 'message'
    readonly uses: 'clock' | 'counter' | 'order'
  }
  readonly 'pre-tool': {
    readonly finds: 'deny' | 'ask' | 'advice' | 'message'
    readonly uses: 'clock' | 'counter'
  }
  readonly 'post-tool': {
    readonly finds: 'advice' | 'message'
    readonly uses: 'clock' | 'counter'
  }
  readonly 'turn-end': { readonly finds: 'advice' | 'message'; readonly uses: 'clock' | 'counter' }
  readonly 'subagent-start': { readonly finds: 'advice'; readonly uses: 'clock' | 'counter' }
  readonly 'subagent-stop': { readonly finds: 'advice' | 'message'; readonly uses: 'clock' | 'counter' | 'usage' }
  readonly 'pre-compact': { readonly finds: 'advice' | 'message'; readonly uses: 'clock' | 'counter' }
  readonly notification: { readonly finds: never; readonly uses: 'clock' | 'counter' }
  readonly 'status-line': { readonly finds: 'line'; readonly uses: 'clock' | 'counter' }
}

/** Moments that have a kind of finding, or a handle. */
type Having<K, In extends 'finds' | 'uses'> = { [P in Point]: K extends Moments[P][In] ? P : never }[Point]

/** Of whichever moment. */
export type Finding = Findings[keyof Findings]
/** A check of several moments finds and uses what each of them has. */
type FindingAt<P extends Point> = Finding &
  { [K in keyof Findings]: [P] extends [Having<K, 'finds'>] ? Findings[K] : never }[keyof Findings]
export type HandleAt<P extends Point> = HandleName &
  { [H in HandleName]: [P] extends [Having<H, 'uses'>] ? H : never }[HandleName]
/** Actions of the tool a check cares for; null: any, also none. Only where the event is about a tool. */
type ActionsAt<P extends Point> = Contexts[P] extends { readonly tools: unknown } ? readonly Action[] | null : null

/** Whether a switch is on, from what the project and the person say; anything but true and false says nothing. */
export function isSwitchedOn(setting: SwitchKey, project: unknown, personal: () => unknown): boolean {
  const { isOn, guard } = SWITCHES[setting]
  if (typeof project === 'boolean' && (guard === null || project === guard.safe)) return project
  const own = personal()
  return typeof own === 'boolean' ? own : isOn
}

/** Whether a project cannot switch off what a setting switches. */
export const isGuarding = (setting: SwitchKey | null): boolean =>
  setting !== null && SWITCHES[setting].guard?.safe === true

interface CheckFacts<P extends Point = Point> {
  readonly id: string
  readonly about: string
  readonly points: readonly P[]
  readonly actions: ActionsAt<P>
  /** What switches it. Null: always on. */
  readonly setting: SwitchKey | null
  /** It has nothing to say outside a project. */
  readonly needsProject: boolean
}

/** What a check finds, in its order. */
type Found<F> = readonly F[] | Promise<readonly F[]>

export interface CheckAt<P extends Point, H extends HandleAt<P> = never> extends CheckFacts<P> {
  /** The handles it is given. */
  readonly uses: { readonly [N in H]: true }
  /** What a guard that nobody switches off finds where it could not judge a call to its end, by a look that cannot fail. */
  readonly unjudged?: (context: ContextAt<P>, around: Surroundings) => FindingAt<P> | null
  readonly run: (context: ContextAt<P>, around: Surroundings, handles: Pick<Handles, H>) => Found<FindingAt<P>>
}

/** What most guards have alike: they look at a call before it is made, in a project, and need nothing but that look. */
export const BEFORE_CALLS = { points: ['pre-tool'], needsProject: true, uses: {} } as const

/** A check as a registry keeps it: of some moments, which are the only ones it is asked at. */
export interface Check extends Omit<CheckFacts, 'actions'> {
  readonly actions: readonly Action[] | null
  readonly uses: Readonly<Partial<Record<HandleName, true>>>
  unjudged?(context: HookContext, around: Surroundings): Finding | null
  run(context: HookContext, around: Surroundings, handles: Handles): Found<Finding>
}
