// Registers hooks in the client's settings or in a separate file. The text must not change between versions, because
// some clients trust a hook by its text.
import type { Json, JsonObject } from '../../std/json.js'
import { commandLine, type HookCall, type Moment, type Registration, timeLimitAt } from '../hooks.js'
import type { Offer, ValueEdit } from '../offers.js'

const keyOf = ({ point, event }: Moment): string => `hook-${point}-${event.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`

/** `names` suits most clients; `anchored` suits those that search for the pattern within a tool's name. */
const MATCHERS = {
  names: (tools: readonly string[]): string => tools.join('|'),
  anchored: (tools: readonly string[]): string => `^(?:${tools.join('|')})$`,
} as const

/** Registers one item for each moment, at the end of the client's list. */
const listRegistration = (
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
const eventPath = ({ event }: Moment): ValueEdit['path'] => ['hooks', event]

/** Registers groups, each with a matcher and handlers, in the list `hooks.<Event>`. */
export const groupedHooks = (
  files: Offer['files'],
  matcher: keyof typeof MATCHERS,
  handler: (call: HookCall, moment: Moment) => JsonObject,
): Registration =>
  listRegistration(files, eventPath, (call, moment) => {
    const group = { hooks: [{ type: 'command', ...handler(call, moment) }] }
    return moment.tools === null ? group : { matcher: MATCHERS[matcher](moment.tools), ...group }
  })

/** Passes `node` and its arguments separately, so that there is no shell and no quoting. */
export const asArgs = ({ script, runtime }: HookCall): JsonObject => ({ command: 'node', args: [script, runtime] })

/** Adds the time limit to a handler; `second` is the length of a second in the client's unit. */
const withTimeLimit =
  (second: number) =>
  (command: (call: HookCall) => JsonObject) =>
  (call: HookCall, { point }: Moment): JsonObject => ({ ...command(call), timeout: timeLimitAt(point) * second })
export const inSeconds = withTimeLimit(1)
export const inMilliseconds = withTimeLimit(1000)
export const asLine = (call: HookCall): JsonObject => ({ command: commandLine(call) })
/** Passes separate arguments if the path is known; else a command line, in which the shell expands the path. */
export const asArgsOrLine = (call: HookCall): JsonObject => (call.script.startsWith('$') ? asLine(call) : asArgs(call))

/** Registers handlers in the list `hooks.<event>`, in a file with a version number. */
export const flatHooks = (files: Offer['files']): Registration => {
  const { settings } = listRegistration(files, eventPath, (call, { event, point, tools }) => {
    const handler = { command: commandLine(call, event), timeout: timeLimitAt(point) }
    return tools === null ? handler : { ...handler, matcher: MATCHERS.names(tools) }
  })
  const version = { key: 'hooks-version', what: 'set', path: ['version'], value: 1 } as const
  return {
    files: null,
    settings: { files, edits: (moments, call) => [version, ...(settings?.edits(moments, call) ?? [])] },
  }
}

/** Registers everything below the key `gsd`: groups for tool moments, handlers for other moments. */
export const namedHooks = (files: Offer['files']): Registration => ({
  files: null,
  settings: {
    files,
    edits: (moments, call) => {
      const handlerOf = ({ point, event }: Moment): JsonObject => ({
        type: 'command',
        command: commandLine(call, event),
        timeout: timeLimitAt(point),
      })
      const value = Object.fromEntries(
        moments.map((moment): [string, Json] => {
          const isToolMoment = moment.point === 'pre-tool' || moment.point === 'post-tool'
          const matcher = moment.tools === null ? '*' : MATCHERS.names(moment.tools)
          return [moment.event, isToolMoment ? [{ matcher, hooks: [handlerOf(moment)] }] : [handlerOf(moment)]]
        }),
      )
      return [{ key: 'hooks', what: 'set', path: ['gsd'], value }]
    },
  },
})

/** Registers entries of an array of tables, in TOML. */
export const tableHooks = (files: Offer['files']): Registration =>
  listRegistration(
    files,
    () => ['hooks'],
    (call, { event, point, tools }) => ({
      event,
      ...(tools === null ? {} : { matcher: MATCHERS.anchored(tools) }),
      command: commandLine(call),
      timeout: timeLimitAt(point),
    }),
  )

/** Registers hooks in a separate file. In a project they are shell commands, as only a shell may be available. */
export const ownHookFile = (path: string): Registration => ({
  settings: null,
  files: ({ moments, call, scope }) => {
    const handler = (moment: Moment): JsonObject => {
      const limits = {
        timeoutSec: timeLimitAt(moment.point),
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
