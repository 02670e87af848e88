// Verbs that hold the files a plan promises, and the links between them, against the project. They judge text; that it works is judged by checks that run.
import type { MustHaveArtifact, MustHaveLink, PlanValue } from '../artifacts/plan/plan.js'
import { isThere, textAt } from '../core/project/project-files.js'
import type { View } from '../core/view.js'
import type { ErrorBody } from '../errors.js'
import { baseName } from '../std/paths.js'
import { bool, int, listOf, orNull, record, text, texts } from '../std/shape.js'
import { findingsShape, unknownShape } from '../verbs/findings.js'
import { fileMissing } from '../verbs/frontmatter/frontmatter.js'
import { arg, query } from '../verbs/verb.js'
import { readPattern } from './pattern.js'

const PLAN = arg.file('PLAN file')

/** One kind of what a plan promises. */
interface Promised<R> {
  readonly what: string
  /** Of the front matter. */
  readonly key: string
  /** The field of the answer that says whether all are kept. */
  readonly verdict: string
  readonly judge: (mustHaves: PlanValue['mustHaves'], view: View) => readonly R[]
  readonly isGood: (row: R) => boolean
}

/** What a plan promises, judged row by row. Where it promises nothing the verdict is unknown: nothing to check is no pass. */
function judgedRows<R>(view: View, path: string, { what, key, verdict, judge, isGood }: Promised<R>) {
  const nothing = (reason: string, error: ErrorBody) => ({
    rows: [],
    good: 0,
    all: null,
    unknown: [{ path: verdict, code: 'NOTHING_TO_CHECK', reason }],
    end: { error },
  })
  const found = view.parse('plan', path)
  if (found === null) return nothing('no file', fileMissing(path))
  const rows = judge(found.value.mustHaves, view)
  if (rows.length === 0)
    return nothing(`the plan promises no ${what}s`, {
      code: 'NOT_FOUND',
      message: `${path} promises no ${what}, so there is nothing to check`,
      fix: `add must_haves.${key} to its front matter`,
    })
  const good = rows.filter(isGood).length
  const all = good === rows.length
  return { rows, good, all, unknown: [], end: { exit: all ? (0 as const) : (1 as const) } }
}

const ARTIFACTS: Promised<ReturnType<typeof judged>> = {
  what: 'artifact',
  key: 'artifacts',
  verdict: 'all_passed',
  judge: ({ artifacts }, view) => artifacts.map((artifact) => judged(view, artifact)),
  isGood: ({ passed }) => passed,
}

export const verifyArtifacts = query('verify.artifacts', {
  about: 'Whether the files a plan promises are there and hold what it says',
  args: { plan: PLAN },
  result: record({
    path: text(),
    all_passed: orNull(bool()),
    passed: int(),
    total: int(),
    artifacts: listOf(record({ path: text(), exists: bool(), issues: texts(), passed: bool() })),
    unknown: unknownShape,
  }),
  reads: ['plan'],
  run({ plan: path }, view) {
    const { rows, good, all, unknown, end } = judgedRows(view, path, ARTIFACTS)
    return { result: { path, all_passed: all, passed: good, total: rows.length, artifacts: rows, unknown }, ...end }
  },
})

function judged(view: View, { path, minLines, exports, contains }: MustHaveArtifact) {
  const content = textAt(view, path)
  const exists = content !== null || isThere(view, path)
  const issues: string[] = []
  if (!exists) issues.push('it is not there')
  else if (content !== null) {
    const lines = content.split('\n').length - (content.endsWith('\n') ? 1 : 0)
    if (minLines !== null && lines < minLines) issues.push(`${lines} lines, promised are ${minLines}`)
    if (contains !== null && !content.includes(contains)) issues.push(`it does not hold "${contains}"`)
    for (const name of exports) if (!holdsWord(content, name)) issues.push(`it does not export ${name}`)
    if (content.trim() === '') issues.push('it is empty')
  } else if (minLines !== null || contains !== null || exports.length > 0) issues.push('it is not a text file')
  return { path, exists, issues, passed: issues.length === 0 }
}

