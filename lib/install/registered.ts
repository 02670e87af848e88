// The hooks to register with a client: its events, and the tools that the checks need.
import { knownChecks } from '../hooks/checks/all.js'
import {
  commandLine,
  type HookCall,
  type HookRequest,
  type HookRow,
  type Moment,
  POINTS,
  type Point,
} from '../runtimes/hooks.js'
import type { Edit, Offer, OfferFacts } from '../runtimes/offers.js'
import type { Runtime } from '../runtimes/runtime.js'
import type { Action, EmittedFile, Scope } from '../runtimes/terms.js'

/** Moments that are not session events, so they are not registered with the other hooks. */
const REGISTERED_ELSEWHERE: readonly Point[] = ['status-line']

/** Actions that the checks of a moment need; null for all actions, and for a moment without checks. */
function actionsAt(point: Point): readonly Action[] | null {
  const due = knownChecks().filter(({ points }) => points.includes(point))
  if (due.length === 0 || due.some(({ actions }) => actions === null)) return null
  return [...new Set(due.flatMap(({ actions }) => actions ?? []))]
}

/** The moments in the client's terms, in a stable order, because some clients trust a hook by its position. */
export function momentsOf({ events, tools }: HookRow): readonly Moment[] {
  return POINTS.filter((point) => !REGISTERED_ELSEWHERE.includes(point)).flatMap((point) => {
    const actions = actionsAt(point)
    const names = actions === null ? null : Object.keys(tools).filter((name) => actions.includes(tools[name] as Action))
    return (events[point] ?? []).map((event): Moment => ({ point, event, tools: names }))
  })
}

export const HOOK_PROGRAM = 'gsd-hook.cjs'
/** Key of the edit that sets our status line. */
export const STATUS_LINE = 'status-line'

const hookCallOf = (row: Runtime, hooks: HookRow, { payload }: OfferFacts, scope: Scope): HookCall => {
  const from = scope === 'local' && hooks.projectVariable !== null ? `${hooks.projectVariable}/` : ''
  return { runtime: row.id, script: `${from}${payload}/bin/${HOOK_PROGRAM}` }
}

/** The edits of settings that a row offers, including hooks and status line. */
export function offersOf(row: Runtime, scope: Scope): readonly Offer[] {
  const { hooks, offers } = row
  if (hooks?.settings == null) return offers
  const { files, edits } = hooks.settings
  const registered: Offer = {
    name: 'hooks',
    files,
    edits: (facts) => edits(momentsOf(hooks), hookCallOf(row, hooks, facts, scope)),
  }
  return [...offers, registered, ...statusLine(row, hooks, scope)]
}

/** The offer of our status line; none in local scope. */
function statusLine(row: Runtime, hooks: HookRow, scope: Scope): readonly Offer[] {
  const [name] = hooks.events['status-line'] ?? []
  if (name === undefined || hooks.settings === null || scope === 'local') return []
  const edits = (facts: OfferFacts): readonly Edit[] => {
    const { script, runtime } = hookCallOf(row, hooks, facts, scope)
    const value = { type: 'command', command: commandLine({ script, runtime }, name) }
    return [{ key: STATUS_LINE, what: 'set', path: ['statusLine'], value }]
  }
  return [{ name: 'statusline', files: hooks.settings.files, edits }]
}

/** Files below the row's root that register the hooks. */
export const hookFiles = (
  row: Runtime,
  facts: OfferFacts,
  { scope, source }: Pick<HookRequest, 'scope' | 'source'>,
): readonly EmittedFile[] =>
  row.hooks?.files == null
    ? []
    : row.hooks.files({ moments: momentsOf(row.hooks), call: hookCallOf(row, row.hooks, facts, scope), scope, source })

/** Whether the client also runs hooks registered for another installed client. */
export const runsHooksOfAnother = ({ id, hooks }: Runtime, others: readonly string[], scope: Scope): boolean =>
  hooks?.inheritedFrom.some(({ root, scopes }) => root !== id && scopes.includes(scope) && others.includes(root)) ??
  false
