// Registrations of hooks: list items in settings, or separate files. Pure and stable over versions: some clients trust
// a hook by its text.
import type { Json, JsonObject } from '../../std/json.js'
import { commandLine, type HookCall, type Moment, type Registration, secondsAt } from '../hooks.js'
import type { Offer, ValueEdit } from '../offers.js'

const keyOf = ({ point, event }: Moment): string => `hook-${point}-${event.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`

/** `a|b`, as most clients match tool names; `anchored`, for clients that search the pattern within the name. */
const MATCHERS = {
  names: (tools: readonly string[]): string => tools.join('|'),
  anchored: (tools: readonly string[]): string => `^(?:${tools.join('|')})$`,
} as const

/** One item per moment, at the end of the client's list. */
const listed = (
  files: Offer['files'],
  listOf: (moment: Moment) => ValueEdit['path'],
  itemOf: (call: HookCall, moment: Moment) => Json,
): Registration => ({
  files: null,
  settings: {
    files,
    edits: (moments, call) =>
      moments.map((moment) => ({ key: keyOf(moment), what: 'add', path: listOf(moment), value: itemOf(call, moment) })),
  },
})
const ofItsEvent = ({ event }: Moment): ValueEdit['path'] => ['hooks', event]

/** `hooks.<Event>[]` of groups with a matcher and handlers. */
export const groupedHooks = (
  files: Offer['files'],
  matcher: keyof typeof MATCHERS,
  handler: (call: HookCall, moment: Moment) => JsonObject,
): Registration =>
  listed(files, ofItsEvent, (call, moment) => {
    const group = { hooks: [{ type: 'command', ...handler(call, moment) }] }
    return moment.tools === null ? group : { matcher: MATCHERS[matcher](moment.tools), ...group }
  })

/** `node` and its arguments separately: no shell, no quoting. */
export const asWords = ({ script, runtime }: HookCall): JsonObject => ({
  command: 'node',
  args: [script, runtime],
})

/** `second`: in units of the client's time limits. */
const limited =
  (second: number) =>
  (command: (call: HookCall) => JsonObject) =>
  (call: HookCall, { point }: Moment): JsonObject => ({ ...command(call), timeout: secondsAt(point) * second })
export const inSeconds = limited(1)
export const inMilliseconds = limited(1000)
export const asLine = (call: HookCall): JsonObject => ({ command: commandLine(call) })
/** Separate arguments if the path is known; else a command line whose shell expands the project's folder. */
export const asWordsOrLine = (call: HookCall): JsonObject =>
  call.script.startsWith('$') ? asLine(call) : asWords(call)

/** `hooks.<event>[]` of handlers, in a file with a version. */
export const flatHooks = (files: Offer['files']): Registration => {
  const { settings } = listed(files, ofItsEvent, (call, { event, point, tools }) => {
    const handler = { command: commandLine(call, event), timeout: secondsAt(point) }
    return tools === null ? handler : { ...handler, matcher: MATCHERS.names(tools) }
  })
  const version = { key: 'hooks-version', what: 'set', path: ['version'], value: 1 } as const
  return {
    files: null,
    settings: { files, edits: (moments, call) => [version, ...(settings?.edits(moments, call) ?? [])] },
  }
}

/** One key of ours with everything: groups for tool moments, handlers for the others. */
export const namedHooks = (files: Offer['files']): Registration => ({
  files: null,
  settings: {
    files,
    edits: (moments, call) => {
      const handlerOf = ({ point, event }: Moment): JsonObject => ({
        type: 'command',
        command: commandLine(call, event),
        timeout: secondsAt(point),
      })
      const value = Object.fromEntries(
        moments.map((moment): [string, Json] => {
          const isOfTools = moment.point === 'pre-tool' || moment.point === 'post-tool'
          const matcher = moment.tools === null ? '*' : MATCHERS.names(moment.tools)
          return [moment.event, isOfTools ? [{ matcher, hooks: [handlerOf(moment)] }] : [handlerOf(moment)]]
        }),
      )
      return [{ key: 'hooks', what: 'set', path: ['gsd'], value }]
    },
  },
})

/** Entries of an array of tables, in TOML. */
export const tableHooks = (files: Offer['files']): Registration =>
  listed(
    files,
    () => ['hooks'],
    (call, { event, point, tools }) => ({
      event,
      ...(tools === null ? {} : { matcher: MATCHERS.anchored(tools) }),
      command: commandLine(call),
      timeout: secondsAt(point),
    }),
  )

/** A separate file in a folder of hooks. In a project only a shell may be available. */
export const ownHookFile = (path: string): Registration => ({
  settings: null,
  files: ({ moments, call, scope }) => {
    const handler = (moment: Moment): JsonObject => {
      const limits = {
        timeoutSec: secondsAt(moment.point),
        ...(moment.tools === null ? {} : { matcher: MATCHERS.names(moment.tools) }),
      }
      const line = commandLine(call, moment.event)
      return scope === 'global'
        ? { type: 'command', exec: 'node', args: [call.script, call.runtime, moment.event], ...limits }
        : { type: 'command', bash: `${line} || true`, powershell: `${line}; exit 0`, ...limits }
    }
    const hooks = Object.fromEntries(moments.map((moment) => [moment.event, [handler(moment)]]))
    return [{ path, text: `${JSON.stringify({ version: 1, hooks }, null, 2)}\n` }]
  },
})
