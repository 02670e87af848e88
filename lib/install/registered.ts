// The hooks registered with a client: its events, with the tools that checks need.
import { knownChecks } from '../hooks/checks/all.js'
import {
  commandLine,
  type HookCall,
  type HookOrder,
  type HookRow,
  type Moment,
  POINTS,
  type Point,
} from '../runtimes/hooks.js'
import type { Edit, Offer, OfferFacts } from '../runtimes/offers.js'
import type { Runtime } from '../runtimes/runtime.js'
import type { Action, EmittedFile, Scope } from '../runtimes/terms.js'

/** Moments that are not session events: they are registered elsewhere. */
const APART: readonly Point[] = ['status-line']

/** Actions that the checks of a moment need; null for every tool, or a moment without tools. */
function caredAt(point: Point): readonly Action[] | null {
  const due = knownChecks().filter(({ points }) => points.includes(point))
  if (due.length === 0 || due.some(({ actions }) => actions === null)) return null
  return [...new Set(due.flatMap(({ actions }) => actions ?? []))]
}

/** In the client's terms, in a stable order: some clients trust a hook by its position. */
export function momentsOf({ events, tools }: HookRow): readonly Moment[] {
  return POINTS.filter((point) => !APART.includes(point)).flatMap((point) => {
    const cared = caredAt(point)
    const names = cared === null ? null : Object.keys(tools).filter((name) => cared.includes(tools[name] as Action))
    return (events[point] ?? []).map((event): Moment => ({ point, event, tools: names }))
  })
}

export const HOOK_PROGRAM = 'gsd-hook.cjs'
/** Key of the edit. */
export const STATUS_LINE = 'status-line'

const callOf = (row: Runtime, hooks: HookRow, { payload }: OfferFacts, scope: Scope): HookCall => {
  const from = scope === 'local' && hooks.project !== null ? `${hooks.project}/` : ''
  return { runtime: row.id, script: `${from}${payload}/bin/${HOOK_PROGRAM}` }
}

/** The edits a row offers for its settings, with hooks and status line. */
export function offersOf(row: Runtime, scope: Scope): readonly Offer[] {
  const { hooks, offers } = row
  if (hooks?.settings == null) return offers
  const { files, edits } = hooks.settings
  const registered: Offer = {
    name: 'hooks',
    files,
    edits: (facts) => edits(momentsOf(hooks), callOf(row, hooks, facts, scope)),
  }
  return [...offers, registered, ...statusLine(row, hooks, scope)]
}

/** The user's own status line stays. A project's settings are shared, so they get none. */
function statusLine(row: Runtime, hooks: HookRow, scope: Scope): readonly Offer[] {
  const [name] = hooks.events['status-line'] ?? []
  if (name === undefined || hooks.settings === null || scope === 'local') return []
  const edits = (facts: OfferFacts): readonly Edit[] => {
    const { script, runtime } = callOf(row, hooks, facts, scope)
    const value = { type: 'command', command: commandLine({ script, runtime }, name) }
    return [{ key: STATUS_LINE, what: 'set', path: ['statusLine'], value }]
  }
  return [{ name: 'statusline', files: hooks.settings.files, edits }]
}

/** Registration files below the row's root. */
export const hookFiles = (
  row: Runtime,
  facts: OfferFacts,
  { scope, source }: Pick<HookOrder, 'scope' | 'source'>,
): readonly EmittedFile[] =>
  row.hooks?.files == null
    ? []
    : row.hooks.files({ moments: momentsOf(row.hooks), call: callOf(row, row.hooks, facts, scope), scope, source })

/** Whether the client also runs hooks registered for another installed client. */
export const hearsAnother = ({ id, hooks }: Runtime, others: readonly string[], scope: Scope): boolean =>
  hooks?.heard.some(({ root, scopes }) => root !== id && scopes.includes(scope) && others.includes(root)) ?? false
