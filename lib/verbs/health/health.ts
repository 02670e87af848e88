// health: lists problems in a planning tree, each with a fix.
import { type Derivation, derive } from '../../core/derivation/derive.js'
import { FACT_READS } from '../../core/derivation/facts.js'
import { verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import { grouped } from '../../std/grouped.js'
import { oneOf, record } from '../../std/shape.js'
import { type Finding, findingsShape } from '../findings.js'
import type { Cause, Level } from './cause.js'
import { FILE_CAUSES } from './file-causes.js'
import { PHASE_CAUSES } from './phase-causes.js'

/** Causes in files come first, because phases are derived from files. */
const CAUSES: readonly Cause[] = [...FILE_CAUSES, ...PHASE_CAUSES]

const STATUSES = ['healthy', 'degraded', 'broken'] as const

export const health = verb('health', {
  about: 'Find problems in the planning tree, with fixes',
  result: record({
    status: oneOf(STATUSES, 'broken: an error blocks work; degraded: warnings only'),
    errors: findingsShape,
    warnings: findingsShape,
    info: findingsShape,
  }),
  reads: [...new Set([...FACT_READS, 'project', 'requirements', 'state', 'claim', 'journal'] as const)],
  run({ view }) {
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
  for (const { code, level, find } of CAUSES)
    for (const { level: foundLevel = level, ...one } of find(derivation)) found[foundLevel].push({ code, ...one })
  const [errors, warnings, info] = [merged(found.error), merged(found.warning), merged(found.note)]
  const status: (typeof STATUSES)[number] = errors.length > 0 ? 'broken' : warnings.length > 0 ? 'degraded' : 'healthy'
  return { status, errors, warnings, info }
}

/** Merges findings of a file that share a code and a fix: the first, with all messages, or with all lines of a single message. */
function merged(findings: readonly Finding[]): Finding[] {
  const groups = grouped(findings, ({ code, path, fix, message }) => JSON.stringify([code, path ?? message, fix]))
  return [...groups.values()].map((same) => {
    const [first, ...more] = same as [Finding, ...Finding[]]
    const messages = [...new Set(same.map(({ message }) => message))]
    const lines = [...new Set(more.flatMap(({ line }) => (line === undefined || line === first.line ? [] : [line])))]
    const also = messages.length > 1 || lines.length === 0 ? '' : `; also in line ${lines.join(', ')}`
    return { ...first, message: `${messages.join('; ')}${also}` }
  })
}