const isNameChar = (char: string | undefined) => char !== undefined && /[\w$]/.test(char)

/** The name as a word of its own. */
function holdsWord(content: string, name: string): boolean {
  for (let at = content.indexOf(name); at >= 0; at = content.indexOf(name, at + 1))
    if (!isNameChar(content[at - 1]) && !isNameChar(content[at + name.length])) return true
  return false
}

const LINKS: Promised<JudgedLink> = {
  what: 'link',
  key: 'key_links',
  verdict: 'all_verified',
  judge: ({ keyLinks }, view) => keyLinks.map((link) => linked(view, link)),
  isGood: ({ verified }) => verified,
}

export const verifyKeyLinks = query('verify.key-links', {
  about: 'Whether the connections a plan promises between files are in them',
  args: { plan: PLAN },
  result: record({
    path: text(),
    all_verified: orNull(bool()),
    verified: int(),
    total: int(),
    pending: int('Links with an end that is not there'),
    links: listOf(record({ from: text(), to: text(), via: text(), verified: bool(), detail: text() })),
    findings: findingsShape,
    unknown: unknownShape,
  }),
  reads: ['plan'],
  run({ plan: path }, view) {
    const { rows, good, all, unknown, end } = judgedRows(view, path, LINKS)
    return {
      result: {
        path,
        all_verified: all,
        verified: good,
        total: rows.length,
        pending: rows.filter((row) => row.pending).length,
        links: rows.map(({ pending: _, problem: __, ...link }) => link),
        findings: rows.flatMap(({ problem }) =>
          problem === null
            ? []
            : [{ code: 'PATTERN_REFUSED', path, message: problem, fix: 'write a plainer pattern, or leave it out' }],
        ),
        unknown,
      },
      ...end,
    }
  },
})

interface JudgedLink {
  readonly from: string
  readonly to: string
  readonly via: string
  readonly verified: boolean
  /** An end of it is not there. */
  readonly pending: boolean
  readonly detail: string
  readonly problem: string | null
}

function linked(view: View, { from, to, via, pattern }: MustHaveLink): JudgedLink {
  const answer = (verified: boolean, detail: string, more: Partial<JudgedLink> = {}): JudgedLink => ({
    from,
    to,
    via: via ?? '',
    verified,
    pending: false,
    detail,
    problem: null,
    ...more,
  })
  const source = textAt(view, from)
  if (source === null) return answer(false, `${from || 'the beginning'} is not there`, { pending: true })
  if (pattern !== null) return byPattern(answer, source, textAt(view, to) ?? '', pattern)
  if (to === '') return answer(false, 'the link names one end and no pattern')
  return namesOf(to).some((name) => source.includes(name))
    ? answer(true, `${from} names ${to}`)
    : answer(false, `${from} does not name ${to}`, { pending: to.includes('/') && !isThere(view, to) })
}

function byPattern(
  answer: (verified: boolean, detail: string, more?: Partial<JudgedLink>) => JudgedLink,
  source: string,
  target: string,
  text: string,
): JudgedLink {
  const pattern = readPattern(text)
  if ('problem' in pattern) {
    const problem = `the pattern ${text} cannot be used: ${pattern.problem}`
    return answer(false, problem, { problem })
  }
  for (const [where, content] of [
    ['the beginning', source],
    ['the end', target],
  ] as const) {
    const occurs = pattern.occursIn(content)
    if (occurs === true) return answer(true, `the pattern occurs in ${where} of the link`)
    if (occurs === null) {
      const problem = `the pattern ${text} takes too long in a file of this size`
      return answer(false, problem, { problem })
    }
  }
  return answer(false, 'the pattern occurs in neither file')
}

/** How code may name a file: its path, its path without the ending, its bare name. */
function namesOf(path: string): readonly string[] {
  const bare = path.replace(/^\.\//, '')
  const stem = bare.replace(/\.\w{1,5}$/, '')
  const name = baseName(stem)
  return [...new Set([bare, stem, name])].filter((word) => word.length > 2)
}
