// health: all problems of a planning tree with file, line and fix; repairs by code.
import { type Derivation, derive } from '../../core/derivation/derive.js'
import { FACT_READS } from '../../core/derivation/facts.js'
import { arg, verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import { Staging } from '../../core/writing/staging.js'
import type { Code } from '../../errors.js'
import { grouped } from '../../std/grouped.js'
import { int, listOf, maybe, oneOf, record, text } from '../../std/shape.js'
import { splitList } from '../arguments.js'
import { type Finding, findingsShape } from '../findings.js'
import type { Cause, CauseFinding, Level } from './cause.js'
import { FILE_CAUSES, JUDGED } from './file-causes.js'
import { PHASE_CAUSES } from './phase-causes.js'

/** In order of repair: files that others are derived from come first. */
const CAUSES: readonly Cause[] = [...FILE_CAUSES, ...PHASE_CAUSES]
const REPAIRABLE = CAUSES.flatMap(({ code, repair }) => (repair === undefined ? [] : [code]))

const STATUSES = ['healthy', 'degraded', 'broken'] as const
const REPAIRED = record({ action: text(), detail: text() })
const HEALTH_READS = [...new Set([...FACT_READS, 'project', 'requirements', 'state', 'claim'] as const)]

export const health = verb('health', {
  about: 'Faults of the planning tree, with fixes and repairs by name',
  args: {
    repair: arg.list('Codes of findings to repair; undo reverts it', { greedy: true }),
  },
  result: record({
    status: oneOf(STATUSES, 'broken: an error blocks work; degraded: warnings only'),
    errors: findingsShape,
    warnings: findingsShape,
    info: findingsShape,
    repairable_count: int(),
    repairs_performed: maybe(listOf(REPAIRED)),
  }),
  reads: [...HEALTH_READS, 'journal'],
  needs: ['pack'],
  writes: [...JUDGED, 'config', 'order', 'other'],
  onlyLooks: ({ repair }) => repair.length === 0,
  run({ view }, { repair }) {
    const wanted = splitList(repair)
    if (wanted.length > 0) return repaired(view, [...new Set(wanted)])
    const result = healthOf(view)
    return { result, exit: result.errors.length > 0 ? 1 : 0 }
  },
  pretty: ({ status, errors, warnings, info }) =>
    [
      `planning tree: ${status}`,
      ...errors.flatMap((finding) => linesOf('error', finding)),
      ...warnings.flatMap((finding) => linesOf('warning', finding)),
      ...info.flatMap((finding) => linesOf('note', finding)),
    ].join('\n'),
})

const linesOf = (kind: string, { code, path, line, message, fix }: Finding): readonly string[] => [
  `${kind}  ${code}${path === undefined ? '' : `  ${path}${line === undefined ? '' : `:${line}`}`}`,
  `  ${message}`,
  `  fix: ${fix}`,
]

export function healthOf(view: View, derivation: Derivation = derive(view)) {
  const found: Record<Level, Finding[]> = { error: [], warning: [], note: [] }
  for (const cause of CAUSES)
    for (const { level = cause.level, ...one } of cause.find(derivation)) found[level].push(finding(view, cause, one))
  const [errors, warnings, info] = [joined(found.error), joined(found.warning), joined(found.note)]
  const status: (typeof STATUSES)[number] = errors.length > 0 ? 'broken' : warnings.length > 0 ? 'degraded' : 'healthy'
  const repairable = [...errors, ...warnings, ...info].filter((one) => one.repairable === true)
  return { status, errors, warnings, info, repairable_count: repairable.length }
}

/** A repairable finding's fix is the repair call. */
function finding(view: View, { code, repair }: Cause, found: CauseFinding): Finding {
  const mended = repair === undefined ? null : repair.can === undefined ? found : repair.can(view, found)
  if (mended === null) return { code, ...found }
  return { code, ...mended, fix: `gsd-tools health --repair ${code}`, repairable: true }
}

/** Joins repeated findings of a file that share a fix into one that lists every line. */
function joined(findings: readonly Finding[]): Finding[] {
  const groups = grouped(findings, ({ code, path, fix, message }) => JSON.stringify([code, path ?? message, fix]))
  return [...groups.values()].map((same) => {
    const [first, ...more] = same as [Finding, ...Finding[]]
    const messages = [...new Set(same.map(({ message }) => message))]
    const lines = [...new Set(more.flatMap(({ line }) => (line === undefined || line === first.line ? [] : [line])))]
    const also = messages.length > 1 || lines.length === 0 ? '' : `; also in line ${lines.join(', ')}`
    return { ...first, message: `${messages.join('; ')}${also}` }
  })
}

const everyFinding = ({ errors, warnings, info }: ReturnType<typeof healthOf>): readonly Finding[] => [
  ...errors,
  ...warnings,
  ...info,
]

/** Refuses all repairs if a code has none or a finding would remain. */
function repaired(view: View, codes: readonly string[]) {
  const before = healthOf(view)
  const refuse = (code: Code, message: string, fix: string) => ({
    result: { ...before, repairs_performed: [] },
    error: { code, message, fix },
  })
  const findings = everyFinding(before)
  const unknown = codes.find((code) => !REPAIRABLE.includes(code))
  if (unknown !== undefined) {
    if (findings.some(({ code }) => code === unknown))
      return refuse('WRITE_REFUSED', `${unknown} has no repair: fix it by hand`, 'gsd-tools health shows how')
    return refuse('USAGE', `"${unknown}" is not a code with a repair`, `one of ${REPAIRABLE.join(', ')}`)
  }
  const staging = new Staging(view)
  const performed = CAUSES.flatMap(({ code, repair }) => {
    const own = findings.filter((one) => one.code === code)
    if (repair === undefined || !codes.includes(code)) return []
    if (own.length > 0) repair.apply(staging, own)
    return {
      action: repair.action,
      detail: own.length > 0 ? code : `${code} not found: nothing to repair`,
    }
  })
  const after = healthOf(staging.view)
  const left = everyFinding(after).find(({ code }) => codes.includes(code))
  return left === undefined
    ? { result: { ...after, repairs_performed: performed }, edits: staging.edits() }
    : refuse('NOT_PROVEN', `the repair failed: ${left.code} remains, ${left.message}`, left.fix)
}
