// Ids of phases and plans: branded strings, compared by the numbering grammar, never by prefix or as plain numbers.
import {
  comparePhaseIds,
  PREFIXED,
  phaseKey,
  phaseNumber,
  projectCodeOf,
  withoutCode,
} from '../artifacts/parts/phase-token.js'
import { once, remembered } from '../std/once.js'

declare const phaseBrand: unique symbol
declare const planBrand: unique symbol

/** Phase id without project code, first integer padded to two digits (`01`, `02.1`, `16c.2`); custom ids as written. */
export type PhaseId = string & { readonly [phaseBrand]: true }
/** Canonical plan id `<phase>-<number>`, both padded (`01-02`, `02.1-01`, `40-02a`). */
export type PlanId = string & { readonly [planBrand]: true }

// Fast path: compiling the Unicode letter sets takes longer than the rest of a small project.
const PLAIN = /^\w[\w.-]*$/
const legal = once(() => /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u)

/** Writes an integer at the start of the token with two digits, or as many as it needs; other text is unchanged. */
const padToken = (text: string): string =>
  text.replace(/^\d+/, (digits) => digits.replace(/^0+(?=\d)/, '').padStart(2, '0'))

/** Parses a phase id as users write it (`1`, `01`, `2.1`, `PROJ-42`, `AUTH`); null if the text is not an id. */
export const parsePhaseId: (text: string) => PhaseId | null = remembered(readPhaseId)

function readPhaseId(text: string): PhaseId | null {
  const trimmed = text.trim().replace(/^phase\s+/i, '')
  if (!(PLAIN.test(trimmed) || legal().test(trimmed)) || trimmed.includes('..')) return null
  const token = withoutCode(trimmed)
  if (phaseNumber(token) !== null) return padToken(token) as PhaseId
  return (PREFIXED.test(trimmed) ? padToken(trimmed) : trimmed) as PhaseId
}

export { comparePhaseIds, phaseKey }

export const samePhase = (a: PhaseId, b: PhaseId): boolean => a === b || phaseKey(a) === phaseKey(b)

/** Whether a text names this phase, in any spelling. */
export function namesPhase(text: string, id: PhaseId): boolean {
  const parsed = parsePhaseId(text)
  return parsed !== null && samePhase(parsed, id)
}

export const isNumericPhase = (id: PhaseId): boolean => phaseNumber(id) !== null

/** Returns the first integer of a numeric phase id, or null. */
export const majorOf = (id: PhaseId): number | null => phaseNumber(id)?.integer ?? null

/** Returns the id for headings and display: unpadded (`2.1`); a custom id is unchanged. */
export const displayPhaseId = (id: PhaseId): string =>
  phaseNumber(id) === null && !PREFIXED.test(id) ? id : id.replace(/^0+(?=\d)/, '')

/** Parses `[CODE-]NN[letter][.d]*-slug`, or a name that begins with an id of `custom` (the longest wins); null for others. */
export function parseDirectoryName(name: string, custom: readonly PhaseId[] = []) {
  const known = customIdIn(name, custom)
  if (known !== undefined) return { id: known, code: null, slug: name.slice(known.length + 1) }
  const code = projectCodeOf(name)
  const rest = code === null ? name : name.slice(code.length + 1)
  const coded = code === null ? undefined : customIdIn(rest, custom)
  if (coded !== undefined) return { id: coded, code, slug: rest.slice(coded.length + 1) }
  const dash = rest.indexOf('-')
  const head = dash < 0 ? rest : rest.slice(0, dash)
  if (phaseNumber(head) === null) return null
  return { id: padToken(head) as PhaseId, code, slug: dash < 0 ? '' : rest.slice(dash + 1) }
}

const customIdIn = (name: string, custom: readonly PhaseId[]): PhaseId | undefined =>
  custom
    .filter((id) => name.toUpperCase() === id.toUpperCase() || name.toUpperCase().startsWith(`${id.toUpperCase()}-`))
    .sort((a, b) => b.length - a.length)[0]

const PLAN_TOKEN = /^\d+[A-Za-z]?(?:\.\d+[A-Za-z]?)*$/

