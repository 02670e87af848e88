// The verb `health`: everything that hinders work in a planning tree, each with file, line and fix, and repairs by name.
import { FACT_READS } from '../../core/derivation/facts.js'
import { arg, verb } from '../../core/verb.js'
import { bool, int, listOf, maybe, oneOf, record, text } from '../../std/shape.js'
import { type Finding, findingsShape } from '../findings.js'
import { healthOf, READ_AS_TEXT, STATUSES } from './findings.js'
import { repaired } from './repairs.js'

const REPAIRED = record({ action: text(), success: bool(), path: maybe(text()), detail: maybe(text()) })

/** What the artifacts that a health check reads are; repairs write some of them. */
const HEALTH_READS = [...new Set([...FACT_READS, 'project', 'requirements', 'state', 'milestone', 'claim'] as const)]

export const health = verb('health', {
  about: 'What hinders work in the planning tree, with fixes and named repairs',
  args: {
    repair: arg.list('Codes of findings to repair; undo takes it back', { greedy: true }),
  },
  result: record({
    status: oneOf(STATUSES, 'broken: an error hinders work; degraded: a warning does not'),
    errors: findingsShape,
    warnings: findingsShape,
    info: findingsShape,
    repairable_count: int(),
    repairs_performed: maybe(listOf(REPAIRED)),
  }),
  reads: [...HEALTH_READS, 'journal'],
  needs: ['pack'],
  writes: [...READ_AS_TEXT, 'config', 'milestone', 'order', 'other'],
  onlyLooks: ({ repair }) => repair.length === 0,
  run({ view }, { repair }) {
    const wanted = repair.flatMap((word) => word.split(',')).filter((word) => word !== '')
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
