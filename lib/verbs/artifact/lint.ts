// lint: the gate for planning files, used by hooks, CI and authors.
import { ARTIFACT_IDS, type ArtifactId } from '../../artifacts/paths.js'
import type { PlanValue } from '../../artifacts/plan/plan.js'
import { derive } from '../../core/derivation/derive.js'
import { filesBelow } from '../../core/dispatch/drafts.js'
import { isPlaced, lintable, lintSource } from '../../core/judging/lint.js'
import { planStructure, stageOfPlan } from '../../core/judging/plan-structure.js'
import { readSettings } from '../../core/project/settings.js'
import { arg, verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import type { ErrorBody, Issue } from '../../errors.js'
import type { Source } from '../../ports.js'
import { grouped } from '../../std/grouped.js'
import { once } from '../../std/once.js'
import { bool, int, listOf, oneOf, record, text } from '../../std/shape.js'
import { verdict } from '../findings.js'

const MAX_FINDINGS = 500

const findingShape = record({
  path: text(),
  line: int('1-based; 0 for the whole file'),
  column: int('1-based, in UTF-16 units'),
  severity: oneOf(['error', 'notice']),
  code: text(),
  expected: text(),
  received: text(),
  message: text(),
  fix: text(),
})

const resultShape = record({
  ok: bool('No errors; with --strict, no notices either'),
  checked: int('Files checked'),
  skipped: listOf(text(), 'Named files that are not planning files'),
  errors: int(),
  notices: int(),
  findings: listOf(findingShape),
  omitted: int('Findings beyond the first 500'),
})

interface Task {
  readonly path: string
  readonly schema: ArtifactId
  readonly as: 'draft' | 'placed'
}

const noFile = (path: string): ErrorBody => ({
  code: 'FILE_NOT_FOUND',
  message: `expected a file or folder at ${path}, found none`,
  fix: 'check the path; it is relative to the current folder',
})

const NOT_WRITTEN = ['.runtime', 'journal'] as const

const tasksBelow = (view: View, folder: string): readonly Task[] =>
  filesBelow(view, folder)
    .filter((name) => !NOT_WRITTEN.some((skip) => name.startsWith(`${skip}/`)))
    .flatMap((name) => {
      const path = `${folder}/${name}`
      const schema = lintable(view, path)
      return schema === null ? [] : [taskOf(view, path, schema)]
    })

const taskOf = (view: View, path: string, schema: ArtifactId): Task => ({
  path,
  schema,
  as: isPlaced(view, path) ? 'placed' : 'draft',
})

interface Gathered {
  readonly tasks: readonly Task[]
  readonly skipped: readonly string[]
  readonly error?: ErrorBody
}

function gather(view: View, paths: readonly string[]): Gathered {
  if (paths.length === 0) return { tasks: tasksBelow(view, view.base), skipped: [] }
  const tasks: Task[] = []
  const skipped: string[] = []
  for (const path of paths) {
    const source = view.source(path)
    const schema = source === null ? null : lintable(view, path)
    if (source !== null && schema !== null) tasks.push(taskOf(view, path, schema))
    else if (source !== null) skipped.push(path)
    else if (view.list(path).length > 0) tasks.push(...tasksBelow(view, path))
    else return { tasks, skipped, error: noFile(path) }
  }
  return { tasks, skipped }
}

/** Findings to drop if the project has the missing part elsewhere or does not need it. */
const EXCUSED: Readonly<Record<string, (view: View, path: string) => boolean>> = {
  // `planStructure` asks for a check, and knows the checks in the settings.
  NO_CHECKS: () => true,
  // A captured quick task contains no decisions.
  NO_DECISIONS: (view, path) => path.startsWith(view.at('quick/')),
}

interface Judged {
  readonly checked: number
  readonly errors: number
  readonly notices: number
  /** Only the first findings. */
  readonly findings: readonly Issue[]
}

/** A plan's gaps count if it is still to be executed; an undecodable file counts if the next step needs it. */
function judged(view: View, tasks: readonly Task[]): Judged {
  const derivation = once(() => derive(view))
  const counts = { checked: 0, errors: 0, notices: 0 }
  const findings: Issue[] = []
  const judge = ({ schema, as }: Task, source: Source): void => {
    const codec = view.codec(schema)
    if (codec === null) return
    const more =
      schema === 'plan' && source.text !== null
        ? planStructure(
            source,
            codec.parse(source).value as PlanValue,
            readSettings(view).get('verification.commands'),
            as === 'draft' ? 'draft' : stageOfPlan(derivation().facts, source.path),
          )
        : []
    const isAside = source.text === null && derivation().isAside(source.path)
    for (const one of lintSource(codec, source, { as, more })) {
      if (EXCUSED[one.code]?.(view, source.path) === true) continue
      const found: Issue = isAside ? { ...one, severity: 'notice' } : one
      counts[found.severity === 'error' ? 'errors' : 'notices']++
      if (findings.length < MAX_FINDINGS) findings.push(found)
    }
  }
  for (const task of tasks) {
    const source = view.source(task.path)
    if (source === null) continue
    counts.checked++
    judge(task, source)
  }
  return { ...counts, findings }
}

/** Reports the same fault in many places of a file once. */
const alike = (findings: readonly Issue[]) =>
  [
    ...grouped(findings, ({ path, code, severity, fix, line, message }) =>
      [path, code, severity, fix, line === 0 ? message : ''].join('\u0000'),
    ).values(),
  ] as unknown as readonly (readonly [Issue, ...Issue[]])[]

const linesOf = (findings: readonly Issue[]) => findings.map(({ line }) => line).join(', ')

export const lint = verb('lint', {
  about: 'Check planning files: line, column, expected text, fix',
  args: {
    paths: arg.list('Files or folders; default: the planning folder', { of: 'path', positional: true }),
    strict: arg.flag('Fail on notices too'),
  },
  result: resultShape,
  reads: ARTIFACT_IDS,
  run({ view }, { paths, strict }) {
    const { tasks, skipped, error } = gather(view, paths)
    const { checked, errors, notices, findings } = judged(view, error === undefined ? tasks : [])
    const ok = error === undefined && errors + (strict ? notices : 0) === 0
    const omitted = errors + notices - findings.length
    const result = { ok, checked, skipped, errors, notices, findings, omitted }
    return error === undefined ? verdict('ok', result) : { result, error }
  },
  pretty: ({ findings, checked, errors, notices, omitted }) =>
    [
      ...alike(findings).flatMap(([found, ...more]) => [
        `${found.path}:${found.line}:${found.column}: ${found.severity} ${found.code}: ${found.message}`,
        `  expected ${found.expected}; received ${found.received}`,
        `  ${found.fix}`,
        ...(more.length === 0 ? [] : [`  ${more.length} more in this file: line ${linesOf(more)}`]),
      ]),
      ...(omitted === 0 ? [] : [`… and ${omitted} more`]),
      `${checked} files, ${errors} errors, ${notices} notices`,
    ].join('\n'),
})
