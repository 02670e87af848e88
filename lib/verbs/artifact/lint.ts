// lint: the gate in front of planning files, for hooks, for CI and for whoever just wrote one.
import { ARTIFACT_IDS, type ArtifactId } from '../../artifacts/all.js'
import { artifactOf } from '../../core/artifact-paths.js'
import { filesBelow } from '../../core/dispatch/drafts.js'
import { type LintFinding, lintable, lintSource } from '../../core/judging/lint.js'
import type { View } from '../../core/view.js'
import { memorySource } from '../../core/writing/staging.js'
import type { ErrorBody } from '../../errors.js'
import type { Source } from '../../ports.js'
import { bool, int, listOf, maybe, oneOf, record, text } from '../../std/shape.js'
import { query } from '../verb.js'

/** Where the text of the standard input is found. */
const STDIN = '-.md'
const MAX_FINDINGS = 500

const findingShape = record({
  path: text(),
  line: int('1-based; 0 where the whole file is meant'),
  column: int('1-based, in UTF-16 units'),
  severity: oneOf(['error', 'notice']),
  code: text(),
  expected: text(),
  received: text(),
  message: text(),
  fix: text(),
  corrected: maybe(text('The whole line as it should be, where that is certain')),
})

const resultShape = record({
  ok: bool('No error'),
  checked: int('Files that were judged'),
  skipped: listOf(text(), 'Named files of no kind that could be judged'),
  errors: int(),
  notices: int(),
  findings: listOf(findingShape),
  omitted: int('Findings beyond the first 500'),
})

interface Task {
  readonly source: Source
  readonly schema: ArtifactId
  readonly strict: boolean
}

const noFile = (path: string): ErrorBody => ({
  code: 'FILE_NOT_FOUND',
  message: `expected a file or folder at ${path}, found none`,
  fix: 'check the path; it is relative to the folder the call is made from',
})

const usage = (message: string, fix: string): ErrorBody => ({ code: 'USAGE', message, fix })

/** Folders that no author writes in. */
const NOT_WRITTEN = ['.runtime', 'journal'] as const

function tasksBelow(view: View, folder: string, strict: boolean): readonly Task[] {
  const paths = filesBelow(view, folder)
    .filter((name) => !NOT_WRITTEN.some((skip) => name.startsWith(`${skip}/`)))
    .map((name) => `${folder}/${name}`)
  const known = paths.flatMap((path) => {
    const schema = lintable(view, path)
    return schema === null ? [] : [{ path, schema }]
  })
  view.prefetch(known.map(({ path }) => path))
  return known.flatMap(({ path, schema }) => {
    const source = view.source(path)
    return source === null ? [] : [{ source, schema, strict }]
  })
}

interface Gathered {
  readonly tasks: readonly Task[]
  readonly skipped: readonly string[]
  readonly error?: ErrorBody
}

function gather(view: View, paths: readonly string[], strict: boolean): Gathered {
  if (paths.length === 0) return { tasks: tasksBelow(view, view.base, strict), skipped: [] }
  const tasks: Task[] = []
  const skipped: string[] = []
  for (const path of paths) {
    const source = view.source(path)
    const schema = source === null ? null : lintable(view, path)
    if (source !== null && schema !== null) tasks.push({ source, schema, strict: true })
    else if (source !== null) skipped.push(path)
    else if (view.list(path).length > 0) tasks.push(...tasksBelow(view, path, strict))
    else return { tasks, skipped, error: noFile(path) }
  }
  return { tasks, skipped }
}

function fromStdin(view: View, as: string | undefined): Gathered {
  if (as === undefined)
    return {
      tasks: [],
      skipped: [],
      error: usage('--stdin needs --as', 'say which file the text is to be: --as .planning/…'),
    }
  const schema = lintable(view, as)
  if (schema === null) {
    const received = artifactOf(as, view.base)
    return {
      tasks: [],
      skipped: [as],
      error: usage(
        `no kind of planning file that can be judged lies at ${as} (${received})`,
        'give the path the file will have',
      ),
    }
  }
  const source = memorySource(as, view.source(STDIN)?.text ?? '', view.digest)
  return { tasks: [{ source, schema, strict: true }], skipped: [] }
}

const judged = (view: View, { source, schema, strict }: Task): readonly LintFinding[] => {
  const codec = view.codec(schema)
  return codec === null ? [] : lintSource(codec, source, strict, view.digest)
}

export const lint = query({
  name: 'lint',
  about: 'Judge planning files: line, column, what was expected, the corrected line',
  args: {
    paths: {
      type: 'list',
      of: 'path',
      positional: true,
      about: 'Files or folders; without any the whole planning folder',
    },
    stdin: { type: 'flag', about: 'Judge the text of the standard input' },
    as: { type: 'path', about: 'With --stdin: the path the file is to have' },
    strict: { type: 'flag', about: 'Below folders too, refuse what a file handed in may not hold' },
  },
  result: resultShape,
  reads: ARTIFACT_IDS,
  run({ paths, stdin, as, strict }, view) {
    const { tasks, skipped, error } = stdin ? fromStdin(view, as) : gather(view, paths, strict)
    const all = error === undefined ? tasks.flatMap((task) => judged(view, task)) : []
    const errors = all.filter(({ severity }) => severity === 'error').length
    const result = {
      ok: error === undefined && errors === 0,
      checked: error === undefined ? tasks.length : 0,
      skipped,
      errors,
      notices: all.length - errors,
      findings: all.slice(0, MAX_FINDINGS),
      omitted: Math.max(0, all.length - MAX_FINDINGS),
    }
    return error === undefined ? { result, exit: errors === 0 ? 0 : 1 } : { result, error }
  },
  pretty: ({ findings, checked, errors, notices, omitted }) =>
    [
      ...findings.flatMap((found) => [
        `${found.path}:${found.line}:${found.column}: ${found.severity} ${found.code}: ${found.message}`,
        `  expected ${found.expected}; received ${found.received}`,
        found.corrected === undefined ? `  ${found.fix}` : `  corrected: ${found.corrected}`,
      ]),
      ...(omitted === 0 ? [] : [`… and ${omitted} more`]),
      `${checked} files, ${errors} errors, ${notices} notices`,
    ].join('\n'),
})