/** Reads the plan id in a file name: phase `home` and the number after it, else the first two numbers, else the stem. */
export function parsePlanStem(stem: string, home?: PhaseId): PlanId {
  if (home !== undefined && /^\d/.test(home) && stem.startsWith(`${home}-`)) {
    const [number] = stem.slice(home.length + 1).split('-')
    if (number !== undefined && PLAN_TOKEN.test(number)) return planIdOf(home, number)
  }
  const tokens = stem.split('-').filter((token) => PLAN_TOKEN.test(token))
  const [phase, plan] = tokens
  if (phase === undefined || plan === undefined) return stem as PlanId
  return `${padToken(phase)}-${padToken(plan)}` as PlanId
}

export const planIdOf = (phase: PhaseId, number: string): PlanId => `${phase}-${padToken(number)}` as PlanId

const stripPlanSuffix = (text: string): string =>
  text
    .trim()
    .replace(/^.*\//, '')
    .replace(/\.md$/i, '')
    .replace(/-?(PLAN|SUMMARY)$/, '')

/** Resolves any spelling of a plan (`02-01`, `01`, `1`, `02-01-slug`, `02-01-PLAN.md`) in a phase; null if empty. */
export function resolvePlanRef(phase: PhaseId, text: string): PlanId | null {
  const stem = stripPlanSuffix(text)
  if (stem === '') return null
  return PLAN_TOKEN.test(stem) && !stem.includes('.') ? planIdOf(phase, stem) : parsePlanStem(stem, phase)
}

/** Parses a plan id argument (`01-02`, `1-2`, `01-02-PLAN.md`, a path); null without a dash, and so without a phase. */
export function parsePlanId(text: string): PlanId | null {
  const stem = stripPlanSuffix(text)
  // Exactly three numbers: milestone, phase, plan.
  const prefixed = /^(\d+-\d{2,})-\d{2,}[a-z]?$/i.exec(stem)?.[1]
  if (prefixed !== undefined) return parsePlanStem(padToken(stem), padToken(prefixed) as PhaseId)
  return stem.includes('-') ? parsePlanStem(stem) : null
}

export function phaseOfPlan(id: PlanId): PhaseId {
  const dash = id.lastIndexOf('-')
  return (dash < 0 ? id : id.slice(0, dash)) as PhaseId
}

/** Returns the phase in the id of a phase or plan. An id with a dash counts as a plan's; null if any other id cannot be a phase's. */
export function phaseOfUnit(unitId: string): PhaseId | null {
  const plan = parsePlanId(unitId)
  return plan === null ? parsePhaseId(unitId) : phaseOfPlan(plan)
}

/** Compares by phase, then by plan number with the same rules. */
export function comparePlanIds(a: PlanId, b: PlanId): number {
  if (a === b) return 0
  const [first, second] = [phaseOfPlan(a), phaseOfPlan(b)]
  const byPhase = first === second ? 0 : comparePhaseIds(first, second)
  if (byPhase !== 0) return byPhase
  return comparePhaseIds(a.slice(a.lastIndexOf('-') + 1), b.slice(b.lastIndexOf('-') + 1))
}

export const samePlan = (a: PlanId, b: PlanId): boolean => comparePlanIds(a, b) === 0

/** Returns a phase id from a document in display spelling; other text is unchanged. */
export function shownPhase(text: string): string {
  const id = parsePhaseId(text)
  return id === null ? text : displayPhaseId(id)
}

/** Returns the number at the start of a directory name; a name without number or slug is unchanged. */
export const idInName = (name: string): string => name.replace(/^(\d+-\d{2,}|\d[\d.]*[A-Za-z]?)-(?!\d+$).*$/, '$1')

/** Returns the date and mark of a quick task's id, for its file names: `260105-k3f` of `260105-k3f-fix-typo`. */
export const quickNumber = (unitId: string): string => unitId.split('-').slice(0, 2).join('-')

/** Derives a mark of three letters and digits from a digest. */
export const quickMark = (digest: string): string =>
  Number.parseInt(digest.slice(0, 8), 16).toString(36).padStart(3, '0').slice(-3)
