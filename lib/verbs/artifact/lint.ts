// lint: checks planning files, for CI and authors.
import { ARTIFACT_IDS, type ArtifactId } from '../../artifacts/paths.js'
import { filesBelow } from '../../core/dispatch/drafts.js'
import { isPlanningFile, kindToLint, lintSource } from '../../core/judging/lint.js'
import { readSettings } from '../../core/project/settings.js'
import { arg, verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import type { ErrorBody, Issue } from '../../errors.js'
import { same } from '../../std/same.js'
import { bool, int, listOf, oneOf, record, text } from '../../std/shape.js'
import { verdict } from '../findings.js'

const MAX_FINDINGS = 500

const findingShape = record({
  path: text(),
  line: int('1-based; 0 for the whole file'),
  column: int('1-based, in UTF-16 code units'),
  severity: oneOf(['error', 'notice']),
  code: text(),
  expected: text(),
  received: text(),
  message: text(),
  fix: text(),
})

const resultShape = record({
  ok: bool('There are no errors; with --strict, no notices either'),
  checked: int('Files checked'),
  skipped: listOf(text(), 'Named files that are not planning files'),
  errors: int(),
  notices: int(),
  findings: listOf(findingShape),
  omitted: int('Findings beyond the first 500'),
})

interface LintTarget {
  readonly path: string
  readonly kind: ArtifactId
  readonly as: 'draft' | 'placed'
}

const noFile = (path: string): ErrorBody => ({
  code: 'FILE_NOT_FOUND',
  message: `there is no file or folder at ${path}`,
  fix: 'correct the path, which is relative to the current folder',
})

const NOT_AUTHORED = ['.runtime', 'journal'] as const

const targetsBelow = (view: View, folder: string): readonly LintTarget[] =>
  filesBelow(view, folder)
    .filter((name) => !NOT_AUTHORED.some((skip) => name.startsWith(`${skip}/`)))
    .flatMap((name) => targetOf(view, `${folder}/${name}`) ?? [])

function targetOf(view: View, path: string): LintTarget | null {
  const kind = kindToLint(view, path)
  return kind === null ? null : { path, kind, as: isPlanningFile(view, path) ? 'placed' : 'draft' }
}

interface LintTargets {
  readonly targets: readonly LintTarget[]
  readonly skipped: readonly string[]
  readonly error?: ErrorBody
}

function gatherTargets(view: View, paths: readonly string[]): LintTargets {
  if (paths.length === 0) return { targets: targetsBelow(view, view.base), skipped: [] }
  const targets: LintTarget[] = []
  const skipped: string[] = []
  for (const path of paths) {
    const isFile = view.source(path) !== null
    const target = isFile ? targetOf(view, path) : null
    if (target !== null) targets.push(target)
    else if (isFile) skipped.push(path)
    else if (view.list(path).length > 0) targets.push(...targetsBelow(view, path))
    else return { targets, skipped, error: noFile(path) }
  }
  return { targets, skipped }
}

/** By finding code: whether the finding can be dropped, because the project has the missing part elsewhere or does not need it. */
const EXCUSED: Readonly<Record<string, (view: View, path: string) => boolean>> = {
  NO_CHECKS: (view) => !same(readSettings(view).get('verification.commands'), []),
  // A captured quick task contains no decisions.
  NO_DECISIONS: (view, path) => path.startsWith(view.at('quick/')),
}

const findingsOf = (view: View, { path, kind, as }: LintTarget): readonly Issue[] => {
  const [source, codec] = [view.source(path), view.codec(kind)]
  if (source === null || codec === null) return []
  return lintSource(codec, source, as).filter(({ code }) => EXCUSED[code]?.(view, path) !== true)
}

export const lint = verb('lint', {
  about: 'Check planning files; each finding gives line, column, expected text and fix',
  args: {
    paths: arg.list('Files or folders; default: the planning folder', { of: 'path', positional: true }),
    strict: arg.flag('Fail on notices too'),
  },
  result: resultShape,
  reads: ARTIFACT_IDS,
  run({ view }, { paths, strict }) {
    const { targets, skipped, error } = gatherTargets(view, paths)
    const all = error === undefined ? targets.flatMap((target) => findingsOf(view, target)) : []
    const findings = all.slice(0, MAX_FINDINGS)
    const errors = all.filter(({ severity }) => severity === 'error').length
    const notices = all.length - errors
    const ok = error === undefined && errors + (strict ? notices : 0) === 0
    const omitted = all.length - findings.length
    const result = { ok, checked: targets.length, skipped, errors, notices, findings, omitted }
    return error === undefined ? verdict('ok', result) : { result, error }
  },
  pretty: ({ findings, checked, errors, notices, omitted }) =>
    [
      ...findings.flatMap((found) => [
        `${found.path}:${found.line}:${found.column}: ${found.severity} ${found.code}: ${found.message}`,
        `  expected ${found.expected}; received ${found.received}`,
        `  ${found.fix}`,
      ]),
      ...(omitted === 0 ? [] : [`… and ${omitted} more`]),
      `${checked} files, ${errors} errors, ${notices} notices`,
    ].join('\n'),
})
