// gsd-extension.json, the only file of an extension that is read before it is trusted. Pure.
import { parsedJson } from '../../std/json.js'
import * as s from '../../std/shape.js'
import type { Moments } from './api.js'

/** Session moments for extensions: a subset of those at which clients start the hook program. */
export const MOMENTS = [
  'session-start',
  'prompt-submit',
  'pre-tool',
  'post-tool',
  'turn-end',
  'subagent-stop',
  'pre-compact',
] as const satisfies readonly (keyof Moments)[]

const POINTS = ['next', 'brief', 'check', 'afterFinish', ...MOMENTS] as const
export type Point = (typeof POINTS)[number]

export const isMoment = (point: string): boolean => (MOMENTS as readonly string[]).includes(point)
/** Points where `onError` may be `hold`. */
const HOLDING: readonly string[] = ['next', 'check', 'afterFinish', 'pre-tool']

export const MANIFEST = 'gsd-extension.json'
const MOST_ROUNDS = 5

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly about: string
  /** ESM file in the folder. */
  readonly entry: string
  readonly points: readonly Point[]
  /** The lowest runs first and wraps the others at `next`. */
  readonly priority: number
  /** Points where a failing handler blocks; elsewhere it is skipped. */
  readonly holdsAt: readonly Point[]
  /** Unit types it may dispatch. */
  readonly units: Readonly<Record<string, { readonly about: string; readonly rounds: number }>>
  /** Schema of its state; null if it keeps none. */
  readonly state: s.Shape | null
}

const isName = (name: string): boolean => /^[a-z][a-z0-9-]{1,39}$/.test(name)

const SHAPE = s.record({
  manifest: s.int('Always 1'),
  name: s.text(),
  version: s.text(),
  about: s.text(),
  entry: s.text(),
  points: s.listOf(s.oneOf(POINTS)),
  priority: s.maybe(s.int()),
  onError: s.maybe(s.mapOf(s.oneOf(['skip', 'hold']))),
  units: s.maybe(s.mapOf(s.record({ about: s.text(), rounds: s.maybe(s.int()) }))),
  state: s.maybe(s.any() as s.Shape<s.Shape>),
})
type Written = s.Infer<typeof SHAPE>

/** Throws an error that names the fault. */
export function readManifest(source: string, folder: string): Manifest {
  const value = parsedJson(source.replace(/^\ufeff/, ''))
  if (value === undefined) throw new Error('it is not valid JSON')
  const [wrong] = s.mismatches(SHAPE as s.Shape, value)
  if (wrong !== undefined)
    throw new Error(`${wrong.at || 'the document'}: expected ${wrong.expected}, received ${wrong.received}`)
  const given = value as Written
  const { name, version, about, entry, points, priority = 500, units = {}, state = null, onError = {} } = given
  const expected = firstFault(given, folder, priority, state)
  if (expected !== undefined) throw new Error(expected)
  return {
    name,
    version,
    about: about.slice(0, 200),
    entry,
    points,
    priority,
    holdsAt: points.filter((point) => onError[point] === 'hold'),
    units: Object.fromEntries(
      Object.entries(units).map(([type, { about: what, rounds = MOST_ROUNDS }]) => [
        type,
        { about: what.slice(0, 200), rounds: Math.max(1, Math.min(rounds, MOST_ROUNDS)) },
      ]),
    ),
    state,
  }
}

function firstFault(
  { manifest, name, version, entry, points, onError = {}, units = {} }: Written,
  folder: string,
  priority: number,
  state: s.Shape | null,
): string | undefined {
  const isHeld = (point: string) => HOLDING.includes(point) && (points as readonly string[]).includes(point)
  const faults: readonly (readonly [boolean, string])[] = [
    [manifest !== 1, 'manifest: expected 1'],
    [
      !isName(name) || name !== folder,
      `name: expected ${folder}, the folder's name in lower case letters, digits, dashes`,
    ],
    [!/^\d+\.\d+\.\d+$/.test(version), 'version: expected three numbers'],
    [!/^[\w-]+(?:\/[\w-]+)*\.m?js$/.test(entry), 'entry: expected a .js or .mjs file in the folder'],
    [priority < 0 || priority > 999, 'priority: expected 0 to 999'],
    [!Object.keys(onError).every(isHeld), `onError: expected points of the manifest among ${HOLDING.join(', ')}`],
    [!Object.keys(units).every(isName), 'units: expected names of lower case letters, digits and dashes'],
    [state !== null && state?.type !== 'object', 'state: expected a schema of type object'],
  ]
  return faults.find(([isWrong]) => isWrong)?.[1]
}
