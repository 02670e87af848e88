// What files say about the numbers of phases and plans, in their names and fields, under the new numbers.
import type { PhaseRenames } from '../../artifacts/roadmap/phase-renames.js'
import { isFrontList, isFrontMap, type readFrontMatter } from '../../markdown/frontmatter.js'
import type { FrontInput } from '../../markdown/frontmatter-edit.js'
import { objectIn } from '../../std/json.js'
import { same } from '../../std/same.js'
import type { PhaseId } from '../ids.js'

/** `05-01-PLAN.md` is named after its phase, `notes.md` is not. */
export function renamedFile(path: string, renames: PhaseRenames, from: PhaseId, to: PhaseId): string {
  const slash = path.lastIndexOf('/') + 1
  const name = path.slice(slash)
  if (name.startsWith(`${from}-`) || name.startsWith(`${from}.`))
    return path.slice(0, slash) + to + name.slice(from.length)
  const found = /^((?:[A-Z][A-Z0-9_]*-)?\d+[A-Za-z]?(?:\.\d+)*)(?=-|\.md$)/.exec(name)
  const next = found === null ? null : renames.id(found[0], 2)
  return next == null || found === null ? path : path.slice(0, slash) + next + name.slice(found[0].length)
}

/** The plan that a record of checks names. */
export function planIn(text: string): string | null {
  const plan = objectIn(text)?.['plan']
  return typeof plan === 'string' ? plan : null
}

type Data = ReturnType<typeof readFrontMatter>['data']
type Value = Data[string]

/** The keys that name phases and plans, and nothing else: words of people stay. */
export function frontChanges(data: Data, renames: PhaseRenames): Record<string, FrontInput> {
  const changes: Record<string, FrontInput> = {}
  for (const [key, change] of Object.entries(FIELDS)) {
    const value = data[key]
    if (value === undefined) continue
    const next = change(value, renames)
    if (!same(next, value)) changes[key] = next as FrontInput
  }
  return changes
}

const phaseValue = (value: Value, renames: PhaseRenames): Value => {
  if (typeof value !== 'string') return value
  const next = renames.phaseWord(value)
  return next === undefined ? value : (next ?? `removed ${value}`)
}

const planValue = (value: Value, renames: PhaseRenames): Value =>
  typeof value === 'string' ? (renames.planWord(value) ?? value) : value

/** References to plans; one whose phase goes is left out. */
const planList = (value: Value, renames: PhaseRenames): Value => {
  if (!isFrontList(value)) return planValue(value, renames)
  return value.flatMap((item): readonly Value[] => {
    if (typeof item !== 'string') return [item]
    const plan = renames.planWord(item)
    const next = plan === undefined && /^\d.*-.*[a-z]/i.test(item) ? renames.phaseWord(item) : plan
    return next === null ? [] : [next ?? item]
  })
}

const mapsIn = (value: Value, change: (map: Data) => Data): Value =>
  isFrontList(value) ? value.map((item) => (isFrontMap(item) ? change(item) : item)) : value

const withKeys = (map: Data, keys: Readonly<Record<string, (value: Value) => Value>>): Data =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, keys[key]?.(value) ?? value]))

const FIELDS: Readonly<Record<string, (value: Value, renames: PhaseRenames) => Value>> = {
  phase: phaseValue,
  plan: planValue,
  plan_id: planValue,
  depends_on: planList,
  source: planList,
  requires: (value, renames) =>
    mapsIn(value, (map) =>
      withKeys(map, { phase: (word) => (typeof word === 'string' ? (renames.phaseWord(word) ?? word) : word) }),
    ),
  replans: (value, renames) =>
    mapsIn(value, (map) =>
      withKeys(map, {
        key: (word) => planValue(word, renames),
        source: (word) => planValue(word, renames),
        plans_changed: (list) => planList(list, renames),
      }),
    ),
}
