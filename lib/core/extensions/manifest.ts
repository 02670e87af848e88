// gsd-extension.json, the only file of an extension that is interpreted before the extension is trusted. Pure.
import { parsedJson } from '../../std/json.js'
import * as s from '../../std/shape.js'
import type { Moments } from './api.js'

/** Session moments for extensions: some of the moments at which clients start the hook program. */
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
/** Points that `onError` may name. */
const ERROR_POINTS: readonly string[] = ['next', 'check', 'afterFinish', 'pre-tool']

export const MANIFEST = 'gsd-extension.json'

/** `priority` and `rounds` occur in older manifests and are ignored. */
const SHAPE = s.record({
  manifest: s.int('Always 1'),
  name: s.text(),
  version: s.text(),
  about: s.text(),
  entry: s.text('ESM file in the folder'),
  points: s.listOf(s.oneOf(POINTS)),
  onError: s.maybe(s.mapOf(s.oneOf(['skip', 'hold']))),
  units: s.maybe(s.mapOf(s.record({ about: s.text(), rounds: s.maybe(s.any()) }))),
  priority: s.maybe(s.any()),
  state: s.maybe(s.any() as s.Shape<s.Shape>),
})
export type Manifest = s.Infer<typeof SHAPE>

const isName = (name: string): boolean => /^[a-z][a-z0-9-]{1,39}$/.test(name)

export function readManifest(source: string, folder: string): Manifest {
  const value = parsedJson(source.replace(/^\ufeff/, ''))
  if (value === undefined) throw new Error('it is not valid JSON')
  const [wrong] = s.mismatches(SHAPE as s.Shape, value)
  if (wrong !== undefined)
    throw new Error(`${wrong.at || 'the document'}: expected ${wrong.expected}, received ${wrong.received}`)
  const manifest = value as Manifest
  const problem = manifestProblem(manifest, folder)
  if (problem !== null) throw new Error(problem)
  return { ...manifest, about: manifest.about.slice(0, 200) }
}

function manifestProblem({ manifest, name, entry, points, onError = {}, units = {}, state }: Manifest, folder: string) {
  const isValid = (point: string) => ERROR_POINTS.includes(point) && points.some((declared) => declared === point)
  if (manifest !== 1) return 'manifest: expected 1'
  if (!isName(name) || name !== folder)
    return `name: expected ${folder}, the folder's name, in lower case letters, digits and dashes`
  if (!/^[\w-]+(?:\/[\w-]+)*\.m?js$/.test(entry)) return 'entry: expected a .js or .mjs file in the folder'
  if (!Object.keys(onError).every(isValid)) return `onError: expected declared points among ${ERROR_POINTS.join(', ')}`
  if (!Object.keys(units).every(isName)) return 'units: expected names of lower case letters, digits and dashes'
  return state !== undefined && state.type !== 'object' ? 'state: expected a schema of type object' : null
}
