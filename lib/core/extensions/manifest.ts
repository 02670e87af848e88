// gsd-extension.json: the one file of an extension that is read before anybody agreed to it. Pure.
import { parsedJson } from '../../std/json.js'
import * as s from '../../std/shape.js'
import type { Moments } from './api.js'

/** Moments of a session at which extensions are heard: some of those at which clients start the hook program. */
export const MOMENTS = [
  'session-start',
  'prompt-submit',
  'pre-tool',
  'post-tool',
  'turn-end',
  'subagent-stop',
  'pre-compact',
] as const satisfies readonly (keyof Moments)[]

/** Where a handler may stand: in the order in which a unit meets them, and in that of a session. */
export const POINTS = ['derive', 'next', 'beforeClaim', 'brief', 'check', 'afterFinish', ...MOMENTS] as const
export type Point = (typeof POINTS)[number]

export const isMoment = (point: string): boolean => (MOMENTS as readonly string[]).includes(point)
/** Where a failure can hold something. */
const holds = (point: string): boolean => point !== 'brief' && (!isMoment(point) || point === 'pre-tool')

/** What its handlers may do beside answering; at `next` and at moments of a session, where all stand in one process, nobody may. `read`: files of the project · `run`: start programs, which may do whatever the person may. */
const GRANTS = ['read', 'run'] as const
export type Grant = (typeof GRANTS)[number]

export const MANIFEST = 'gsd-extension.json'

/** More rounds of one unit than this are never given; an extension may ask for fewer. */
const MOST_ROUNDS = 5
const MOST_MS = 5000

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly about: string
  /** ESM file in the folder. */
  readonly entry: string
  readonly points: readonly Point[]
  /** Less runs first, and stands outermost around `next`. */
  readonly priority: number
  /** Where nothing goes on when its handler fails; elsewhere it is left out then. */
  readonly holdsAt: readonly Point[]
  /** Unit types it may have done. */
  readonly units: Readonly<Record<string, { readonly about: string; readonly rounds: number }>>
  readonly grants: readonly Grant[]
  /** What its state looks like; null: it has none. */
  readonly state: s.Shape | null
  /** For one handler, without the time it waits for others. */
  readonly milliseconds: number
}

export const isExtensionName = (name: string): boolean => /^[a-z][a-z0-9-]{1,39}$/.test(name)

const SHAPE = s.record({
  manifest: s.int('Always 1'),
  name: s.text('Name of the folder'),
  version: s.text(),
  about: s.text('One line'),
  entry: s.text('ESM file in the folder'),
  points: s.listOf(s.oneOf(POINTS)),
  priority: s.maybe(s.int('0 to 999; 500 where it is left out')),
  onError: s.maybe(s.mapOf(s.oneOf(['skip', 'hold']), 'By point; skip where it is left out')),
  units: s.maybe(s.mapOf(s.record({ about: s.text(), rounds: s.maybe(s.int('At most 5')) }))),
  grants: s.maybe(s.listOf(s.oneOf(GRANTS))),
  state: s.maybe(s.any('JSON Schema') as s.Shape<s.Shape>),
  limits: s.maybe(s.record({ milliseconds: s.maybe(s.int()) })),
})

type Read = { readonly manifest: Manifest } | { readonly problem: string }

export function readManifest(source: string, folder: string): Read {
  const value = parsedJson(source.replace(/^\ufeff/, ''))
  if (value === undefined) return { problem: 'it is no JSON' }
  const [wrong] = s.mismatches(SHAPE as s.Shape, value)
  if (wrong !== undefined)
    return { problem: `${wrong.at || 'the document'}: expected ${wrong.expected}, received ${wrong.received}` }
  const given = value as s.Infer<typeof SHAPE>
  const { priority = 500, units = {}, limits = {}, state = null, grants = [], onError = {} } = given
  const problem =
    given.manifest !== 1
      ? 'manifest: expected 1'
      : !isExtensionName(given.name) || given.name !== folder
        ? `name: expected ${folder}, lower case letters, digits and dashes, as the folder is called`
        : !/^\d+\.\d+\.\d+$/.test(given.version)
          ? 'version: expected three numbers'
          : !/^[\w-]+(?:\/[\w-]+)*\.m?js$/.test(given.entry)
            ? 'entry: expected a file of the folder that ends in .js or .mjs'
            : priority < 0 || priority > 999
              ? 'priority: expected 0 to 999'
              : Object.keys(onError).some((point) => !holds(point) || !given.points.includes(point as Point))
                ? 'onError: expected points that the manifest names; of a brief and of moments of a session, pre-tool alone holds anything'
                : Object.keys(units).some((type) => !isExtensionName(type))
                  ? 'units: expected names of lower case letters, digits and dashes'
                  : state !== null && (typeof state !== 'object' || state.type !== 'object')
                    ? 'state: expected a schema of type object'
                    : null
  if (problem !== null) return { problem }
  return {
    manifest: {
      name: given.name,
      version: given.version,
      about: given.about.slice(0, 200),
      entry: given.entry,
      points: given.points,
      priority,
      holdsAt: given.points.filter((point) => onError[point] === 'hold'),
      units: Object.fromEntries(
        Object.entries(units).map(([type, { about, rounds = MOST_ROUNDS }]) => [
          type,
          { about: about.slice(0, 200), rounds: Math.max(1, Math.min(rounds, MOST_ROUNDS)) },
        ]),
      ),
      grants,
      state,
      milliseconds: within(limits.milliseconds ?? 1000, MOST_MS),
    },
  }
}

const within = (value: number, most: number): number => Math.max(16, Math.min(value, most))
